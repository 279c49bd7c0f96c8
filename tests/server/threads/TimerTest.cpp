//===- TimerTest.cpp - Runs things later ----------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/threads/Timer.h"
#include <catch2/catch.hpp>
#include <future>
#include <vector>

using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

TEST_CASE("Timer: what is due first runs first", "[timer]") {
  std::vector<int> Order;
  std::promise<void> Done;
  Timer Clock;
  // The thread is held, so that all are there before any is due.
  std::promise<void> Begin;
  Clock.schedule(0ms, [&] { Begin.get_future().wait(); });
  Clock.schedule(30ms, [&] {
    Order.push_back(4);
    Done.set_value();
  });
  Clock.schedule(20ms, [&] { Order.push_back(3); });
  Clock.schedule(-5ms, [&] { Order.push_back(1); });
  Clock.schedule(10ms, [&] {
    // A task may add another, which is due now.
    Clock.schedule(-1h, [&] { Order.push_back(2); });
  });
  Begin.set_value();
  Done.get_future().wait();
  CHECK(Order == std::vector<int>{1, 2, 3, 4});
}

TEST_CASE("Timer: what comes later may be due before what waits", "[timer]") {
  std::promise<void> Done;
  Timer Clock;
  bool Ran = false;
  Clock.schedule(1h, [&] { Ran = true; });
  Clock.schedule(0ms, [&] { Done.set_value(); });
  Done.get_future().wait();
  CHECK_FALSE(Ran);
}

TEST_CASE("Timer: at its end the rest is destroyed, not run", "[timer]") {
  auto Kept = std::make_shared<int>(0);
  bool Ran = false;
  {
    Timer Clock;
    Clock.schedule(1h, [&, Kept] { Ran = true; });
    CHECK(Kept.use_count() == 2);
  }
  CHECK(Kept.use_count() == 1);
  CHECK_FALSE(Ran);
}
