//===- CoverRegions.cpp - Lower bounds from solved parts --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverRegions.h"

#include "optimizer/cover/CoverBound.h"
#include "optimizer/cover/CoverExact.h"
#include "optimizer/cover/CoverIncidence.h"
#include "optimizer/cover/CoverPartition.h"

#include <cmath>
#include <numeric>
#include <utility>

using namespace mlir::noisy;

/// Iterations of the subgradient method for the first prices.
static constexpr uint32_t FirstIterations = 300;
/// The largest scale: prices are multiples of a cost unit divided by it. That
/// is enough for a bound, and small numbers make more columns alike, which is
/// quicker to solve.
static constexpr int64_t LargestScale = 64;
/// The columns of the first regions, and the rounds without a better bound
/// after which they get larger.
static constexpr uint32_t FirstColumns = 64;
static constexpr uint32_t Patience = 5;

namespace {

/// A division of the columns into regions, and prices of the rows across.
class Regions {
public:
  Regions(const CoverProblem &Problem, int64_t Limit,
          const RegionBoundOptions &Options);

  int64_t run();

private:
  void divide(uint32_t MostColumns);
  void assignRows();
  void tryPrices(uint32_t Rounds, uint32_t Patience);
  bool solveAll();
  std::optional<std::vector<uint32_t>> solve(uint32_t Region);
  void movePrices(double Step);
  int64_t mostFor(uint32_t Row) const;
  bool chooseScale();
  bool split(uint32_t Region);

  const CoverProblem &Problem;
  const ColumnsOfRows Columns;
  const int64_t Limit;
  const RegionBoundOptions &Options;
  int64_t Scale = 1;
  /// A divisor of the cost of every cover.
  int64_t Divisor = 0;

  std::vector<std::vector<uint32_t>> Members;
  std::vector<uint32_t> RegionOf;
  /// The index of a column in its region.
  std::vector<uint32_t> Local;
  /// The rows inside each region, and the rows across regions.
  std::vector<std::vector<uint32_t>> InnerRows;
  std::vector<uint32_t> CrossRows;

  /// The prices of all rows; those of rows inside a region do not count.
  std::vector<int64_t> Price, BestPrice;
  /// The reduced costs of the columns, in units of 1 / Scale.
  std::vector<int64_t> Cost;
  std::vector<char> IsChosen;
  int64_t Total = 0;
  /// The best bound, and whether the time allows for more.
  int64_t Best = 0;
  bool HasEnded = false;
};

} // namespace

Regions::Regions(const CoverProblem &Problem, int64_t Limit,
                 const RegionBoundOptions &Options)
    : Problem(Problem), Columns(Problem), Limit(Limit), Options(Options),
      RegionOf(Problem.columns(), UINT32_MAX), Local(Problem.columns()),
      Cost(Problem.columns()), IsChosen(Problem.columns()) {}

/// Forms the regions: what is priced lies between them, so the less the rows
/// across them are worth the better.
void Regions::divide(uint32_t MostColumns) {
  std::vector<double> Weights;
  for (int64_t RowPrice : Price)
    Weights.push_back(static_cast<double>(RowPrice) /
                      static_cast<double>(Scale));
  Members = partitionColumns(Problem, Weights, MostColumns);
}

void Regions::assignRows() {
  for (uint32_t Region = 0; Region != Members.size(); ++Region) {
    std::sort(Members[Region].begin(), Members[Region].end());
    for (uint32_t Index = 0; Index != Members[Region].size(); ++Index) {
      RegionOf[Members[Region][Index]] = Region;
      Local[Members[Region][Index]] = Index;
    }
  }
  InnerRows.assign(Members.size(), {});
  CrossRows.clear();
  for (uint32_t Row = 0; Row != Columns.size(); ++Row) {
    uint32_t Region = RegionOf[Columns[Row].front()];
    if (std::all_of(Columns[Row].begin(), Columns[Row].end(),
                    [&](uint32_t C) { return RegionOf[C] == Region; }))
      InnerRows[Region].push_back(Row);
    else
      CrossRows.push_back(Row);
  }
}

/// The columns of the cheapest cover of a region at the present prices, or
/// nullopt if that takes too long.
std::optional<std::vector<uint32_t>> Regions::solve(uint32_t Region) {
  // Columns of cost 0 or less are taken, even if they hit nothing.
  CoverProblem Part;
  std::vector<uint32_t> ChosenColumns;
  for (uint32_t Column : Members[Region]) {
    Part.Cost.push_back(std::max<int64_t>(Cost[Column], 0));
    if (Cost[Column] <= 0)
      ChosenColumns.push_back(Column);
  }
  for (uint32_t Row : InnerRows[Region]) {
    if (std::any_of(Columns[Row].begin(), Columns[Row].end(),
                    [&](uint32_t C) { return Cost[C] <= 0; }))
      continue;
    std::vector<uint32_t> &NewRow = Part.Rows.emplace_back();
    for (uint32_t Column : Columns[Row])
      NewRow.push_back(Local[Column]);
  }
  std::optional<ExactCover> Best = solveExactly(Part, Options.RegionSteps);
  if (!Best)
    return std::nullopt;
  for (uint32_t Column : Best->ChosenColumns)
    ChosenColumns.push_back(Members[Region][Column]);
  return ChosenColumns;
}

/// Solves all regions, dividing some if necessary; false if that failed.
bool Regions::solveAll() {
  for (uint32_t Column = 0; Column != Cost.size(); ++Column)
    Cost[Column] = Problem.Cost[Column] * Scale;
  Total = 0;
  for (uint32_t Row : CrossRows) {
    Total += Price[Row];
    for (uint32_t Column : Columns[Row])
      Cost[Column] -= Price[Row];
  }
  std::fill(IsChosen.begin(), IsChosen.end(), 0);
  for (uint32_t Region = 0; Region != Members.size(); ++Region) {
    std::optional<std::vector<uint32_t>> ChosenColumns;
    while (!(ChosenColumns = solve(Region))) {
      if ((Options.Stop && Options.Stop()) || !split(Region))
        return false;
    }
    if (Options.Stop && Options.Stop())
      return false;
    for (uint32_t Column : *ChosenColumns) {
      IsChosen[Column] = 1;
      Total += Cost[Column];
    }
  }
  return true;
}

/// Divides a region that is too much to be solved; false if it is small. Its
/// rows that are across regions then are priced from now on.
bool Regions::split(uint32_t Region) {
  const std::vector<uint32_t> Whole = std::move(Members[Region]);
  if (Whole.size() < 16) {
    Members[Region] = Whole;
    return false;
  }
  CoverProblem Part;
  Part.Cost.assign(Whole.size(), 1);
  std::vector<double> Weights;
  for (uint32_t Row : InnerRows[Region]) {
    std::vector<uint32_t> &NewRow = Part.Rows.emplace_back();
    for (uint32_t Column : Columns[Row])
      NewRow.push_back(Local[Column]);
    Weights.push_back(static_cast<double>(Price[Row]) /
                      static_cast<double>(Scale));
  }
  bool IsFirst = true;
  for (std::vector<uint32_t> &Half : partitionColumns(
           Part, Weights, static_cast<uint32_t>((Whole.size() + 1) / 2))) {
    for (uint32_t &Column : Half)
      Column = Whole[Column];
    if (std::exchange(IsFirst, false))
      Members[Region] = std::move(Half);
    else
      Members.push_back(std::move(Half));
  }
  const std::vector<uint32_t> Former = InnerRows[Region];
  assignRows();
  for (uint32_t Row : Former) {
    uint32_t First = RegionOf[Columns[Row].front()];
    if (std::all_of(Columns[Row].begin(), Columns[Row].end(),
                    [&](uint32_t C) { return RegionOf[C] == First; }))
      continue;
    Total += Price[Row];
    for (uint32_t Column : Columns[Row])
      Cost[Column] -= Price[Row];
  }
  return true;
}

void Regions::movePrices(double Step) {
  std::vector<int64_t> Open;
  double Length = 0;
  for (uint32_t Row : CrossRows) {
    int64_t Violation = 1;
    for (uint32_t Column : Columns[Row])
      Violation -= IsChosen[Column];
    if (Violation < 0 && Price[Row] == 0)
      Violation = 0;
    Open.push_back(Violation);
    Length += static_cast<double>(Violation * Violation);
  }
  if (Length == 0)
    return;
  double Distance =
      1.01 * static_cast<double>(Limit * Scale) - static_cast<double>(Total);
  for (size_t Index = 0; Index != CrossRows.size(); ++Index) {
    int64_t Change = std::llround(Step * Distance / Length *
                                  static_cast<double>(Open[Index]));
    int64_t &RowPrice = Price[CrossRows[Index]];
    RowPrice =
        std::clamp(RowPrice + Change, int64_t(0), mostFor(CrossRows[Index]));
  }
}

/// The largest price of a row: no optimal price exceeds the cost of its
/// cheapest column.
int64_t Regions::mostFor(uint32_t Row) const {
  int64_t MinCost = INT64_MAX;
  for (uint32_t Column : Columns[Row])
    MinCost = std::min(MinCost, Problem.Cost[Column]);
  return MinCost * Scale;
}

/// Chooses the scale; false if the numbers are too large for any.
bool Regions::chooseScale() {
  int64_t Dearest = 1;
  for (int64_t C : Problem.Cost) {
    Dearest = std::max(Dearest, C);
    Divisor = std::gcd(Divisor, C);
  }
  // The sum of all costs, and of the prices in all entries, must fit.
  int64_t Largest = (int64_t(1) << 59) /
                    static_cast<int64_t>(Columns.entries() + Cost.size() + 1);
  Scale = std::min(Largest / Dearest, LargestScale);
  return Scale != 0 && Divisor != 0;
}

/// Moves prices for some rounds, or until a few bring nothing; goes back to the
/// best ones.
void Regions::tryPrices(uint32_t Rounds, uint32_t Patience) {
  double Step = 0.5;
  int64_t BestTotal = INT64_MIN;
  uint32_t SinceBest = 0;
  for (uint32_t Round = 0; Round != Rounds && Best < Limit; ++Round) {
    if (!solveAll()) {
      HasEnded = true;
      break;
    }
    int64_t Unit = Scale * Divisor;
    int64_t Bound = Total <= 0 ? 0 : (Total + Unit - 1) / Unit * Divisor;
    if (Bound > Best) {
      Best = Bound;
      if (Options.Better)
        Options.Better(Best);
    }
    if (Total > BestTotal) {
      BestTotal = Total;
      BestPrice = Price;
      SinceBest = 0;
    } else if (++SinceBest == Patience) {
      break;
    } else if (SinceBest % 3 == 0) {
      Step /= 2;
    }
    movePrices(Step);
  }
  if (!BestPrice.empty())
    Price = BestPrice;
}

int64_t Regions::run() {
  CoverBound First = lagrangianBound(Problem, Limit, FirstIterations);
  Best = First.Bound;
  if (Best >= Limit || Options.RegionColumns == 0 || !chooseScale())
    return Best;
  for (uint32_t Row = 0; Row != Columns.size(); ++Row)
    Price.push_back(std::clamp<int64_t>(
        std::llround(First.Prices[Row] * static_cast<double>(Scale)), 0,
        mostFor(Row)));
  // Small regions give most of the bound in little time, and good prices.
  uint32_t MostColumns = std::min(FirstColumns, Options.RegionColumns);
  while (!HasEnded && Best < Limit) {
    divide(MostColumns);
    assignRows();
    bool IsLast = MostColumns == Options.RegionColumns;
    tryPrices(Options.Rounds, IsLast ? UINT32_MAX : Patience);
    if (IsLast)
      break;
    MostColumns = std::min(2 * MostColumns, Options.RegionColumns);
  }
  return Best;
}

int64_t mlir::noisy::regionBound(const CoverProblem &Problem, int64_t Limit,
                                 const RegionBoundOptions &Options) {
  return Regions(Problem, Limit, Options).run();
}
