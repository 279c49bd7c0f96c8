//===- CoverBoundTest.cpp - Tests of CoverBound -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverBound.h"

#include "optimizer/cover/CoverGreedy.h"
#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

#include <numeric>

using namespace mlir::noisy;
using Columns = std::vector<uint32_t>;

static constexpr int64_t NoLimit = int64_t(1) << 62;

/// Every cover of a problem of at most 14 columns.
template <typename Fn>
static void forEachCover(const CoverProblem &Problem, Fn Visit) {
  for (uint32_t Subset = 0; Subset != 1u << Problem.columns(); ++Subset) {
    Columns ChosenColumns;
    for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
      if (Subset >> Column & 1)
        ChosenColumns.push_back(Column);
    if (isCover(Problem, ChosenColumns))
      Visit(ChosenColumns);
  }
}

TEST_CASE("the bound is below every cover, and near", "[cover]") {
  RandomCovers Random(11);
  int Tight = 0, Better = 0, Worse = 0;
  for (int Round = 0; Round != 3000; ++Round) {
    CoverProblem Problem = Random.problem();
    int64_t Best = *bruteForceCost(Problem);
    int64_t Bound = lagrangianBound(Problem, NoLimit, 100).Bound;
    REQUIRE(Bound >= 0);
    REQUIRE(Bound <= Best);
    Tight += Bound == Best;
    Better += Bound > dualAscentBound(Problem);
    Worse += Bound < dualAscentBound(Problem);
  }
  CHECK(Tight > 2500);
  CHECK(Better > 20 * Worse);
}

TEST_CASE("what is settled is so in all cheaper covers", "[cover]") {
  RandomCovers Random(12);
  size_t ExcludedCount = 0, IncludedCount = 0, ReachedCount = 0;
  for (int Round = 0; Round != 300; ++Round) {
    CoverProblem Problem = Random.problem();
    int64_t Limit = *bruteForceCost(Problem) + Random.numberBelow(3);
    CoverBound Bound = lagrangianBound(Problem, Limit, 50);
    REQUIRE(std::is_sorted(Bound.ExcludedColumns.begin(),
                           Bound.ExcludedColumns.end()));
    REQUIRE(std::is_sorted(Bound.IncludedColumns.begin(),
                           Bound.IncludedColumns.end()));
    forEachCover(Problem, [&](const Columns &ChosenColumns) {
      if (coverCost(Problem, ChosenColumns) >= Limit)
        return;
      REQUIRE(Bound.Bound <= coverCost(Problem, ChosenColumns));
      for (uint32_t Column : Bound.ExcludedColumns)
        REQUIRE_FALSE(std::binary_search(ChosenColumns.begin(),
                                         ChosenColumns.end(), Column));
      for (uint32_t Column : Bound.IncludedColumns)
        REQUIRE(std::binary_search(ChosenColumns.begin(), ChosenColumns.end(),
                                   Column));
    });
    ReachedCount += Bound.Bound >= Limit;
    if (Bound.Bound < Limit) {
      ExcludedCount += Bound.ExcludedColumns.size();
      IncludedCount += Bound.IncludedColumns.size();
    }
  }
  CHECK(ReachedCount > 50);
  CHECK(ExcludedCount > 100);
  CHECK(IncludedCount > 100);
}

TEST_CASE("the bound is rounded to what costs can be", "[cover]") {
  // A triangle: the relaxation has half of each column, a cover has two.
  CoverProblem Problem{{1, 1, 1}, {{0, 1}, {1, 2}, {2, 0}}, {}};
  CHECK(lagrangianBound(Problem, NoLimit, 50).Bound == 2);
  Problem.Cost = {70, 70, 70};
  CHECK(lagrangianBound(Problem, NoLimit, 50).Bound == 140);
  Problem.Cost = {70, 70, 71};
  int64_t Bound = lagrangianBound(Problem, NoLimit, 200).Bound;
  CHECK(Bound >= 105);
  CHECK(Bound <= 106);
}

TEST_CASE("large costs make no bound too large", "[cover]") {
  for (int Bits : {20, 40, 52, 58, 60}) {
    int64_t Large = int64_t(1) << Bits;
    CoverProblem Problem{
        {Large, Large, Large}, {{0, 1}, {1, 2}, {2, 0}, {0, 1, 2}}, {}};
    int64_t Bound = lagrangianBound(Problem, 2 * Large, 50).Bound;
    CHECK(Bound >= Large);
    CHECK(Bound <= 2 * Large);
  }
}

TEST_CASE("what costs nothing has a bound of nothing", "[cover]") {
  CHECK(lagrangianBound({{0, 0}, {{0, 1}}, {}}, NoLimit, 10).Bound == 0);
  CHECK(lagrangianBound({{1, 1}, {}, {}}, NoLimit, 10).Bound == 0);
  CHECK(lagrangianBound({}, NoLimit, 10).Bound == 0);
}

TEST_CASE("prices lead to good covers", "[cover]") {
  // Rows of neighbours: the relaxation is integral.
  RandomCovers Random(16);
  CoverProblem Problem;
  for (uint32_t Column = 0; Column != 1000; ++Column)
    Problem.Cost.push_back(10 + Random.numberBelow(10));
  for (uint32_t Column = 0; Column + 5 < Problem.columns(); ++Column) {
    std::vector<uint32_t> &Row =
        Problem.Rows.emplace_back(2 + Random.numberBelow(4));
    std::iota(Row.begin(), Row.end(), Column);
  }
  CoverBound Bound = lagrangianBound(Problem, NoLimit, 300);
  REQUIRE(Bound.Prices.size() == Problem.Rows.size());
  Columns ByPrice = pricedCover(Problem, Bound.Prices);
  Columns ByCost = greedyCover(Problem);
  removeRedundant(Problem, ByCost);
  REQUIRE(isCover(Problem, ByPrice));
  CHECK(std::is_sorted(ByPrice.begin(), ByPrice.end()));
  int64_t Excess = coverCost(Problem, ByPrice) - Bound.Bound;
  CHECK(Excess >= 0);
  CHECK(5 * Excess < coverCost(Problem, ByCost) - Bound.Bound);
}

TEST_CASE("covers from any prices hold", "[cover]") {
  RandomCovers Random(19);
  for (int Round = 0; Round != 1000; ++Round) {
    CoverProblem Problem = Random.problem();
    std::vector<double> Prices;
    for (size_t Row = 0; Row != Problem.Rows.size(); ++Row)
      Prices.push_back(Random.numberBelow(10));
    REQUIRE(isCover(Problem, pricedCover(Problem, Prices)));
  }
}
