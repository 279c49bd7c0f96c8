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

/// `More` has operations `%a = noisy.reduce_noise %b : !noisy.i32` that `Less`
/// has not, each with one blank or one line end and indentation, and uses of
/// their results where `Less` has what they reduce. `Count` is how many.
std::string undoReductions(const std::string &Less, const std::string &More,
                           unsigned &Count);

/// `Old` has a reduction at the byte `At` that `New` has not, in any form and
/// with any white space around it, and uses of its result where `New` has what
/// it reduced.
std::string undoRemoval(const std::string &Old, size_t At,
                        const std::string &New);

/// `After` has one `noisy.bound` more.
std::string undoBound(const std::string &Before, const std::string &After);

/// `After` has one token else.
std::string undoToken(const std::string &Before, const std::string &After);

/// `After` has an `arith.constant` where `Before` has another operation, with
/// the comments of that one.
std::string undoConstant(const std::string &Before, const std::string &After);

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_FEATURES_FIXES_FIXUNDO_H
