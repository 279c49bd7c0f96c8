//===- Timer.h - Delayed tasks ----------------------------------*- C++ -*-===//
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

/// Runs tasks at their times: deadlines, and messages that are shown only if
/// something takes long. Tasks run one after the other, those of the same time
/// in the order of their arrival, and must be short.
///
/// Public functions may be called from any thread, except the destructor;
/// after() may be called from a task.
class Timer {
public:
  using Clock = WorkerPool::Clock;
  using Task = WorkerPool::Task;

  Timer() = default;
  /// Destroys the tasks that are not due yet, and waits for the running one.
  ~Timer();
  Timer(const Timer &) = delete;
  Timer &operator=(const Timer &) = delete;

  /// Runs `Callback` after `Delay`, or as soon as possible afterwards. It must
  /// not throw.
  void schedule(Clock::duration Delay, Task Callback);

private:
  std::optional<Clock::time_point> runNext();

  std::mutex Mutex;
  std::multimap<Clock::time_point, Task> Tasks; // guarded
  Strand Work{WorkKind::Timing, [this] { return runNext(); }};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_THREADS_TIMER_H
