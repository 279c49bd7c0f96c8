//===- ErrorPlaces.h - Where MLIR's errors belong ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_ERRORPLACES_H
#define NOISY_SERVER_RECOVERY_ERRORPLACES_H

#include "server/snapshot/Problem.h"
#include <optional>

namespace mlir::noisy::lsp {

/// MLIR's message where no operation begins.
inline constexpr llvm::StringLiteral missingNameMessage =
    "expected operation name in quotes";

/// The range of an operation without the comments before it and behind it.
ByteRange findCode(llvm::StringRef Text, ByteRange Range);

/// The place of a token that begins no operation although it should, by the
/// place of MLIR's error, which is at the end of the line before if the token
/// begins a line. That line is to blame if it lacks the name: `%a =`.
size_t findWrongBegin(llvm::StringRef Text, size_t Offset);

/// The first byte of a line where MLIR began to read an operation, by its error
/// at `Offset`: what is before is a whole operation, though what begins the
/// line looks as if it went on.
std::optional<size_t> findReadBegin(llvm::StringRef Text, const Problem &Issue,
                                    size_t Offset);

/// True if MLIR took the region that an operation begins for a dictionary of
/// attributes, as its error at `Offset` tells: what is before the region is
/// wrong.
bool isReadAsDictionary(llvm::StringRef Text, ByteRange Operation,
                        const Problem &Issue, size_t Offset);

/// Moves an error from a word at the beginning of a line to the name of a type
/// or an attribute that ends the line before with a dot: MLIR takes the word
/// for the rest of the name. `Text` begins at `TextBegin` of what the error is
/// about.
void moveToOpenName(Problem &Issue, llvm::StringRef Text, size_t TextBegin);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_ERRORPLACES_H
