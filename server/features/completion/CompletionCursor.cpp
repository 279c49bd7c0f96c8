//===- CompletionCursor.cpp - What letters show of a cursor ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/CompletionCursor.h"
#include "server/features/completion/BrokenText.h"
#include "server/features/completion/LargeTypes.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The maximum number of bytes that are searched for labels of blocks, and for
/// calls.
static constexpr size_t MaxSearchedBytes = 1u << 20;

/// True if a text begins with results, their `=` and a name, or with a closing
/// brace: what is typed before it gets a line of its own. A loop defines its
/// iteration in the same way, by a value or a number.
static bool belongsOnNextLine(StringRef Text) {
  if (Text.starts_with("}"))
    return true;
  Lexer Tokens(Text);
  std::optional<MlirToken> Token = Tokens.next();
  if (!Token || Token->Kind != TokenKind::Value)
    return false;
  while (Token && (Token->Kind == TokenKind::Value || Token->is(",") ||
                   Token->is(":") || Token->Kind == TokenKind::Number))
    Token = Tokens.next();
  if (!Token || !Token->is("="))
    return false;
  Token = Tokens.next();
  return Token &&
         (Token->Kind == TokenKind::String || Token->Kind == TokenKind::Word);
}

CompletionCursor::CompletionCursor(StringRef Text, llvm::ArrayRef<Piece> Pieces,
                                   const CompletionQuery &Query)
    : Text(Text), Pieces(Pieces), Offset(std::min(Query.Offset, Text.size())),
      Word(findTypedWord(Text, Offset)), End(Word.Range.Begin) {
  if (Word.Kind == TypedWord::Place::Comment)
    return;
  if (Word.Sigil && Word.Sigil != '@' && Word.Dialect.empty())
    ++End;
  // MLIR completes names of operations at their first dot only.
  if (!Word.Sigil && fullInput().count('.') > 1)
    End = Word.FullBegin + fullInput().find('.') + 1;
  Scope = readScope(Text, Pieces, End);
  elideLargeTypes(Scope);
  // Labels of blocks can be far away.
  Excerpt =
      Word.Sigil == '^' ? CompletionExcerpt{Scope, {}} : makeExcerpt(Scope);
  Before = StringRef(Excerpt.Text).drop_back(End - Word.FullBegin).str();
  if (Word.Kind == TypedWord::Place::String)
    Before = StringRef(Before).rtrim('"');
  Place = findCompletionPlace(Before);
  if (isCode())
    Brackets = findAngleBrackets(operationText());
}

void CompletionCursor::readAround(const CompletionQuery &Query) {
  RestOfLine = Text.drop_front(Offset);
  RestOfLine = RestOfLine.take_front(RestOfLine.find('\n'));
  Rest = RestOfLine.trim();
  IsLineEnd = Rest.empty() || Rest.starts_with("//") || belongsOnNextLine(Rest);
  LineBegin = Text.take_front(Word.FullBegin);
  LineBegin = LineBegin.substr(LineBegin.rfind('\n') + 1).trim();
  TypesBefore = copyReadable(
      Text,
      {Word.FullBegin - std::min(Word.FullBegin, MaxTypeBytes), Word.FullBegin},
      Offset, Query.Broken);
  TypesBehind =
      copyReadable(Text, {Offset, std::min(Offset + MaxTypeBytes, Text.size())},
                   Offset, Query.Broken);
}

StringRef CompletionCursor::operationText() const {
  size_t Begin = operation().WrittenName.empty()
                     ? StringRef(Before).rfind('\n') + 1
                     : operation().WrittenName.begin() - Before.data();
  return StringRef(Before).drop_front(Begin);
}

StringRef CompletionCursor::functionBehind() const {
  auto It = llvm::partition_point(
      Pieces, [&](const Piece &P) { return P.Range.End < Offset; });
  StringRef Tail =
      Text.slice(Offset, It != Pieces.end() ? It->Range.End : Text.size());
  return Tail.take_front(
      std::min({Tail.size(), MaxSearchedBytes, lex::findSplitMarker(Tail)}));
}

StringRef CompletionCursor::textAround() const {
  size_t Begin = Offset - std::min(Offset, MaxSearchedBytes);
  return Text.slice(Begin, Offset + MaxSearchedBytes);
}
