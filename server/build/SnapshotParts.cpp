//===- SnapshotParts.cpp - The published data of slots --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SnapshotParts.h"
#include "server/build/CrashMemory.h"
#include "server/build/UnknownDialects.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

static Problem describeUnclosed(const Slot &Header) {
  size_t Size = Header.Where.size();
  Problem Result;
  Result.Source = "noisy";
  Result.Where = {Size - 1, Size};
  Result.Message = "this bracket is never closed";
  return Result;
}

namespace {
/// The problems of one slot: mostly those of its unit, which are shared.
class PartProblems {
public:
  explicit PartProblems(std::shared_ptr<const std::vector<Problem>> OfUnit)
      : OfUnit(std::move(OfUnit)) {}

  void add(Problem New) {
    if (!All)
      All = OfUnit ? std::make_shared<std::vector<Problem>>(*OfUnit)
                   : std::make_shared<std::vector<Problem>>();
    All->push_back(std::move(New));
  }
  /// Adds a problem unless there is an equal one.
  void addNew(const Problem &New) {
    auto isSame = [&](const Problem &Other) {
      return Other.Where == New.Where && Other.Message == New.Message;
    };
    const std::vector<Problem> *Known = All ? All.get() : OfUnit.get();
    if (!Known || llvm::none_of(*Known, isSame))
      add(New);
  }

  std::shared_ptr<const std::vector<Problem>> take() {
    return All ? std::move(All) : std::move(OfUnit);
  }

private:
  std::shared_ptr<const std::vector<Problem>> OfUnit;
  std::shared_ptr<std::vector<Problem>> All;
};
} // namespace

static llvm::SmallVector<Snapshot::Placed, 1> sectionsOf(const Slot &S) {
  if (S.Of->isParsed())
    return {{S.Of->Data, S.Facts, S.Where, nullptr, !S.isGood(), S.Details,
             !S.isGood() || S.DetailsKey != S.NoiseKey ||
                 (S.Details && S.Details->RestsOnStale)}};
  llvm::SmallVector<Snapshot::Placed, 1> Result;
  for (const LastGood &Old : S.Behind)
    if (Old.ForNames)
      Result.push_back({Old.Of->Data, Old.Facts,
                        Old.Where.shifted(S.Where.Begin), Old.Moved,
                        /*FactsAreStale=*/true, Old.Details,
                        /*DetailsAreStale=*/true});
  return Result;
}

std::vector<Snapshot::Part>
mlir::noisy::lsp::makeParts(llvm::ArrayRef<Slot> Slots) {
  std::vector<Snapshot::Part> Parts;
  Parts.reserve(Slots.size());
  std::vector<bool> IsClosed(Slots.size());
  llvm::DenseMap<uint64_t, std::vector<const Problem *>> OfContainers;
  for (const Slot &S : Slots) {
    if (S.Kind == PieceKind::Footer)
      IsClosed[S.Container] = true;
    for (const ContainerProblem &Found : S.ContainerProblems)
      OfContainers[Found.UnitId].push_back(&Found.What);
  }
  for (auto [I, S] : llvm::enumerate(Slots)) {
    Snapshot::Part &P = Parts.emplace_back();
    P.Kind = S.Kind;
    P.Where = S.Where;
    P.Container = S.Container;
    P.Chunk = S.Chunk;
    P.Info = S.Info;
    if (!S.Of)
      continue;
    P.Id = S.Of->Id;
    PartProblems Problems(S.Of->Problems);
    if (S.SymbolProblems)
      for (const Problem &Found : *S.SymbolProblems)
        Problems.add(Found);
    if (auto Found = OfContainers.find(P.Id); Found != OfContainers.end())
      for (const Problem *Each : Found->second)
        Problems.addNew(*Each);
    if (S.Kind == PieceKind::Header && !IsClosed[I])
      Problems.add(describeUnclosed(S));
    if (S.isGood() && S.Kind == PieceKind::Operation) {
      llvm::StringRef Text = S.Of->Data->text();
      if (S.NoiseCrashed && S.Of->HasNoise)
        Problems.add(CrashMemory::describe(BuildStep::Noise, Text));
      if (S.DetailsCrashed)
        Problems.add(CrashMemory::describe(BuildStep::Details, Text));
    }
    P.Problems = Problems.take();
    P.Sections = sectionsOf(S);
  }
  foldUnknownDialects(Parts);
  return Parts;
}
