//===- CoverNode.cpp - Facts about a problem and parts ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverNode.h"

#include "optimizer/cover/CoverCanonical.h"
#include "optimizer/cover/CoverDual.h"
#include "optimizer/cover/CoverGreedy.h"

#include <unordered_map>

using namespace mlir::noisy;

/// The entries of rows that are read to find equal components, in half a second
/// or so.
static constexpr size_t MostEntries = 32'000'000;

bool mlir::noisy::isBetterCover(const CoverProblem &Problem,
                                const std::vector<uint32_t> &A,
                                const std::vector<uint32_t> &B) {
  int64_t CostA = coverCost(Problem, A), CostB = coverCost(Problem, B);
  if (CostA != CostB || Problem.Tie.empty())
    return CostA < CostB;
  int64_t TieA = sumOver(Problem.Tie, A), TieB = sumOver(Problem.Tie, B);
  return TieA != TieB ? TieA < TieB : A < B;
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

bool CoverNode::offer(std::vector<uint32_t> Cover) {
  if (!isCover(Problem, Cover))
    return false;
  if (HasOwn && (IsOwnSettled || !isBetterCover(Problem, Cover, OwnCover)))
    return true;
  HasOwn = true;
  OwnCover = std::move(Cover);
  OwnCost = coverCost(Problem, OwnCover);
  return true;
}

void CoverNode::settle(std::vector<uint32_t> Cover) {
  if (!offer(Cover) || isBetterCover(Problem, OwnCover, Cover))
    return;
  OwnCover = std::move(Cover);
  IsOwnSettled = true;
  raiseBound(OwnCost);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

void CoverNode::adopt(PresolvedCover Parts, const std::function<bool()> &Stop) {
  IsSplit = true;
  if (Parts.Infeasible) {
    Infeasible = Cutoff == INT64_MAX;
    return;
  }
  ForcedColumns = std::move(Parts.ForcedColumns);
  ForcedCost = coverCost(Problem, ForcedColumns);
  // Without a tie the numbers of the columns do not matter, and more components
  // are equal. All equal ones get the order of the first. What is not told to
  // be equal within the limit is solved more than once.
  bool CountsNumbers = !Problem.Tie.empty();
  struct Kind {
    CoverNode *Node;
    CanonicalCover First;
  };
  std::unordered_map<uint64_t, std::vector<Kind>> KindsByHash;
  auto AddNode = [&](CoverProblem Part, std::vector<uint32_t> Columns) {
    Children.push_back(std::make_unique<CoverNode>(std::move(Part)));
    Children.back()->Copies.push_back(std::move(Columns));
    return Children.back().get();
  };
  std::vector<CoverNode *> NodeOf;
  size_t EntriesLeft = MostEntries;
  for (CoverComponent &Component : Parts.Components) {
    if (CountsNumbers) {
      if (Component.EqualTo) {
        NodeOf.push_back(NodeOf[*Component.EqualTo]);
        NodeOf.back()->Copies.push_back(std::move(Component.Columns));
      } else {
        NodeOf.push_back(AddNode(std::move(Component.Problem),
                                 std::move(Component.Columns)));
      }
      continue;
    }
    if (Stop && Stop())
      EntriesLeft = 0;
    CanonicalCover Canonical =
        canonicalCoverWithin(Component.Problem, EntriesLeft);
    std::vector<Kind> &Kinds = KindsByHash[hashOfCover(Canonical.Problem)];
    auto Match = std::find_if(Kinds.begin(), Kinds.end(), [&](const Kind &K) {
      return K.First.Problem.Cost == Canonical.Problem.Cost &&
             K.First.Problem.Rows == Canonical.Problem.Rows;
    });
    if (Match == Kinds.end()) {
      CoverNode *Node =
          AddNode(std::move(Component.Problem), std::move(Component.Columns));
      Kinds.push_back({Node, std::move(Canonical)});
      continue;
    }
    std::vector<uint32_t> &Columns =
        Match->Node->Copies.emplace_back(Component.Columns.size());
    for (size_t Number = 0; Number != Columns.size(); ++Number)
      Columns[Match->First.Columns[Number]] =
          Component.Columns[Canonical.Columns[Number]];
  }
}

void CoverNode::split(const std::function<bool()> &Stop) {
  adopt(presolveCover(Problem, Stop), Stop);
}

bool CoverNode::split(const CoverDual &Dual, double LeastPart,
                      const std::function<bool()> &Stop) {
  if (!hasCover())
    return false;
  int64_t Limit = cost();
  std::vector<char> IsExcluded(Problem.columns());
  std::vector<uint32_t> IncludedColumns;
  size_t SettledCount = 0;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column) {
    IsExcluded[Column] = Dual.isOut(Column, Limit);
    if (Dual.isIn(Column, Limit))
      IncludedColumns.push_back(Column);
    SettledCount += IsExcluded[Column];
  }
  SettledCount += IncludedColumns.size();
  if (SettledCount == 0 ||
      static_cast<double>(SettledCount) < LeastPart * Problem.columns())
    return false;

  CoverProblem Rest{Problem.Cost, {}, Problem.Tie};
  for (uint32_t Column : IncludedColumns)
    Rest.Rows.push_back({Column});
  for (const std::vector<uint32_t> &Row : Problem.Rows) {
    std::vector<uint32_t> &NewRow = Rest.Rows.emplace_back(Row);
    std::erase_if(NewRow, [&](uint32_t Column) { return IsExcluded[Column]; });
  }
  PresolvedCover Parts = presolveCover(Rest, Stop);
  // The best cover survives a correct split, so this dual is wrong.
  if (Parts.Infeasible)
    return false;
  Cutoff = Limit;
  adopt(std::move(Parts), Stop);
  return true;
}

std::vector<uint32_t> CoverNode::startFor(const CoverNode &Child) const {
  std::vector<uint32_t> Start;
  if (HasOwn)
    for (uint32_t Column = 0; Column != Child.Problem.columns(); ++Column)
      if (std::binary_search(OwnCover.begin(), OwnCover.end(),
                             Child.Copies.front()[Column]))
        Start.push_back(Column);
  // If a column was removed in favour of another, a part of a cover may be no
  // cover.
  Start = greedyCover(Child.Problem, Start);
  removeRedundant(Child.Problem, Start);
  return Start;
}

CoverNode &CoverNode::beginSecond(CoverProblem CombinedProblem) {
  std::vector<uint32_t> Start = cover();
  Seconds.push_back(std::make_unique<CoverNode>(std::move(CombinedProblem)));
  second()->offer(std::move(Start));
  return *second();
}

//===----------------------------------------------------------------------===//
// Known facts
//===----------------------------------------------------------------------===//

bool CoverNode::partsHaveCover() const {
  return IsSplit && !Infeasible &&
         std::all_of(Children.begin(), Children.end(),
                     [](const auto &Child) { return Child->hasCover(); });
}

int64_t CoverNode::partsCost() const {
  int64_t Sum = ForcedCost;
  for (const auto &Child : Children)
    Sum += Child->cost() * static_cast<int64_t>(Child->Copies.size());
  return Sum;
}

bool CoverNode::hasCover() const { return HasOwn || partsHaveCover(); }

bool CoverNode::isInfeasible() const {
  if (Infeasible)
    return true;
  return !HasOwn && Cutoff == INT64_MAX &&
         std::any_of(Children.begin(), Children.end(),
                     [](const auto &Child) { return Child->isInfeasible(); });
}

int64_t CoverNode::cost() const {
  if (!partsHaveCover())
    return OwnCost;
  return HasOwn ? std::min(OwnCost, partsCost()) : partsCost();
}

int64_t CoverNode::bound() const {
  if (!IsSplit || Infeasible)
    return OwnBound;
  int64_t Sum = ForcedCost;
  for (const auto &Child : Children)
    Sum += Child->bound() * static_cast<int64_t>(Child->Copies.size());
  return std::max(OwnBound, std::min(Sum, Cutoff));
}

void CoverNode::spreadBound() {
  if (!partsHaveCover())
    return;
  int64_t Whole = bound(), Sum = partsCost();
  for (const auto &Child : Children) {
    int64_t Copies = static_cast<int64_t>(Child->Copies.size());
    int64_t MinCost = Whole - (Sum - Copies * Child->cost());
    // All copies have the same least cost.
    if (MinCost > 0)
      Child->raiseBound((MinCost + Copies - 1) / Copies);
  }
}

bool CoverNode::secondHolds() const {
  return second() && second()->isSettled() &&
         coverCost(Problem, second()->cover()) == cost();
}

bool CoverNode::isSettled() const {
  if (!isClosed() || isInfeasible())
    return isInfeasible();
  if (Problem.Tie.empty() || IsOwnSettled || secondHolds())
    return true;
  return partsHaveCover() && partsCost() == cost() &&
         std::all_of(Children.begin(), Children.end(),
                     [](const auto &Child) { return Child->isSettled(); });
}

std::vector<uint32_t> CoverNode::partsCover() const {
  std::vector<uint32_t> ChosenColumns = ForcedColumns;
  for (const auto &Child : Children) {
    std::vector<uint32_t> Part = Child->cover();
    for (const std::vector<uint32_t> &Columns : Child->Copies)
      for (uint32_t Column : Part)
        ChosenColumns.push_back(Columns[Column]);
  }
  std::sort(ChosenColumns.begin(), ChosenColumns.end());
  return ChosenColumns;
}

std::vector<uint32_t> CoverNode::cover() const {
  if (IsOwnSettled)
    return OwnCover;
  if (secondHolds())
    return second()->cover();
  if (!partsHaveCover())
    return OwnCover;
  std::vector<uint32_t> CombinedCover = partsCover();
  return HasOwn && isBetterCover(Problem, OwnCover, CombinedCover)
             ? OwnCover
             : CombinedCover;
}

uint64_t CoverNode::fixedColumns() const {
  if (!IsSplit || Infeasible)
    return 0;
  uint64_t FixedCount = Problem.columns();
  for (const auto &Child : Children)
    FixedCount -= Child->Copies.size() *
                  (Child->Problem.columns() - Child->fixedColumns());
  return FixedCount;
}
