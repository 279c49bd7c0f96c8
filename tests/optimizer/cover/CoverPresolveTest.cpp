//===- CoverPresolveTest.cpp - Tests of CoverPresolve -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverPresolve.h"

#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using Columns = std::vector<uint32_t>;

TEST_CASE("without rows there is nothing to choose", "[cover]") {
  PresolvedCover Result = presolveCover({{1, 2}, {}, {}});
  CHECK_FALSE(Result.Infeasible);
  CHECK(Result.ForcedColumns.empty());
  CHECK(Result.Components.empty());
}

TEST_CASE("an empty row is infeasible", "[cover]") {
  CHECK(presolveCover({{1}, {{0}, {}}, {}}).Infeasible);
}

TEST_CASE("the only column of a row is forced, with all it hits", "[cover]") {
  PresolvedCover Result = presolveCover(
      {{1, 1, 1, 1, 1}, {{1, 1}, {1, 2}, {0, 3}, {3, 4}, {4, 0}}, {}});
  CHECK(Result.ForcedColumns == Columns{1});
  REQUIRE(Result.Components.size() == 1);
  CHECK(Result.Components[0].Columns == Columns{0, 3, 4});
  CHECK(Result.Components[0].Problem.Rows ==
        std::vector<Columns>{{0, 1}, {0, 2}, {1, 2}});
}

TEST_CASE("repeated rows and supersets go", "[cover]") {
  // Costs that let no column replace another.
  CoverProblem Problem{{2, 3, 3, 2}, {}};
  Problem.Rows = {{3, 2, 1, 0}, {2, 1}, {1, 2}, {1, 2, 3}, {0, 1}, {2, 3}};
  PresolvedCover Result = presolveCover(Problem);
  REQUIRE(Result.Components.size() == 1);
  CHECK(Result.Components[0].Problem.Rows ==
        std::vector<Columns>{{0, 1}, {1, 2}, {2, 3}});
}

TEST_CASE("a column goes for one that hits as much", "[cover]") {
  // Columns 0 and 4 hit less than 1 and 3, and that settles everything.
  CoverProblem Problem{{1, 1, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, {}};
  PresolvedCover Result = presolveCover(Problem);
  CHECK(Result.ForcedColumns == Columns{1, 3});
  CHECK(Result.Components.empty());

  // A cheaper column that hits less stays.
  Problem.Cost = {2, 3, 3, 3, 2};
  Result = presolveCover(Problem);
  REQUIRE(Result.Components.size() == 1);
  CHECK(Result.Components[0].Columns.size() == 5);

  // So does an earlier one, where that counts.
  Problem.Cost = {1, 1, 1, 1, 1};
  Problem.Tie = {1, 9, 2, 9, 3};
  Result = presolveCover(Problem);
  REQUIRE(Result.Components.size() == 1);
  CHECK(Result.Components[0].Columns.size() == 5);
}

TEST_CASE("of columns that hit the same the lower one stays", "[cover]") {
  for (bool HasTie : {false, true}) {
    CoverProblem Problem{{1, 1, 1}, {{2, 1, 0}, {0, 1, 2}}, {}};
    if (HasTie)
      Problem.Tie = {7, 7, 7};
    CHECK(presolveCover(Problem).ForcedColumns == Columns{0});
    Problem.Cost = {2, 1, 1};
    CHECK(presolveCover(Problem).ForcedColumns == Columns{1});
  }
}

TEST_CASE("a column goes for cheaper ones that hit as much", "[cover]") {
  CoverProblem Problem{{10, 3, 4, 5, 5}, {{0, 1, 3}, {0, 2, 4}}, {}};
  Problem.Rows.push_back({1, 4});
  Problem.Rows.push_back({2, 3});
  Problem.Rows.push_back({3, 4});
  PresolvedCover Result = presolveCover(Problem);
  for (const CoverComponent &Component : Result.Components)
    CHECK(std::count(Component.Columns.begin(), Component.Columns.end(), 0) ==
          0);
  Problem.Cost[0] = 6;
  Result = presolveCover(Problem);
  REQUIRE(Result.Components.size() == 1);
  CHECK(Result.Components[0].Columns.front() == 0);
}

TEST_CASE("what costs nothing is taken", "[cover]") {
  PresolvedCover Result = presolveCover({{1, 0, 0}, {{0, 1}}, {}});
  CHECK(Result.ForcedColumns == Columns{1}); // Column 2 is in no row.
  CHECK(Result.Components.empty());

  // Not where it counts otherwise: column 0 comes earlier, but costs more.
  Result = presolveCover({{1, 0, 0}, {{0, 1}, {0, 2}}, {1, 5, 5}});
  CHECK(Result.ForcedColumns == Columns{1, 2});
}

TEST_CASE("presolve keeps the optimum", "[cover]") {
  RandomCovers Random(2);
  size_t Split = 0, Open = 0, SettledCount = 0;
  for (int Round = 0; Round != 6000; ++Round) {
    CoverProblem Problem = Random.problem();
    // In every other round, two problems in one: of even and of odd columns.
    if (Round % 2 == 0 && Problem.columns() % 2 == 0)
      for (size_t Row = 0; Row != Problem.Rows.size(); ++Row)
        for (uint32_t &Column : Problem.Rows[Row])
          Column = Column / 2 * 2 + Row % 2;
    if (Round % 3 == 1)
      Random.addTie(Problem);
    std::optional<Columns> Best = bruteForceCover(Problem);
    PresolvedCover PresolveResult = presolveCover(Problem);
    bool Infeasible = PresolveResult.Infeasible;
    Columns ChosenColumns = PresolveResult.ForcedColumns;
    for (const CoverComponent &Component : PresolveResult.Components) {
      std::optional<Columns> Part = bruteForceCover(Component.Problem);
      Infeasible |= !Part;
      for (uint32_t Column : Part.value_or(Columns()))
        ChosenColumns.push_back(Component.Columns[Column]);
      if (Component.EqualTo)
        REQUIRE(Part ==
                bruteForceCover(
                    PresolveResult.Components[*Component.EqualTo].Problem));
    }
    std::sort(ChosenColumns.begin(), ChosenColumns.end());
    REQUIRE(Infeasible == !Best);
    if (Best && !Problem.Tie.empty())
      REQUIRE(ChosenColumns == *Best);
    if (Best) {
      REQUIRE(isCover(Problem, ChosenColumns));
      REQUIRE(coverCost(Problem, ChosenColumns) == coverCost(Problem, *Best));
    }
    Split += PresolveResult.Components.size() > 1;
    Open += !PresolveResult.Components.empty();
    SettledCount += Best && !Best->empty() && PresolveResult.Components.empty();
  }
  CHECK(Split > 5);
  CHECK(Open > 800);
  CHECK(SettledCount > 1000);
}

TEST_CASE("presolve stops where its shortcuts do not help", "[cover]") {
  // Rows of a third of all columns: none holds another, all look alike.
  RandomCovers Random(3);
  CoverProblem Problem;
  Problem.Cost.assign(600, 1);
  for (int Row = 0; Row != 3000; ++Row) {
    Problem.Rows.emplace_back();
    for (int Entry = 0; Entry != 200; ++Entry)
      Problem.Rows.back().push_back(Random.numberBelow(600));
  }
  PresolvedCover Result = presolveCover(Problem);
  REQUIRE(Result.Components.size() == 1);
  CHECK(Result.Components[0].Problem.Rows.size() == 3000);

  // What is left is whole when somebody stops it earlier, too.
  int StopChecks = 0;
  Result = presolveCover(Problem, [&] { return ++StopChecks == 3; });
  CHECK(StopChecks == 3);
  REQUIRE(Result.Components.size() == 1);
  CHECK(Result.Components[0].Problem.Rows.size() == 3000);
}
