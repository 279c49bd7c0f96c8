//===- CoverEliminationTest.cpp - Tests of CoverElimination -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverElimination.h"

#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using Columns = std::vector<uint32_t>;

/// Whether more than one cover costs as little as any.
static bool hasSeveralOptima(const CoverProblem &Problem) {
  int64_t MinCost = *bruteForceCost(Problem);
  int Optima = 0;
  for (uint32_t Subset = 0; Subset != 1u << Problem.columns(); ++Subset) {
    Columns ChosenColumns;
    for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
      if (Subset >> Column & 1)
        ChosenColumns.push_back(Column);
    Optima += coverCost(Problem, ChosenColumns) == MinCost &&
              isCover(Problem, ChosenColumns);
  }
  return Optima > 1;
}

TEST_CASE("elimination agrees with all subsets", "[cover]") {
  RandomCovers Random(5);
  for (int Round = 0; Round != 5000; ++Round) {
    CoverProblem Problem = Random.problem();
    for (auto OrderRule :
         {CoverElimination::LeastDegree, CoverElimination::LeastFill}) {
      CoverElimination Elimination(Problem, OrderRule);
      REQUIRE(Elimination.isNarrow());
      Columns ChosenColumns = Elimination.solve().ChosenColumns;
      REQUIRE(isCover(Problem, ChosenColumns));
      REQUIRE(std::is_sorted(ChosenColumns.begin(), ChosenColumns.end()));
      REQUIRE(coverCost(Problem, ChosenColumns) == bruteForceCost(Problem));
    }
  }
}

TEST_CASE("elimination knows whether there are other optima", "[cover]") {
  RandomCovers Random(8);
  int Unique = 0;
  for (int Round = 0; Round != 300; ++Round) {
    CoverProblem Problem = Random.problem();
    // Without columns that are free to take or leave.
    for (int64_t &Cost : Problem.Cost)
      ++Cost;
    bool IsUnique = CoverElimination(Problem).solve().IsUnique;
    REQUIRE(IsUnique != hasSeveralOptima(Problem));
    Unique += IsUnique;
  }
  CHECK(Unique > 50);
  CHECK(Unique < 250);
}

TEST_CASE("elimination decides nothing where there is nothing", "[cover]") {
  CoverProblem Problem{{1, 1}, {}, {}};
  CHECK(CoverElimination(Problem).solve().ChosenColumns.empty());
  CHECK(CoverElimination(Problem).steps() == 0);
}

TEST_CASE("a long problem that is narrow takes little", "[cover]") {
  // Each row is three neighbours: every third column is an optimum.
  CoverProblem Problem;
  Problem.Cost.assign(30000, 1);
  for (uint32_t Column = 0; Column + 2 < Problem.columns(); ++Column)
    Problem.Rows.push_back({Column, Column + 1, Column + 2});
  CoverElimination Elimination(Problem);
  REQUIRE(Elimination.isNarrow());
  CHECK(Elimination.steps() <= 4 * 30000);
  CHECK(coverCost(Problem, Elimination.solve().ChosenColumns) == 10000);
}

TEST_CASE("the sum of the costs may be large", "[cover]") {
  const int64_t Large = int64_t(1) << 58;
  CoverProblem Problem{
      {Large, Large + 1, Large, 1}, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, {}};
  CHECK(CoverElimination(Problem).solve().ChosenColumns == Columns{0, 2});
}

TEST_CASE("a wide problem is known to be, and where", "[cover]") {
  // Every two of 40 columns meet; the others hang on one of them.
  CoverProblem Problem;
  Problem.Cost.assign(45, 1);
  for (uint32_t A = 0; A != 40; ++A)
    for (uint32_t B = 0; B != A; ++B)
      Problem.Rows.push_back({A, B});
  for (uint32_t Column = 40; Column != 45; ++Column)
    Problem.Rows.push_back({7, Column});
  CoverElimination Elimination(Problem);
  CHECK_FALSE(Elimination.isNarrow());
  CHECK(Elimination.bottleneck() < 40);
}

TEST_CASE("the bottleneck of a star is its middle", "[cover]") {
  CoverProblem Problem;
  Problem.Cost.assign(9, 1);
  for (uint32_t Column : {0, 1, 2, 3, 5, 6, 7, 8})
    Problem.Rows.push_back({4, Column});
  CHECK(CoverElimination(Problem).bottleneck() == 4);
}
