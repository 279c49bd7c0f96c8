//===- ProgramRunTest.cpp - Tests of programs that are run ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/programs/ProgramRun.h"
#include "server/programs/MemoryFile.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;
using Kind = ProgramEnding::Kind;

static ProgramEnding runShell(const std::string &Script,
                              ProgramTask Task = {}) {
  Task.Command = {"/bin/sh", "-c", Script};
  return runProgram(Task);
}

TEST_CASE("ProgramRun: the status and the output of a program") {
  ProgramEnding End = runShell("echo out; echo err >&2; exit 3");
  CHECK(End.Outcome == Kind::Ended);
  CHECK(End.Status == 3);
  CHECK(End.Output == "out\nerr\n");
  CHECK(End.describeStatus() == "exit status 3");
}

TEST_CASE("ProgramRun: a signal is named") {
  ProgramEnding End = runShell("kill -SEGV $$");
  CHECK(End.Outcome == Kind::Ended);
  CHECK(End.Status == 128 + 11);
  CHECK(End.describeStatus() == "killed by a signal: Segmentation fault");
}

TEST_CASE("ProgramRun: a program that is missing, slow, or to stop") {
  ProgramTask Missing;
  Missing.Command = {"/nowhere/program"};
  ProgramEnding End = runProgram(Missing);
  CHECK(End.Outcome == Kind::NotStarted);
  CHECK_THAT(End.Error, Catch::Contains("/nowhere/program"));

  ProgramTask Short;
  Short.MaxTime = 50ms;
  CHECK(runShell("sleep 60", Short).Outcome == Kind::TooLong);

  ProgramTask Stopped;
  unsigned Count = 0;
  Stopped.ShouldStop = [&] { return ++Count > 3; };
  CHECK(runShell("sleep 60", Stopped).Outcome == Kind::Stopped);
}

TEST_CASE("ProgramRun: output beyond the limit is read and dropped") {
  ProgramTask Task;
  Task.MaxOutputBytes = 10;
  ProgramEnding End =
      runShell("i=0; while [ $i -lt 20000 ]; do echo 0123456789; "
               "i=$((i+1)); done; exit 7",
               Task);
  CHECK(End.Status == 7);
  CHECK(End.Output == "0123456789");
}

TEST_CASE("ProgramRun: a child reads a file in memory, and writes one") {
  MemoryFile Input, Output;
  REQUIRE(Input.isOpen());
  CHECK(Input.write("text"));
  CHECK(runShell("cat " + Input.path() + " > " + Output.path()).Status == 0);
  CHECK(Output.read(100) == "text");
  CHECK_FALSE(Output.read(3));
}

TEST_CASE("ProgramRun: messages are shortened, without a backtrace") {
  CHECK(shortenOutput("LLVM ERROR: bad\n  more \nStack dump:\n0. f\n") ==
        "LLVM ERROR: bad more");
  CHECK(shortenOutput("0123456789", 4) == "0123...");
}
