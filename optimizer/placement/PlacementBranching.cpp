//===- PlacementBranching.cpp - The best placement by branching -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/PlacementBranching.h"

#include <algorithm>

using namespace mlir::noisy;

/// Nodes between two checks of whether to end.
static constexpr uint64_t NodesBetween = 16;

PlacementBranching::PlacementBranching(
    const PlacementGraph &Graph, const std::vector<std::vector<uint32_t>> &Rows)
    : Graph(Graph), Rows(Rows), State(Graph), Decisions(Graph.columns()),
      Low(Graph.columns()), LowCharges(Graph.charges()),
      IsUsed(Graph.columns()), IsChosen(Graph.columns()) {}

/// The columns that are chosen; with \p WithOpen also those that are open.
std::vector<uint32_t> PlacementBranching::chosenColumns(bool WithOpen) const {
  std::vector<uint32_t> Columns;
  for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
    if (Decisions[Column] == Decision::Chosen ||
        (WithOpen && Decisions[Column] == Decision::Open))
      Columns.push_back(Column);
  return Columns;
}

bool PlacementBranching::isHit(const std::vector<uint32_t> &Row) const {
  return std::any_of(Row.begin(), Row.end(), [this](uint32_t Column) {
    return Decisions[Column] == Decision::Chosen;
  });
}

/// Takes the present decisions as a choice if that is legal and costs less. The
/// column to be decided next; nothing if no choice below costs less.
std::optional<uint32_t> PlacementBranching::consider() {
  // The more is reduced, the less noise there is.
  if (!State.assign(chosenColumns(/*WithOpen=*/true)))
    return std::nullopt;
  for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
    Low[Column] = State.mostRaw(Column);
  for (uint32_t Charge = 0; Charge != Graph.charges(); ++Charge)
    LowCharges[Charge] = State.mostVisible(Charge);
  const std::vector<uint32_t> Chosen = chosenColumns(/*WithOpen=*/false);
  if (State.assign(Chosen) && State.cost() < BestCost) {
    Best = Chosen;
    BestCost = State.cost();
  }
  for (uint32_t Column : Chosen)
    IsChosen[Column] = true;
  const PlacementGraph::Noises High = Graph.mostNoises(IsChosen);
  for (uint32_t Column : Chosen)
    IsChosen[Column] = false;
  int64_t Bound = 0;
  for (uint32_t Column : Chosen)
    Bound +=
        Graph.leastCost(Column, Low[Column], High.columnNoise(Graph, Column));
  for (uint32_t Charge = 0; Charge != Graph.charges(); ++Charge)
    Bound += Graph.leastCharge(Charge, LowCharges[Charge],
                               High.chargeNoise(Graph, Charge));
  // Rows without a common column each cost at least as much as their cheapest.
  std::fill(IsUsed.begin(), IsUsed.end(), false);
  std::optional<uint32_t> Next;
  size_t LeastOpen = SIZE_MAX;
  for (const std::vector<uint32_t> &Row : Rows) {
    if (isHit(Row))
      continue;
    size_t CountOpen = 0;
    bool IsApart = true;
    int64_t Least = INT64_MAX;
    std::optional<uint32_t> First;
    for (uint32_t Column : Row) {
      if (Decisions[Column] != Decision::Open)
        continue;
      ++CountOpen;
      IsApart &= !IsUsed[Column];
      int64_t Cost =
          Graph.leastCost(Column, Low[Column], High.columnNoise(Graph, Column));
      if (Cost < Least) {
        Least = Cost;
        First = Column;
      }
    }
    if (!First)
      return std::nullopt;
    if (CountOpen < LeastOpen) {
      LeastOpen = CountOpen;
      Next = First;
    }
    if (!IsApart)
      continue;
    Bound += Least;
    for (uint32_t Column : Row)
      IsUsed[Column] = true;
  }
  if (Bound >= BestCost)
    return std::nullopt;
  if (Next)
    return Next;
  for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
    if (Decisions[Column] == Decision::Open)
      return Column;
  return std::nullopt;
}

bool PlacementBranching::run(int64_t Cost, uint64_t MostNodes,
                             const std::function<bool()> &IsOver) {
  Best.reset();
  BestCost = Cost;
  Nodes = 0;
  std::fill(Decisions.begin(), Decisions.end(), Decision::Open);
  // The columns that are decided, in order: first chosen, then rejected.
  std::vector<uint32_t> Path;
  while (true) {
    if (++Nodes > MostNodes ||
        (Nodes % NodesBetween == 0 && IsOver && IsOver()))
      return false;
    if (std::optional<uint32_t> Column = consider()) {
      Decisions[*Column] = Decision::Chosen;
      Path.push_back(*Column);
      continue;
    }
    while (!Path.empty() && Decisions[Path.back()] == Decision::Rejected) {
      Decisions[Path.back()] = Decision::Open;
      Path.pop_back();
    }
    if (Path.empty())
      return true;
    Decisions[Path.back()] = Decision::Rejected;
  }
}
