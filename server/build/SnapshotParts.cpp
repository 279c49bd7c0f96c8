//===- SnapshotParts.cpp - The published data of slots --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SnapshotParts.h"
#include "server/build/UnknownDialects.h"
#include "server/parse/UnclosedProblem.h"
#include "server/text/TextLines.h"
#include "server/unit/CrashMemory.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

/// The last slot that belongs to an unclosed container, by indentation: what
/// its bracket takes in may be indented like the container, and stand behind
/// it. Where no content is indented, all of it belongs to the container.
/// Nothing once more than `Budget` slots were looked at: containers may nest.
static std::optional<size_t> findLastInside(llvm::ArrayRef<Slot> Slots,
                                            size_t Header, llvm::StringRef Text,
                                            size_t &Budget) {
  auto indentation = [&](const Slot &S) {
    return indentationAt(Text, S.Range.Begin).size();
  };
  size_t Outer = indentation(Slots[Header]), Last = Header;
  bool IsIndented = false;
  for (size_t I = Header + 1;
       I < Slots.size() && Slots[I].Chunk == Slots[Header].Chunk; ++I) {
    const Slot &S = Slots[I];
    if (Budget == 0)
      return std::nullopt;
    --Budget;
    // The outline may have seen by itself that it is behind.
    if (S.Container == Piece::None || S.Container < Header)
      break;
    if (S.Container == Header) {
      bool IsInside = indentation(S) > Outer;
      if (IsIndented && !IsInside)
        break;
      IsIndented |= IsInside;
    }
    if (S.Parsed)
      Last = I;
  }
  return Last;
}

static Problem describeUnclosed(llvm::ArrayRef<Slot> Slots, size_t Header,
                                llvm::StringRef Text, size_t &Budget) {
  size_t Size = Slots[Header].Range.size();
  Problem Result = makeUnclosedBracket(Size - 1, '{');
  if (auto Number = findLastInside(Slots, Header, Text, Budget)) {
    const Slot &Last = Slots[*Number];
    size_t End = Last.Range.size();
    Result.Notes.push_back({{End, End},
                            MissingEndNote.str(),
                            *Number == Header ? 0 : Last.Parsed->Id});
  }
  return Result;
}

namespace {
/// The problems of one slot: mostly those of its unit, which are shared.
class PartProblems {
public:
  explicit PartProblems(std::shared_ptr<const std::vector<Problem>> OfUnit)
      : OfUnit(std::move(OfUnit)) {}

  void add(Problem New) {
    if (!AllProblems)
      AllProblems = OfUnit ? std::make_shared<std::vector<Problem>>(*OfUnit)
                           : std::make_shared<std::vector<Problem>>();
    AllProblems->push_back(std::move(New));
  }
  /// Adds a problem unless there is an equal one.
  void addNew(const Problem &New) {
    auto isSame = [&](const Problem &OldProblem) {
      return OldProblem.Range == New.Range && OldProblem.Message == New.Message;
    };
    const std::vector<Problem> *OldProblems =
        AllProblems ? AllProblems.get() : OfUnit.get();
    if (!OldProblems || llvm::none_of(*OldProblems, isSame))
      add(New);
  }

  std::shared_ptr<const std::vector<Problem>> take() {
    return AllProblems ? std::move(AllProblems) : std::move(OfUnit);
  }

private:
  std::shared_ptr<const std::vector<Problem>> OfUnit;
  std::shared_ptr<std::vector<Problem>> AllProblems;
};
} // namespace

static llvm::SmallVector<PlacedSection, 1> sectionsOf(const Slot &S) {
  if (S.Parsed->isParsed())
    return {{S.Parsed->Data, S.Facts, S.Range, nullptr, !S.isGood(), S.Details,
             !S.isGood() || S.hasOldDetails() ||
                 (S.Details && S.Details->RestsOnStale),
             S.Earlier, S.Range.Begin}};
  llvm::SmallVector<PlacedSection, 1> Result;
  for (const LastGood &Old : S.LastGoodUnits)
    if (Old.ForNames)
      Result.push_back({Old.Parsed->Data, Old.Facts,
                        Old.Range.shift(S.Range.Begin), Old.Offsets,
                        /*FactsAreStale=*/true, Old.Details,
                        /*DetailsAreStale=*/true, S.Earlier, S.Range.Begin});
  return Result;
}

std::vector<Snapshot::Part>
mlir::noisy::lsp::makeParts(llvm::ArrayRef<Slot> Slots, llvm::StringRef Text) {
  std::vector<Snapshot::Part> Parts;
  Parts.reserve(Slots.size());
  std::vector<bool> IsClosed(Slots.size());
  size_t Budget = 4 * Slots.size();
  llvm::DenseMap<uint64_t, std::vector<const Problem *>> OfContainers;
  for (const Slot &S : Slots) {
    if (S.Kind == PieceKind::Footer)
      IsClosed[S.Container] = true;
    for (const ContainerProblem &Entry : S.ContainerProblems)
      OfContainers[Entry.UnitId].push_back(&Entry.Issue);
  }
  for (auto [I, S] : llvm::enumerate(Slots)) {
    Snapshot::Part &P = Parts.emplace_back();
    P.Kind = S.Kind;
    P.Range = S.Range;
    P.Container = S.Container;
    P.Chunk = S.Chunk;
    P.Info = S.Info;
    if (!S.Parsed)
      continue;
    P.Id = S.Parsed->Id;
    PartProblems Problems(S.Parsed->Problems);
    if (S.SymbolProblems)
      for (const Problem &SymbolProblem : *S.SymbolProblems)
        Problems.add(SymbolProblem);
    if (auto Match = OfContainers.find(P.Id); Match != OfContainers.end())
      for (const Problem *Issue : Match->second)
        Problems.addNew(*Issue);
    // Without its bracket the header is wrong by itself.
    if (S.Kind == PieceKind::Header && !IsClosed[I] &&
        Text[S.Range.End - 1] == '{')
      Problems.add(describeUnclosed(Slots, I, Text, Budget));
    if (S.isGood() && S.Kind == PieceKind::Operation) {
      llvm::StringRef Text = S.Parsed->Data->text();
      if (S.NoiseCrashed && S.Parsed->HasNoise)
        Problems.add(CrashMemory::describe(BuildStep::Noise, Text));
      P.LacksDetails = S.DetailsCrashed;
      if (P.LacksDetails)
        Problems.add(CrashMemory::describe(BuildStep::Details, Text));
    }
    P.Problems = Problems.take();
    P.Sections = sectionsOf(S);
  }
  foldUnknownDialects(Parts);
  return Parts;
}
