//===- GroupFinder.cpp - Units that are analysed together -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/GroupFinder.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

GroupFinder::GroupFinder(llvm::ArrayRef<Slot> Slots, const Linker &Symbols)
    : Slots(Slots), Symbols(Symbols), Leader(Slots.size()) {
  for (size_t I = 0; I < Leader.size(); ++I)
    Leader[I] = uint32_t(I);
}

uint32_t GroupFinder::leaderOf(size_t I) {
  while (Leader[I] != I)
    I = Leader[I] = Leader[Leader[I]];
  return uint32_t(I);
}

void GroupFinder::unite(size_t I, size_t J) {
  uint32_t A = leaderOf(I), B = leaderOf(J);
  Leader[std::max(A, B)] = std::min(A, B);
}

/// Visits the flows of a slot: those of its unit, if that is analysed, and of
/// its older units. MLIR may crash on operations that do not verify.
void GroupFinder::visitFlows(
    size_t I, llvm::function_ref<void(const HiddenFlow &)> Visit) const {
  const Slot &S = Slots[I];
  if (S.isGood())
    Visit(S.Parsed->hiddenFlow());
  for (const LastGood &Old : S.LastGoodUnits)
    if (Old.ForNoise)
      Visit(Old.Parsed->hiddenFlow());
}

bool GroupFinder::handsOut(size_t I) const {
  bool Result = false;
  visitFlows(I, [&](const HiddenFlow &Flow) {
    Result |= llvm::any_of(Flow.names, [&](SymbolRefAttr Name) {
      return Symbols.mayMeanFunction(Name, I);
    });
  });
  return Result;
}

GroupFinder::Groups GroupFinder::findGroups(Range Chunk) {
  Groups Result;
  for (size_t I = Chunk.Begin; I < Chunk.End; ++I) {
    Group &Mine = Result[leaderOf(I)];
    visitFlows(I, [&](const HiddenFlow &Flow) { Mine.Flow.add(Flow); });
    Mine.HandsOut |= handsOut(I);
    // Each group has a copy of its containers.
    for (uint32_t Container = Slots[I].Container; Container != Piece::None;
         Container = Slots[Container].Container)
      Mine.HandsOut |= handsOut(Container);
  }
  return Result;
}

void GroupFinder::uniteCallsOfValues(Range Chunk) {
  std::map<size_t, llvm::SmallVector<size_t, 1>> Callers;
  for (size_t I = Chunk.Begin; I < Chunk.End; ++I)
    visitFlows(I, [&](const HiddenFlow &Flow) {
      for (size_t Types : Flow.valueCalls)
        Callers[Types].push_back(I);
    });
  if (Callers.empty())
    return;
  for (const auto &[First, Group] : findGroups(Chunk))
    if (Group.HandsOut || Group.Flow.launches)
      for (size_t Types : Group.Flow.functions)
        if (auto It = Callers.find(Types); It != Callers.end())
          for (size_t Caller : It->second)
            unite(First, Caller);
}

void GroupFinder::uniteGiversAndTakers(Range Chunk) {
  Groups AllGroups = findGroups(Chunk);
  // A function without a body must not get more than its own model allows.
  bool HasModels = false;
  for (size_t I = Chunk.Begin; I < Chunk.End; ++I)
    visitFlows(I, [&](const HiddenFlow &Flow) { HasModels |= Flow.setsModel; });
  std::optional<size_t> Taker;
  HiddenValues Statements;
  for (const auto &[First, Group] : AllGroups) {
    bool HasLimit = Group.Flow.declares && HasModels;
    if (!Group.HandsOut || (Group.Flow.statements.isEmpty() && !HasLimit))
      continue;
    Taker = First;
    Statements.add(Group.Flow.statements);
    Statements.hasNoise |= HasLimit;
  }
  if (!Taker)
    return;
  // The other takers are among those that hand out functions.
  llvm::SmallVector<size_t> Givers;
  for (const auto &[First, Group] : AllGroups)
    if (Group.HandsOut || Group.Flow.exits.intersect(Statements) ||
        (Group.Flow.declares && Group.Flow.callArguments.intersect(Statements)))
      Givers.push_back(First);
  for (size_t I = Chunk.Begin; I < Chunk.End; ++I) {
    bool Passes = false;
    visitFlows(I, [&](const HiddenFlow &Flow) {
      Passes |= Flow.callArguments.intersect(Statements);
    });
    if (Passes && Symbols.namesUnknown(I))
      Givers.push_back(I);
  }
  for (size_t Giver : Givers)
    unite(*Taker, Giver);
}

std::vector<llvm::SmallVector<size_t, 1>> GroupFinder::find() {
  for (size_t I = 0; I < Slots.size(); ++I)
    for (size_t UserIndex : Symbols.usedBy(I))
      unite(I, UserIndex);
  for (Range Chunk = {0, 0}; Chunk.Begin < Slots.size();
       Chunk.Begin = Chunk.End) {
    bool HasNames = false, HasTakers = false;
    for (; Chunk.End < Slots.size() &&
           Slots[Chunk.End].Chunk == Slots[Chunk.Begin].Chunk;
         ++Chunk.End)
      visitFlows(Chunk.End, [&](const HiddenFlow &Flow) {
        HasNames |= !Flow.names.empty() || Flow.launches;
        HasTakers |= !Flow.statements.isEmpty() || Flow.setsModel ||
                     !Flow.valueCalls.empty();
      });
    if (!HasNames || !HasTakers)
      continue;
    uniteCallsOfValues(Chunk);
    uniteGiversAndTakers(Chunk);
  }
  std::vector<llvm::SmallVector<size_t, 1>> Result;
  std::vector<uint32_t> NumberOf(Slots.size());
  for (size_t I = 0; I < Slots.size(); ++I) {
    uint32_t First = leaderOf(I);
    if (First == I) {
      NumberOf[I] = uint32_t(Result.size());
      Result.emplace_back();
    }
    Result[NumberOf[First]].push_back(I);
  }
  return Result;
}
