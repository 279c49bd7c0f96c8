//===- Nesting.cpp - The depth of nested brackets -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Nesting.h"
#include "server/syntax/Lexer.h"

using namespace mlir::noisy::lsp;

std::optional<size_t> mlir::noisy::lsp::findDeepNesting(llvm::StringRef Text,
                                                        unsigned Limit) {
  static constexpr llvm::StringLiteral Opening = "([{<", Closing = ")]}>";
  // Each kind separately, so that a stray one (the > of >=) cannot hide the
  // depth of the others.
  unsigned Depths[4] = {};
  // MLIR also recurses over a row of signs, in affine expressions.
  unsigned Depth = 0, Signs = 0;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->isComment())
      continue;
    Signs = Token->is("-") ? Signs + 1 : 0;
    char Sign = Token->Text.front();
    if (size_t Kind = Closing.find(Sign); Kind != llvm::StringRef::npos) {
      if (Depths[Kind] != 0) {
        --Depths[Kind];
        --Depth;
      }
      continue;
    }
    if (size_t Kind = Opening.find(Sign); Kind != llvm::StringRef::npos) {
      ++Depths[Kind];
      ++Depth;
    } else if (Signs == 0) {
      continue;
    }
    if (Depth + Signs > Limit)
      return Token->Range.Begin;
  }
  return std::nullopt;
}
