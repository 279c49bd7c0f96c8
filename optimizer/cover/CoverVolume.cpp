//===- CoverVolume.cpp - Fractional covers of growing problems ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverVolume.h"

using namespace mlir::noisy;

/// The weight of the latest choice in the average of all.
static constexpr double LatestWeight = 0.1;
/// The length of steps, as a part of the distance to the target: at first, its
/// bounds, and how it changes after a better bound, and after some without.
static constexpr double FirstStep = 0.1, LeastStep = 0.005, LargestStep = 2;
static constexpr double Growth = 1.1, Decline = 0.66;
static constexpr uint32_t MostWithout = 20;
/// The target is a little above what can be reached.
static constexpr double Beyond = 1.05;
/// The largest price of a row, as a part of the cost of its cheapest column.
static constexpr double Overprice = 1.1;
/// A row without a price and with this sum of values is of no importance, and
/// is forgotten when it was so this many times.
static constexpr double Slack = 1.1;
static constexpr uint32_t MostIdle = 3;

CoverVolume::CoverVolume(const std::vector<int64_t> &Costs)
    : Costs(Costs.begin(), Costs.end()), ReducedCosts(Costs.size()),
      Values(Costs.size()), Step(FirstStep) {}

bool CoverVolume::addRow(std::vector<uint32_t> Row) {
  if (!Known.insert(Row).second)
    return false;
  RowData &New = Rows.emplace_back();
  New.MaxPrice = Row.empty() ? 0 : Costs[Row.front()];
  for (uint32_t Column : Row)
    New.MaxPrice = std::min(New.MaxPrice, Costs[Column]);
  // At the cost itself a column would count as not chosen.
  New.MaxPrice *= Overprice;
  New.Columns = std::move(Row);
  return true;
}

double CoverVolume::sum(const std::vector<uint32_t> &Row) const {
  double Sum = 0;
  for (uint32_t Column : Row)
    Sum += Values[Column];
  return Sum;
}

/// What the prices are worth.
double CoverVolume::evaluate() {
  ReducedCosts = Costs;
  double Bound = 0;
  for (const RowData &Row : Rows) {
    if (Row.Price == 0)
      continue;
    Bound += Row.Price;
    for (uint32_t Column : Row.Columns)
      ReducedCosts[Column] -= Row.Price;
  }
  for (double Cost : ReducedCosts)
    Bound += std::min(Cost, 0.0);
  return Bound;
}

void CoverVolume::run(uint32_t Iterations, double Target) {
  for (; Iterations; --Iterations) {
    double Bound = evaluate();
    for (size_t Column = 0; Column != Values.size(); ++Column)
      Values[Column] = LatestWeight * (ReducedCosts[Column] < 0) +
                       (1 - LatestWeight) * Values[Column];
    if (Bound > BestBound) {
      BestBound = Bound;
      for (RowData &Row : Rows)
        Row.BestPrice = Row.Price;
      SinceBest = 0;
      Step = std::min(Step * Growth, LargestStep);
    } else if (++SinceBest >= MostWithout) {
      SinceBest = 0;
      Step = std::max(Step * Decline, LeastStep);
    }
    double Length = 0;
    for (RowData &Row : Rows) {
      Row.Direction = 1 - sum(Row.Columns);
      if (Row.Direction < 0 && Row.BestPrice <= 0)
        Row.Direction = 0;
      Length += Row.Direction * Row.Direction;
    }
    if (Length < 1e-9)
      return;
    double Factor = Step * (Beyond * Target - BestBound) / Length;
    for (RowData &Row : Rows)
      Row.Price =
          std::clamp(Row.BestPrice + Factor * Row.Direction, 0.0, Row.MaxPrice);
  }
}

void CoverVolume::dropIdle() {
  std::erase_if(Rows, [this](RowData &Row) {
    bool IsIdle =
        Row.Price == 0 && Row.BestPrice == 0 && sum(Row.Columns) > Slack;
    Row.Idle = IsIdle ? Row.Idle + 1 : 0;
    if (Row.Idle < MostIdle)
      return false;
    Known.erase(Row.Columns);
    return true;
  });
}

std::vector<std::vector<uint32_t>> CoverVolume::importantRows() const {
  std::vector<std::vector<uint32_t>> Result;
  for (const RowData &Row : Rows)
    if (Row.BestPrice > 0 || sum(Row.Columns) < Slack)
      Result.push_back(Row.Columns);
  return Result;
}
