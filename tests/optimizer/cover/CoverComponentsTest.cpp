//===- CoverComponentsTest.cpp - Tests of CoverComponents -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverComponents.h"

#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using Columns = std::vector<uint32_t>;

/// Two triangles with a column apart between them; the second one lists its
/// rows in another way.
static CoverProblem twoTriangles() {
  CoverProblem Problem;
  Problem.Cost = {1, 1, 1, 9, 1, 1, 1};
  Problem.Rows = {{0, 1}, {1, 2}, {2, 0}, {6, 5}, {4, 6}, {5, 4, 5}};
  return Problem;
}

TEST_CASE("components come apart, the smallest first", "[cover]") {
  std::vector<CoverComponent> Components =
      splitCover({{1, 2, 3, 4, 5, 6}, {{2, 0}, {2, 4}, {1, 5}}, {}});
  REQUIRE(Components.size() == 2);
  CHECK(Components[0].Columns == Columns{1, 5});
  CHECK(Components[0].Problem.Cost == std::vector<int64_t>{2, 6});
  CHECK(Components[1].Columns == Columns{0, 2, 4});
  CHECK(Components[1].Problem.Rows == std::vector<Columns>{{0, 1}, {1, 2}});
  CHECK_FALSE(Components[1].EqualTo);
}

TEST_CASE("no rows, no components", "[cover]") {
  CHECK(splitCover({{1, 1}, {}, {}}).empty());
}

TEST_CASE("equal components are told", "[cover]") {
  std::vector<CoverComponent> Components = splitCover(twoTriangles());
  REQUIRE(Components.size() == 2);
  CHECK(Components[0].Columns == Columns{0, 1, 2});
  CHECK(Components[1].Columns == Columns{4, 5, 6});
  CHECK_FALSE(Components[0].EqualTo);
  CHECK(Components[1].EqualTo == 0u);
}

TEST_CASE("other costs or rows are another component", "[cover]") {
  CoverProblem Problem = twoTriangles();
  Problem.Cost[5] = 2;
  CHECK_FALSE(splitCover(Problem)[1].EqualTo);
  Problem = twoTriangles();
  Problem.Rows.pop_back();
  CHECK_FALSE(splitCover(Problem)[1].EqualTo);
}

TEST_CASE("ties may be moved where optima are equally large", "[cover]") {
  CoverProblem Problem = twoTriangles();
  Problem.Tie = {1, 2, 3, 4, 5, 6, 7};
  CHECK(splitCover(Problem)[1].EqualTo == 0u);
  Problem.Tie = {1, 2, 3, 4, 5, 6, 8};
  CHECK_FALSE(splitCover(Problem)[1].EqualTo);

  // Covers of one column and of two may cost the same here.
  Problem.Cost = {1, 2, 1, 9, 1, 2, 1};
  Problem.Tie = {1, 2, 3, 4, 5, 6, 7};
  CHECK_FALSE(splitCover(Problem)[1].EqualTo);
  Problem.Tie = {5, 6, 7, 4, 5, 6, 7};
  CHECK(splitCover(Problem)[1].EqualTo == 0u);

  // And any number of columns here.
  Problem.Cost = {0, 0, 0, 0, 0, 0, 0};
  Problem.Tie = {1, 2, 3, 4, 5, 6, 7};
  CHECK_FALSE(splitCover(Problem)[1].EqualTo);
}

TEST_CASE("many equal components are equal to the first", "[cover]") {
  CoverProblem Problem;
  for (uint32_t Copy = 0; Copy != 1000; ++Copy) {
    for (int Column = 0; Column != 3; ++Column) {
      Problem.Cost.push_back(5);
      Problem.Tie.push_back(3 * Copy + Column + 1);
    }
    Problem.Rows.push_back({3 * Copy, 3 * Copy + 1});
    Problem.Rows.push_back({3 * Copy + 2, 3 * Copy + 1});
  }
  std::vector<CoverComponent> Components = splitCover(Problem);
  REQUIRE(Components.size() == 1000);
  for (uint32_t Copy = 1; Copy != 1000; ++Copy)
    REQUIRE(Components[Copy].EqualTo == 0u);
}

TEST_CASE("equal components have equal optima", "[cover]") {
  RandomCovers Random(4);
  size_t Equal = 0;
  for (int Round = 0; Round != 2000; ++Round) {
    // Small ones, or no two would be equal.
    CoverProblem Problem;
    for (int Column = 0; Column != 12; ++Column) {
      Problem.Cost.push_back(Random.numberBelow(2) + 1);
      Problem.Tie.push_back(Random.numberBelow(2) + 1);
    }
    for (int Row = 0; Row != 6; ++Row) {
      uint32_t FirstColumn = 4 * Random.numberBelow(3);
      Problem.Rows.push_back({FirstColumn + Random.numberBelow(4),
                              FirstColumn + Random.numberBelow(4)});
    }
    std::vector<CoverComponent> Components = splitCover(Problem);
    for (const CoverComponent &Component : Components) {
      if (!Component.EqualTo)
        continue;
      const CoverComponent &OtherComponent = Components[*Component.EqualTo];
      REQUIRE(&OtherComponent < &Component);
      REQUIRE_FALSE(OtherComponent.EqualTo);
      REQUIRE(bruteForceCover(Component.Problem) ==
              bruteForceCover(OtherComponent.Problem));
      ++Equal;
    }
  }
  CHECK(Equal > 100);
}
