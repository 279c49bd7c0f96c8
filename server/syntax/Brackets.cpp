//===- Brackets.cpp - The brackets of a text ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Brackets.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/QuietText.h"
#include <algorithm>

using namespace mlir::noisy::lsp;

llvm::SmallVector<size_t>
mlir::noisy::lsp::findOpenBrackets(llvm::StringRef Text) {
  llvm::SmallVector<size_t> Open;
  for (size_t At = skipQuiet(Text, 0); At < Text.size();
       At = skipQuiet(Text, At + 1)) {
    if (lex::isOpening(Text[At]))
      Open.push_back(At);
    else if (lex::isClosing(Text[At]) && !Open.empty())
      Open.pop_back();
  }
  return Open;
}

Brackets mlir::noisy::lsp::scanBrackets(llvm::StringRef Text, ByteRange Where) {
  Brackets Result;
  /// Of Result.Pairs, those that are open; the innermost last.
  std::vector<size_t> Open;
  constexpr size_t Unclosed = ~size_t(0);
  auto close = [&](char Bracket, size_t At) {
    auto Match = std::find_if(Open.rbegin(), Open.rend(), [&](size_t Index) {
      return Result.Pairs[Index].Bracket == Bracket;
    });
    if (Match == Open.rend())
      return;
    Result.Pairs[*Match].Inside.End = At;
    Open.erase(Match.base() - 1, Open.end());
  };

  Lexer Tokens(Text, Where.Begin, Where.End);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    size_t At = Token->Range.Begin;
    char Sign = Token->Text.front();
    if (Token->isComment()) {
      Result.Comments.push_back(Token->Range);
    } else if (lex::isOpening(Sign)) {
      Open.push_back(Result.Pairs.size());
      Result.Pairs.push_back({{At + 1, Unclosed}, Sign, true});
    } else if (lex::isClosing(Sign)) {
      close(lex::openingOf(Sign), At);
    }
  }

  size_t End = Text.take_front(Where.End).rtrim().size();
  for (size_t Index : Open) {
    Bracketed &Left = Result.Pairs[Index];
    if (Left.Bracket == '{' && Left.Inside.Begin <= End) {
      Left.Inside.End = End;
      Left.IsClosed = false;
    }
  }
  std::erase_if(Result.Pairs, [&](const Bracketed &Pair) {
    return Pair.Inside.End == Unclosed;
  });
  return Result;
}
