//===- OperationNames.h - Names of operations that were meant ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_OPERATIONNAMES_H
#define NOISY_SERVER_PARSE_OPERATIONNAMES_H

#include "mlir/IR/DialectRegistry.h"
#include "server/snapshot/Problem.h"
#include <vector>

namespace mlir::noisy::lsp {

/// The code of problems with an operation or a dialect that does not exist.
inline constexpr llvm::StringLiteral UnknownOperationCode = "unknown-operation";

/// The name of an operation of the registered dialects that was most likely
/// meant by `Name`, which is none: of another dialect if `Name` has no dot and
/// is an operation there, or else the one with the fewest different letters;
/// empty if there is none with few enough. `TextBehind` is what follows the
/// name: the type at the end of its line tells whether `add` means that of
/// integers or of floats. The first call for a set of dialects loads them all,
/// which takes some 50 ms. Any thread.
std::string findMeantOperation(const DialectRegistry &Registry,
                               llvm::StringRef Name,
                               llvm::StringRef TextBehind = "");

/// Puts an error of MLIR about an unknown operation or dialect in `Text` into
/// words for users; other problems stay.
void explainUnknownOperation(Problem &Issue, const DialectRegistry &Registry,
                             llvm::StringRef Text);

/// Adds the operation that was meant to each problem about the dialect of an
/// operation of `Text`, if another dialect with nearly that name has one of its
/// name.
void suggestDialects(std::vector<Problem> &Problems, llvm::StringRef Text,
                     const DialectRegistry &Registry);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_OPERATIONNAMES_H
