//===- CoverRepeatsTest.cpp - Parts that are decided alike ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverRepeats.h"
#include "tests/optimizer/cover/CoverChecks.h"
#include <chrono>

using namespace mlir::noisy;

using Columns = std::vector<uint32_t>;

TEST_CASE("calls of one function are merged", "[cover]") {
  // A column of the function, 0, and one for each of three calls.
  CoverProblem Problem{{3, 1, 1, 1}, {{0, 1}, {0, 2}, {0, 3}}, {}};
  CoverRepeats Repeats(Problem);
  REQUIRE(!Repeats.areNone());
  CHECK(Repeats.merged().Cost == std::vector<int64_t>{3, 3, 0, 0});
  CHECK(Repeats.merged().Rows == std::vector<Columns>{{0, 1}});
  CHECK(Repeats.expand({1}) == Columns{1, 2, 3});
  CHECK(Repeats.expand({0}) == Columns{0});
  CHECK(Repeats.restrict({0, 2}) == Columns{0});
  CHECK(Repeats.restrict({1, 2, 3}) == Columns{1});
}

TEST_CASE("calls of one function that differ are kept apart", "[cover]") {
  // The third one needs more.
  CoverProblem Problem{{3, 1, 1, 1}, {{0, 1}, {0, 2}, {0, 3}, {3}}, {}};
  CoverRepeats Repeats(Problem);
  REQUIRE(!Repeats.areNone());
  CHECK(Repeats.merged().Cost == std::vector<int64_t>{3, 2, 0, 1});
  CHECK(Repeats.merged().Rows == std::vector<Columns>{{0, 1}, {0, 3}, {3}});
  // Other costs, and another column of the function.
  CHECK(CoverRepeats(
            {{9, 1, 1, 1, 2}, {{0, 1, 2}, {1, 2}, {0, 3, 4}, {3, 4}}, {}})
            .areNone());
  CHECK(CoverRepeats({{3, 3, 1, 1}, {{0, 2}, {1, 3}}, {}}).areNone());
  // Copies that share a row are one part.
  CHECK(CoverRepeats({{3, 1, 1}, {{0, 1}, {0, 2}, {1, 2}}, {}}).areNone());
}

TEST_CASE("calls of one function are merged in any order", "[cover]") {
  // The columns of the second call come the other way round.
  CoverProblem Problem{
      {9, 9, 1, 1, 1, 1}, {{0, 2}, {1, 2, 3}, {0, 5}, {1, 5, 4}}, {}};
  CoverRepeats Repeats(Problem);
  REQUIRE(!Repeats.areNone());
  CHECK(Repeats.merged().Rows.size() == 2);
  CHECK(Repeats.expand(Repeats.restrict({2, 5})) == Columns{2, 5});
}

TEST_CASE("a function that is called more often costs more", "[cover]") {
  // It is called once from one place, and twice from another.
  CoverProblem Problem{{6, 1, 2}, {{0, 1}, {0, 2}}, {}};
  CoverRepeats Repeats(Problem);
  REQUIRE(!Repeats.areNone());
  CHECK(Repeats.merged().Cost == std::vector<int64_t>{6, 3, 0});
  CHECK(Repeats.restrict({1, 2}) == Columns{1});
}

TEST_CASE("functions within functions are merged level by level", "[cover]") {
  // 0 is in a function that another one, with 1 and 2, calls twice; that is
  // called twice, too: by 3 and 4.
  CoverProblem Problem{
      {8, 2, 2, 1, 1}, {{0, 1, 3}, {0, 1, 4}, {0, 2, 3}, {0, 2, 4}}, {}};
  CoverRepeats Repeats(Problem);
  REQUIRE(!Repeats.areNone());
  CHECK(Repeats.merged().Rows.size() < 4);
  CHECK(bruteForceCost(Repeats.merged()) == bruteForceCost(Problem));
}

/// A problem of some shared columns and copies of some parts; then a few more
/// rows, or none.
static CoverProblem makeRepeating(RandomCovers &Random) {
  CoverProblem Problem;
  auto AddColumns = [&](uint32_t Count, uint32_t MostCost) {
    for (uint32_t Column = 0; Column != Count; ++Column)
      Problem.Cost.push_back(Random.numberBelow(MostCost + 1));
  };
  AddColumns(1 + Random.numberBelow(3), 9);
  const uint32_t Shared = Problem.columns();
  while (Problem.columns() < 5) {
    const uint32_t Size = 1 + Random.numberBelow(2),
                   Copies = 1 + Random.numberBelow(3),
                   First = Problem.columns();
    AddColumns(Size, 4);
    std::vector<Columns> Rows(1 + Random.numberBelow(3));
    for (Columns &Row : Rows) {
      Row.resize(1 + Random.numberBelow(3));
      for (uint32_t &Column : Row)
        Column = Random.numberBelow(2) ? Random.numberBelow(Shared)
                                       : First + Random.numberBelow(Size);
    }
    for (uint32_t Copy = 0; Copy <= Copies; ++Copy) {
      const int64_t Factor = 1 + Random.numberBelow(2);
      for (uint32_t Column = 0; Copy && Column != Size; ++Column)
        Problem.Cost.push_back(Factor * Problem.Cost[First + Column]);
      const bool IsReversed = Copy && Random.numberBelow(2);
      if (IsReversed)
        std::reverse(Problem.Cost.end() - Size, Problem.Cost.end());
      for (Columns Row : Rows) {
        for (uint32_t &Column : Row)
          if (Column >= Shared)
            Column = First + Copy * Size +
                     (IsReversed ? First + Size - 1 - Column : Column - First);
        Problem.Rows.push_back(Row);
      }
    }
  }
  for (uint32_t Row = Random.numberBelow(5); Row < 2; ++Row)
    Problem.Rows.push_back({Random.numberBelow(Problem.columns()),
                            Random.numberBelow(Problem.columns())});
  return Problem;
}

TEST_CASE("merged problems have the optima of the whole", "[cover]") {
  RandomCovers Random(11);
  unsigned MergedCount = 0;
  for (int Round = 0; Round != 400; ++Round) {
    CoverProblem Problem = Round % 4 ? makeRepeating(Random) : Random.problem();
    Problem.Tie.clear();
    CAPTURE(Round);
    CoverRepeats Repeats(Problem);
    if (Repeats.areNone())
      continue;
    ++MergedCount;
    std::optional<Columns> Best = bruteForceCover(Problem);
    std::optional<Columns> MergedBest = bruteForceCover(Repeats.merged());
    REQUIRE(Best.has_value() == MergedBest.has_value());
    if (!Best)
      continue;
    int64_t Cost = coverCost(Problem, *Best);
    REQUIRE(coverCost(Repeats.merged(), *MergedBest) == Cost);
    Columns Whole = Repeats.expand(*MergedBest);
    CHECK(isCover(Problem, Whole));
    CHECK(std::is_sorted(Whole.begin(), Whole.end()));
    CHECK(coverCost(Problem, Whole) == Cost);
    // Any cover, too.
    Columns Start;
    for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
      if (Random.numberBelow(4))
        Start.push_back(Column);
    if (!isCover(Problem, Start))
      Start = *Best;
    Columns Part = Repeats.restrict(Start);
    CHECK(isCover(Repeats.merged(), Part));
    CHECK(coverCost(Repeats.merged(), Part) <= coverCost(Problem, Start));
    // And the solver as a whole.
    CoverResult Result = solveCover(Problem, {});
    checkResult(Problem, Result, Cost);
    CHECK(Result.Status == CoverStatus::Optimal);
  }
  CHECK(MergedCount > 60);
}

/// Two chains of columns that cost 1, from a column that costs more to another
/// one; the second the other way round.
static CoverProblem makeChains(uint32_t Length) {
  CoverProblem Problem{std::vector<int64_t>(2 + 2 * Length, 1), {}, {}};
  Problem.Cost[0] = Problem.Cost[1] = 9;
  for (uint32_t Chain = 0; Chain != 2; ++Chain) {
    auto Column = [&](uint32_t Step) {
      return 2 + Chain * Length + (Chain ? Length - 1 - Step : Step);
    };
    Problem.Rows.push_back({0, Column(0)});
    for (uint32_t Step = 1; Step != Length; ++Step) {
      Problem.Rows.push_back({Column(Step - 1), Column(Step)});
      std::sort(Problem.Rows.back().begin(), Problem.Rows.back().end());
    }
    Problem.Rows.push_back({1, Column(Length - 1)});
  }
  return Problem;
}

TEST_CASE("long chains do not take long", "[cover]") {
  // Copies that are told to be equal by a few steps.
  CoverRepeats Short(makeChains(60));
  CHECK(Short.merged().Rows.size() == 61);
  auto Begin = std::chrono::steady_clock::now();
  CoverProblem Problem = makeChains(16000);
  CoverRepeats Long(Problem);
  CHECK(std::chrono::steady_clock::now() - Begin < std::chrono::seconds(2));
}

TEST_CASE("an end of the search for copies is asked for at each part",
          "[cover]") {
  CoverProblem Problem{{9}, {}, {}};
  for (uint32_t Part = 1; Part <= 50; ++Part) {
    Problem.Cost.push_back(1);
    Problem.Rows.push_back({0, Part});
  }
  unsigned Polls = 0;
  CoverRepeats Repeats(Problem, [&] { return ++Polls > 25; });
  CHECK(Polls >= 50);
  // What was found until then is right.
  CHECK(Repeats.merged().Rows.size() == 1);
  CHECK(Repeats.merged().Cost[1] == 50);
}
