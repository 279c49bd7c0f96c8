//===- FixOffers.cpp - The offered fixes at a place -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/FixOffers.h"
#include "server/features/fixes/BrokenParts.h"
#include "server/snapshot/ProblemCodes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

FixOffers::FixOffers(const Snapshot &State, ByteRange Selection,
                     const FixFilter &Filter)
    : State(State), Selection(Selection), Filter(Filter) {
  size_t RemainingCount = MaxFixedProblems;
  State.forEachProblemAt(Selection,
                         [&](const Snapshot::Part &Part, const Problem &Issue) {
                           if (isShown(Issue))
                             Problems.push_back({&Part, Issue});
                           return --RemainingCount > 0;
                         });
}

bool FixOffers::isShown(const Problem &Issue) const {
  if (Issue.Code == "int-unsigned")
    return Filter.Ranges && Filter.Unsigned;
  if (Issue.Code == LessNoiseCode)
    return Filter.LessNoise;
  return Filter.Ranges || !llvm::StringRef(Issue.Code).starts_with("int-");
}

bool FixOffers::isAnywhere(
    llvm::function_ref<bool(llvm::StringRef)> Wants) const {
  bool IsFound = false;
  State.forEachProblemAt({0, State.text().size()},
                         [&](const Snapshot::Part &, const Problem &Issue) {
                           IsFound = isShown(Issue) && Wants(Issue.Code);
                           return !IsFound;
                         });
  return IsFound;
}

void FixOffers::forEachProblem(
    llvm::function_ref<void(const Snapshot::Part &, const Problem &, size_t)>
        Visit) const {
  size_t Rank = 0;
  for (const ShownProblem &Entry : Problems)
    Visit(*Entry.Part, Entry.Issue, ++Rank);
}

OfferedFix &FixOffers::add(FixGroup Group, const FixKind &Kind,
                           std::string Title, size_t Place,
                           std::string Refusal) {
  OfferedFix &New = Offers.emplace_back();
  New.Group = Group;
  New.Kind = &Kind;
  New.Title = std::move(Title);
  New.Place = Place;
  New.Refusal = std::move(Refusal);
  return New;
}

bool FixOffers::has(const FixKind &Kind) const {
  return llvm::any_of(
      Offers, [&](const OfferedFix &Offer) { return Offer.Kind == &Kind; });
}

const std::string &FixOffers::refusalIn(uint32_t Chunk) {
  auto [Entry, IsNew] = Refusals.try_emplace(Chunk);
  if (IsNew && llvm::any_of(State.parts(), [&](const Snapshot::Part &P) {
        return P.Chunk == Chunk && isBroken(P);
      }))
    Entry->second = FixErrorsFirst;
  return Entry->second;
}

OperationRef FixOffers::operationAt(size_t Offset) const {
  if (const Snapshot::Part *P = State.partAt(Offset))
    for (const PlacedSection &Section : P->Sections)
      if (std::optional<size_t> SectionOffset = Section.toSection(Offset))
        if (Section::Index Op = Section.Data->operationAt(*SectionOffset);
            Op != Section::None)
          return {Section, Op};
  return {};
}

void FixKind::offerQuickFixes(FixOffers &Offers) const {
  Offers.forEachProblem(
      [&](const Snapshot::Part &Part, const Problem &Issue, size_t Rank) {
        if (!fixes(Issue.Code))
          return;
        OfferedFix &New =
            Offers.add(FixGroup::QuickFix, *this, title(), Issue.Range.Begin,
                       Offers.refusalIn(Part.Chunk));
        New.Problems = {Issue};
        New.IsPreferred = isPreferred();
        New.Rank = Rank;
      });
}
