//===- WordScanner.h - The words of a text, by their letters ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_WORDSCANNER_H
#define NOISY_SERVER_SYNTAX_WORDSCANNER_H

#include "server/text/ByteRange.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// The words of a text in MLIR, as far as their letters tell what they are:
/// also of one that does not parse. Words do not go on past a line's end.
class WordScanner {
public:
  enum class Class {
    Value,     ///< %a, %r#1
    Block,     ///< ^bb0
    Symbol,    ///< @f, @"a b"
    Type,      ///< i32, memref, !dialect.type, !alias
    Attribute, ///< #dialect.attribute, #alias
    Number,
    String,
    Comment,
    Plain ///< any other: names of operations, keywords
  };
  struct Word {
    Class What = Class::Plain;
    ByteRange Where;
  };

  /// Scans from `Begin` on, which is the beginning of a line or of a word.
  WordScanner(llvm::StringRef Text, size_t Begin) : Text(Text), At(Begin) {}

  /// The next word; false at the end of the text.
  bool next(Word &Found);
  /// Goes on at `Offset`, a beginning or an end of a word.
  void skipTo(size_t Offset) { At = Offset; }

private:
  size_t endOfSuffix(size_t From) const;
  size_t endOfNumber() const;
  size_t endOfString(size_t From) const;
  char at(size_t Offset) const {
    return Offset < Text.size() ? Text[Offset] : '\0';
  }

  llvm::StringRef Text;
  size_t At;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_WORDSCANNER_H
