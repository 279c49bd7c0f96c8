//===- GroupAnalysis.cpp - Facts and details of all groups ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/GroupAnalysis.h"
#include "server/build/GroupFinder.h"
#include "server/threads/Thread.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// Groups of up to QuickBytes with quick details get these in the build itself,
/// up to QuickBytesInAll in one build: they cost a tenth of a millisecond for
/// each 4 kB.
static constexpr size_t QuickBytes = 16u << 10;
static constexpr size_t QuickBytesInAll = 64u << 10;
/// The largest group with details, in bytes.
static constexpr size_t DetailedBytes = 16u << 20;

/// A group with its program.
struct GroupAnalysis::GroupState {
  Numbers Members;
  /// The program; none if MLIR crashed in every attempt.
  std::unique_ptr<ProgramGroup> Program;
  bool HasOlder = true;
};

/// Hashes the texts that the analysis of a group depends on.
uint64_t GroupAnalysis::textsOf(Numbers Members, bool HasOlder) const {
  llvm::hash_code Hash(0);
  for (size_t M : Members) {
    const Slot &S = Slots[M];
    if (!S.Parsed)
      continue;
    Hash = llvm::hash_combine(
        Hash, S.Parsed->TextKey, S.isGood(),
        S.Container == Piece::None ? 0 : S.Container - Members.front());
    for (const LastGood &Old : S.LastGoodUnits)
      if (HasOlder && Old.ForNoise)
        Hash = llvm::hash_combine(Hash, Old.Parsed->TextKey);
  }
  return Hash;
}

StepOutcome GroupAnalysis::enter(GroupState &Group) const {
  for (bool HasOlder : {true, false}) {
    auto texts = [&] { return textsOf(Group.Members, HasOlder); };
    if (Crashes.contains(BuildStep::Noise, texts))
      continue;
    Group.HasOlder = HasOlder;
    Group.Program = survive([&] {
                      return std::make_unique<ProgramGroup>(
                          Slots, Symbols, Group.Members, HasOlder);
                    }).value_or(nullptr);
    if (Group.Program)
      return StepOutcome::Done;
    Crashes.remember(BuildStep::Noise, texts());
    return StepOutcome::Crashed;
  }
  return StepOutcome::Done;
}

/// Sets the state of a group that MLIR crashed on.
void GroupAnalysis::giveUp(Numbers Members) {
  uint64_t Key = textsOf(Members, /*HasOlder=*/false);
  for (size_t M : Members) {
    Slot &S = Slots[M];
    S.NoiseKey = S.DetailsKey = S.WantedDetails = Key;
    S.NoiseCrashed = true;
    S.DetailsCrashed = false;
    S.Facts = nullptr;
    S.Details = nullptr;
  }
}

StepOutcome GroupAnalysis::addFacts(GroupState &Group, const Leftovers &Spare,
                                    StopFunction ShouldStop) {
  uint64_t Key = Group.Program->noiseKey();
  Numbers Members = Group.Members;
  if (llvm::all_of(Members, [&](size_t M) { return Slots[M].NoiseKey == Key; }))
    return StepOutcome::Done;
  // A stopped build may have the facts.
  std::vector<std::shared_ptr<const SectionFacts>> Facts;
  for (size_t M : Members)
    if (auto SpareFacts = Spare.findFacts(Slots[M], Key))
      Facts.push_back(*SpareFacts);
  if (Facts.size() != Members.size()) {
    if (ShouldStop())
      return StepOutcome::Stopped;
    auto New =
        survive(Group.Program, [](ProgramGroup &P) { return P.analyse(); });
    if (!New) {
      Crashes.remember(BuildStep::Noise, textsOf(Members, Group.HasOlder));
      return StepOutcome::Crashed;
    }
    Facts = std::move(*New);
  }
  for (auto [M, New] : llvm::zip(Members, Facts)) {
    Slots[M].NoiseKey = Key;
    Slots[M].NoiseCrashed = false;
    if (Slots[M].isGood())
      Slots[M].Facts = std::move(New);
  }
  return StepOutcome::Done;
}

StepOutcome GroupAnalysis::addQuickDetails(GroupState &Group) {
  uint64_t Key = Group.Program->detailsKey();
  // Mostly all details exist already; reading the values would then take longer
  // than the rest of a build.
  if (llvm::all_of(Group.Members,
                   [&](size_t M) { return Slots[M].DetailsKey == Key; }))
    return StepOutcome::Done;
  size_t Size = Group.Program->size();
  if (Size > QuickBytes || QuickBytesDone + Size > QuickBytesInAll ||
      !Group.Program->hasQuickDetails())
    return StepOutcome::Done;
  QuickBytesDone += Size;
  return addDetails(Group, [] { return false; });
}

StepOutcome GroupAnalysis::addDetails(GroupState &Group,
                                      StopFunction ShouldStop) {
  uint64_t Key = Group.Program->detailsKey();
  Numbers Members = Group.Members;
  if (llvm::all_of(Members,
                   [&](size_t M) { return Slots[M].DetailsKey == Key; }))
    return StepOutcome::Done;
  auto texts = [&] { return textsOf(Members, Group.HasOlder); };
  bool HasCrashed = Crashes.contains(BuildStep::Details, texts);
  std::vector<std::shared_ptr<const SectionDetails>> Details(Members.size());
  if (Group.Program->size() <= DetailedBytes && !HasCrashed) {
    auto New = survive(Group.Program, [&](ProgramGroup &P) {
      return P.analyseDetails(ShouldStop);
    });
    if (!New) {
      Crashes.remember(BuildStep::Details, texts());
      return StepOutcome::Crashed;
    }
    Details = std::move(*New);
    if (Details.empty())
      return StepOutcome::Stopped;
  }
  for (auto [M, New] : llvm::zip(Members, Details)) {
    Slots[M].DetailsKey = Key;
    Slots[M].DetailsCrashed = HasCrashed;
    if (Slots[M].isGood())
      Slots[M].Details =
          New && *New == SectionDetails() ? nullptr : std::move(New);
  }
  return StepOutcome::Done;
}

StepOutcome GroupAnalysis::addFacts(const Leftovers &Spare,
                                    StopFunction ShouldStop) {
  for (Numbers Members : GroupFinder(Slots, Symbols).find()) {
    GroupState Group{Members, nullptr};
    if (StepOutcome Outcome = enter(Group); Outcome != StepOutcome::Done)
      return Outcome;
    if (!Group.Program) {
      giveUp(Members);
      continue;
    }
    uint64_t DetailsKey = Group.Program->detailsKey();
    for (size_t M : Members)
      Slots[M].WantedDetails = DetailsKey;
    if (StepOutcome Outcome = addFacts(Group, Spare, ShouldStop);
        Outcome != StepOutcome::Done)
      return Outcome;
    // Details tell which computations could have less noise.
    if (StepOutcome Outcome = addQuickDetails(Group);
        Outcome != StepOutcome::Done)
      return Outcome;
  }
  return StepOutcome::Done;
}

StepOutcome GroupAnalysis::addDetails(StopFunction ShouldStop) {
  for (Numbers Members : GroupFinder(Slots, Symbols).find()) {
    if (ShouldStop())
      return StepOutcome::Stopped;
    GroupState Group{Members, nullptr};
    if (StepOutcome Outcome = enter(Group); Outcome != StepOutcome::Done)
      return Outcome;
    if (!Group.Program)
      continue;
    if (StepOutcome Outcome = addDetails(Group, ShouldStop);
        Outcome != StepOutcome::Done)
      return Outcome;
  }
  return StepOutcome::Done;
}

void mlir::noisy::lsp::dropAnalyses(std::vector<Slot> &Slots) {
  for (Slot &S : Slots) {
    S.Facts = nullptr;
    S.Earlier = nullptr;
    S.Details = nullptr;
    S.NoiseKey = S.DetailsKey = S.WantedDetails = 0;
    S.NoiseCrashed = S.DetailsCrashed = false;
    for (LastGood &Old : S.LastGoodUnits) {
      Old.Facts = nullptr;
      Old.Details = nullptr;
    }
  }
}
