//===- EndEdit.cpp - A closing brace that comes or goes -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/EndEdit.h"
#include "server/syntax/BraceRepair.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/LineStart.h"

using namespace mlir::noisy::lsp;

/// The opening brace of a function's body; nothing if other brackets are open
/// before its first operation.
static std::optional<size_t> findBodyBrace(const Section &Data) {
  if (Data.inText().size() < 2)
    return std::nullopt;
  llvm::StringRef Header =
      Data.text().take_front(Data.operations()[Data.inText()[1]].Range.Begin);
  llvm::SmallVector<size_t> Open = findOpenBrackets(Header);
  if (Open.size() != 1 || Header[Open.front()] != '{')
    return std::nullopt;
  return Open.front();
}

/// True if a brace is most likely missing at the end of a text, and nowhere
/// before.
static bool endsAtEnd(const Section &Data, llvm::StringRef Text, size_t Brace) {
  // Reading all tokens takes many times as long. No line is indented like the
  // first, and none opens a block.
  bool IsFlat = Data.blocks().size() == 1;
  for (size_t End = Brace + 1;
       IsFlat && (End = Text.find('\n', End)) != llvm::StringRef::npos;)
    if (++End < Text.size())
      IsFlat = llvm::StringRef(" \t\r\n/").contains(Text[End]);
  IsFlat &= !Text.drop_front(Brace + 1).contains('{');
  return IsFlat || findBraceEdits(Text).empty();
}

std::optional<EndEdit> mlir::noisy::lsp::findEndEdit(const Section &Data,
                                                     llvm::StringRef Text,
                                                     const TextChange &Change) {
  llvm::StringRef OldText = Data.text();
  EndEdit Result;
  Result.IsClosed = Text.size() > OldText.size();
  llvm::StringRef Short = Result.IsClosed ? OldText : Text;
  llvm::StringRef Long = Result.IsClosed ? Text : OldText;
  constexpr size_t MaxRest = 4096;
  if (Long.size() - Short.size() > MaxRest || Long.size() == Short.size() ||
      !Long.ends_with("}") || Change.Old.Begin != Short.size())
    return std::nullopt;
  Lexer Rest(Long, Short.size());
  std::optional<MlirToken> First = nextCode(Rest);
  if (!First || First->Range.End != Long.size() || !First->is("}"))
    return std::nullopt;
  Result.Change = {{Short.size(), Result.IsClosed ? Short.size() : Long.size()},
                   Result.IsClosed ? Long.size() - Short.size() : 0};
  std::optional<size_t> Brace = findBodyBrace(Data);
  if (!Brace || !endsAtEnd(Data, Short, *Brace))
    return std::nullopt;
  Result.Brace = *Brace;
  return Result;
}
