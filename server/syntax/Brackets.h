//===- Brackets.h - The brackets of a text ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_BRACKETS_H
#define NOISY_SERVER_SYNTAX_BRACKETS_H

#include "server/text/ByteRange.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace mlir::noisy::lsp {

/// What stands between a bracket and the one that closes it.
struct BracketPair {
  ByteRange InnerRange;
  /// One of ( [ {.
  char Bracket = '{';
  /// False where the closing one is missing, so that it ends with the text.
  bool IsClosed = true;

  /// With the brackets.
  ByteRange outerRange() const {
    return {InnerRange.Begin - 1, InnerRange.End + (IsClosed ? 1 : 0)};
  }
  friend bool operator==(const BracketPair &, const BracketPair &) = default;
};

/// The brackets and comments of a part of a text, by its letters alone.
struct Brackets {
  /// By their beginning, so that an outer one comes before those inside.
  std::vector<BracketPair> Pairs;
  /// Of `//`, without the line end.
  std::vector<ByteRange> Comments;
};

/// Scans `Range` of `Text`. Brackets in strings and comments do not count. One
/// that closes nothing is passed over; one that is not closed is ended by the
/// bracket that closes one around it, and then is not there, or by the end of
/// `Range`; that makes only braces, of which the text is known to go on.
Brackets scanBrackets(llvm::StringRef Text, ByteRange Range);

/// Where the brackets are that are open at the end of `Text`, the outermost
/// first. Each that closes is taken for the counterpart of the one before.
llvm::SmallVector<size_t> findOpenBrackets(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_BRACKETS_H
