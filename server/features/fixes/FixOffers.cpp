//===- FixOffers.cpp - The offered fixes at a place -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/FixOffers.h"
#include "server/features/fixes/BrokenParts.h"
#include "server/features/noise/NoiseLevel.h"
#include "server/snapshot/ProblemCodes.h"
#include "server/text/TextLines.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

FixOffers::FixOffers(const Snapshot &State, ByteRange Selection,
                     const FixFilter &Filter)
    : State(State), Selection(Selection), Filter(Filter) {
  addProblems(Selection, [](const Problem &) { return true; });
  auto isOverflow = [](const Problem &Issue) {
    return isReducible(Issue.Code);
  };
  auto hasOverflow = [&] {
    return llvm::any_of(Problems, [&](const ShownProblem &Entry) {
      return isOverflow(Entry.Issue);
    });
  };
  if (!Selection.empty() || hasOverflow())
    return;
  ByteRange Lines = linesOfOperationAt(Selection.Begin);
  addProblems(Lines, [&](const Problem &Issue) {
    return isOverflow(Issue) && !Issue.Range.touches(Selection);
  });
  if (Filter.IsAutomatic || hasOverflow())
    return;
  // A value that depends on an overflow is marked like one.
  OperationRef Op = firstInLine(Selection.Begin);
  auto isMarked = [](ValueRef Result) {
    const NoiseInfo *Noise = Result.noise();
    NoiseLevel Level =
        Noise ? getNoiseLevel(*Noise, /*NearLimit=*/0) : NoiseLevel::Safe;
    return Level == NoiseLevel::OverLimit || Level == NoiseLevel::Unreliable;
  };
  if (!Op || llvm::none_of(Op.results(), isMarked))
    return;
  if (OperationRef Function = Op.function())
    addProblems(Function.section().toTextClamped(Function->Range), isOverflow);
  if (hasOverflow())
    return;
  // An overflow in some of the calls is told at these, with the operation in a
  // note.
  addProblems({0, State.text().size()}, [&](const Problem &Issue) {
    return isOverflow(Issue) &&
           llvm::any_of(Issue.Notes, [&](const Problem::Note &Note) {
             return Note.Range.touches(Lines);
           });
  });
}

OperationRef FixOffers::firstInLine(size_t Offset) const {
  StringRef Text = State.text().bytes();
  return operationAt(lineBeginAt(Text, Offset) +
                     indentationAt(Text, Offset).size());
}

void FixOffers::addProblems(ByteRange Window,
                            llvm::function_ref<bool(const Problem &)> Wants) {
  const size_t End = Problems.size() + MaxFixedProblems;
  State.forEachProblemAt(Window,
                         [&](const Snapshot::Part &Part, const Problem &Issue) {
                           if (isShown(Issue) && Wants(Issue))
                             Problems.push_back({&Part, Issue});
                           return Problems.size() < End;
                         });
}

ByteRange FixOffers::linesOfOperationAt(size_t Offset) const {
  StringRef Text = State.text().bytes();
  auto lineEndAt = [&](size_t At) {
    return std::min(Text.find_first_of("\r\n", At), Text.size());
  };
  ByteRange Lines = {lineBeginAt(Text, Offset), lineEndAt(Offset)};
  OperationRef Op = firstInLine(Offset);
  std::optional<ByteRange> Whole;
  if (Op)
    Whole = Op.section().toText(Op->Range);
  if (!Whole)
    return Lines;
  // What stands inside has lines of its own.
  OperationRef First = {Op.section(), Op.number() + 1};
  if (First.number() < Op.data().operations().size() &&
      First->Parent == Op.number() && !First->Range.empty()) {
    size_t Begin =
        lineBeginAt(Text, Op.section().toTextClamped(First->Range).Begin);
    Whole->End = Begin > Whole->Begin ? Begin - 1 : Whole->Begin;
  }
  if (Whole->End <= Lines.Begin)
    return Lines;
  return {std::min(Lines.Begin, lineBeginAt(Text, Whole->Begin)),
          std::max(Lines.End, lineEndAt(Whole->End))};
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
  if (!IsNew)
    return Entry->second;
  for (const Snapshot::Part &P : State.parts())
    if (P.Chunk == Chunk && isBroken(P)) {
      Entry->second = explainBroken(State, P);
      break;
    }
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
