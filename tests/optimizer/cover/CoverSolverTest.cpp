//===- CoverSolverTest.cpp - Tests of CoverSolver and worker ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverSolver.h"
#include "optimizer/cover/CoverGreedy.h"
#include "tests/optimizer/cover/CoverChecks.h"
#include <thread>

using namespace mlir::noisy;
using namespace std::chrono_literals;

using Clock = std::chrono::steady_clock;
using Columns = std::vector<uint32_t>;

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

TEST_CASE("trivial problems need no worker", "[cover]") {
  auto Solve = [](const CoverProblem &Problem) {
    return solveWith("/no/such/worker", Problem);
  };
  CHECK(Solve({}).Status == CoverStatus::Optimal);
  CHECK(Solve({{1, 2}, {}, {}}).ChosenColumns.empty());
  CHECK(Solve({{1, 2}, {{0}, {0, 1}}, {}}).ChosenColumns == Columns{0});
  CHECK(Solve({{1, 2}, {{0, 1}}, {}}).ChosenColumns == Columns{0});
  CHECK(Solve({{1, 2}, {{0}, {}}, {}}).Status == CoverStatus::Infeasible);
  // Both columns are free, one is enough.
  CHECK(Solve({{0, 0}, {{0, 1}}, {}}).ChosenColumns.size() == 1);
}

TEST_CASE("what is no covering problem fails with a reason", "[cover]") {
  auto Message = [](const CoverProblem &Problem) {
    CoverResult Result = solveCover(Problem, {});
    CHECK(Result.Status == CoverStatus::Failed);
    return Result.Message;
  };
  using Catch::Contains;
  CHECK_THAT(Message({{1}, {{1}}, {}}), Contains("does not exist"));
  CHECK_THAT(Message({{-1}, {{0}}, {}}), Contains("a cost is negative"));
  CHECK_THAT(Message({{INT64_MAX, INT64_MAX}, {{0}}, {}}), Contains("2^53"));
  CHECK_THAT(Message({{1}, {{0}}, {1, 1}}),
             Contains("numbers of ties and columns differ"));
}

TEST_CASE("the worker closes what is open", "[cover]") {
  CoverResult Result = solveCover(knot(2), {});
  checkResult(knot(2), Result, knotOptimum(2));
  CHECK(Result.Status == CoverStatus::Optimal);
}

TEST_CASE("all subsets agree with the solver", "[cover]") {
  RandomCovers Random(3);
  for (int Round = 0; Round != 1500; ++Round) {
    CoverProblem Problem = Random.problem();
    CoverOptions Options;
    for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
      if (Random.numberBelow(4))
        Options.Start.push_back(Column);
    CoverResult Result = solveCover(Problem, Options);
    checkResult(Problem, Result, bruteForceCost(Problem));
    REQUIRE(Result.Status == CoverStatus::Optimal);
  }
}

/// The optimum of a problem each of whose rows lies within 8 columns in
/// succession: dynamic programming over the choices in the last 8.
static int64_t bandedOptimum(const CoverProblem &Problem) {
  std::vector<std::vector<uint32_t>> MasksAt(Problem.columns());
  for (const Columns &Row : Problem.Rows) {
    uint32_t Last = *std::max_element(Row.begin(), Row.end());
    uint32_t Mask = 0;
    for (uint32_t Column : Row)
      Mask |= 1u << (Last - Column);
    MasksAt[Last].push_back(Mask);
  }
  constexpr int64_t Unreachable = INT64_MAX / 2;
  std::vector<int64_t> Best(256, Unreachable);
  Best[0] = 0;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column) {
    std::vector<int64_t> Next(256, Unreachable);
    for (uint32_t State = 0; State != 256; ++State)
      for (uint32_t ColumnBit = 0; ColumnBit != 2; ++ColumnBit) {
        uint32_t NewState = (State << 1 | ColumnBit) & 255;
        if (std::all_of(MasksAt[Column].begin(), MasksAt[Column].end(),
                        [&](uint32_t Mask) { return (Mask & NewState) != 0; }))
          Next[NewState] =
              std::min(Next[NewState],
                       Best[State] + (ColumnBit ? Problem.Cost[Column] : 0));
      }
    Best = std::move(Next);
  }
  return *std::min_element(Best.begin(), Best.end());
}

TEST_CASE("thousands of columns are proven", "[cover]") {
  RandomCovers Random(6);
  for (uint32_t Dearest : {1, 4}) {
    CoverProblem Problem;
    for (int Column = 0; Column != 4000; ++Column)
      Problem.Cost.push_back(1 + Random.numberBelow(Dearest));
    for (int Row = 0; Row != 8000; ++Row) {
      uint32_t First = Random.numberBelow(3993);
      Columns &NewRow = Problem.Rows.emplace_back();
      // Rows of one column in places only: they take the problem apart.
      for (uint32_t Size = First % 100 ? 2 + Random.numberBelow(2) : 1; Size;
           --Size)
        NewRow.push_back(First + Random.numberBelow(8));
    }
    CoverResult Result = solveCover(Problem, timedOptions(60s));
    checkResult(Problem, Result, bandedOptimum(Problem));
    CHECK(Result.Status == CoverStatus::Optimal);
    CHECK(solveCover(Problem, timedOptions(60s)).ChosenColumns ==
          Result.ChosenColumns);
  }
}

//===----------------------------------------------------------------------===//
// Time and cancellation
//===----------------------------------------------------------------------===//

TEST_CASE("the time limit keeps the incumbent and a bound", "[cover]") {
  CoverProblem Problem = hardProblem();
  auto Begin = Clock::now();
  CoverResult Result = solveCover(Problem, timedOptions(1500ms));
  CHECK(Clock::now() - Begin < 3s);
  checkResult(Problem, Result);
  CHECK(Result.Status == CoverStatus::Feasible);
  // Of the relaxation, even if it had to stop.
  CHECK(Result.LowerBound > dualAscentBound(Problem));
  CHECK_THAT(Result.Message, Catch::Contains("time limit of 1500 ms"));
}

TEST_CASE("no time at all gives what is quick", "[cover]") {
  CoverResult Result = solveCover(knot(2), timedOptions(0ms));
  checkResult(knot(2), Result, knotOptimum(2));
  CHECK(Result.Status == CoverStatus::Feasible);
  CHECK(Result.LowerBound >= dualAscentBound(knot(2)));
}

TEST_CASE("a start is kept, and one that does not hold ignored", "[cover]") {
  CoverProblem Problem = knot(2);
  std::vector<uint32_t> Best = solveExactly(Problem, 20000000)->ChosenColumns;
  CoverOptions Options = timedOptions(0ms);
  int64_t ReferenceCost = solveCover(Problem, Options).Cost;
  Options.Start = Best;
  CHECK(solveCover(Problem, Options).Cost == coverCost(Problem, Best));
  for (Columns Wrong : {Columns{3}, Columns{3, 4, 77}}) {
    Options.Start = Wrong;
    CoverResult Result = solveCover(Problem, Options);
    checkResult(Problem, Result, coverCost(Problem, Best));
    CHECK(Result.Cost == ReferenceCost);
  }
}

TEST_CASE("cancelling ends the search within a second", "[cover]") {
  CoverProblem Problem = hardProblem();
  auto Begin = Clock::now();
  CoverOptions Options = timedOptions(60s);
  Options.IsCancelled = [&] { return Clock::now() - Begin > 700ms; };
  CoverResult Result = solveCover(Problem, Options);
  CHECK(Clock::now() - Begin < 1700ms);
  checkResult(Problem, Result);
  CHECK(Result.Status == CoverStatus::Feasible);
  CHECK_THAT(Result.Message, Catch::Contains("cancelled"));
}

TEST_CASE("several threads solve at once", "[cover]") {
  std::vector<int64_t> Costs(4);
  std::vector<std::thread> Threads;
  for (int64_t &Cost : Costs)
    Threads.emplace_back([&Cost] {
      for (int Round = 0; Round != 3; ++Round)
        Cost += solveCover(knot(2), {}).LowerBound;
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  CHECK(Costs == std::vector<int64_t>(4, 3 * knotOptimum(2)));
}

//===----------------------------------------------------------------------===//
// Progress, other limits, statistics
//===----------------------------------------------------------------------===//

TEST_CASE("progress is told as it is made", "[cover]") {
  CoverOptions Options = timedOptions(20s);
  std::vector<std::pair<int64_t, int64_t>> Reports;
  auto Thread = std::this_thread::get_id();
  Options.Progress = [&](int64_t Cost, int64_t Bound) {
    CHECK(std::this_thread::get_id() == Thread);
    Reports.emplace_back(Cost, Bound);
  };
  CoverResult Result = solveCover(knot(2), Options);
  REQUIRE_FALSE(Reports.empty());
  for (size_t I = 0; I != Reports.size(); ++I) {
    CHECK(Reports[I].first >= Reports[I].second);
    if (I == 0)
      continue;
    CHECK(Reports[I].first <= Reports[I - 1].first);
    CHECK(Reports[I].second >= Reports[I - 1].second);
    CHECK(Reports[I] != Reports[I - 1]);
  }
  CHECK(Reports.back() == std::pair(Result.Cost, Result.LowerBound));
}

TEST_CASE("a gap that is good enough ends the search", "[cover]") {
  CoverProblem Problem = hardProblem();
  CoverOptions Options = timedOptions(60s);
  Options.Gap = 0.7;
  auto Begin = Clock::now();
  CoverResult Result = solveCover(Problem, Options);
  CHECK(Clock::now() - Begin < 20s);
  checkResult(Problem, Result);
  CHECK(Result.Status == CoverStatus::Feasible);
  CHECK(Result.Cost <= 1.7 * Result.LowerBound);
  CHECK_THAT(Result.Message, Catch::Contains("the requested gap is reached"));
}

TEST_CASE("a limit of nodes gives equal results", "[cover]") {
  CoverProblem Problem = knot(5, 100);
  CoverOptions Options = timedOptions(60s);
  Options.NodeLimit = 1;
  Options.Workers = 1;
  CoverResult Result = solveCover(Problem, Options);
  checkResult(Problem, Result);
  CHECK(Result.Status == CoverStatus::Feasible);
  CHECK_THAT(Result.Message, Catch::Contains("limit of 1 nodes"));
  CoverResult SecondResult = solveCover(Problem, Options);
  CHECK(SecondResult.ChosenColumns == Result.ChosenColumns);
  CHECK(SecondResult.LowerBound == Result.LowerBound);
}

TEST_CASE("equal components are solved once", "[cover]") {
  // The second under numbers that run the other way.
  CoverProblem Problem = knot(2);
  for (Columns &Row : knot(2).Rows) {
    Columns &MirroredRow = Problem.Rows.emplace_back();
    for (uint32_t Column : Row)
      MirroredRow.push_back(79 - Column);
  }
  Problem.Cost.assign(81, 1);
  Problem.Rows.push_back({80});
  CoverResult Result = solveCover(Problem, timedOptions(20s));
  checkResult(Problem, Result, 2 * knotOptimum(2) + 1);
  CHECK(Result.Status == CoverStatus::Optimal);
  CHECK(Result.Statistics.Components == 2);
  CHECK(Result.Statistics.DistinctComponents == 1);
  CHECK(Result.Statistics.Columns == 81);
  CHECK(Result.Statistics.Rows == 241);
  CHECK(Result.Statistics.FixedColumns >= 1);
  CHECK(Result.Statistics.Relaxation > 1);
  CHECK(Result.Statistics.Relaxation <= static_cast<double>(Result.Cost));
}
