//===- FixOffers.cpp - The offered fixes at a place -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/FixOffers.h"
#include "server/features/fixes/IntactText.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

FixOffers::FixOffers(const Snapshot &State, ByteRange Selection,
                     const FixFilter &Filter)
    : State(State), Selection(Selection) {
  size_t Left = MaxFixedProblems;
  State.forEachProblemAt(
      Selection, [&](const Snapshot::Part &Part, const Problem &Found) {
        if (Filter.Ranges || !llvm::StringRef(Found.Code).starts_with("int-"))
          Problems.push_back({&Part, Found});
        return --Left > 0;
      });
}

void FixOffers::forEachProblem(
    llvm::function_ref<void(const Snapshot::Part &, const Problem &, size_t)>
        Visit) const {
  size_t Rank = 0;
  for (const ShownProblem &Each : Problems)
    Visit(*Each.Part, Each.Found, ++Rank);
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
  auto [Known, IsNew] = Refusals.try_emplace(Chunk);
  if (IsNew && llvm::any_of(State.parts(), [&](const Snapshot::Part &P) {
        return P.Chunk == Chunk && isBroken(P);
      }))
    Known->second = FixErrorsFirst;
  return Known->second;
}

OperationRef FixOffers::operationAt(size_t Offset) const {
  if (const Snapshot::Part *P = State.partAt(Offset))
    for (const Snapshot::Placed &Section : P->Sections)
      if (std::optional<size_t> Inside = Section.toSection(Offset))
        if (Section::Index Op = Section.Data->operationAt(*Inside);
            Op != Section::None)
          return {Section, Op};
  return {};
}

void FixKind::offerQuickFixes(FixOffers &Offers) const {
  Offers.forEachProblem(
      [&](const Snapshot::Part &Part, const Problem &Found, size_t Rank) {
        if (!fixes(Found.Code))
          return;
        OfferedFix &New =
            Offers.add(FixGroup::QuickFix, *this, title(), Found.Where.Begin,
                       Offers.refusalIn(Part.Chunk));
        New.Problems = {Found};
        New.IsPreferred = true;
        New.Rank = Rank;
      });
}
