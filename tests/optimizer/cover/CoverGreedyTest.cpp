//===- CoverGreedyTest.cpp - Tests of CoverGreedy ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverGreedy.h"

#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using Columns = std::vector<uint32_t>;

TEST_CASE("greedy takes the least cost per newly hit row", "[cover]") {
  // Column 2 alone hits all; the others are cheaper, but not per row.
  CoverProblem Problem{{2, 2, 3}, {{0, 2}, {1, 2}}, {}};
  CHECK(greedyCover(Problem) == Columns{2});
  Problem.Cost = {1, 1, 3};
  CHECK(greedyCover(Problem) == Columns{0, 1});
}

TEST_CASE("greedy takes the lower column on a tie", "[cover]") {
  CHECK(greedyCover({{1, 1, 1}, {{2, 1}}, {}}) == Columns{1});
}

TEST_CASE("greedy keeps what it is given", "[cover]") {
  CoverProblem Problem{{1, 1, 9}, {{0, 1}, {1, 2}}, {}};
  CHECK(greedyCover(Problem, {2}) == Columns{0, 2});
  CHECK(greedyCover(Problem, {2, 2}) == Columns{0, 2});
}

TEST_CASE("greedy without rows is empty", "[cover]") {
  CHECK(greedyCover({{1, 1}, {}, {}}).empty());
  CHECK(greedyCover({}).empty());
}

TEST_CASE("what is redundant goes, the dearest first", "[cover]") {
  CoverProblem Problem{{1, 5, 1}, {{0, 1}, {1, 2}}, {}};
  Columns ChosenColumns = {2, 1, 0};
  removeRedundant(Problem, ChosenColumns);
  CHECK(ChosenColumns == Columns{0, 2});

  Problem.Cost = {1, 1, 1};
  ChosenColumns = {0, 1, 2};
  removeRedundant(Problem, ChosenColumns);
  CHECK(ChosenColumns ==
        Columns{1}); // The later one goes first: 2, then not 1.
}

TEST_CASE("a column that stands in a row twice counts once", "[cover]") {
  CoverProblem Problem{{3, 4}, {{0, 0}, {1, 0, 1}}, {}};
  Columns ChosenColumns = greedyCover(Problem);
  removeRedundant(Problem, ChosenColumns);
  CHECK(ChosenColumns == Columns{0});
  CHECK(dualAscentBound(Problem) == 3);
}

TEST_CASE("greedy covers hold and the dual bound is below", "[cover]") {
  RandomCovers Random(1);
  int Tight = 0;
  for (int Round = 0; Round != 5000; ++Round) {
    CoverProblem Problem = Random.problem();
    std::optional<int64_t> Best = bruteForceCost(Problem);
    REQUIRE(Best);
    Columns ChosenColumns = greedyCover(Problem);
    REQUIRE(isCover(Problem, ChosenColumns));
    int64_t OldCost = coverCost(Problem, ChosenColumns);
    removeRedundant(Problem, ChosenColumns);
    REQUIRE(isCover(Problem, ChosenColumns));
    REQUIRE(coverCost(Problem, ChosenColumns) <= OldCost);
    REQUIRE(coverCost(Problem, ChosenColumns) >= *Best);
    REQUIRE(dualAscentBound(Problem) <= *Best);
    REQUIRE(dualAscentBound(Problem) >= 0);
    Tight += dualAscentBound(Problem) == *Best;

    // Nothing is left to drop.
    for (size_t Drop = 0; Drop != ChosenColumns.size(); ++Drop) {
      Columns Fewer = ChosenColumns;
      Fewer.erase(Fewer.begin() + static_cast<std::ptrdiff_t>(Drop));
      REQUIRE_FALSE(isCover(Problem, Fewer));
    }
  }
  CHECK(Tight > 500); // A bound that is always 0 would pass the rest.
}
