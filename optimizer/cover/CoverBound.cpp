//===- CoverBound.cpp - Lower bounds without a solver -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverBound.h"

#include "optimizer/cover/CoverGreedy.h"
#include "optimizer/cover/CoverIncidence.h"

#include <cmath>
#include <numeric>

using namespace mlir::noisy;

namespace {

/// Prices for hitting rows. The cost of a column minus the prices of its rows
/// is its reduced cost.
class Prices {
public:
  explicit Prices(const CoverProblem &Problem);

  /// The bound that the prices give, within floating-point error.
  double bound();
  /// Moves the prices along a direction in which the bound grows at first.
  void move(double Target, double Step);

  void keep() { BestPrice = Price; }
  void goBack() { Price = BestPrice; }
  /// The bound of the kept prices in exact integers.
  CoverBound finish(int64_t Limit) const;

private:
  const CoverProblem &Problem;
  const ColumnsOfRows Columns;
  std::vector<double> Price, BestPrice, ReducedCosts;
  /// The largest price of each row: no optimal price exceeds the cost of the
  /// row's cheapest column.
  std::vector<double> MaxPrice;
  /// The direction of the last move, towards which the next one is bent.
  std::vector<double> Direction;
  double LastBound = 0;
};

} // namespace

Prices::Prices(const CoverProblem &Problem)
    : Problem(Problem), Columns(Problem), ReducedCosts(Problem.columns()),
      Direction(Problem.Rows.size()) {
  std::vector<uint32_t> Degree(Problem.columns());
  for (uint32_t Row = 0; Row != Columns.size(); ++Row)
    for (uint32_t Column : Columns[Row])
      ++Degree[Column];
  for (uint32_t Row = 0; Row != Columns.size(); ++Row) {
    double Share = INFINITY, MinCost = INFINITY;
    for (uint32_t Column : Columns[Row]) {
      double Cost = static_cast<double>(Problem.Cost[Column]);
      MinCost = std::min(MinCost, Cost);
      Share = std::min(Share, Cost / Degree[Column]);
    }
    Price.push_back(Share); // No column is charged more than it costs.
    MaxPrice.push_back(MinCost);
  }
  BestPrice = Price;
}

double Prices::bound() {
  for (uint32_t Column = 0; Column != ReducedCosts.size(); ++Column)
    ReducedCosts[Column] = static_cast<double>(Problem.Cost[Column]);
  LastBound = 0;
  for (uint32_t Row = 0; Row != Columns.size(); ++Row) {
    LastBound += Price[Row];
    for (uint32_t Column : Columns[Row])
      ReducedCosts[Column] -= Price[Row];
  }
  for (double Cost : ReducedCosts)
    LastBound += std::min(Cost, 0.0);
  return LastBound;
}

void Prices::move(double Target, double Step) {
  double Length = 0;
  for (uint32_t Row = 0; Row != Columns.size(); ++Row) {
    double Open = 1;
    for (uint32_t Column : Columns[Row])
      Open -= ReducedCosts[Column] < 0;
    Direction[Row] = Open + 0.6 * Direction[Row];
    // Prices at an end of their range do not move beyond it.
    if ((Direction[Row] < 0 && Price[Row] <= 0) ||
        (Direction[Row] > 0 && Price[Row] >= MaxPrice[Row]))
      Direction[Row] = 0;
    Length += Direction[Row] * Direction[Row];
  }
  if (Length == 0)
    return;
  double Factor = Step * (Target - LastBound) / Length;
  for (uint32_t Row = 0; Row != Columns.size(); ++Row)
    Price[Row] =
        std::clamp(Price[Row] + Factor * Direction[Row], 0.0, MaxPrice[Row]);
}

CoverBound Prices::finish(int64_t Limit) const {
  CoverBound Result;
  Result.Prices = BestPrice;
  int64_t Dearest = 0, Sum = 0, Divisor = 0;
  constexpr int64_t Largest = int64_t(1) << 60;
  for (int64_t Cost : Problem.Cost) {
    Dearest = std::max(Dearest, Cost);
    Divisor = std::gcd(Divisor, Cost);
    Sum = Cost > Largest - Sum ? Largest : Sum + Cost;
  }
  // This keeps sums of prices and of reduced costs, in units of 1 / Scale,
  // below 2^61.
  int64_t PriceLimit = Largest / static_cast<int64_t>(Columns.entries() + 1);
  if (Divisor == 0 || Dearest > PriceLimit || Sum == Largest) {
    Result.Bound = dualAscentBound(Problem);
    return Result;
  }
  int64_t Scale =
      std::min({PriceLimit / Dearest, Largest / Sum, int64_t(1) << 20});

  std::vector<int64_t> RemainingCosts;
  for (int64_t Cost : Problem.Cost)
    RemainingCosts.push_back(Cost * Scale);
  int64_t Total = 0;
  for (uint32_t Row = 0; Row != Columns.size(); ++Row) {
    int64_t Whole =
        std::clamp(std::llround(BestPrice[Row] * static_cast<double>(Scale)),
                   0ll, static_cast<long long>(Dearest * Scale));
    Total += Whole;
    for (uint32_t Column : Columns[Row])
      RemainingCosts[Column] -= Whole;
  }
  for (int64_t Cost : RemainingCosts)
    Total += std::min(Cost, int64_t(0));

  // Every cover costs a multiple of the greatest common divisor of all costs.
  auto RoundUp = [&](int64_t ScaledSum) {
    int64_t Unit = Scale * Divisor;
    return ScaledSum <= 0 ? 0 : (ScaledSum + Unit - 1) / Unit * Divisor;
  };
  Result.Bound = RoundUp(Total);
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
    if (RoundUp(Total + std::abs(RemainingCosts[Column])) >= Limit)
      (RemainingCosts[Column] > 0 ? Result.ExcludedColumns
                                  : Result.IncludedColumns)
          .push_back(Column);
  return Result;
}

static std::vector<uint32_t> allColumns(const CoverProblem &Problem) {
  std::vector<uint32_t> Result(Problem.columns());
  std::iota(Result.begin(), Result.end(), 0);
  return Result;
}

CoverBound mlir::noisy::lagrangianBound(const CoverProblem &Problem,
                                        int64_t Limit, uint32_t Iterations) {
  Prices ThePrices(Problem);
  double Best = ThePrices.bound();
  // Step lengths grow with the distance of the target, which should be
  // reachable.
  int64_t TargetCost = Limit;
  if (coverCost(Problem, allColumns(Problem)) < Limit)
    TargetCost = coverCost(Problem, greedyCover(Problem));
  const double Target = 1.02 * static_cast<double>(TargetCost);
  double Step = 1;
  uint32_t SinceBest = 0;
  for (; Iterations != 0 && Best < static_cast<double>(Limit); --Iterations) {
    ThePrices.move(Target, Step);
    double Bound = ThePrices.bound();
    if (Bound > Best) {
      Best = Bound;
      SinceBest = 0;
      ThePrices.keep();
      continue;
    }
    if (++SinceBest % 5 == 0)
      Step /= 2;
    if (SinceBest % 15 == 0) {
      ThePrices.goBack();
      ThePrices.bound();
    }
  }
  return ThePrices.finish(Limit);
}

std::vector<uint32_t>
mlir::noisy::pricedCover(const CoverProblem &Problem,
                         const std::vector<double> &Prices) {
  std::vector<double> ReducedCosts(Problem.Cost.begin(), Problem.Cost.end());
  for (size_t Row = 0; Row != Problem.Rows.size(); ++Row)
    for (uint32_t Column : Problem.Rows[Row])
      ReducedCosts[Column] -= Prices[Row];
  double Dearest = 1;
  for (double Cost : ReducedCosts)
    Dearest = std::max(Dearest, Cost);

  // Greedy works on integers; a thousandth of the highest cost is fine enough.
  CoverProblem PricedProblem;
  PricedProblem.Rows = Problem.Rows;
  for (double Cost : ReducedCosts)
    PricedProblem.Cost.push_back(
        1 + std::llround(1000 * std::max(Cost, 0.0) / Dearest));
  std::vector<uint32_t> Result = greedyCover(PricedProblem);
  removeRedundant(Problem, Result);
  return Result;
}
