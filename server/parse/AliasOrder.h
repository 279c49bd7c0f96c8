//===- AliasOrder.h - The order of aliases in sections ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_ALIASORDER_H
#define NOISY_SERVER_PARSE_ALIASORDER_H

#include "server/snapshot/Section.h"

namespace mlir::noisy::lsp {

/// Puts the aliases of a section into the order in which its text names them,
/// and drops those that it does not name. The tokens are in the order of the
/// text.
void sortAliases(llvm::MutableArrayRef<Section::Token> Tokens,
                 std::vector<Section::Alias> &Aliases);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_ALIASORDER_H
