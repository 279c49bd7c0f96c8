//===- IdleHints.cpp - Code without effect, as hints ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/IdleHints.h"
#include "server/features/annotations/UnusedFunctions.h"
#include "server/syntax/InnerOperations.h"
#include "server/syntax/LineStart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir::noisy::lsp;

namespace {
/// The values that nothing uses yet, of which it is not known that nothing is
/// meant to use them: all where the text lacks an end, or what it has there is
/// broken; where only other operations are broken, those that these name.
class UnsettledValues {
public:
  explicit UnsettledValues(const PlacedSection &Place) {
    const Section &Data = *Place.Data;
    AreAll = Place.Facts && !Place.Facts->InvalidOperations.empty();
    for (SectionRange Broken : Data.brokenRanges()) {
      Lexer Tokens(Data.text(), Broken.Begin, Broken.End);
      AreAll |= Broken.Begin == Broken.End;
      while (std::optional<MlirToken> Token = nextCode(Tokens)) {
        if (Token->Kind == TokenKind::Value)
          Names.insert(Token->groupName());
        AreAll |= Token->Kind == TokenKind::Word && endsBlock(Token->Text);
      }
    }
  }

  /// `Operation` is the text of one that defines unused values.
  bool includeResultsOf(llvm::StringRef Operation) const {
    if (AreAll)
      return true;
    ResultNames Results = readResultNames(Operation);
    return llvm::any_of(Results.Groups, [&](const ResultNames::Group &Group) {
      return Names.contains(Group.Name);
    });
  }

private:
  static bool endsBlock(llvm::StringRef Word) {
    return Word == "return" || Word.ends_with(".return") ||
           Word.ends_with(".yield");
  }

  bool AreAll = false;
  llvm::StringSet<> Names;
};
} // namespace

std::vector<Problem> mlir::noisy::lsp::getIdleHints(const Snapshot &State) {
  std::vector<Problem> Result;
  for (const Snapshot::Part &P : State.parts())
    for (const PlacedSection &Section : P.Sections) {
      if (Section.FactsAreStale || !Section.Details)
        continue;
      UnsettledValues Unsettled(Section);
      for (const Problem &Hint : Section.Details->Problems) {
        if (!Hint.IsUnnecessary)
          continue;
        ByteRange Range = Hint.Range.shift(P.Range.Begin);
        if (Hint.Code == "unused-value" &&
            Unsettled.includeResultsOf(
                State.text().bytes().slice(Range.Begin, Range.End)))
          continue;
        Result.push_back(Hint);
        Result.back().Range = Range;
      }
    }
  llvm::append_range(Result, findUnusedFunctions(State));
  return Result;
}
