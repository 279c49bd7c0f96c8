//===- Timer.cpp - Runs things later --------------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/Timer.h"

using namespace mlir::noisy::lsp;

Timer::Timer() : Worker([this] { work(); }) {}

Timer::~Timer() {
  std::multimap<Clock::time_point, Task> Dropped;
  {
    std::lock_guard Lock(Mutex);
    Ending = true;
    std::swap(Dropped, Tasks);
  }
  Dropped.clear();
  Changed.notify_all();
  Worker.join();
}

void Timer::after(Clock::duration Delay, Task Then) {
  {
    std::lock_guard Lock(Mutex);
    // Those of the same time stay in their order.
    Tasks.emplace(Clock::now() + Delay, std::move(Then));
  }
  Changed.notify_one();
}

void Timer::work() {
  std::unique_lock Lock(Mutex);
  while (true) {
    Changed.wait(Lock, [&] { return Ending || !Tasks.empty(); });
    if (Ending)
      return;
    Clock::time_point Due = Tasks.begin()->first;
    if (Clock::now() < Due) {
      // Something else may be due before that.
      Changed.wait_until(Lock, Due);
      continue;
    }
    Task Next = std::move(Tasks.begin()->second);
    Tasks.erase(Tasks.begin());
    Lock.unlock();
    Next();
    // What it holds may take locks of its own when it goes.
    Next = nullptr;
    Lock.lock();
  }
}
