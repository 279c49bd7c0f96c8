//===- MlirTokens.cpp - The tokens of MLIR text ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/MlirTokens.h"

using namespace mlir::noisy::lsp;

MlirTokens::MlirTokens(llvm::StringRef Text, ByteRange Range) {
  Lexer Cursor(Text, Range.Begin, Range.End);
  while (std::optional<MlirToken> Token = Cursor.next())
    Tokens.push_back(*Token);
}

size_t MlirTokens::skipComments(size_t I) const {
  while (I < size() && Tokens[I].isComment())
    ++I;
  return I;
}

size_t MlirTokens::findPrevious(size_t I) const {
  while (I-- > 0)
    if (!Tokens[I].isComment())
      return I;
  return size();
}

/// The closing counterpart of the bracket `Token`; empty if it is none.
static llvm::StringRef closingOf(const MlirToken &Token) {
  if (Token.Kind != TokenKind::Sign)
    return "";
  return llvm::StringRef(Token.is("(")   ? ")"
                         : Token.is("[") ? "]"
                         : Token.is("{") ? "}"
                         : Token.is("<") ? ">"
                                         : "");
}

size_t MlirTokens::findClose(size_t I) const {
  // The closing brackets that are expected; the innermost last.
  std::vector<llvm::StringRef> Open;
  for (; I < size(); ++I) {
    if (llvm::StringRef Closing = closingOf(Tokens[I]); !Closing.empty()) {
      Open.push_back(Closing);
      continue;
    }
    if (Tokens[I].Kind != TokenKind::Sign)
      continue;
    // A `<` without a closing counterpart was a comparison.
    if (Tokens[I].is(")") || Tokens[I].is("]") || Tokens[I].is("}"))
      while (!Open.empty() && Open.back() == ">")
        Open.pop_back();
    if (!Open.empty() && Tokens[I].is(Open.back()))
      Open.pop_back();
    if (Open.empty())
      return I;
  }
  return size();
}

size_t MlirTokens::findOutside(size_t I, size_t End,
                               llvm::StringRef Text) const {
  for (; I < End; ++I) {
    if (Tokens[I].is(Text))
      return I;
    if (closingOf(Tokens[I]).empty())
      continue;
    size_t Close = findClose(I);
    // Unless it is a comparison.
    if (Close < End && closingOf(Tokens[I]) == Tokens[Close].Text)
      I = Close;
  }
  return End;
}
