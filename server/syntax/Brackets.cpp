//===- Brackets.cpp - The brackets of a text ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Brackets.h"
#include "server/syntax/LineStart.h"
#include "server/text/TextLines.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace mlir::noisy::lsp;

llvm::SmallVector<size_t>
mlir::noisy::lsp::findOpenBrackets(llvm::StringRef Text) {
  llvm::SmallVector<size_t> Open;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    char Sign = Token->Text.front();
    if (lex::isOpening(Sign))
      Open.push_back(Token->Range.Begin);
    else if (lex::isClosing(Sign) && !Open.empty())
      Open.pop_back();
  }
  return Open;
}

void OpenBrackets::add(char Sign) {
  if (lex::isOpening(Sign)) {
    Signs.push_back(Sign);
    return;
  }
  if (!lex::isClosing(Sign))
    return;
  char Opening = lex::openingOf(Sign);
  for (size_t I = Signs.size(); I-- > 0;) {
    if (Signs[I] == Opening)
      return Signs.truncate(I);
    if (Signs[I] == '{')
      return;
  }
}

bool OpenBrackets::isInList() const {
  return (llvm::is_contained(Signs, '(') || llvm::is_contained(Signs, '[')) &&
         !llvm::is_contained(Signs, '{');
}

bool mlir::noisy::lsp::haveOpenBracket(llvm::StringRef Text, ByteRange Range) {
  OpenBrackets Open;
  Lexer Tokens(Text, Range.Begin, Range.End);
  while (std::optional<MlirToken> Token = Tokens.next())
    Open.add(Token->Text.front());
  return !Open.empty();
}

Brackets mlir::noisy::lsp::scanBrackets(llvm::StringRef Text, ByteRange Range) {
  Brackets Result;
  /// The open ones of Result.Pairs; the innermost last.
  std::vector<size_t> Open;
  constexpr size_t NoEnd = ~size_t(0);
  auto close = [&](char Bracket, size_t Offset) {
    auto Match = std::find_if(Open.rbegin(), Open.rend(), [&](size_t Index) {
      char Candidate = Result.Pairs[Index].Bracket;
      return Candidate == Bracket || Candidate == '{';
    });
    if (Match == Open.rend() || Result.Pairs[*Match].Bracket != Bracket)
      return;
    Result.Pairs[*Match].InnerRange.End = Offset;
    Open.erase(Match.base() - 1, Open.end());
  };

  Lexer Tokens(Text, Range.Begin, Range.End);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    size_t Offset = Token->Range.Begin;
    char Sign = Token->Text.front();
    if (Token->isComment()) {
      Result.Comments.push_back(Token->Range);
    } else if (lex::isOpening(Sign)) {
      Open.push_back(Result.Pairs.size());
      Result.Pairs.push_back({{Offset + 1, NoEnd}, Sign, true});
    } else if (lex::isClosing(Sign)) {
      close(lex::openingOf(Sign), Offset);
    }
  }

  size_t End = Text.take_front(Range.End).rtrim().size();
  for (size_t Index : Open) {
    BracketPair &OpenPair = Result.Pairs[Index];
    if (OpenPair.Bracket == '{' && OpenPair.InnerRange.Begin <= End) {
      OpenPair.InnerRange.End = End;
      OpenPair.IsClosed = false;
    }
  }
  std::erase_if(Result.Pairs, [&](const BracketPair &Pair) {
    return Pair.InnerRange.End == NoEnd;
  });
  return Result;
}

namespace {
/// An open bracket, and the indentation of its line.
struct OpenBracket {
  size_t Offset;
  char Bracket;
  size_t Indentation;
};
} // namespace

static UnclosedBracket describe(llvm::StringRef Text,
                                const OpenBracket &Bracket) {
  size_t End = Text.find_first_of("\r\n", Bracket.Offset);
  UnclosedBracket Result = {Bracket.Offset, Bracket.Bracket, 0};
  Lexer Line(Text, Bracket.Offset, End);
  while (std::optional<MlirToken> Token = Line.next())
    if (!Token->isComment())
      Result.LineEnd = Token->Range.End;
  return Result;
}

/// The beginning of the line with the next bracket, string or comment from the
/// beginning of a line on.
static size_t skipPlainLines(llvm::StringRef Text, size_t LineBegin) {
  auto isPlain = [](char C) {
    return !lex::isOpening(C) && !lex::isClosing(C) && C != '"' && C != '/';
  };
  auto Next = std::find_if_not(Text.begin() + LineBegin, Text.end(), isPlain);
  return lineBeginAt(Text, Next - Text.begin());
}

/// The length of names of results that is looked at.
static constexpr size_t MaxNamesSize = 512;

std::optional<UnclosedBracket>
mlir::noisy::lsp::findUnclosedBracket(llvm::StringRef Text) {
  std::vector<OpenBracket> Open;
  std::optional<OpenBracket> ByIndentation;
  Lexer Tokens(Text);
  size_t LineBegin = 0, Indentation = 0, LastEnd = 0;
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    size_t Offset = Token->Range.Begin;
    bool IsFirst =
        LastEnd == 0 || Text.slice(LastEnd, Offset).find_first_of("\r\n") !=
                            llvm::StringRef::npos;
    LastEnd = Token->Range.End;
    if (IsFirst) {
      LineBegin = lineBeginAt(Text, Offset);
      Indentation = Offset - LineBegin;
      // In a region, lines without brackets do not matter.
      if (Open.empty() || Open.back().Bracket == '{')
        if (size_t Next = skipPlainLines(Text, LineBegin); Next > Offset) {
          Tokens = Lexer(Text, Next);
          LastEnd = Next - 1;
          continue;
        }
    }
    char Sign = Token->Text.front();
    if (Token->Kind == TokenKind::Value && IsFirst && !Open.empty() &&
        Open.back().Bracket != '{' &&
        mustBeginOperation(Text.take_front(Offset + MaxNamesSize), Offset))
      return describe(Text, Open.back());
    if (Token->Kind != TokenKind::Sign)
      continue;
    if (lex::isOpening(Sign)) {
      Open.push_back({Offset, Sign, Indentation});
      continue;
    }
    if (!lex::isClosing(Sign))
      continue;
    if (Open.empty())
      return std::nullopt;
    OpenBracket Closed = Open.back();
    auto isAround = [&](const OpenBracket &Outer) {
      return Outer.Bracket == lex::openingOf(Sign);
    };
    if (!isAround(Closed))
      return llvm::any_of(Open, isAround)
                 ? std::optional(describe(Text, Closed))
                 : std::nullopt;
    Open.pop_back();
    if (Sign == '}' && IsFirst && !ByIndentation &&
        Indentation < Closed.Indentation &&
        llvm::any_of(
            llvm::reverse(Open),
            [&](const OpenBracket &Outer) {
              return isAround(Outer) && Outer.Indentation == Indentation;
            }))
      ByIndentation = Closed;
  }
  if (Open.empty())
    return std::nullopt;
  return describe(Text, ByIndentation ? *ByIndentation : Open.back());
}
