//===- FactsShift.cpp - Facts of a section after a change -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/FactsShift.h"
#include <utility>

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

bool mlir::noisy::lsp::shiftProblem(Problem &Issue, const TextChange &Change) {
  if (!shift(Issue.Range, Change))
    return false;
  return std::all_of(Issue.Notes.begin(), Issue.Notes.end(),
                     [&](Problem::Note &Note) {
                       return Note.Part != 0 || shift(Note.Range, Change);
                     });
}

/// Moves the number of a value, or none; returns false if the value went.
static bool shift(Index &Value, const ValueChange &Change) {
  Index Old = std::exchange(Value, Change.moved(Value));
  return Old == Section::None || Value != Section::None;
}

std::shared_ptr<const SectionFacts>
mlir::noisy::lsp::shiftFacts(const SectionFacts &Old,
                             const ValueChange &Change) {
  if (!Old.InvalidOperations.empty() || Old.RestsOnStale)
    return nullptr;
  auto New = std::make_shared<SectionFacts>(Old);
  for (NoiseInfo &Info : New->Noise)
    if (!shift(Info.Value, Change) || !shift(Info.RestsOn, Change) ||
        !shift(Info.UnreliableCause, Change))
      return nullptr;
  for (Index &Source : New->Sources)
    if (!shift(Source, Change))
      return nullptr;
  for (Problem &Issue : New->Problems)
    if (!shiftProblem(Issue, Change.Text))
      return nullptr;
  for (std::vector<Index> &Values : New->ProblemValues)
    for (Index &Value : Values)
      if (!shift(Value, Change))
        return nullptr;
  return New;
}
