//===- CoverPresolveTest.cpp - Tests of CoverPresolve -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/CoverPresolve.h"

#include "tests/optimizer/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using Columns = std::vector<uint32_t>;

TEST_CASE("without rows there is nothing to choose", "[cover]") {
  PresolvedCover Result = presolveCover({{1, 2}, {}, {}});
  CHECK_FALSE(Result.Infeasible);
  CHECK(Result.Forced.empty());
  CHECK(Result.Components.empty());
}

TEST_CASE("an empty row is infeasible", "[cover]") {
  CHECK(presolveCover({{1}, {{0}, {}}, {}}).Infeasible);
}

TEST_CASE("the only column of a row is forced, with all it hits", "[cover]") {
  PresolvedCover Result =
      presolveCover({{1, 1, 1, 1}, {{1, 1}, {1, 2}, {0, 3}}, {}});
  CHECK(Result.Forced == Columns{1});
  REQUIRE(Result.Components.size() == 1);
  CHECK(Result.Components[0].Columns == Columns{0, 3});
  CHECK(Result.Components[0].Problem.Rows == std::vector<Columns>{{0, 1}});
}

TEST_CASE("repeated rows and supersets go", "[cover]") {
  PresolvedCover Result = presolveCover(
      {{1, 1, 1, 1}, {{3, 2, 1, 0}, {2, 1}, {1, 2}, {1, 2, 3}, {0, 3}}, {}});
  size_t Rows = 0;
  for (const CoverComponent &Component : Result.Components)
    Rows += Component.Problem.Rows.size();
  CHECK(Rows == 2); // {1, 2} and {0, 3}
  CHECK(Result.Components.size() == 2);
}

TEST_CASE("what costs nothing is taken", "[cover]") {
  PresolvedCover Result = presolveCover({{1, 0, 0}, {{0, 1}}, {}});
  CHECK(Result.Forced == Columns{1}); // Column 2 is in no row.
  CHECK(Result.Components.empty());
}

TEST_CASE("components come apart, the smallest first", "[cover]") {
  PresolvedCover Result =
      presolveCover({{1, 2, 3, 4, 5, 6}, {{0, 2}, {2, 4}, {1, 5}}, {}});
  REQUIRE(Result.Components.size() == 2);
  CHECK(Result.Components[0].Columns == Columns{1, 5});
  CHECK(Result.Components[0].Problem.Cost == std::vector<int64_t>{2, 6});
  CHECK(Result.Components[1].Columns == Columns{0, 2, 4});
  CHECK(Result.Components[1].Problem.Rows ==
        std::vector<Columns>{{0, 1}, {1, 2}});
}

TEST_CASE("a budget holds the components together", "[cover]") {
  CoverProblem Problem{{0, 0, 0, 0, 0}, {{4}, {0, 2}, {1, 3}}, {}};
  Problem.Side = CoverProblem::Budget{{1, 2, 3, 4, 5}, 9};
  PresolvedCover Result = presolveCover(Problem);
  CHECK(Result.Forced == Columns{4});
  REQUIRE(Result.Components.size() == 1);
  CHECK(Result.Components[0].Columns == Columns{0, 1, 2, 3});
  REQUIRE(Result.Components[0].Problem.Side);
  CHECK(Result.Components[0].Problem.Side->Limit == 4);
  CHECK(Result.Components[0].Problem.Side->Weight ==
        std::vector<int64_t>{1, 2, 3, 4});

  Problem.Side->Limit = 4;
  CHECK(presolveCover(Problem).Infeasible);
}

TEST_CASE("presolve keeps the optimum", "[cover]") {
  RandomCovers Random(2);
  size_t Split = 0;
  for (int Round = 0; Round != 4000; ++Round) {
    CoverProblem Problem = Random.problem();
    if (Round % 3 == 0)
      Random.addBudget(Problem);
    std::optional<int64_t> Best = bruteForceCost(Problem);
    PresolvedCover Presolved = presolveCover(Problem);
    bool Infeasible = Presolved.Infeasible;
    int64_t Sum = coverCost(Problem, Presolved.Forced);
    for (const CoverComponent &Component : Presolved.Components) {
      std::optional<int64_t> Part = bruteForceCost(Component.Problem);
      Infeasible |= !Part;
      Sum += Part.value_or(0);
    }
    REQUIRE(Infeasible == !Best);
    if (Best)
      REQUIRE(Sum == *Best);
    Split += Presolved.Components.size() > 1;
  }
  CHECK(Split > 100);
}
