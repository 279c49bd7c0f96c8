//===- UnclosedProblem.h - Errors about missing brackets --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_UNCLOSEDPROBLEM_H
#define NOISY_SERVER_PARSE_UNCLOSEDPROBLEM_H

#include "server/snapshot/Problem.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// The error about the bracket at `Offset`.
Problem makeUnclosedBracket(size_t Offset, char Bracket);

/// What a note says of the line after which the end of a block is missing.
inline constexpr llvm::StringLiteral MissingEndNote =
    "its '}' is missing after this line";

/// Replaces the errors of MLIR that come of a bracket of `Text` that is not
/// closed, if there is one: MLIR only says what it did not expect somewhere
/// behind it. The new one is at the bracket, which stays where it is while what
/// follows is typed. Offsets are those of `Text`.
void explainUnclosedBracket(std::vector<Problem> &Problems,
                            llvm::StringRef Text);

/// Moves an error of MLIR about a bracket of a type or attribute of a dialect
/// that is not closed to that bracket: MLIR reads on until another one does not
/// match, which may be in a later line, and tells another place. Other errors
/// stay. Offsets are those of `Text`.
void explainUnclosedBody(Problem &Issue, llvm::StringRef Text);

/// Adds the place of an open bracket to an error of MLIR that expects the one
/// that closes it, if that is missing. Offsets are those of `Text`.
void explainExpectedBracket(Problem &Issue, llvm::StringRef Text);

/// Says that the brace at `Brace` is not closed, because `Text` lacks the end:
/// errors before it hide that from MLIR. It stays the only error about that.
void explainUnendedBrace(std::vector<Problem> &Problems, llvm::StringRef Text,
                         size_t Brace);

/// True for an error that MLIR may report because of such a brace.
bool mayComeOfUnendedBrace(const Problem &Issue, llvm::StringRef Text,
                           size_t Brace);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_UNCLOSEDPROBLEM_H
