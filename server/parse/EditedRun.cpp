//===- EditedRun.cpp - The operations at an edit --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/EditedRun.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using Index = Section::Index;

std::optional<EditedRun>
mlir::noisy::lsp::findEditedRun(const Section &Data, const TextChange &Edit) {
  llvm::ArrayRef<Index> Inner = Data.inText().drop_front();
  if (Inner.empty())
    return std::nullopt;
  auto rangeOf = [&](Index Number) -> ByteRange {
    return Data.operations()[Number].Range;
  };
  auto First = llvm::partition_point(Inner, [&](Index Number) {
    return rangeOf(Number).End < Edit.Old.Begin;
  });
  auto End = llvm::partition_point(Inner, [&](Index Number) {
    return rangeOf(Number).Begin <= Edit.Old.End;
  });
  if (First != Inner.begin())
    --First;
  EditedRun Run;
  Run.HasOperationAfter = End != Inner.end();
  if (Run.HasOperationAfter)
    ++End;
  if (First == End)
    return std::nullopt;
  Run.FirstOperation = *First;
  Run.EndOperation =
      End == Inner.end() ? Index(Data.operations().size()) : *End;
  ByteRange Old = {rangeOf(*First).Begin, End == Inner.end()
                                              ? rangeOf(*std::prev(End)).End
                                              : rangeOf(*End).Begin};
  Run.Change = {Old, Old.size() - Edit.Old.size() + Edit.NewSize};
  if (!Old.contains(Edit.Old) ||
      !llvm::all_of(Data.brokenRanges(),
                    [&](ByteRange Range) { return Old.contains(Range); }))
    return std::nullopt;
  return Run;
}

std::optional<RunNames> mlir::noisy::lsp::findRunNames(llvm::StringRef RunText,
                                                       bool HasAliases) {
  RunNames Names;
  Lexer Tokens(RunText);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Kind == TokenKind::Block || Token->Kind == TokenKind::String ||
        (Token->isAlias() && HasAliases) || Token->is("loc") ||
        Token->is("dense_resource") || Token->is("noisy.model"))
      return std::nullopt;
    if (Token->Kind == TokenKind::Value)
      Names.Values.insert(Token->groupName());
    Names.HasSymbols |= Token->Kind == TokenKind::Symbol;
  }
  return Names;
}
