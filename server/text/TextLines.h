//===- TextLines.h - Line ends and indentation ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_TEXTLINES_H
#define NOISY_SERVER_TEXT_TEXTLINES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

// Lines end as in LSP: \n, \r\n or \r.

/// The start of the line of `Offset`.
inline size_t lineBeginAt(llvm::StringRef Text, size_t Offset) {
  return Text.take_front(Offset).find_last_of("\r\n") + 1;
}

/// The white space at the start of the line of `Offset`.
inline llvm::StringRef indentationAt(llvm::StringRef Text, size_t Offset) {
  return Text.substr(lineBeginAt(Text, Offset)).take_while([](char C) {
    return C == ' ' || C == '\t';
  });
}

/// The line end that `Text` begins with; empty if there is none.
inline llvm::StringRef lineEndOf(llvm::StringRef Text) {
  if (Text.starts_with("\r\n"))
    return Text.take_front(2);
  return Text.take_while([](char C) { return C == '\r' || C == '\n'; })
      .take_front(1);
}

/// The first line end of a text; "\n" if it has none.
inline llvm::StringRef findLineEnd(llvm::StringRef Text) {
  llvm::StringRef End = lineEndOf(Text.substr(Text.find_first_of("\r\n")));
  return End.empty() ? "\n" : End;
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_TEXTLINES_H
