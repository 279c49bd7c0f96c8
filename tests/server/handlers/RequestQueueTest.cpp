//===- RequestQueueTest.cpp - Runs requests one after the other -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/RequestQueue.h"
#include "tests/server/CrashRecovery.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <future>
#include <thread>
#include <vector>

using namespace mlir::noisy::lsp;

TEST_CASE("Queue: in order, one at a time, on other threads", "[queue]") {
  std::vector<int> Order;
  std::vector<std::thread::id> Threads;
  std::promise<void> Done;
  RequestQueue Queue;
  for (int I = 0; I != 50; ++I)
    Queue.push([&, I] {
      Order.push_back(I);
      Threads.push_back(std::this_thread::get_id());
    });
  // A task may add another.
  Queue.push([&] { Queue.push([&] { Done.set_value(); }); });
  Done.get_future().wait();
  REQUIRE(Order.size() == 50);
  CHECK(std::is_sorted(Order.begin(), Order.end()));
  for (std::thread::id Id : Threads)
    CHECK(Id != std::this_thread::get_id());
}

TEST_CASE("Queue: it goes on behind a task that throws", "[queue]") {
  std::string Logged;
  std::promise<void> Done;
  RequestQueue Queue([&](const std::string &Line) { Logged = Line; });
  Queue.push([] { throw std::runtime_error("oh"); });
  Queue.push([&] { Done.set_value(); });
  Done.get_future().wait();
  CHECK(Logged == "a request failed: oh");
}

TEST_CASE("Queue: it goes on behind a task that crashes", "[queue]") {
  test::CrashRecovery Recovery;
  std::string Logged;
  std::promise<void> Done;
  RequestQueue Queue([&](const std::string &Line) { Logged = Line; });
  Queue.push([] { ::raise(SIGSEGV); });
  Queue.push([&] { Done.set_value(); });
  Done.get_future().wait();
  CHECK(Logged == "a request crashed");
}

TEST_CASE("Queue: at its end the rest is destroyed, not run", "[queue]") {
  struct Told {
    std::promise<void> &When;
    explicit Told(std::promise<void> &When) : When(When) {}
    ~Told() { When.set_value(); }
  };
  std::promise<void> Started, Destroyed;
  bool Ran = false;
  {
    RequestQueue Queue;
    // Goes on when the second one is gone: the queue is ending then.
    Queue.push([&] {
      Started.set_value();
      Destroyed.get_future().wait();
    });
    Queue.push([&, Kept = std::make_unique<Told>(Destroyed)] { Ran = true; });
    Started.get_future().wait();
  }
  CHECK_FALSE(Ran);
}
