//===- FactsShift.cpp - Facts of a section after a change -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/FactsShift.h"

using namespace mlir::noisy::lsp;
using Index = Section::Index;

/// Moves a range that the change does not touch.
static bool shift(ByteRange &Range, const TextChange &Change) {
  if (Range.End <= Change.Old.Begin)
    return true;
  if (Range.Begin < Change.Old.End)
    return false;
  Range = Range.shift(ptrdiff_t(Change.NewSize) - ptrdiff_t(Change.Old.size()));
  return true;
}

static bool shift(Index &Value, const QuietChange &Change) {
  if (Value < Change.FirstValue)
    return true;
  if (Value < Change.EndValue)
    return false;
  Value += Change.NewCount - (Change.EndValue - Change.FirstValue);
  return true;
}

/// A note in another section has offsets of that.
static bool shift(Problem &Issue, const TextChange &Change) {
  if (!shift(Issue.Range, Change))
    return false;
  return std::all_of(Issue.Notes.begin(), Issue.Notes.end(),
                     [&](Problem::Note &Note) {
                       return Note.Part != 0 || shift(Note.Range, Change);
                     });
}

std::shared_ptr<const SectionFacts>
mlir::noisy::lsp::shiftFacts(const SectionFacts &Old,
                             const QuietChange &Change) {
  if (!Old.InvalidOperations.empty() || Old.RestsOnStale)
    return nullptr;
  auto New = std::make_shared<SectionFacts>(Old);
  for (NoiseInfo &Info : New->Noise)
    if (!shift(Info.Value, Change))
      return nullptr;
  for (Index &Source : New->Sources)
    if (!shift(Source, Change))
      return nullptr;
  for (Problem &Issue : New->Problems)
    if (!shift(Issue, Change.Text))
      return nullptr;
  return New;
}
