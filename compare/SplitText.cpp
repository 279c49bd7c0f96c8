//===- SplitText.cpp - The chunks of a text -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/SplitText.h"
#include "server/syntax/Lexer.h"
#include <algorithm>

using namespace mlir::noisy;
using namespace mlir::noisy::compare;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

static bool isLoneReturn(StringRef Text, size_t Offset) {
  return Text[Offset] == '\r' && !Text.substr(Offset + 1).starts_with("\n");
}

SplitText::SplitText(std::string Contents) : Text(std::move(Contents)) {
  LineStarts.push_back(0);
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text[I] == '\n' || isLoneReturn(Text, I))
      LineStarts.push_back(I + 1);
  ChunkStarts.push_back(0);
  for (size_t Offset = 0;
       (Offset = lex::findSplitMarker(Text, Offset)) != StringRef::npos;
       ++Offset)
    ChunkStarts.push_back(static_cast<uint32_t>(lineAt(Offset)));
}

size_t SplitText::lineAt(size_t Offset) const {
  return std::upper_bound(LineStarts.begin(), LineStarts.end(), Offset) -
         LineStarts.begin() - 1;
}

StringRef SplitText::line(size_t Line) const {
  size_t End =
      Line + 1 < LineStarts.size() ? LineStarts[Line + 1] - 1 : Text.size();
  return StringRef(Text).slice(LineStarts[Line], End).rtrim("\r");
}

std::string SplitText::llvmText() const {
  std::string Result = Text;
  for (size_t Offset = 0;
       (Offset = Text.find(lex::SplitMarker, Offset)) != Text.npos; ++Offset)
    if (!lex::isSplitMarker(Text.data() + Offset, Text.data() + Text.size()))
      Result[Offset + 2] = '=';
  for (size_t I = 0; I < Text.size(); ++I)
    if (isLoneReturn(Text, I))
      Result[I] = '\n';
  return Result;
}

size_t SplitText::chunkAt(uint32_t Line) const {
  return std::upper_bound(ChunkStarts.begin(), ChunkStarts.end(), Line) -
         ChunkStarts.begin() - 1;
}
