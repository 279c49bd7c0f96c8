//===- LineStart.h - What a line in a region begins with --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guesses by letters, for unfinished text. All functions are pure.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_LINESTART_H
#define NOISY_SERVER_SYNTAX_LINESTART_H

#include "server/syntax/Lexer.h"

namespace mlir::noisy::lsp {

/// The next token that is no comment.
std::optional<MlirToken> nextCode(Lexer &Tokens);

/// True if the braces around `Inner` are those of a region, not of a dictionary
/// of attributes: `{a = 1, b}`. What follows the closing one does not matter,
/// so that `Inner` may end later.
bool isRegion(llvm::StringRef Text, ByteRange Inner);

/// The number of bytes before `Offset` in its line, if these are blanks. Takes
/// time for these only, because a line may be long.
std::optional<size_t> findIndentation(llvm::StringRef Text, size_t Offset);

/// True for a word that is the name of an operation wherever it stands.
bool isOperationName(const MlirToken &Word);

/// True if an operation seems to begin at `Offset`, the first byte of a line.
bool beginsOperation(llvm::StringRef Text, size_t Offset);

/// True if an operation certainly begins at `Offset`, the first byte of a line
/// outside of all brackets: `%a = `, `"a.b"(`, `a.b`, `return`. Other words may
/// go on with the operation of the line before, such as `outs(`.
bool mustBeginOperation(llvm::StringRef Text, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_LINESTART_H
