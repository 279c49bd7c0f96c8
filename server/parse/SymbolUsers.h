//===- SymbolUsers.h - Operations that check symbols ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_SYMBOLUSERS_H
#define NOISY_SERVER_PARSE_SYMBOLUSERS_H

#include "mlir/IR/SymbolTable.h"

namespace mlir::noisy::lsp {

/// True if the operation, or one of its discardable attributes, checks its
/// symbols when MLIR verifies the symbol table around it.
bool isSymbolUser(Operation *Op);

/// Runs these checks. `Op` is a symbol user.
LogicalResult verifySymbolUser(Operation *Op, SymbolTableCollection &Symbols);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_SYMBOLUSERS_H
