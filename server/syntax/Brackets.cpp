//===- Brackets.cpp - The brackets of a text ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Brackets.h"
#include <algorithm>

using namespace mlir::noisy::lsp;

Brackets mlir::noisy::lsp::scanBrackets(llvm::StringRef Text, ByteRange Where) {
  Brackets Result;
  /// Of Result.Pairs, those that are open; the innermost last.
  std::vector<size_t> Open;
  constexpr size_t Unclosed = ~size_t(0);
  Text = Text.substr(0, Where.End);
  auto close = [&](char Bracket, size_t At) {
    auto Match = std::find_if(Open.rbegin(), Open.rend(), [&](size_t Index) {
      return Result.Pairs[Index].Bracket == Bracket;
    });
    if (Match == Open.rend())
      return;
    Result.Pairs[*Match].Inside.End = At;
    Open.erase(Match.base() - 1, Open.end());
  };

  for (size_t I = Where.Begin; I < Text.size(); ++I) {
    switch (Text[I]) {
    case '"':
      for (++I; I < Text.size() && Text[I] != '"' && Text[I] != '\n'; ++I)
        if (Text[I] == '\\')
          ++I;
      break;
    case '/':
      if (I + 1 < Text.size() && Text[I + 1] == '/') {
        size_t End = std::min(Text.find_first_of("\r\n", I), Text.size());
        Result.Comments.push_back({I, End});
        I = End;
      }
      break;
    case '(':
    case '[':
    case '{':
      Open.push_back(Result.Pairs.size());
      Result.Pairs.push_back({{I + 1, Unclosed}, Text[I], true});
      break;
    case ')':
      close('(', I);
      break;
    case ']':
      close('[', I);
      break;
    case '}':
      close('{', I);
      break;
    default:
      break;
    }
  }

  size_t End = Text.rtrim().size();
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
