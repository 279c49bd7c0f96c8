//===- CoverLocalSearchTest.cpp - Tests of CoverLocalSearch -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverLocalSearch.h"

#include "optimizer/cover/CoverElimination.h"
#include "optimizer/cover/CoverGreedy.h"
#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using Columns = std::vector<uint32_t>;

/// \p Length columns, and rows of three columns that are near each other.
static CoverProblem localProblem(uint32_t Length, int64_t Dearest) {
  RandomCovers Random(9);
  CoverProblem Problem;
  for (uint32_t Column = 0; Column != Length; ++Column)
    Problem.Cost.push_back(1 +
                           Random.numberBelow(static_cast<uint32_t>(Dearest)));
  for (uint32_t Row = 0; Row != 2 * Length; ++Row) {
    uint32_t FirstColumn = Random.numberBelow(Length - 9);
    Problem.Rows.push_back({FirstColumn + Random.numberBelow(10),
                            FirstColumn + Random.numberBelow(10),
                            FirstColumn + Random.numberBelow(10)});
  }
  return Problem;
}

TEST_CASE("local search finds the optima of small problems", "[cover]") {
  RandomCovers Random(10);
  int MissCount = 0;
  for (int Round = 0; Round != 2000; ++Round) {
    CoverProblem Problem = Random.problem();
    LocalSearchOptions Options;
    Options.Steps = 200;
    Columns ChosenColumns = searchCover(Problem, {}, Options);
    REQUIRE(isCover(Problem, ChosenColumns));
    REQUIRE(std::is_sorted(ChosenColumns.begin(), ChosenColumns.end()));
    MissCount += coverCost(Problem, ChosenColumns) != bruteForceCost(Problem);
  }
  CHECK(MissCount < 20);
}

TEST_CASE("local search finds the optimum of long problems", "[cover]") {
  for (int64_t Dearest : {1, 20, 100'000'000}) {
    CoverProblem Problem = localProblem(600, Dearest);
    CoverElimination Elimination(Problem, CoverElimination::LeastFill);
    REQUIRE(Elimination.isNarrow());
    int64_t Best = coverCost(Problem, Elimination.solve().ChosenColumns);
    LocalSearchOptions Options;
    Options.Steps = 20'000;
    Options.Goal = Best;
    int64_t Cost = coverCost(Problem, searchCover(Problem, {}, Options));
    Columns Greedy = greedyCover(Problem);
    removeRedundant(Problem, Greedy);
    CHECK(coverCost(Problem, Greedy) > Best);
    // Unit costs are the usual case. With others it comes near.
    if (Dearest == 1)
      CHECK(Cost == Best);
    CHECK(Cost - Best <= (coverCost(Problem, Greedy) - Best) / 5);
  }
}

TEST_CASE("every better cover is told, and holds", "[cover]") {
  CoverProblem Problem = localProblem(300, 20);
  LocalSearchOptions Options;
  Options.Steps = 5000;
  int64_t Last = INT64_MAX;
  int Covers = 0;
  Options.Better = [&](const Columns &ChosenColumns, int64_t Cost) {
    CHECK(isCover(Problem, ChosenColumns));
    CHECK(coverCost(Problem, ChosenColumns) == Cost);
    CHECK(Cost < Last);
    Last = Cost;
    ++Covers;
  };
  Columns ChosenColumns = searchCover(Problem, {}, Options);
  CHECK(coverCost(Problem, ChosenColumns) == Last);
  CHECK(Covers > 2);
}

TEST_CASE("local search starts from a cover, not from anything", "[cover]") {
  CoverProblem Problem = localProblem(300, 20);
  LocalSearchOptions Options;
  Options.Steps = 2000;
  Columns Good = searchCover(Problem, {}, Options);
  Options.Steps = 0;
  CHECK(searchCover(Problem, Good, Options) == Good);
  CHECK(isCover(Problem, searchCover(Problem, {0}, Options)));
  CHECK(isCover(Problem, searchCover(Problem, {0, 0, 999}, Options)));
}

TEST_CASE("local search ends when told to", "[cover]") {
  CoverProblem Problem = localProblem(300, 20);
  LocalSearchOptions Options;
  Options.Steps = UINT64_MAX;
  int StopChecks = 0;
  Options.Stop = [&] { return ++StopChecks == 3; };
  CHECK(isCover(Problem, searchCover(Problem, {}, Options)));
  CHECK(StopChecks == 3);

  int64_t Goal = coverCost(Problem, greedyCover(Problem)) - 5;
  Options.Stop = nullptr;
  Options.Goal = Goal;
  CHECK(coverCost(Problem, searchCover(Problem, {}, Options)) <= Goal);
}

TEST_CASE("local search repeats itself", "[cover]") {
  CoverProblem Problem = localProblem(300, 3);
  LocalSearchOptions Options;
  Options.Steps = 3000;
  Columns First = searchCover(Problem, {}, Options);
  CHECK(searchCover(Problem, {}, Options) == First);
}

TEST_CASE("what needs no search is not searched", "[cover]") {
  LocalSearchOptions Options;
  CHECK(searchCover({{1, 1}, {}, {}}, {}, Options).empty());
  CHECK(searchCover({{1}, {{0}}, {}}, {}, Options) == Columns{0});
  CHECK(searchCover({{0, 0}, {{0, 1}, {1}}, {}}, {}, Options) == Columns{1});
}
