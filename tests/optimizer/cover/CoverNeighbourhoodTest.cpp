//===- CoverNeighbourhoodTest.cpp - Tests of CoverNeighbourhood -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverNeighbourhood.h"

#include "optimizer/cover/CoverGreedy.h"
#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using Columns = std::vector<uint32_t>;

TEST_CASE("a region is what is near, with what nothing else hits", "[cover]") {
  // A path; column 5 is apart from it.
  CoverProblem Problem{
      {1, 2, 3, 4, 5, 6}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {5}}, {}};
  RowsOfColumns Rows(Problem);
  CoverNeighbourhood Region = neighbourhood(Problem, Rows, {0, 2, 4, 5}, 3, 3);
  CHECK(Region.Columns == Columns{2, 3, 4});
  CHECK(Region.Problem.Cost == std::vector<int64_t>{3, 4, 5});
  CHECK(Region.Start == Columns{0, 2});
  // The row of columns 1 and 2 needs column 2, the one of 0 and 1 nothing.
  CHECK(Region.Problem.Rows == std::vector<Columns>{{0}, {0, 1}, {1, 2}});
  CHECK(Region.replace({0, 2, 4, 5}, {0, 1}) == Columns{0, 2, 3, 5});

  CHECK(neighbourhood(Problem, Rows, {0, 2, 4, 5}, 3, 100).Columns ==
        Columns{0, 1, 2, 3, 4});
}

TEST_CASE("what is better in a region is better in the whole", "[cover]") {
  RandomCovers Random(14);
  size_t Better = 0;
  for (int Round = 0; Round != 3000; ++Round) {
    CoverProblem Problem = Random.problem();
    if (Round % 2)
      Random.addTie(Problem);
    RowsOfColumns Rows(Problem);
    Columns Cover = greedyCover(Problem);
    CoverNeighbourhood Region = neighbourhood(
        Problem, Rows, Cover, Random.numberBelow(Problem.columns()),
        1 + Random.numberBelow(8));
    REQUIRE(Region.Columns.size() <= 8);
    REQUIRE(std::is_sorted(Region.Columns.begin(), Region.Columns.end()));
    REQUIRE(isCover(Region.Problem, Region.Start));
    REQUIRE(Region.replace(Cover, Region.Start) == Cover);

    Columns Part = *bruteForceCover(Region.Problem);
    Columns Whole = Region.replace(Cover, Part);
    REQUIRE(isCover(Problem, Whole));
    REQUIRE(std::is_sorted(Whole.begin(), Whole.end()));
    REQUIRE(coverCost(Problem, Cover) - coverCost(Problem, Whole) ==
            coverCost(Region.Problem, Region.Start) -
                coverCost(Region.Problem, Part));
    Better += coverCost(Problem, Whole) < coverCost(Problem, Cover);
  }
  CHECK(Better > 100);
}
