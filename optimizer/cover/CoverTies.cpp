//===- CoverTies.cpp - Deciding between optima ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of `CoverSearch` that runs once the least cost is proven.
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverSearch.h"
#include "optimizer/cover/CoverTuning.h"

using namespace mlir::noisy;

/// Looks for the cover that the tie selects, once the least cost is proven.
void CoverSearch::decideTies() {
  if (Problem.Tie.empty() || isOver() || Root.isInfeasible() ||
      !Root.isClosed())
    return;
  Ties = std::make_unique<CoverNode>(Problem);
  Ties->offer(Root.cover());
  Ties->raiseBound(Root.bound());
  Ties->split([this] { return isOver(); });
  prepareParts(*Ties);
  if (!Ties->isSettled())
    Workers.run([this] { return nextJob(); }, Limit.end());
}

bool CoverSearch::isTieSettled() const {
  return Problem.Tie.empty() || (Ties && Ties->isSettled());
}

/// Collects the tasks that would help to decide between the optima of \p Node.
void CoverSearch::findTieTasks(CoverNode &Node, std::vector<Task> &Tasks) {
  if (Node.isInfeasible() || Node.isSettled())
    return;
  const NodeState &State = States[&Node];
  // Only the order is left to decide.
  bool IsOrder = std::all_of(Node.Problem.Tie.begin(), Node.Problem.Tie.end(),
                             [](int64_t Number) { return Number == 0; });
  bool IsSmall = Node.Problem.columns() <= CoverTuning::ManyColumns;
  if (Node.isSplit()) {
    Node.spreadBound();
    for (const auto &Child : Node.children())
      findTasks(*Child, Tasks);
  } else if (!State.DoneSteps[Relax] && (IsOrder || IsSmall)) {
    Tasks.push_back({&Node, Relax});
  } else if (!State.DoneSteps[DecideTie] && IsSmall) {
    Tasks.push_back({&Node, DecideTie});
  } else if (!IsOrder) {
    beginSecond(Node);
    if (Node.second())
      findTasks(*Node.second(), Tasks);
    else
      IsTieLost = true;
  } else if (!State.DoneSteps[ProveUnique]) {
    Tasks.push_back({&Node, ProveUnique});
  } else {
    IsTieLost = true;
  }
}

/// Begins a second phase for \p Node if one can help.
void CoverSearch::beginSecond(CoverNode &Node) {
  NodeState &State = States[&Node];
  const CoverProblem &Problem = Node.Problem;
  if (Node.second()) {
    // If cost did not weigh enough, the result is not of least cost.
    if (!Node.second()->isSettled() ||
        coverCost(Problem, Node.second()->cover()) == Node.cost())
      return;
  }

  // A constant added to every unit of cost makes no difference between optima.
  int64_t Shift = INT64_MAX;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
    if (Problem.Cost[Column] > 0)
      Shift = std::min(Shift, Problem.Tie[Column] / Problem.Cost[Column]);
  CoverProblem CombinedProblem{{}, Problem.Rows};
  int64_t Largest = 0;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column) {
    CombinedProblem.Cost.push_back(Problem.Tie[Column] -
                                   (Problem.Cost[Column] ? Shift : 0) *
                                       Problem.Cost[Column]);
    Largest = std::max(Largest, CombinedProblem.Cost.back());
  }
  // Any weight that keeps the cost the least will do; a low one is easier for
  // the solver.
  State.CostWeight = State.CostWeight ? State.CostWeight * 16 : 4 * Largest + 1;
  int64_t Sum = 0;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column) {
    if (Problem.Cost[Column] > CoverTuning::LargestSum / State.CostWeight)
      return;
    CombinedProblem.Cost[Column] += State.CostWeight * Problem.Cost[Column];
    Sum += CombinedProblem.Cost[Column];
    if (Sum > CoverTuning::LargestSum)
      return;
  }
  CombinedProblem.Tie.assign(Problem.columns(), 0);
  prepare(Node.beginSecond(std::move(CombinedProblem)), {});
}

/// The columns that are not in the best cover of \p Node.
static std::vector<uint32_t> otherColumns(const CoverNode &Node) {
  std::vector<uint32_t> Cover = Node.cover(), OtherColumns;
  for (uint32_t Column = 0; Column != Node.Problem.columns(); ++Column)
    if (!std::binary_search(Cover.begin(), Cover.end(), Column))
      OtherColumns.push_back(Column);
  return OtherColumns;
}

/// Excludes the best cover of \p Node, and all covers without other columns,
/// from \p Request, which is then about the other optima.
void CoverSearch::forbidCover(const CoverNode &Node, CoverRequest &Request) {
  Request.Problem.Rows.push_back(otherColumns(Node));
  Request.Problem.Tie.clear();
}
