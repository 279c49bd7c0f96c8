//===- Nesting.cpp - How deep brackets nest -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Nesting.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;

std::optional<size_t> mlir::noisy::lsp::findDeepNesting(llvm::StringRef Text,
                                                        unsigned Limit) {
  // Each kind by itself, so that a stray one (the > of >= and ->) cannot hide
  // the depth of the others.
  unsigned Round = 0, Square = 0, Curly = 0, Angle = 0;
  // MLIR also recurses over a row of signs, in affine expressions.
  unsigned Signs = 0;
  auto Close = [](unsigned &Depth) {
    if (Depth != 0)
      --Depth;
  };
  for (size_t I = 0; I < Text.size(); ++I) {
    if (llvm::isSpace(Text[I]))
      continue;
    bool IsSign = Text[I] == '-' && !Text.substr(I).starts_with("->");
    Signs = IsSign ? Signs + 1 : 0;
    switch (Text[I]) {
    case '"':
      for (++I; I < Text.size() && Text[I] != '"' && Text[I] != '\n'; ++I)
        if (Text[I] == '\\')
          ++I;
      continue;
    case '/':
      if (I + 1 < Text.size() && Text[I + 1] == '/')
        I = std::min(Text.find('\n', I), Text.size());
      continue;
    case '-':
      if (IsSign)
        break;
      ++I;
      continue;
    case '(':
      ++Round;
      break;
    case '[':
      ++Square;
      break;
    case '{':
      ++Curly;
      break;
    case '<':
      ++Angle;
      break;
    case ')':
      Close(Round);
      continue;
    case ']':
      Close(Square);
      continue;
    case '}':
      Close(Curly);
      continue;
    case '>':
      Close(Angle);
      continue;
    default:
      continue;
    }
    if (Round + Square + Curly + Angle + Signs > Limit)
      return I;
  }
  return std::nullopt;
}
