//===- AliasOrder.cpp - The order of aliases in sections ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/AliasOrder.h"

using namespace mlir::noisy::lsp;

void mlir::noisy::lsp::sortAliases(llvm::MutableArrayRef<Section::Token> Tokens,
                                   std::vector<Section::Alias> &Aliases) {
  if (Aliases.empty())
    return;
  std::vector<Section::Index> Numbers(Aliases.size(), Section::None);
  std::vector<Section::Alias> Result;
  for (Section::Token &T : Tokens) {
    if (T.TargetKind != Section::Kind::Alias)
      continue;
    Section::Index &Number = Numbers[T.Target];
    if (Number == Section::None) {
      Number = Section::Index(Result.size());
      Result.push_back(std::move(Aliases[T.Target]));
    }
    T.Target = Number;
  }
  Aliases = std::move(Result);
}
