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
#include <optional>
#include <vector>

namespace mlir::noisy::lsp {

/// The text between a bracket and the one that closes it.
struct BracketPair {
  ByteRange InnerRange;
  /// One of ( [ {.
  char Bracket = '{';
  /// False if the closing bracket is missing, so that the pair ends with the
  /// text.
  bool IsClosed = true;

  /// The range with the brackets.
  ByteRange outerRange() const {
    return {InnerRange.Begin - 1, InnerRange.End + (IsClosed ? 1 : 0)};
  }
  friend bool operator==(const BracketPair &, const BracketPair &) = default;
};

/// The brackets and comments of a part of a text, without parsing.
struct Brackets {
  /// By their beginning, so that outer pairs come before inner ones.
  std::vector<BracketPair> Pairs;
  /// Ranges from `//` to the line end, exclusive.
  std::vector<ByteRange> Comments;
};

/// Scans `Range` of `Text`. Brackets in strings and comments are ignored. A
/// closing bracket without an opening one is skipped, as is a ) or ] within a
/// { that the opening one is not in; an opening bracket without a closing one
/// ends at the bracket that closes an outer one, and is then dropped, or at the
/// end of `Range`, which keeps braces only, because their text is known to
/// continue.
Brackets scanBrackets(llvm::StringRef Text, ByteRange Range);

/// The brackets that are open at a place of a text, which is read forwards. A
/// closing bracket closes those inside of its own, too, but a ) or ] no {; one
/// without an opening bracket is skipped.
class OpenBrackets {
public:
  /// Takes the next sign of the text, which need not be a bracket.
  void add(char Sign);
  size_t size() const { return Signs.size(); }
  bool empty() const { return Signs.empty(); }
  /// True in ( or [ and in no {: nothing there is an operation.
  bool isInList() const;
  void clear() { Signs.clear(); }

private:
  llvm::SmallVector<char> Signs;
};

/// True if a bracket of a part of a text is open at its end.
bool haveOpenBracket(llvm::StringRef Text, ByteRange Range);

/// A bracket that is not closed where it should be.
struct UnclosedBracket {
  size_t Offset = 0;
  char Bracket = '{';
  /// The end of the last token in its line that is no comment.
  size_t LineEnd = 0;
};

/// The bracket of `Text` that is most likely to blame for a closing one that is
/// missing: one around which another is closed, or in which an operation begins
/// that cannot be there, or an inner one that ends, by indentation, with one
/// around it; the innermost open one at the end if there is no such sign.
/// Nothing if all are closed, or one is closed too often.
std::optional<UnclosedBracket> findUnclosedBracket(llvm::StringRef Text);

/// The offsets of the open brackets at the end of `Text`, the outermost first.
/// Each closing bracket closes the last open one.
llvm::SmallVector<size_t> findOpenBrackets(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_BRACKETS_H
