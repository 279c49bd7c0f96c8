//===- Timer.cpp - Delayed tasks ------------------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/threads/Timer.h"

using namespace mlir::noisy::lsp;

Timer::~Timer() {
  std::multimap<Clock::time_point, Task> OldTasks;
  {
    std::lock_guard Lock(Mutex);
    std::swap(OldTasks, Tasks);
  }
  OldTasks.clear();
  Work.stop();
}

void Timer::schedule(Clock::duration Delay, Task Callback) {
  Clock::time_point Due = Clock::now() + Delay;
  {
    std::lock_guard Lock(Mutex);
    // Tasks of the same time keep their order.
    Tasks.emplace(Due, std::move(Callback));
  }
  Work.wake(Due);
}

std::optional<Timer::Clock::time_point> Timer::runNext() {
  std::unique_lock Lock(Mutex);
  if (Tasks.empty() || Clock::now() < Tasks.begin()->first)
    return Tasks.empty() ? std::nullopt : std::optional(Tasks.begin()->first);
  Task Next = std::move(Tasks.begin()->second);
  Tasks.erase(Tasks.begin());
  Lock.unlock();
  Next();
  // Its captured objects may lock when they are destroyed.
  Next = nullptr;
  Lock.lock();
  return Tasks.empty() ? std::nullopt : std::optional(Tasks.begin()->first);
}
