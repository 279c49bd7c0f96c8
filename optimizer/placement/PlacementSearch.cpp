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

/// Moves between two checks of whether to end.
static constexpr uint64_t MovesBetween = 64;
/// The most columns that a move adds, and the moves in a hundred that may add
/// more than one.
static constexpr uint32_t MostAdded = 3;
static constexpr uint32_t DeepMoves = 30;
/// Where costs depend on noise, one move in so many takes out one column.
static constexpr uint32_t DropMoves = 4;
/// The index of witnesses is made anew when it has this many entries for each
/// column.
static constexpr size_t MostStale = 64;

/// What came of taking a column out.
enum class Removal { Done, Illegal, Dearer };

/// Takes a column out, unless that is illegal or costs more.
static Removal takeOut(PlacementState &State, uint32_t Column,
                       std::vector<uint32_t> &Row) {
  int64_t OldCost = State.cost();
  size_t Mark = State.mark();
  if (!State.restore(Column, &Row))
    return Removal::Illegal;
  if (State.cost() <= OldCost)
    return Removal::Done;
  State.rollBack(Mark);
  Row.clear();
  return Removal::Dearer;
}

void mlir::noisy::removeNeedless(
    PlacementState &State,
    const std::function<void(uint32_t Column, std::vector<uint32_t> &Row)>
        &Keep) {
  std::vector<uint32_t> Columns = State.chosen(), Row;
  const PlacementGraph &Graph = State.graph();
  std::sort(Columns.begin(), Columns.end(), [&](uint32_t A, uint32_t B) {
    int64_t CostA = Graph.column(A).Cost, CostB = Graph.column(B).Cost;
    return CostA != CostB ? CostA > CostB : A > B;
  });
  // What could not be taken out cannot be later either, unless excess that
  // comes in hides excess that is made here, or costs have changed.
  bool HasChanged = true;
  while (HasChanged) {
    HasChanged = false;
    for (uint32_t Column : Columns) {
      if (!State.isReduced(Column))
        continue;
      if (takeOut(State, Column, Row) == Removal::Done) {
        HasChanged = Graph.PassesExcess || Graph.hasSteps();
        State.commit();
      } else if (Keep) {
        Keep(Column, Row);
      }
    }
  }
  State.commit();
}

PlacementSearch::PlacementSearch(const PlacementGraph &Graph, uint64_t Seed)
    : Graph(Graph), State(Graph), Generator(Seed), Witnesses(Graph.columns()),
      Index(Graph.columns()), Versions(Graph.columns()) {}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

void PlacementSearch::keepIfBest() {
  if (HasBest && State.cost() >= BestCost)
    return;
  Best = State.chosen();
  std::sort(Best.begin(), Best.end());
  BestCost = State.cost();
  HasBest = true;
}

/// Takes what is needless out of the choice of the state, and continues from
/// the better one of that and the best.
void PlacementSearch::begin() {
  auto Clean = [this] {
    removeNeedless(State, [this](uint32_t Column, std::vector<uint32_t> &Row) {
      setWitness(Column, Row);
    });
  };
  Clean();
  keepIfBest();
  if (State.cost() == BestCost)
    return;
  State.assign(Best);
  Clean();
}

bool PlacementSearch::offer(const std::vector<uint32_t> &Columns) {
  if (State.assign(Columns)) {
    begin();
    return true;
  }
  if (HasBest && State.assign(Best))
    begin();
  return false;
}

bool PlacementSearch::offerCompleted(const std::vector<uint32_t> &Columns,
                                     const std::function<bool()> &IsOver) {
  if (State.complete(Columns, nullptr, IsOver)) {
    begin();
    return true;
  }
  if (HasBest && State.assign(Best))
    begin();
  return false;
}

//===----------------------------------------------------------------------===//
// Witnesses
//===----------------------------------------------------------------------===//

void PlacementSearch::setWitness(uint32_t Column, std::vector<uint32_t> Row) {
  ++Versions[Column];
  Indexed += Row.size();
  for (uint32_t Other : Row)
    if (Other != Column)
      Index[Other].push_back({Column, Versions[Column]});
  Witnesses[Column] = std::move(Row);
}

/// Makes the index of witnesses anew.
void PlacementSearch::indexWitnesses() {
  for (auto &List : Index)
    List.clear();
  Indexed = 0;
  for (uint32_t Column : State.chosen())
    setWitness(Column, std::move(Witnesses[Column]));
}

/// Collects the chosen columns whose witness holds a column.
void PlacementSearch::collectHolders(uint32_t Column) {
  Holders.clear();
  auto &List = Index[Column];
  std::erase_if(List, [&](auto Entry) {
    auto [Holder, Version] = Entry;
    if (Version != Versions[Holder] || !State.isReduced(Holder))
      return true;
    Holders.push_back(Holder);
    return false;
  });
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// Tries to take out the holders, and collects the new witnesses of those that
/// are still needed; the number of these.
size_t PlacementSearch::takeOutHolders() {
  for (size_t I = Holders.size(); I > 1; --I)
    std::swap(Holders[I - 1], Holders[random(static_cast<uint32_t>(I))]);
  size_t First = NewWitnesses.size();
  for (uint32_t Holder : Holders)
    if (State.isReduced(Holder) &&
        takeOut(State, Holder, Row) == Removal::Illegal)
      NewWitnesses.push_back({Holder, Row});
  return NewWitnesses.size() - First;
}

/// Reduces another column that is in the way of what could not be taken out;
/// \p Needed of the new witnesses say why. False if none of use was found.
bool PlacementSearch::reduceNext(size_t Needed) {
  const auto &Reasons = NewWitnesses[NewWitnesses.size() - 1 -
                                     random(static_cast<uint32_t>(Needed))]
                            .second;
  // A witness can be without columns at the reductions of a parallel loop.
  if (Reasons.empty())
    return false;
  uint32_t Column = Reasons[random(static_cast<uint32_t>(Reasons.size()))];
  if (State.isReduced(Column))
    return false;
  collectHolders(Column);
  for (const auto &[Holder, Reason] : NewWitnesses)
    if (State.isReduced(Holder) &&
        std::binary_search(Reason.begin(), Reason.end(), Column) &&
        std::find(Holders.begin(), Holders.end(), Holder) == Holders.end())
      Holders.push_back(Holder);
  // One for itself, and one more.
  if (Holders.size() < 2 || !State.reduce(Column))
    return false;
  Added.push_back(Column);
  return true;
}

/// Takes out one of the chosen columns if that is legal and costs no more.
bool PlacementSearch::dropOne() {
  const auto Count = static_cast<uint32_t>(State.chosen().size());
  if (Count == 0 ||
      takeOut(State, State.chosen()[random(Count)], Row) != Removal::Done)
    return false;
  State.commit();
  return true;
}

/// One change; true if it was kept.
bool PlacementSearch::move() {
  if (Graph.hasSteps() && random(DropMoves) == 0)
    return dropOne();
  uint32_t Column = random(Graph.columns());
  if (State.isReduced(Column))
    return false;
  // Without these nothing can be taken out.
  collectHolders(Column);
  if (Holders.empty() && !Graph.hasSteps())
    return false;
  int64_t OldCost = State.cost();
  if (!State.reduce(Column))
    return false;
  NewWitnesses.clear();
  Added = {Column};
  size_t Longest = random(100) < DeepMoves ? 2 + random(MostAdded - 1) : 1;
  size_t Needed = takeOutHolders();
  while (State.cost() > OldCost && Added.size() < Longest && Needed &&
         reduceNext(Needed))
    Needed = takeOutHolders();
  if (State.cost() > OldCost) {
    State.rollBack(0);
    return false;
  }
  for (uint32_t New : Added)
    if (State.isReduced(New) && takeOut(State, New, Row) != Removal::Done)
      NewWitnesses.push_back({New, Row});
  State.commit();
  for (auto &[Holder, NewRow] : NewWitnesses)
    if (State.isReduced(Holder))
      setWitness(Holder, std::move(NewRow));
  if (Indexed > MostStale * (State.chosen().size() + Graph.columns()))
    indexWitnesses();
  return true;
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
