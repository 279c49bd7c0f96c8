//===- TypeNames.h - Types that were meant ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_TYPENAMES_H
#define NOISY_SERVER_PARSE_TYPENAMES_H

#include "mlir/IR/DialectRegistry.h"
#include "server/snapshot/Problem.h"
#include "server/snapshot/ProblemCodes.h"
#include "server/syntax/Lexer.h"

namespace mlir::noisy::lsp {

/// The type that was most likely meant by a token that is none: `!noisy.i32`,
/// or the name of a builtin type; empty if there is none.
std::string findMeantType(const MlirToken &Token);

/// The type or the attribute that was most likely meant by the name of one that
/// is none, also by one of a mistyped dialect; empty if there is none.
std::string findMeantType(const MlirToken &Token,
                          const DialectRegistry &Registry);

/// Adds the type that was meant to an error of MLIR about one that does not
/// exist, and moves it to the name of that; other problems stay. `Text` is what
/// the ranges are in.
void explainUnknownType(Problem &Issue, llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_TYPENAMES_H
