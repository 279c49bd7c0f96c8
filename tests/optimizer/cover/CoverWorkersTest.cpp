//===- CoverWorkersTest.cpp - Workers that misbehave ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverExact.h"
#include "optimizer/cover/CoverWorkerProtocol.h"
#include "tests/optimizer/cover/CoverChecks.h"
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace mlir::noisy;
using namespace std::chrono_literals;

using Clock = std::chrono::steady_clock;

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

/// Two open components: what a broken worker does to the first must not touch
/// the second.
static CoverProblem twoKnots() {
  CoverProblem Problem = knot(2), OtherProblem = knot(3);
  Problem.Cost.insert(Problem.Cost.end(), OtherProblem.columns(), 2);
  for (std::vector<uint32_t> &Row : OtherProblem.Rows) {
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
  checkUnproven("/bin/cat", "answer is invalid");
  checkUnproven("/usr/bin/yes", "answer is invalid");
}

TEST_CASE("a worker may say anything", "[cover]") {
  auto Check = [](const std::string &Script, const std::string &Reason) {
    checkUnproven(FakeWorker(Script).path(), Reason);
  };
  std::string Begin = "echo noisy-cover-answer 3; ";
  Check("echo hello", "answer is invalid");
  Check("exec cat /dev/zero", "answer is invalid");
  Check("echo bound 1", "answer is invalid");
  Check("echo noisy-cover-answer 4", "different versions");
  Check("exec sleep 60", "time limit");
  Check("exec >&-; exec sleep 60", "closed its output");
  Check(Begin + "exec sleep 60", "time limit");
  Check(Begin + "kill -6 $$", "signal 6");
  Check(Begin + "echo cover 9 1; exit 3", "answer is invalid");
  Check(Begin + "echo cover 2 0 99; exit 3", "answer is invalid");
  Check(Begin + "echo cover 1 -1; exit 3", "answer is invalid");
  Check(Begin + "printf 'cover 1 0'; exit 3", "status 3");
  Check(Begin + "echo cover 1 0; echo done proven", "cover is invalid");
  Check(Begin + "echo bound 99999999999999999999", "answer is invalid");
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
