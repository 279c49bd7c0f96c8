//===- CoverRegionSearchTest.cpp - Tests of CoverRegionSearch ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverRegionSearch.h"

#include "optimizer/cover/CoverExact.h"
#include "optimizer/cover/CoverGreedy.h"
#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using Columns = std::vector<uint32_t>;

/// Rows of three columns that are near each other.
static CoverProblem longProblem() {
  RandomCovers Random(17);
  CoverProblem Problem;
  for (uint32_t Column = 0; Column != 600; ++Column) {
    Problem.Cost.push_back(1 + Random.numberBelow(3));
    Problem.Tie.push_back(1 + Column);
  }
  for (uint32_t Row = 0; Row != 1200; ++Row) {
    uint32_t FirstColumn = Random.numberBelow(591);
    Problem.Rows.push_back({FirstColumn + Random.numberBelow(10),
                            FirstColumn + Random.numberBelow(10),
                            FirstColumn + Random.numberBelow(10)});
  }
  return Problem;
}

static int64_t tieOf(const CoverProblem &Problem,
                     const Columns &ChosenColumns) {
  int64_t Sum = 0;
  for (uint32_t Column : ChosenColumns)
    Sum += Problem.Tie[Column];
  return Sum;
}

TEST_CASE("regions make a whole better, and the tie with it", "[cover]") {
  CoverProblem Problem = longProblem();
  Columns Greedy = greedyCover(Problem);
  Columns Best = solveExactly(Problem, UINT64_MAX)->ChosenColumns;
  RegionSearchOptions Options;
  Options.RegionColumns = 60;
  Options.Regions = 300;
  int64_t Last = coverCost(Problem, Greedy);
  Options.Better = [&](const Columns &ChosenColumns, int64_t Cost) {
    CHECK(isCover(Problem, ChosenColumns));
    CHECK(coverCost(Problem, ChosenColumns) == Cost);
    CHECK(Cost < Last);
    Last = Cost;
  };
  Columns ChosenColumns = searchRegions(Problem, Greedy, Options);
  REQUIRE(isCover(Problem, ChosenColumns));
  CHECK(std::is_sorted(ChosenColumns.begin(), ChosenColumns.end()));
  CHECK(coverCost(Problem, Greedy) > coverCost(Problem, Best));
  CHECK(coverCost(Problem, ChosenColumns) == coverCost(Problem, Best));
  CHECK(tieOf(Problem, ChosenColumns) == tieOf(Problem, Best));
  CHECK(Last == coverCost(Problem, ChosenColumns));
  Options.Better = nullptr;
  CHECK(searchRegions(Problem, Greedy, Options) == ChosenColumns);
}

TEST_CASE("a search by regions never makes it worse", "[cover]") {
  RandomCovers Random(18);
  for (int Round = 0; Round != 1000; ++Round) {
    CoverProblem Problem = Random.problem();
    Columns Cover = greedyCover(Problem);
    RegionSearchOptions Options;
    Options.RegionColumns = 1 + Random.numberBelow(5);
    Options.Regions = 5;
    Columns ChosenColumns = searchRegions(Problem, Cover, Options);
    REQUIRE(isCover(Problem, ChosenColumns));
    REQUIRE(coverCost(Problem, ChosenColumns) <= coverCost(Problem, Cover));
  }
}

TEST_CASE("a search by regions ends when told to", "[cover]") {
  CoverProblem Problem = longProblem();
  Columns Greedy = greedyCover(Problem);
  RegionSearchOptions Options;
  Options.Regions = UINT32_MAX;
  Options.Stop = [] { return true; };
  CHECK(searchRegions(Problem, Greedy, Options) == Greedy);
  Options.Stop = nullptr;
  Options.Goal = coverCost(Problem, Greedy) - 1;
  CHECK(coverCost(Problem, searchRegions(Problem, Greedy, Options)) <
        coverCost(Problem, Greedy));
  CHECK(searchRegions({}, {}, Options).empty());
}
