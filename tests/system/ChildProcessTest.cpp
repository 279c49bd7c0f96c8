//===- ChildProcessTest.cpp - Tests of ChildProcess -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "system/ChildProcess.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <csignal>
#include <sstream>
#include <thread>
#include <unistd.h>

using namespace mlir::noisy;
using namespace std::chrono_literals;

using Clock = std::chrono::steady_clock;

static std::unique_ptr<ChildProcess> startShell(const std::string &Script) {
  std::string Error;
  auto Process = ChildProcess::start("/bin/sh", {"-c", Script}, Error);
  INFO(Error);
  REQUIRE(Process);
  return Process;
}

/// Everything up to the end of the child's output.
static std::string readAll(const ChildProcess &Process) {
  std::string Text;
  char Buffer[4096];
  ssize_t Size;
  while ((Size = ::read(Process.outputFd(), Buffer, sizeof(Buffer))) > 0)
    Text.append(Buffer, static_cast<size_t>(Size));
  return Text;
}

TEST_CASE("a child reads what is written and answers", "[process]") {
  std::string Error;
  auto Process = ChildProcess::start("/bin/cat", {}, Error);
  REQUIRE(Process);
  CHECK(Process->writeAll("to and fro\n"));
  CHECK_FALSE(Process->waitFor(20ms));
  Process->closeInput();
  CHECK(Process->inputFd() == -1);
  CHECK(readAll(*Process) == "to and fro\n");
  CHECK(Process->waitFor(5s) == 0);
  CHECK_FALSE(Process->writeAll("too late"));
}

TEST_CASE("more than a pipe holds goes through", "[process]") {
  auto Process = startShell("wc -c");
  CHECK(Process->writeAll(std::string(3'000'000, 'x')));
  Process->closeInput();
  CHECK(std::stoi(readAll(*Process)) == 3'000'000);
}

TEST_CASE("the exit status and the signal are told", "[process]") {
  CHECK(startShell("exit 7")->waitFor(5s) == 7);
  CHECK(startShell("kill -6 $$")->waitFor(5s) == 128 + 6);

  auto Process = startShell("exec sleep 60");
  CHECK_FALSE(Process->waitFor(0ms));
  Process->kill();
  CHECK(Process->waitFor(5s) == 128 + SIGKILL);
  CHECK(Process->waitFor(0ms) == 128 + SIGKILL);
  Process->kill(); // Harmless by now.
}

TEST_CASE("what cannot be started says why", "[process]") {
  std::string Error;
  CHECK_FALSE(ChildProcess::start("/no/such/program", {}, Error));
  CHECK(Error == "cannot start '/no/such/program': No such file or directory");
  CHECK_FALSE(ChildProcess::start("/etc/passwd", {}, Error));
  CHECK(Error == "cannot start '/etc/passwd': Permission denied");
}

TEST_CASE("a program without a slash is looked up in PATH", "[process]") {
  std::string Error;
  auto Process = ChildProcess::start("echo", {"two words", ""}, Error);
  REQUIRE(Process);
  CHECK(readAll(*Process) == "two words \n");
}

TEST_CASE("writing to a child that is gone fails quietly", "[process]") {
  auto Process = startShell("exit 0");
  REQUIRE(Process->waitFor(5s));
  auto OldHandler = ::signal(SIGPIPE, SIG_DFL); // Which would end this test.
  CHECK_FALSE(Process->writeAll("anybody there?"));
  CHECK_FALSE(Process->writeSome("anybody there?"));
  ::signal(SIGPIPE, OldHandler);

  sigset_t CurrentSignals;
  ::sigpending(&CurrentSignals);
  CHECK(::sigismember(&CurrentSignals, SIGPIPE) == 0);
  ::pthread_sigmask(SIG_BLOCK, nullptr, &CurrentSignals);
  CHECK(::sigismember(&CurrentSignals, SIGPIPE) == 0);
}

TEST_CASE("writing ends when only a grandchild holds the pipe", "[process]") {
  auto Process = startShell("exec 3<&0; sleep 3 >/dev/null & exit 0");
  auto Begin = Clock::now();
  CHECK_FALSE(Process->writeAll(std::string(1'000'000, 'x')));
  CHECK(Clock::now() - Begin < 2s);
}

TEST_CASE("killing from another thread ends a write", "[process]") {
  auto Process = startShell("exec sleep 60");
  std::thread Killer([&] {
    std::this_thread::sleep_for(100ms);
    Process->kill();
  });
  CHECK_FALSE(Process->writeAll(std::string(1'000'000, 'x')));
  Killer.join();
}

TEST_CASE("the destructor ends a child that does not", "[process]") {
  auto Begin = Clock::now();
  {
    auto Process = startShell("exec sleep 60");
  }
  CHECK(Clock::now() - Begin < 2s);
}

TEST_CASE("a child starts with default signals", "[process]") {
  sigset_t BlockedSignals, Old;
  ::sigemptyset(&BlockedSignals);
  ::sigaddset(&BlockedSignals, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &BlockedSignals, &Old);
  auto OldHandler = ::signal(SIGPIPE, SIG_IGN);
  const std::string StatusFile = "/proc/self/status";
  std::string Error;
  auto Process = ChildProcess::start(
      "sed", {"-n", "s/^Sig[BI].*:.//p", StatusFile}, Error);
  ::signal(SIGPIPE, OldHandler);
  ::pthread_sigmask(SIG_SETMASK, &Old, nullptr);
  REQUIRE(Process);
  std::istringstream Masks(readAll(*Process));
  uint64_t Mask = 0;
  int Count = 0;
  // Signals 32 and above are the C library's.
  for (; Masks >> std::hex >> Mask; ++Count)
    CHECK((Mask & 0x7fffffff) == 0);
  CHECK(Count == 2);
}

// A child that inherits another's pipe keeps it open: closing our end would
// not end that other child's input.
TEST_CASE("children started at once do not share pipes", "[process]") {
  std::atomic<int> EndedCount = 0;
  std::vector<std::thread> Threads;
  for (int Thread = 0; Thread != 8; ++Thread)
    Threads.emplace_back([&] {
      for (int Round = 0; Round != 20; ++Round) {
        std::string Error;
        auto Stays = ChildProcess::start("/bin/sleep", {"60"}, Error);
        auto Ends = ChildProcess::start("/bin/cat", {}, Error);
        if (!Stays || !Ends)
          return;
        Ends->closeInput();
        EndedCount += Ends->waitFor(5s) == 0;
      }
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  CHECK(EndedCount == 160);
}

TEST_CASE("the folder of the executable exists", "[process]") {
  std::string Folder = executableFolder();
  REQUIRE_FALSE(Folder.empty());
  CHECK(Folder.front() == '/');
  CHECK(::access(Folder.c_str(), X_OK) == 0);
}
