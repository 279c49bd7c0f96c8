//===- StaleProblems.cpp - The problems of before text broke --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/StaleProblems.h"

using namespace mlir::noisy::lsp;

/// Adds a problem of an earlier text, if what it marks was not edited.
/// `Offsets` leads from that text to the part's, from `Begin` on.
static void addStale(std::vector<Problem> &Result, Problem Issue,
                     const OffsetMap &Offsets, size_t Begin) {
  auto move = [&](ByteRange &Range) {
    std::optional<ByteRange> NewRange = Offsets.toTarget(Range);
    if (NewRange)
      Range = NewRange->shift(Begin);
    return NewRange.has_value();
  };
  if (!move(Issue.Range))
    return;
  llvm::erase_if(Issue.Notes, [&](Problem::Note &Note) {
    return Note.Part == 0 && !move(Note.Range);
  });
  Issue.IsStale = true;
  Result.push_back(std::move(Issue));
}

/// The value of a section that a problem of its earlier facts is about; none if
/// it is about none, or if its name was edited.
static ValueRef findValue(const PlacedSection &Placement,
                          const Problem &Issue) {
  const EarlierFacts &Earlier = *Placement.Earlier;
  llvm::ArrayRef<Problem> All = Earlier.Facts->Problems;
  llvm::ArrayRef<Section::Index> Values =
      Earlier.Facts->ProblemValues[&Issue - All.data()];
  if (Values.empty() || Values.front() == Section::None)
    return {};
  const Section::Value &Old = Earlier.Data->values()[Values.front()];
  std::optional<ByteRange> Name = Earlier.Offsets.toTarget(ByteRange(Old.Name));
  std::optional<size_t> Begin =
      Name ? Placement.toSection(Name->Begin + Placement.PartBegin)
           : std::nullopt;
  if (!Begin)
    return {};
  return {Placement,
          Placement.Data->valueDefinedAt({*Begin, *Begin + Name->size()},
                                         Values.front() - Old.Group)};
}

std::vector<Problem>
mlir::noisy::lsp::findEarlierProblems(const PlacedSection &Placement) {
  std::vector<Problem> Result;
  if (!Placement.Earlier)
    return Result;
  for (const Problem &Issue : Placement.Earlier->Facts->Problems) {
    ValueRef Value = findValue(Placement, Issue);
    if (!Value)
      continue;
    const NoiseInfo *Info = Value.noise();
    bool IsUnknown = Placement.FactsAreStale && !Placement.isStale();
    if (IsUnknown || (Info ? Info->IsDueToBroken : Value.isOfBrokenOperation()))
      addStale(Result, Issue, Placement.Earlier->Offsets, 0);
  }
  return Result;
}

bool mlir::noisy::lsp::isReplacedByEarlier(const PlacedSection &Placement,
                                           size_t Number) {
  const SectionFacts &Facts = *Placement.Facts;
  if (!Placement.Earlier || !Facts.HasNoiseOfBroken)
    return false;
  llvm::ArrayRef<Section::Index> Values = Facts.ProblemValues[Number];
  return !Values.empty() && Values.front() != Section::None &&
         ValueRef(Placement, Values.front()).shownNoise().IsEarlier;
}

std::vector<Problem>
mlir::noisy::lsp::findStaleProblems(const PlacedSection &Placement) {
  std::vector<Problem> Result;
  if (Placement.isStale()) {
    size_t Begin = Placement.Range.Begin - Placement.PartBegin;
    if (Placement.Details)
      for (const Problem &Issue : Placement.Details->Problems)
        // What broke may use what nothing used.
        if (!Issue.IsUnnecessary)
          addStale(Result, Issue, *Placement.Offsets, Begin);
    if (Placement.Facts)
      for (const Problem &Issue : Placement.Facts->Problems)
        addStale(Result, Issue, *Placement.Offsets, Begin);
  }
  llvm::append_range(Result, findEarlierProblems(Placement));
  return Result;
}
