//===- CoverSolverTest.cpp - Tests of CoverSolver and worker ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverSolver.h"

#include "optimizer/cover/CoverExact.h"
#include "optimizer/cover/CoverGreedy.h"
#include "optimizer/cover/CoverWorkerProtocol.h"
#include "system/ChildProcess.h"
#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace mlir::noisy;
using namespace std::chrono_literals;

using Clock = std::chrono::steady_clock;
using Columns = std::vector<uint32_t>;

/// Small, but too tangled to be solved without a worker; random triples.
static CoverProblem knot(uint32_t Seed, uint32_t Size = 40) {
  CoverProblem Problem;
  Problem.Cost.assign(Size, 1);
  RandomCovers Random(Seed);
  for (uint32_t Row = 0; Row != 3 * Size; ++Row)
    Problem.Rows.push_back({Random.numberBelow(Size), Random.numberBelow(Size),
                            Random.numberBelow(Size)});
  return Problem;
}

/// The optimum of a knot of 40 columns.
static int64_t knotOptimum(uint32_t Seed) {
  return coverCost(knot(Seed),
                   solveExactly(knot(Seed), 20000000)->ChosenColumns);
}

static CoverOptions timedOptions(std::chrono::milliseconds Time) {
  CoverOptions Options;
  Options.TimeLimit = Time;
  return Options;
}

/// What holds of every result, with the optimum where it is known.
static void checkResult(const CoverProblem &Problem, const CoverResult &Result,
                        std::optional<int64_t> Best = std::nullopt) {
  INFO(Result.Message);
  CHECK(Result.Message.empty() == (Result.Status == CoverStatus::Optimal));
  if (Best)
    CHECK(Result.LowerBound <= *Best);
  if (Result.Status == CoverStatus::Optimal ||
      Result.Status == CoverStatus::Feasible) {
    CHECK(isCover(Problem, Result.ChosenColumns));
    CHECK(std::is_sorted(Result.ChosenColumns.begin(),
                         Result.ChosenColumns.end()));
    CHECK(coverCost(Problem, Result.ChosenColumns) == Result.Cost);
    CHECK(Result.LowerBound <= Result.Cost);
  } else {
    CHECK(Result.ChosenColumns.empty());
  }
  if (Result.Status == CoverStatus::Optimal) {
    CHECK(Result.LowerBound == Result.Cost);
    if (Best)
      CHECK(Result.Cost == *Best);
  }
}

namespace {

/// A shell script in the place of the worker; removed at the end.
class FakeWorker {
public:
  explicit FakeWorker(const std::string &Script) {
    char Template[] = "/tmp/noisy-fake-worker-XXXXXX";
    REQUIRE(::mkdtemp(Template));
    Folder = Template;
    std::ofstream(path()) << "#!/bin/sh\n" << Script << "\n";
    std::filesystem::permissions(path(), std::filesystem::perms::owner_all);
  }
  ~FakeWorker() { std::filesystem::remove_all(Folder); }

  std::string path() const { return Folder + "/worker"; }

private:
  std::string Folder;
};

} // namespace

static CoverResult solveWith(const std::string &WorkerPath,
                             const CoverProblem &Problem,
                             std::chrono::milliseconds Time = 5s) {
  CoverOptions Options = timedOptions(Time);
  Options.WorkerPath = WorkerPath;
  return solveCover(Problem, Options);
}

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
             Contains("one tie for each column"));
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

// Without presolve between them, so that each small problem is CBC's.
TEST_CASE("all subsets agree with the worker alone", "[cover]") {
  RandomCovers Random(5);
  std::string Error;
  auto Process = ChildProcess::start(executableFolder() + "/noisy-cover-worker",
                                     {}, Error);
  INFO(Error);
  REQUIRE(Process);
  for (int Round = 0; Round != 700; ++Round) {
    CoverProblem Problem = Random.problem();
    if (Round % 20 == 0)
      Problem.Rows.emplace_back();
    std::optional<int64_t> Best = bruteForceCost(Problem);
    REQUIRE(Process->writeAll(encodeRequest({5s, Problem, {}})));

    LineReader Lines;
    CoverAnswer Answer;
    Columns ChosenColumns;
    int64_t Bound = 0;
    while (Answer.LineKind != CoverAnswer::Done) {
      std::optional<std::string_view> Line = Lines.next();
      if (!Line) {
        char Buffer[4096];
        ssize_t Size = ::read(Process->outputFd(), Buffer, sizeof(Buffer));
        REQUIRE(Size > 0);
        Lines.feed({Buffer, static_cast<size_t>(Size)});
        continue;
      }
      auto DecodedAnswer = decodeAnswer(*Line, Problem);
      REQUIRE(DecodedAnswer);
      Answer = *DecodedAnswer;
      if (Answer.LineKind == CoverAnswer::Cover)
        ChosenColumns = Answer.ChosenColumns;
      if (Answer.LineKind == CoverAnswer::Bound)
        Bound = Answer.Number;
    }
    INFO(Answer.Message);
    if (!Best) {
      REQUIRE(Answer.Verdict == CoverVerdict::Infeasible);
      continue;
    }
    REQUIRE(Answer.Verdict == CoverVerdict::Proven);
    REQUIRE(isCover(Problem, ChosenColumns));
    REQUIRE(coverCost(Problem, ChosenColumns) == *Best);
    REQUIRE(Bound == *Best);
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
  CHECK_THAT(Result.Message, Catch::Contains("as near as was asked for"));
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

//===----------------------------------------------------------------------===//
// Workers that misbehave
//===----------------------------------------------------------------------===//

/// Two open components: what a broken worker does to the first must not touch
/// the second.
static CoverProblem twoKnots() {
  CoverProblem Problem = knot(2), OtherProblem = knot(3);
  Problem.Cost.insert(Problem.Cost.end(), OtherProblem.columns(), 2);
  for (Columns &Row : OtherProblem.Rows) {
    for (uint32_t &Column : Row)
      Column += 40;
    Problem.Rows.push_back(std::move(Row));
  }
  return Problem;
}

static void checkUnproven(const std::string &WorkerPath,
                          const std::string &Reason) {
  static const int64_t Best = knotOptimum(2) + 2 * knotOptimum(3);
  INFO(WorkerPath);
  auto Begin = Clock::now();
  CoverResult Result = solveWith(WorkerPath, twoKnots(), 300ms);
  CHECK(Clock::now() - Begin < 2s);
  checkResult(twoKnots(), Result, Best);
  CHECK(Result.Status == CoverStatus::Feasible);
  CHECK_THAT(Result.Message, Catch::Contains(Reason));
}

TEST_CASE("without a worker the greedy cover remains", "[cover]") {
  checkUnproven("/no/such/worker", "cannot start '/no/such/worker': No such "
                                   "file or directory; install");
}

TEST_CASE("programs that are no worker do no harm", "[cover]") {
  checkUnproven("/bin/false", "ended with status 1");
  checkUnproven("/bin/true", "ended with status 0");
  checkUnproven("/bin/cat", "makes no sense");
  checkUnproven("/usr/bin/yes", "makes no sense");
}

TEST_CASE("a worker may say anything", "[cover]") {
  auto Check = [](const std::string &Script, const std::string &Reason) {
    checkUnproven(FakeWorker(Script).path(), Reason);
  };
  std::string Begin = "echo noisy-cover-answer 3; ";
  Check("echo hello", "makes no sense");
  Check("exec cat /dev/zero", "makes no sense");
  Check("echo bound 1", "makes no sense");
  Check("echo noisy-cover-answer 4", "another version");
  Check("exec sleep 60", "time limit");
  Check("exec >&-; exec sleep 60", "closed its output");
  Check(Begin + "exec sleep 60", "time limit");
  Check(Begin + "kill -6 $$", "signal 6");
  Check(Begin + "echo cover 9 1; exit 3", "makes no sense");
  Check(Begin + "echo cover 2 0 99; exit 3", "makes no sense");
  Check(Begin + "echo cover 1 -1; exit 3", "makes no sense");
  Check(Begin + "printf 'cover 1 0'; exit 3", "status 3");
  Check(Begin + "echo cover 1 0; echo done proven", "does not hold");
  Check(Begin + "echo bound 99999999999999999999", "makes no sense");
  Check(Begin + "echo bound 999; echo done proven", "bound is above");
  Check(Begin + "echo done infeasible; exec sleep 60", "time limit");
  Check(Begin + "echo done failed a reason; exec sleep 60", "a reason");
  Check(Begin + "yes bound 1", "time limit");
}

TEST_CASE("what a worker proved before it crashed stands", "[cover]") {
  CoverProblem Problem = knot(2);
  CoverAnswer Best;
  Best.LineKind = CoverAnswer::Cover;
  Best.ChosenColumns = solveExactly(Problem, 20000000)->ChosenColumns;
  int64_t Cost = coverCost(Problem, Best.ChosenColumns);
  std::string Cover = encodeAnswer(Best);
  Cover.pop_back();
  FakeWorker Worker("echo noisy-cover-answer 3; echo " + Cover +
                    "; echo bound " + std::to_string(Cost) + "; kill -11 $$");
  CoverResult Result = solveWith(Worker.path(), Problem);
  checkResult(Problem, Result, Cost);
  CHECK(Result.Status == CoverStatus::Optimal);
}

TEST_CASE("a problem larger than a pipe meets a worker that is deaf",
          "[cover]") {
  CoverProblem Problem = hardProblem();
  for (std::string Script : {"exec sleep 60", "exec cat"}) {
    auto Begin = Clock::now();
    CoverResult Result = solveWith(FakeWorker(Script).path(), Problem, 500ms);
    CHECK(Clock::now() - Begin < 1500ms);
    checkResult(Problem, Result);
    CHECK(Result.Status == CoverStatus::Feasible);
  }
}

//===----------------------------------------------------------------------===//
// The worker and its protocol
//===----------------------------------------------------------------------===//

TEST_CASE("the worker ends when its parent does", "[cover]") {
  std::string Error;
  auto Process = ChildProcess::start(executableFolder() + "/noisy-cover-worker",
                                     {}, Error);
  REQUIRE(Process);
  REQUIRE(Process->writeAll(encodeRequest({60s, hardProblem(), {}})));
  CHECK_FALSE(Process->waitFor(300ms));
  Process->closeInput();
  CHECK(Process->waitFor(1s));
}

TEST_CASE("the worker says what it is", "[cover]") {
  std::string Error;
  auto Process = ChildProcess::start(executableFolder() + "/noisy-cover-worker",
                                     {"--version"}, Error);
  REQUIRE(Process);
  char Buffer[100] = {};
  CHECK(::read(Process->outputFd(), Buffer, sizeof(Buffer) - 1) > 0);
  CHECK_THAT(Buffer, Catch::StartsWith("noisy-cover-worker "));
}

TEST_CASE("the worker refuses a request it does not understand", "[cover]") {
  std::string Error;
  auto Process = ChildProcess::start(executableFolder() + "/noisy-cover-worker",
                                     {}, Error);
  REQUIRE(Process);
  REQUIRE(Process->writeAll("noisy-cover-problem 3\ncost 1 1\nrow 1 1\n"));
  CHECK(Process->waitFor(5s) == EXIT_FAILURE);
  char Buffer[200] = {};
  CHECK(::read(Process->outputFd(), Buffer, sizeof(Buffer) - 1) > 0);
  CHECK_THAT(Buffer, Catch::EndsWith("failed bad request: a wrong 'row' "
                                     "line\n"));
}

static std::optional<CoverRequest> readRequest(std::string_view Text) {
  LineReader Lines;
  RequestReader Reader;
  // In pieces, as a pipe gives them.
  for (; !Text.empty(); Text.remove_prefix(std::min<size_t>(3, Text.size()))) {
    Lines.feed(Text.substr(0, 3));
    while (std::optional<std::string_view> Line = Lines.next()) {
      if (!Reader.take(*Line).empty())
        return std::nullopt;
      if (std::optional<CoverRequest> Request = Reader.takeRequest())
        return Request;
    }
  }
  return std::nullopt;
}

TEST_CASE("a request survives the pipe, a part of it is none", "[cover]") {
  CoverRequest Request{1234ms, {{3, 0, 5}, {{0, 2}, {}, {1}}, {}}, {0, 1}};
  Request.Problem.Tie = {1, 2, 3};
  std::string Text = encodeRequest(Request);
  std::optional<CoverRequest> ParsedRequest = readRequest(Text);
  REQUIRE(ParsedRequest);
  CHECK(ParsedRequest->TimeLimit == 1234ms);
  CHECK(ParsedRequest->Problem.Cost == Request.Problem.Cost);
  CHECK(ParsedRequest->Problem.Rows == Request.Problem.Rows);
  CHECK(ParsedRequest->Problem.Tie == Request.Problem.Tie);
  CHECK(ParsedRequest->Start == Request.Start);
  for (size_t Size = 0; Size != Text.size(); ++Size)
    CHECK_FALSE(readRequest(Text.substr(0, Size)));
}

TEST_CASE("damaged lines are refused or in range", "[cover]") {
  RandomCovers Random(7);
  const CoverProblem Three{{1, 1, 1}, {{0, 1}, {1, 2}}, {}};
  for (int Round = 0; Round != 20000; ++Round) {
    CoverAnswer Answer;
    Answer.LineKind = static_cast<CoverAnswer::Kind>(Random.numberBelow(7));
    Answer.ChosenColumns = {1, 2, Random.numberBelow(3)};
    Answer.Numbers = {Random.numberBelow(9), 7};
    std::string Text = encodeAnswer(Answer);
    for (uint32_t Edits = Random.numberBelow(4); Edits; --Edits)
      Text[Random.numberBelow(static_cast<uint32_t>(Text.size()))] =
          " 0123456789-\n\t\0xe"[Random.numberBelow(17)];
    LineReader Lines;
    Lines.feed(Text);
    while (std::optional<std::string_view> Line = Lines.next())
      if (std::optional<CoverAnswer> DecodedAnswer =
              decodeAnswer(*Line, Three)) {
        for (uint32_t Column : DecodedAnswer->ChosenColumns)
          REQUIRE(Column < 3);
        if (DecodedAnswer->LineKind == CoverAnswer::Prices)
          REQUIRE(DecodedAnswer->Numbers.size() == 2);
        if (DecodedAnswer->LineKind == CoverAnswer::Values)
          REQUIRE(DecodedAnswer->Numbers.size() == 3);
      }
  }
}
