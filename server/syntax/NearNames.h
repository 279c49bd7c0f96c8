//===- NearNames.h - Names that are nearly the same -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_NEARNAMES_H
#define NOISY_SERVER_SYNTAX_NEARNAMES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// True if two letters that are side by side are in the other order, and all
/// else is the same.
bool isSwapped(llvm::StringRef A, llvm::StringRef B);

/// True if a name is most likely the other one, mistyped: it is the same, or a
/// letter is wrong, missing or too many, or two are swapped.
bool isNear(llvm::StringRef A, llvm::StringRef B);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_NEARNAMES_H
