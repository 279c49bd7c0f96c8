//===- RowSeparation.cpp - Rows for the relaxation ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/RowSeparation.h"

using namespace mlir::noisy;

/// Moves of prices between two searches for rows, and in one step.
static constexpr unsigned kIterations = 20, kIterationsPerStep = 2;
/// Each column weighs a little more than its value: of equally light rows the
/// short ones are much stronger.
static constexpr double kColumnWeight = 0.01;
/// The weight up to which rows are looked for, and the sum of values up to
/// which they count as violated.
static constexpr double kMostWeight = 1.3, kMostSum = 0.95;
/// Rows are forgotten once in so many rounds.
static constexpr unsigned kRoundsBetween = 5;
/// The search is done after so many rounds in which the bound did not grow by
/// this part.
static constexpr unsigned kPatience = 25;
static constexpr double kLeastGrowth = 0.003;

static std::vector<int64_t> getCosts(const PlacementGraph &graph) {
  std::vector<int64_t> costs;
  for (uint32_t column = 0; column != graph.columns(); ++column)
    costs.push_back(graph.column(column).Cost);
  return costs;
}

RowSeparation::RowSeparation(const PlacementGraph &graph)
    : finder(graph), volume(getCosts(graph)),
      open(!graph.PassesExcess && graph.columns() > 0) {}

void RowSeparation::findRows(const std::function<bool()> &isOver) {
  std::vector<double> weights = volume.values();
  for (double &weight : weights)
    weight += kColumnWeight;
  bool hasNew = false;
  finder.find(
      weights, kMostWeight,
      [&](std::vector<uint32_t> row) {
        if (volume.sum(row) <= kMostSum)
          hasNew |= volume.addRow(std::move(row));
      },
      isOver);
  ++rounds;
  if (rounds % kRoundsBetween == 0)
    volume.dropIdle();
  if (volume.bound() > lastBound * (1 + kLeastGrowth)) {
    lastBound = volume.bound();
    idleRounds = 0;
  } else {
    ++idleRounds;
  }
  open = (hasNew || rounds > 1) && idleRounds < kPatience;
}

void RowSeparation::step(double target, const std::function<bool()> &isOver) {
  if (!open)
    return;
  if (iterationsLeft == 0) {
    findRows(isOver);
    iterationsLeft = kIterations;
    return;
  }
  unsigned count = std::min(iterationsLeft, kIterationsPerStep);
  volume.run(count, target);
  iterationsLeft -= count;
}

std::vector<uint32_t> RowSeparation::roundedChoice() const {
  std::vector<uint32_t> choice;
  for (uint32_t column = 0; column != volume.values().size(); ++column)
    if (volume.values()[column] >= 0.5)
      choice.push_back(column);
  return choice;
}
