//===- Timer.h - Runs things later ------------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_THREADS_TIMER_H
#define NOISY_SERVER_THREADS_TIMER_H

#include "server/threads/WorkerPool.h"
#include <map>

namespace mlir::noisy::lsp {

/// Runs things when their time has come: deadlines, and what is only shown
/// when something takes long. They run one after the other, those
/// of the same time in the order in which they came, and must be short.
///
/// All public functions are for any thread, the destructor apart; after() may
/// be called from a task.
class Timer {
public:
  using Clock = WorkerPool::Clock;
  using Task = WorkerPool::Task;

  Timer() = default;
  /// Destroys the tasks whose time has not come, and waits for the one that
  /// runs.
  ~Timer();
  Timer(const Timer &) = delete;
  Timer &operator=(const Timer &) = delete;

  /// Runs `Then` in `Delay`, or as soon as possible when that is over. It must
  /// not throw.
  void after(Clock::duration Delay, Task Then);

private:
  std::optional<Clock::time_point> runNext();

  std::mutex Mutex;
  std::multimap<Clock::time_point, Task> Tasks; // guarded
  Strand Work{WorkKind::Timing, [this] { return runNext(); }};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_THREADS_TIMER_H
