//===- PlacementSearch.cpp - Better placements by small changes -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/PlacementSearch.h"

#include <algorithm>

using namespace mlir::noisy;
using Node = PlacementGraph::Node;

/// The size of the neighbourhood of a move, in nodes: at least and at most.
static constexpr uint32_t LeastNearby = 20;
static constexpr uint32_t MostNearby = 220;
/// Moves between two checks of whether to end.
static constexpr uint64_t MovesBetween = 64;

void mlir::noisy::removeNeedless(PlacementState &State) {
  std::vector<uint32_t> Columns = State.chosen();
  const PlacementGraph &Graph = State.graph();
  std::sort(Columns.begin(), Columns.end(), [&](uint32_t A, uint32_t B) {
    int64_t CostA = Graph.column(A).Cost, CostB = Graph.column(B).Cost;
    return CostA != CostB ? CostA > CostB : A > B;
  });
  // What could not be taken out cannot be later either, unless excess that
  // comes in hides excess that is made here.
  bool HasChanged = true;
  while (HasChanged) {
    HasChanged = false;
    for (uint32_t Column : Columns)
      if (State.isReduced(Column) && State.restore(Column)) {
        HasChanged = Graph.PassesExcess;
        State.commit();
      }
  }
  State.commit();
}

PlacementSearch::PlacementSearch(const PlacementGraph &Graph, uint64_t Seed)
    : Graph(Graph), State(Graph), Generator(Seed), Seen(Graph.size()) {}

void PlacementSearch::keepIfBest() {
  if (HasBest && State.cost() >= BestCost)
    return;
  Best = State.chosen();
  std::sort(Best.begin(), Best.end());
  BestCost = State.cost();
  HasBest = true;
}

bool PlacementSearch::offer(const std::vector<uint32_t> &Columns) {
  bool IsLegal = State.assign(Columns);
  if (IsLegal) {
    removeNeedless(State);
    keepIfBest();
  }
  if (HasBest)
    State.assign(Best);
  return IsLegal;
}

bool PlacementSearch::offerCompleted(const std::vector<uint32_t> &Columns,
                                     const std::function<bool()> &IsOver) {
  bool IsLegal = State.complete(Columns, nullptr, IsOver);
  if (IsLegal) {
    removeNeedless(State);
    keepIfBest();
  }
  if (HasBest)
    State.assign(Best);
  return IsLegal;
}

void PlacementSearch::finish() {
  if (!HasBest)
    return;
  State.assign(Best);
  removeNeedless(State);
  // Columns that cost nothing are needless, too.
  HasBest = false;
  keepIfBest();
}

/// Collects the chosen columns of the nodes around a column, nearest first.
void PlacementSearch::collectNearby(uint32_t Column) {
  Nearby.clear();
  Reached.clear();
  ++Visits;
  uint32_t Size = LeastNearby + random(MostNearby - LeastNearby);
  auto reach = [&](Node N) {
    if (Seen[N] == Visits)
      return;
    Seen[N] = Visits;
    Reached.push_back(N);
    uint32_t Other = Graph.node(N).Column;
    if (Other != PlacementGraph::NoColumn && Other != Column &&
        State.isReduced(Other))
      Nearby.push_back(Other);
  };
  for (Node N : Graph.nodes(Column))
    reach(N);
  for (size_t I = 0; I < Reached.size() && Reached.size() < Size; ++I) {
    Node N = Reached[I];
    for (Node User : Graph.users(N))
      reach(User);
    for (Node Input : Graph.inputs(N))
      if (Graph.node(Input).Kind != PlacementGraph::Form::Constant)
        reach(Input);
  }
}

/// One change; true if it was kept.
bool PlacementSearch::move() {
  uint32_t Column = random(Graph.columns());
  if (State.isReduced(Column) || Graph.nodes(Column).empty())
    return false;
  bool IsUseful = false;
  for (Node N : Graph.nodes(Column))
    IsUseful |= State.visible(N) > Graph.column(Column).Fresh;
  if (!IsUseful)
    return false;
  int64_t OldCost = State.cost();
  if (!State.reduce(Column))
    return false;
  collectNearby(Column);
  for (size_t I = Nearby.size(); I > 1; --I)
    std::swap(Nearby[I - 1], Nearby[random(static_cast<uint32_t>(I))]);
  for (uint32_t Other : Nearby)
    if (State.isReduced(Other))
      State.restore(Other);
  if (State.cost() > OldCost)
    State.restore(Column);
  bool IsKept = State.cost() <= OldCost;
  if (IsKept)
    State.commit();
  else
    State.rollBack(0);
  return IsKept;
}

void PlacementSearch::run(uint64_t Count, const std::function<bool()> &IsOver) {
  if (Graph.columns() == 0)
    return;
  for (uint64_t I = 0; I != Count; ++I) {
    if (I % MovesBetween == 0 && IsOver && IsOver())
      return;
    ++Moves;
    if (move())
      keepIfBest();
  }
}
