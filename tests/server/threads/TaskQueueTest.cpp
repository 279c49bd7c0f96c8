//===- TaskQueueTest.cpp - Tasks in their order ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/threads/WorkerPool.h"
#include "tests/server/CrashRecovery.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <future>
#include <thread>
#include <vector>

using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

TEST_CASE("Queue: in order, one at a time, on other threads", "[queue]") {
  std::vector<int> Order;
  std::vector<std::thread::id> Threads;
  std::promise<void> EndPromise;
  TaskQueue Queue(WorkKind::Reading);
  for (int I = 0; I != 50; ++I)
    Queue.post([&, I] {
      Order.push_back(I);
      Threads.push_back(std::this_thread::get_id());
    });
  // A task may add another.
  Queue.post([&] { Queue.post([&] { EndPromise.set_value(); }); });
  EndPromise.get_future().wait();
  REQUIRE(Order.size() == 50);
  CHECK(std::is_sorted(Order.begin(), Order.end()));
  for (std::thread::id Id : Threads)
    CHECK(Id != std::this_thread::get_id());
}

TEST_CASE("Queue: it goes on behind a task that throws", "[queue]") {
  std::string LogText;
  std::promise<void> EndPromise;
  TaskQueue Queue(WorkKind::Reading,
                  [&](const std::string &Failure) { LogText = Failure; });
  Queue.post([] { throw std::runtime_error("oh"); });
  Queue.post([&] { EndPromise.set_value(); });
  EndPromise.get_future().wait();
  CHECK(LogText == "failed: oh");
}

TEST_CASE("Queue: it goes on behind a task that crashes", "[queue]") {
  test::CrashRecovery Recovery;
  std::string LogText;
  std::promise<void> EndPromise;
  TaskQueue Queue(WorkKind::Reading,
                  [&](const std::string &Failure) { LogText = Failure; });
  Queue.post([] { ::raise(SIGSEGV); });
  Queue.post([&] { EndPromise.set_value(); });
  EndPromise.get_future().wait();
  CHECK(LogText == "crashed");
}

TEST_CASE("Queue: at its end the rest is destroyed, not run", "[queue]") {
  struct DestructionNotice {
    std::promise<void> &EndPromise;
    explicit DestructionNotice(std::promise<void> &EndPromise)
        : EndPromise(EndPromise) {}
    ~DestructionNotice() { EndPromise.set_value(); }
  };
  std::promise<void> StartPromise, DestructionPromise;
  bool Ran = false;
  {
    TaskQueue Queue(WorkKind::Reading);
    // Goes on when the second one is gone: the queue is ending then.
    Queue.post([&] {
      StartPromise.set_value();
      DestructionPromise.get_future().wait();
    });
    Queue.post([&, Kept = std::make_unique<DestructionNotice>(
                       DestructionPromise)] { Ran = true; });
    StartPromise.get_future().wait();
  }
  CHECK_FALSE(Ran);
}

TEST_CASE("Queue: what is due first runs first", "[queue]") {
  std::vector<int> Order;
  std::promise<void> EndPromise;
  TaskQueue Clock(WorkKind::Timing);
  // The thread is held, so that all are there before any is due.
  std::promise<void> Begin;
  Clock.schedule(0ms, [&] { Begin.get_future().wait(); });
  Clock.schedule(30ms, [&] {
    Order.push_back(4);
    EndPromise.set_value();
  });
  Clock.schedule(20ms, [&] { Order.push_back(3); });
  Clock.schedule(-5ms, [&] { Order.push_back(1); });
  Clock.schedule(10ms, [&] {
    // A task may add another, which is due now.
    Clock.schedule(-1h, [&] { Order.push_back(2); });
  });
  Begin.set_value();
  EndPromise.get_future().wait();
  CHECK(Order == std::vector<int>{1, 2, 3, 4});
}

TEST_CASE("Queue: what comes later may be due before what waits", "[queue]") {
  std::promise<void> EndPromise;
  TaskQueue Clock(WorkKind::Timing);
  bool Ran = false;
  Clock.schedule(1h, [&] { Ran = true; });
  Clock.schedule(0ms, [&] { EndPromise.set_value(); });
  EndPromise.get_future().wait();
  CHECK_FALSE(Ran);
}

TEST_CASE("Queue: at its end what is not due is destroyed", "[queue]") {
  auto Guard = std::make_shared<int>(0);
  bool Ran = false;
  {
    TaskQueue Clock(WorkKind::Timing);
    Clock.schedule(1h, [&, Guard] { Ran = true; });
    CHECK(Guard.use_count() == 2);
  }
  CHECK(Guard.use_count() == 1);
  CHECK_FALSE(Ran);
}
