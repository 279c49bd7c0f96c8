//===- FixUndo.h - Fixes taken back, by their letters -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_FEATURES_FIXES_FIXUNDO_H
#define NOISY_TESTS_SERVER_FEATURES_FIXES_FIXUNDO_H

#include <string>

namespace mlir::noisy::lsp::test {

// These see two texts only, not the edits, and know tokens of their own
// (TextLayouts.h). Each takes the change back and says in what the result is
// not the old text, byte for byte; nothing when it is.

/// `MoreText` has operations `%a = noisy.reduce_noise %b : !noisy.i32` that
/// `LessText` has not, each with one blank or one line end and indentation, and
/// uses of their results where `LessText` has what they reduce. `Count` is how
/// many.
std::string undoReductions(const std::string &LessText,
                           const std::string &MoreText, unsigned &Count);

/// `Old` has a reduction at the byte `RemovedOffset` that `New` has not, in any
/// form and with any white space around it, and uses of its result where `New`
/// has what it reduced.
std::string undoRemoval(const std::string &Old, size_t RemovedOffset,
                        const std::string &New);

/// `NewText` has one `noisy.bound` more.
std::string undoBound(const std::string &OldText, const std::string &NewText);

/// `NewText` has one token else.
std::string undoToken(const std::string &OldText, const std::string &NewText);

/// `NewText` has an `arith.constant` where `OldText` has another operation,
/// with the comments of that one.
std::string undoConstant(const std::string &OldText,
                         const std::string &NewText);

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_FEATURES_FIXES_FIXUNDO_H
