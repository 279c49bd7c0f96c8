//===- ProcessUsageTest.cpp - What a process takes ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/measure/ProcessUsage.h"
#include "system/ChildProcess.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::bench;

TEST_CASE("the family of a process is itself and what it has started") {
  std::string error;
  // A shell with a child, which ends with its standard input.
  auto shell = ChildProcess::start("/bin/sh", {"-c", "cat; :"}, error);
  REQUIRE(shell);
  // Both run once something has come back.
  REQUIRE(shell->writeAll("a"));
  char byte;
  REQUIRE(::read(shell->outputFd(), &byte, 1) == 1);
  std::vector<pid_t> family = findFamily(shell->pid());
  CHECK(family.size() == 2);
  CHECK(family.front() == shell->pid());
  std::vector<pid_t> ours = findFamily(::getpid());
  for (pid_t member : family)
    CHECK(std::count(ours.begin(), ours.end(), member) == 1);

  ProcessUsage usage = readUsage(shell->pid());
  CHECK(usage.resident > 0);
  CHECK(usage.peak >= usage.resident);
  // Neither has anything to do.
  waitUntilIdle(shell->pid());
  shell->closeInput();
  CHECK(shell->waitFor(std::chrono::minutes(1)) == 0);
}

TEST_CASE("memory is counted, and its peak remembered") {
  ProcessUsage baseline = readUsage(::getpid());
  {
    std::vector<char> buffer(64 << 20, 'x');
    CHECK(readUsage(::getpid()).resident > baseline.resident + 60);
    // Somebody has to look, or it need not exist.
    CHECK(std::count(buffer.begin(), buffer.end(), 'x') == 64 << 20);
  }
  ProcessUsage remainder = readUsage(::getpid());
  CHECK(remainder.resident < baseline.resident + 30);
  CHECK(remainder.peak > baseline.resident + 60);
  CHECK(remainder.processorTime > 0);
}

TEST_CASE("a process that is gone takes nothing") {
  ProcessUsage usage = readUsage(-1);
  CHECK(usage.resident == 0);
  CHECK(usage.peak == 0);
}
