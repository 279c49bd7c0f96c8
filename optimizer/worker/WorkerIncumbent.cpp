//===- WorkerIncumbent.cpp - The best known cover and bound -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/worker/WorkerIncumbent.h"

#include "optimizer/cover/CoverGreedy.h"

#include <cmath>
#include <numeric>

using namespace mlir::noisy;

WorkerIncumbent::WorkerIncumbent(const CoverRequest &Request,
                                 const WorkerStreams &Io)
    : Problem(Request.Problem), Io(Io) {
  for (int64_t Cost : Problem.Cost)
    Unit = std::gcd(Unit, Cost);
  Unit = std::max<int64_t>(Unit, 1);
  if (!Request.Start.empty() && isCover(Problem, Request.Start)) {
    ChosenColumns = Request.Start;
    Cost = coverCost(Problem, ChosenColumns);
  }
  Io.send({});
}

void WorkerIncumbent::offer(const std::vector<uint32_t> &Proposal) {
  std::vector<uint32_t> Cover = greedyCover(Problem, Proposal);
  removeRedundant(Problem, Cover);
  int64_t NewCost = coverCost(Problem, Cover);
  if (NewCost >= Cost || !isCover(Problem, Cover))
    return;
  take(std::move(Cover));
}

void WorkerIncumbent::prove(const std::vector<uint32_t> &Optimum) {
  take(Optimum);
  raiseBoundToCost();
}

void WorkerIncumbent::take(std::vector<uint32_t> Cover) {
  ChosenColumns = std::move(Cover);
  Cost = coverCost(Problem, ChosenColumns);
  CoverAnswer Answer;
  Answer.LineKind = CoverAnswer::Cover;
  Answer.ChosenColumns = ChosenColumns;
  Io.send(Answer);
}

void WorkerIncumbent::raiseBound(double Value) {
  if (!std::isfinite(Value) || Value <= 0)
    return;
  // Doubles have tolerances: a value only counts as above an integer if it
  // clearly is.
  double Tolerance = std::max(1e-5, 1e-9 * Value);
  double Units = std::min(std::ceil(Value - Tolerance), 1e16);
  raiseBoundTo(std::min(Cost, static_cast<int64_t>(Units) * Unit));
}

void WorkerIncumbent::raiseBoundTo(int64_t NewBound) {
  if (NewBound <= Bound)
    return;
  Bound = NewBound;
  CoverAnswer Answer;
  Answer.LineKind = CoverAnswer::Bound;
  Answer.Number = Bound;
  Io.send(Answer);
}
