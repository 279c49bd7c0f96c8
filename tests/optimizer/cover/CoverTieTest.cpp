//===- CoverTieTest.cpp - Tests of which optimum is found -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverSolver.h"
#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace std::chrono_literals;
using Columns = std::vector<uint32_t>;

static CoverOptions timedOptions(std::chrono::milliseconds Time) {
  CoverOptions Options;
  Options.TimeLimit = Time;
  return Options;
}

static void addPositions(CoverProblem &Problem) {
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
    Problem.Tie.push_back(Column + 1);
}

TEST_CASE("of the optima the earliest is found", "[cover]") {
  // A cycle of five has five covers of 3; {0, 1, 3} has the lowest positions.
  CoverProblem Cycle{
      {1, 1, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}, {}};
  addPositions(Cycle);
  CoverResult Result = solveCover(Cycle, {});
  CHECK(Result.TieSettled);
  CHECK(Result.ChosenColumns == Columns{0, 1, 3});
  // {1, 2} and {0, 3} have equal sums, and the latter comes first.
  CoverProblem Square{{1, 1, 1, 1}, {{0, 1}, {2, 3}, {0, 2}, {1, 3}}, {}};
  addPositions(Square);
  CHECK(solveCover(Square, {}).ChosenColumns == Columns{0, 3});
}

TEST_CASE("all subsets agree on the tie", "[cover]") {
  RandomCovers Random(51);
  for (int Round = 0; Round != 3000; ++Round) {
    CoverProblem Problem = Random.problem();
    Random.addTie(Problem);
    CoverResult Result = solveCover(Problem, {});
    REQUIRE(Result.Status == CoverStatus::Optimal);
    REQUIRE(Result.TieSettled);
    REQUIRE(Result.ChosenColumns == *bruteForceCover(Problem));
  }
}

/// Edges of a random bipartite graph: its matrix is totally unimodular, so its
/// relaxation is integral, but it is as tangled as can be.
static CoverProblem bipartite(uint32_t Half, uint32_t Edges) {
  CoverProblem Problem;
  RandomCovers Random(52);
  Problem.Cost.assign(2 * Half, 1);
  for (uint32_t Edge = 0; Edge != Edges; ++Edge)
    Problem.Rows.push_back(
        {2 * Random.numberBelow(Half), 2 * Random.numberBelow(Half) + 1});
  addPositions(Problem);
  return Problem;
}

static int64_t sumOfPositions(const Columns &ChosenColumns) {
  int64_t Sum = 0;
  for (uint32_t Column : ChosenColumns)
    Sum += Column + 1;
  return Sum;
}

// Too large to be decided by elimination: by relaxation of costs that know the
// tie.
TEST_CASE("thousands of columns are decided by relaxation", "[cover]") {
  CoverProblem Problem = bipartite(3000, 9000);
  CoverResult Result = solveCover(Problem, timedOptions(60s));
  REQUIRE(Result.Status == CoverStatus::Optimal);
  CHECK(Result.TieSettled);
  // The same in one: positions in the place of what is small beside the cost.
  CoverProblem InOne = Problem;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
    InOne.Cost[Column] = (int64_t(1) << 26) + Problem.Tie[Column];
  InOne.Tie.clear();
  CoverResult Reference = solveCover(InOne, timedOptions(60s));
  REQUIRE(Reference.Status == CoverStatus::Optimal);
  CHECK(Result.Cost == static_cast<int64_t>(Reference.ChosenColumns.size()));
  CHECK(sumOfPositions(Result.ChosenColumns) ==
        sumOfPositions(Reference.ChosenColumns));
}

TEST_CASE("an undecided tie is said so, and the cost stands", "[cover]") {
  CoverProblem Problem = bipartite(3000, 9000);
  CoverProblem WithoutTie = Problem;
  WithoutTie.Tie.clear();
  CoverOptions Options = timedOptions(60s);
  Options.Start = solveCover(WithoutTie, Options).ChosenColumns;
  Options.WorkerPath = "/bin/false";
  CoverResult Result = solveCover(Problem, Options);
  CHECK_FALSE(Result.TieSettled);
  CHECK(isCover(Problem, Result.ChosenColumns));
  CHECK(Result.Cost == static_cast<int64_t>(Options.Start.size()));
  CHECK(Result.LowerBound <= Result.Cost);
}

TEST_CASE("ties that cannot be added exactly are refused", "[cover]") {
  CoverProblem Problem{{1, 1}, {{0, 1}}, {}};
  Problem.Tie = {int64_t(1) << 53, 1};
  CHECK(solveCover(Problem, {}).Status == CoverStatus::Failed);
  Problem.Tie = {1};
  CHECK(solveCover(Problem, {}).Status == CoverStatus::Failed);
  Problem.Tie = {-1, 1};
  CHECK(solveCover(Problem, {}).Status == CoverStatus::Failed);
}
