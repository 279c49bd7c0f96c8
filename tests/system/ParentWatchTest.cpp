//===- ParentWatchTest.cpp - Children end with their parent -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverWorkerProtocol.h"
#include "system/ChildProcess.h"
#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir::noisy;
using namespace std::chrono_literals;

namespace {

/// A process that starts a worker on a thread that ends, and gives it a problem
/// that takes a minute.
class Parent {
public:
  /// Where \p KeepsPipe, another process goes on holding the worker's pipe.
  explicit Parent(bool KeepsPipe) {
    int Ends[2];
    // The worker inherits the end to write to, so that its end is seen.
    REQUIRE(::pipe(Ends) == 0);
    Alive = Ends[0];
    ::fcntl(Alive, F_SETFD, FD_CLOEXEC);
    Pid = ::fork();
    REQUIRE(Pid >= 0);
    if (Pid == 0)
      run(Ends[1], KeepsPipe);
    ::close(Ends[1]);
    char Number;
    while (::read(Alive, &Number, 1) == 1 && Number != '\n')
      Keeper = Keeper * 10 + (Number - '0');
  }
  ~Parent() {
    if (Keeper > 0)
      ::kill(Keeper, SIGKILL);
    end(SIGKILL);
    ::close(Alive);
  }

  bool hasWorker() const { return !isGone(0ms); }
  /// Whether the worker ends within \p Time.
  bool isGone(std::chrono::milliseconds Time) const {
    pollfd End = {Alive, 0, 0};
    return ::poll(&End, 1, static_cast<int>(Time.count())) == 1;
  }
  void end(int Signal) {
    if (Pid <= 0)
      return;
    ::kill(Pid, Signal);
    ::waitpid(Pid, nullptr, 0);
    Pid = 0;
  }

private:
  [[noreturn]] static void run(int PidPipe, bool KeepsPipe) {
    for (int Signal : {SIGABRT, SIGTERM})
      ::signal(Signal, SIG_DFL); // not as the tests handle it
    std::unique_ptr<ChildProcess> Worker;
    std::thread([&] {
      std::string Error;
      Worker = ChildProcess::start(executableFolder() + "/noisy-cover-worker",
                                   {}, Error);
      if (Worker)
        Worker->writeAll(encodeRequest({60s, hardProblem(), {}}));
    }).join();
    pid_t OtherPid = KeepsPipe ? ::fork() : 0;
    if (KeepsPipe && OtherPid == 0) {
      ::close(PidPipe);
      while (true)
        ::pause();
    }
    std::string Line = std::to_string(OtherPid) + "\n";
    if (!Worker || ::write(PidPipe, Line.data(), Line.size()) < 0)
      ::_exit(EXIT_FAILURE);
    ::close(PidPipe);
    while (true)
      ::pause();
  }

  pid_t Pid = 0;
  /// The other process that has the worker's pipe.
  pid_t Keeper = 0;
  int Alive = -1;
};

} // namespace

TEST_CASE("a worker ends when its parent is killed", "[process]") {
  for (int Signal : {SIGKILL, SIGABRT, SIGTERM}) {
    Parent KilledParent(/*KeepsPipe=*/false);
    REQUIRE(KilledParent.hasWorker());
    // Not with the thread that started it.
    CHECK_FALSE(KilledParent.isGone(300ms));
    KilledParent.end(Signal);
    CHECK(KilledParent.isGone(5s));
  }
}

TEST_CASE("a worker ends with its parent though its pipe stays open",
          "[process]") {
  Parent KilledParent(/*KeepsPipe=*/true);
  CHECK_FALSE(KilledParent.isGone(300ms));
  KilledParent.end(SIGKILL);
  CHECK(KilledParent.isGone(5s));
}
