//===- CoverDualTest.cpp - Tests of CoverDual -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverDual.h"

#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;

TEST_CASE("the prices of a relaxation give its value", "[cover]") {
  CoverProblem Triangle{{1, 1, 1}, {{0, 1}, {1, 2}, {0, 2}}, {}};
  CoverDual Dual(Triangle, {1, 1, 1}, 2);
  CHECK(Dual.value() == 1.5);
  CHECK(Dual.bound() == 2);
  // Costs are multiples of 7, so sums are.
  Triangle.Cost = {7, 7, 7};
  CHECK(CoverDual(Triangle, {7, 7, 7}, 2).bound() == 14);
}

TEST_CASE("prices that are no prices prove less, never too much", "[cover]") {
  CoverProblem Problem{{3, 5}, {{0, 1}, {}, {1}}, {}};
  CHECK(CoverDual(Problem, {-4, -4, -4}, 1).bound() == 0);
  CHECK(CoverDual(Problem, {0, INT64_MAX, 0}, 1).bound() == 0);
  CHECK(CoverDual(Problem, {INT64_MAX, 0, INT64_MAX}, 1).bound() <= 8);
}

TEST_CASE("what any prices prove holds of all subsets", "[cover]") {
  RandomCovers Random(31);
  int ExcludedCount = 0, IncludedCount = 0;
  for (int Round = 0; Round != 1000; ++Round) {
    CoverProblem Problem = Random.problem();
    int64_t Scale = 1 + Random.numberBelow(6);
    std::vector<int64_t> Prices;
    for (size_t Row = 0; Row != Problem.Rows.size(); ++Row)
      Prices.push_back(Random.numberBelow(4) ? Random.numberBelow(12) : 0);
    CoverDual Dual(Problem, Prices, Scale);
    int64_t Best = *bruteForceCost(Problem);
    REQUIRE(Dual.bound() <= Best);
    for (uint32_t Column = 0; Column != Problem.columns(); ++Column) {
      if (Dual.isOut(Column, Best)) {
        CoverProblem IncludedProblem = Problem;
        IncludedProblem.Rows.push_back({Column});
        REQUIRE(*bruteForceCost(IncludedProblem) > Best);
        ++ExcludedCount;
      }
      if (Dual.isIn(Column, Best)) {
        CoverProblem ExcludedProblem = Problem;
        for (std::vector<uint32_t> &Row : ExcludedProblem.Rows)
          std::erase(Row, Column);
        REQUIRE(bruteForceCost(ExcludedProblem).value_or(INT64_MAX) > Best);
        ++IncludedCount;
      }
    }
  }
  CHECK(ExcludedCount > 100);
  CHECK(IncludedCount > 20);
}
