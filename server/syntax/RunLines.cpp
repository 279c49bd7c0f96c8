//===- RunLines.cpp - The commands of a test ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/RunLines.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

static constexpr llvm::StringLiteral RunKeyword = "RUN:";

std::string RunLine::command(StringRef Text) const {
  std::string Result;
  for (ByteRange Piece : Pieces) {
    if (!Result.empty())
      Result += ' ';
    Result += Text.slice(Piece.Begin, Piece.End);
  }
  return Result;
}

/// True if the keyword at `Offset` is in a comment, and no part of another one
/// (`X-RUN:`).
static bool isKeyword(StringRef Text, size_t Offset) {
  if (Offset == 0 || lex::isNameChar(Text[Offset - 1]))
    return false;
  return findTextPlace(Text, Offset) == TextPlace::Comment;
}

std::vector<RunLine> mlir::noisy::lsp::findRunLines(StringRef Text) {
  std::vector<RunLine> Result;
  bool Continues = false;
  size_t LineEnd = 0;
  for (size_t At = Text.find(RunKeyword); At != StringRef::npos;
       At = Text.find(RunKeyword, LineEnd)) {
    LineEnd = std::min(Text.find('\n', At), Text.size());
    if (!isKeyword(Text, At))
      continue;
    size_t Begin = At + RunKeyword.size();
    StringRef Command = Text.slice(Begin, LineEnd).rtrim();
    bool HasMore = Command.consume_back("\\");
    Begin += Command.size() - Command.ltrim().size();
    Command = Command.trim();
    if (!Continues)
      Result.push_back({{At, At + RunKeyword.size()}, {}});
    if (!Command.empty())
      Result.back().Pieces.push_back({Begin, Begin + Command.size()});
    Continues = HasMore;
  }
  llvm::erase_if(Result, [](const RunLine &Run) { return Run.Pieces.empty(); });
  return Result;
}
