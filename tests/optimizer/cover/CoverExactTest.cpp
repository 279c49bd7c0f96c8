//===- CoverExactTest.cpp - Tests of CoverExact -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverExact.h"

#include "optimizer/cover/CoverElimination.h"
#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using Columns = std::vector<uint32_t>;

static constexpr uint64_t Enough = 1'000'000'000;

/// \p Columns columns of cost 1 and rows of three from all over, which no
/// order makes narrow.
static CoverProblem wideProblem(uint32_t Columns, uint32_t Rows) {
  RandomCovers Random(6);
  CoverProblem Problem;
  Problem.Cost.assign(Columns, 1);
  for (; Rows; --Rows)
    Problem.Rows.push_back({Random.numberBelow(Columns),
                            Random.numberBelow(Columns),
                            Random.numberBelow(Columns)});
  return Problem;
}

TEST_CASE("exact covers are what all subsets give", "[cover]") {
  RandomCovers Random(7);
  for (int Round = 0; Round != 10000; ++Round) {
    CoverProblem Problem = Random.problem();
    if (Round % 2)
      Random.addTie(Problem);
    Columns Best = *bruteForceCover(Problem);
    std::optional<ExactCover> Result = solveExactly(Problem, Enough);
    REQUIRE(Result);
    REQUIRE(Result->TieSettled);
    REQUIRE(isCover(Problem, Result->ChosenColumns));
    REQUIRE(coverCost(Problem, Result->ChosenColumns) ==
            coverCost(Problem, Best));
    if (Round % 2)
      REQUIRE(Result->ChosenColumns == Best);
  }
}

TEST_CASE("branching agrees with elimination", "[cover]") {
  RandomCovers Random(13);
  int Hard = 0;
  for (int Round = 0; Round != 12; ++Round) {
    // Cost and tie in one, for elimination to find the same.
    CoverProblem Problem, CombinedProblem;
    for (int Column = 0; Column != 46; ++Column) {
      Problem.Cost.push_back(1 + (Round % 2 ? Random.numberBelow(9) : 0));
      Problem.Tie.push_back(1 + Random.numberBelow(1000));
      CombinedProblem.Cost.push_back((Problem.Cost.back() << 20) +
                                     Problem.Tie.back());
    }
    for (int Row = 0; Row != 85; ++Row)
      Problem.Rows.push_back({Random.numberBelow(46), Random.numberBelow(46),
                              Random.numberBelow(46)});
    CombinedProblem.Rows = Problem.Rows;
    CoverElimination Elimination(CombinedProblem, CoverElimination::LeastFill);
    REQUIRE(Elimination.isNarrow());
    Hard += Elimination.steps() > 1 << 20;
    CoverElimination::Answer ExpectedAnswer = Elimination.solve();

    std::optional<ExactCover> Result = solveExactly(Problem, Enough);
    REQUIRE(Result);
    REQUIRE(Result->TieSettled);
    REQUIRE(isCover(Problem, Result->ChosenColumns));
    REQUIRE(coverCost(CombinedProblem, Result->ChosenColumns) ==
            coverCost(CombinedProblem, ExpectedAnswer.ChosenColumns));
    if (ExpectedAnswer.IsUnique)
      REQUIRE(Result->ChosenColumns == ExpectedAnswer.ChosenColumns);

    Problem.Tie.clear();
    Result = solveExactly(Problem, Enough);
    REQUIRE(Result);
    REQUIRE(coverCost(Problem, Result->ChosenColumns) ==
            coverCost(Problem, ExpectedAnswer.ChosenColumns));
  }
  CHECK(Hard > 3); // Wide enough to be branched on.
}

TEST_CASE("what is equal in cost and tie is settled by columns", "[cover]") {
  // Longer than a number has bits: one of each pair, the lower one.
  CoverProblem Problem;
  Columns ExpectedColumns;
  for (uint32_t Pair = 0; Pair != 100; ++Pair) {
    Problem.Rows.push_back({2 * Pair + 1, 2 * Pair});
    // Tied together, or presolve would do it all.
    Problem.Rows.push_back({2 * Pair, (2 * Pair + 3) % 200});
    Problem.Rows.push_back({2 * Pair + 1, (2 * Pair + 2) % 200});
    ExpectedColumns.push_back(2 * Pair);
  }
  Problem.Cost.assign(200, 3);
  Problem.Tie.assign(200, 5);
  std::optional<ExactCover> Result = solveExactly(Problem, Enough);
  REQUIRE(Result);
  CHECK(Result->TieSettled);
  CHECK(coverCost(Problem, Result->ChosenColumns) == 300);
  CHECK(Result->ChosenColumns ==
        ExpectedColumns); // Not all that are odd, nor a mixture.
}

TEST_CASE("a wide problem is branched on, in equally many steps", "[cover]") {
  CoverProblem Problem = wideProblem(50, 110);
  std::optional<ExactCover> Result = solveExactly(Problem, Enough);
  REQUIRE(Result);
  REQUIRE(isCover(Problem, Result->ChosenColumns));
  CHECK(Result->Steps > 0);
  CHECK(Result->Steps <= Enough);
  std::optional<ExactCover> SecondResult = solveExactly(Problem, Enough);
  REQUIRE(SecondResult);
  CHECK(SecondResult->ChosenColumns == Result->ChosenColumns);
  CHECK(SecondResult->Steps == Result->Steps);

  // So many are enough, and not one less.
  CHECK(solveExactly(Problem, Result->Steps + 1));
  CHECK_FALSE(solveExactly(Problem, Result->Steps));
}

TEST_CASE("what takes too long has no result", "[cover]") {
  CoverProblem Problem = wideProblem(1000, 5000);
  CHECK_FALSE(solveExactly(Problem, 1'000'000));
  CHECK_FALSE(solveExactly(Problem, 0));
}

TEST_CASE("an exact search ends when told to", "[cover]") {
  CoverProblem Problem = wideProblem(1000, 5000);
  int StopChecks = 0;
  CHECK_FALSE(
      solveExactly(Problem, UINT64_MAX, [&] { return ++StopChecks == 20; }));
  // Each branch that is open notices.
  CHECK(StopChecks < 200);
  CHECK(solveExactly(wideProblem(50, 110), Enough, [] { return false; }));
}

TEST_CASE("where the tie takes too long, the cost is proven", "[cover]") {
  CoverProblem Problem = wideProblem(50, 110);
  uint64_t ForCost = solveExactly(Problem, Enough)->Steps;
  int64_t Cost =
      coverCost(Problem, solveExactly(Problem, Enough)->ChosenColumns);
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
    Problem.Tie.push_back(1 + Column);
  std::optional<ExactCover> Result = solveExactly(Problem, ForCost + 1000);
  REQUIRE(Result);
  CHECK_FALSE(Result->TieSettled);
  CHECK(isCover(Problem, Result->ChosenColumns));
  CHECK(coverCost(Problem, Result->ChosenColumns) == Cost);

  Result = solveExactly(Problem, 10 * Enough);
  REQUIRE(Result);
  CHECK(Result->TieSettled);
  CHECK(coverCost(Problem, Result->ChosenColumns) == Cost);
}

TEST_CASE("what is not for this has no result", "[cover]") {
  CHECK_FALSE(solveExactly({{1}, {{}}, {}}, Enough));
  CoverProblem Problem{{1}, {{0}}, {}};
  Problem.Cost = {INT64_MAX};
  CHECK_FALSE(solveExactly(Problem, Enough));

  // Cost and tie fit, but not both in one number.
  int64_t Large = int64_t(1) << 40;
  Problem.Cost = Problem.Tie = {Large, Large, Large};
  Problem.Rows = {{0, 1}, {1, 2}, {2, 0}};
  std::optional<ExactCover> Result = solveExactly(Problem, Enough);
  REQUIRE(Result);
  CHECK_FALSE(Result->TieSettled);
}

TEST_CASE("nothing to cover is solved", "[cover]") {
  std::optional<ExactCover> Result = solveExactly({}, Enough);
  REQUIRE(Result);
  CHECK(Result->ChosenColumns.empty());
  CHECK(Result->TieSettled);
}
