//===- HeaderReader.cpp - Headers of functions, by letters ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/HeaderReader.h"
#include "server/syntax/NearNames.h"
#include "server/syntax/TypeTokens.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The number of the next token of a spelling; the number of tokens if there is
/// none.
size_t HeaderReader::findNext(StringRef Spelling) const {
  size_t I = Next;
  while (I < Tokens.size() && !Tokens[I].is(Spelling))
    ++I;
  return I;
}

/// The number of the token after a type, which may be that of a function:
/// `(i32) -> i32`. `Begin` if there is none.
size_t HeaderReader::findWholeType(size_t Begin) const {
  // Other words are the names of attributes and visibilities.
  if (!is(Begin, "("))
    return findCertainTypeEnd(Tokens, Begin);
  size_t Close = findClosingToken(Tokens, Begin);
  if (Close == Tokens.size() || !is(Close + 1, "->"))
    return Begin;
  if (is(Close + 2, "(")) {
    size_t End = findClosingToken(Tokens, Close + 2);
    return End == Tokens.size() ? Begin : End + 1;
  }
  size_t End = findWholeType(Close + 2);
  return End == Close + 2 ? Begin : End;
}

/// The number of the token after a type with its attributes and its location.
size_t HeaderReader::findDecoratedType(size_t Begin) const {
  size_t End = findWholeType(Begin);
  if (End == Begin)
    return Begin;
  for (bool IsLocation : {false, true}) {
    if (IsLocation ? !is(End, "loc") || !is(End + 1, "(") : !is(End, "{"))
      continue;
    size_t Close = findClosingToken(Tokens, End + IsLocation);
    if (Close == Tokens.size())
      break;
    End = Close + 1;
  }
  return End;
}

/// Reads the visibility and the name. A word in place of the name lacks its @.
void HeaderReader::readStart() {
  for (; Next < Tokens.size(); ++Next) {
    const MlirToken &Token = Tokens[Next];
    if (Token.Kind == TokenKind::Symbol) {
      Name = Token.Range;
      ++Next;
      return;
    }
    if (Token.is("(") || Token.Kind == TokenKind::Value)
      return;
    if (Token.Kind != TokenKind::Word)
      continue;
    if (llvm::is_contained({"private", "public", "nested"}, Token.Text))
      Visibility = Token.Range;
    else if (is(Next + 1, "("))
      Name = Token.Range;
  }
}

void HeaderReader::readArguments() {
  for (size_t I = Next; I < Tokens.size(); ++I) {
    const MlirToken &Token = Tokens[I];
    if (Token.is("->") || Token.is("attributes"))
      return;
    if (Token.Kind == TokenKind::Word && is(I + 1, ":"))
      BareNames.push_back(("%" + Token.Text).str());
    if (Token.Kind != TokenKind::Value)
      continue;
    size_t Begin = I + 1;
    if (is(Begin, ":"))
      ++Begin;
    size_t End = findDecoratedType(Begin);
    // What its attributes say of its noise is not known.
    bool HasRest =
        End < Tokens.size() &&
        (Tokens[End].is("{") || (Tokens[End].Kind == TokenKind::Word &&
                                 !Tokens[End].is("attributes")));
    if (HasRest)
      End = Begin;
    Arguments.push_back(
        {Token, End == Begin ? ByteRange{Token.Range.End, Token.Range.End}
                             : rangeOf(Begin, End)});
    Next = std::max(I + 1, End);
    I = Next - 1;
  }
}

void HeaderReader::readResults() {
  for (size_t I = Next; I < Tokens.size(); ++I) {
    if (Tokens[I].is("attributes") || Tokens[I].is("{"))
      return;
    size_t End = findDecoratedType(I);
    if (End == I)
      continue;
    ByteRange Type = rangeOf(I, findWholeType(I));
    ResultTypes += (ResultTypes.empty() ? "" : ", ") +
                   Text.slice(Type.Begin, Type.End).str();
    Results.push_back(rangeOf(I, End));
    Next = End;
    I = End - 1;
  }
}

void HeaderReader::readAttributes() {
  for (size_t I = Next; I + 1 < Tokens.size(); ++I) {
    if (!Tokens[I].is("attributes") || !Tokens[I + 1].is("{"))
      continue;
    size_t Close = findClosingToken(Tokens, I + 1);
    if (Close < Tokens.size())
      Attributes = rangeOf(I + 1, Close + 1);
    return;
  }
}

bool HeaderReader::read() {
  static constexpr StringRef Function = "func.func";
  if (Tokens.empty())
    return false;
  StringRef First = Tokens.front().Text;
  IsMisnamed = First != Function;
  // A sign before it may be one too many.
  bool HasSign = Tokens.front().Kind == TokenKind::Sign && is(1, Function);
  bool IsSigned = StringRef("%!#@^").contains(First.front()) &&
                  First.drop_front() == Function;
  bool IsNear = Tokens.front().Kind == TokenKind::Word &&
                (First == "func" || isNear(First, Function));
  if (IsMisnamed && !HasSign && !IsSigned && !IsNear)
    return false;
  Next = HasSign ? 2 : 1;
  readStart();
  readArguments();
  // In the parentheses may be words that are no types.
  size_t Arrow = findNext("->"), Close = findNext(")");
  size_t Last = Arrow < Tokens.size() ? Arrow : Close;
  ArgumentsEnd = Tokens[Last < Tokens.size() ? Last : Next - 1].Range.End;
  if (Last < Tokens.size())
    Next = Last + 1;
  readResults();
  readAttributes();
  return true;
}
