//===- MlirTokens.cpp - The tokens of MLIR text ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/MlirTokens.h"
#include "server/syntax/OutlineLexer.h"

using namespace mlir::noisy::lsp;

/// Behind the token at `P`, which is no white space.
static const char *skipToken(const char *P, const char *End,
                             MlirToken::Kind &What) {
  if (outline::isComment(P, End)) {
    What = MlirToken::Kind::Comment;
    return outline::skipComment(P, End);
  }
  if (*P == '"') {
    What = MlirToken::Kind::String;
    return outline::skipString(P, End);
  }
  if (llvm::StringRef("%@^#!").contains(*P)) {
    const char *Behind = P + 1;
    if (*P == '@' && Behind != End && *Behind == '"')
      Behind = outline::skipString(Behind, End);
    else
      Behind = outline::skipSuffix(Behind, End);
    if (*P == '%' && Behind != End && *Behind == '#' && Behind + 1 != End &&
        outline::isDigit(Behind[1]))
      Behind = outline::skipSuffix(Behind + 1, End);
    if (Behind != P + 1)
      What = MlirToken::Kind::Name;
    return Behind;
  }
  if (outline::isIn(*P, outline::WordChar)) {
    What = MlirToken::Kind::Word;
    return outline::skipWhile(P, End, outline::WordChar);
  }
  llvm::StringRef Rest(P, End - P);
  return P + (Rest.starts_with("->") || Rest.starts_with("::") ? 2 : 1);
}

MlirTokens::MlirTokens(llvm::StringRef Text, ByteRange Where) {
  const char *End = Text.data() + Where.End;
  for (const char *P = Text.data() + Where.Begin; P != End;) {
    if (outline::isBlank(*P) || outline::isLineEnd(*P)) {
      ++P;
      continue;
    }
    MlirToken Token;
    const char *Behind = skipToken(P, End, Token.What);
    Token.Where = {size_t(P - Text.data()), size_t(Behind - Text.data())};
    Token.Text = llvm::StringRef(P, Behind - P);
    All.push_back(Token);
    P = Behind;
  }
}

size_t MlirTokens::skipComments(size_t I) const {
  while (I < size() && All[I].What == MlirToken::Kind::Comment)
    ++I;
  return I;
}

size_t MlirTokens::before(size_t I) const {
  while (I-- > 0)
    if (All[I].What != MlirToken::Kind::Comment)
      return I;
  return size();
}

/// What closes the bracket `Token`; empty if it is none.
static llvm::StringRef closingOf(const MlirToken &Token) {
  if (Token.What != MlirToken::Kind::Sign)
    return "";
  return llvm::StringRef(Token.is("(")   ? ")"
                         : Token.is("[") ? "]"
                         : Token.is("{") ? "}"
                         : Token.is("<") ? ">"
                                         : "");
}

size_t MlirTokens::findClose(size_t I) const {
  // What the brackets that are open wait for; the innermost last.
  std::vector<llvm::StringRef> Open;
  for (; I < size(); ++I) {
    if (llvm::StringRef Closing = closingOf(All[I]); !Closing.empty()) {
      Open.push_back(Closing);
      continue;
    }
    if (All[I].What != MlirToken::Kind::Sign)
      continue;
    // A `<` that closes nowhere was a comparison.
    if (All[I].is(")") || All[I].is("]") || All[I].is("}"))
      while (!Open.empty() && Open.back() == ">")
        Open.pop_back();
    if (!Open.empty() && All[I].is(Open.back()))
      Open.pop_back();
    if (Open.empty())
      return I;
  }
  return size();
}

size_t MlirTokens::findOutside(size_t I, size_t End,
                               llvm::StringRef Text) const {
  for (; I < End; ++I) {
    if (All[I].is(Text))
      return I;
    if (closingOf(All[I]).empty())
      continue;
    size_t Close = findClose(I);
    // Unless it is a comparison.
    if (Close < End && closingOf(All[I]) == All[Close].Text)
      I = Close;
  }
  return End;
}
