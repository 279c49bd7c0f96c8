//===- RequestQueue.h - Runs requests one after the other -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_REQUESTQUEUE_H
#define NOISY_SERVER_HANDLERS_REQUESTQUEUE_H

#include "server/threads/WorkerPool.h"
#include <deque>

namespace mlir::noisy::lsp {

/// Runs what it is given, one after the other in that order, so that the thread
/// which reads messages does not have to. For answers that take milliseconds.
///
/// All public functions are for any thread, the destructor apart; push() may
/// be called from a task.
class RequestQueue {
public:
  using Task = WorkerPool::Task;

  /// `Log` is told when a task throws or crashes; may be empty.
  explicit RequestQueue(std::function<void(const std::string &)> Log = nullptr);
  /// Destroys the tasks that have not begun, and waits for the one that runs.
  ~RequestQueue();
  RequestQueue(const RequestQueue &) = delete;
  RequestQueue &operator=(const RequestQueue &) = delete;

  /// Adds a task; at once. One that throws (std::exception) or crashes is over
  /// with that; the next ones follow.
  void push(Task Next);

private:
  std::optional<Strand::Clock::time_point> runNext();

  const std::function<void(const std::string &)> Log;
  std::mutex Mutex;
  std::deque<Task> Tasks; // guarded
  Strand Work{WorkKind::Reading, [this] { return runNext(); }};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_REQUESTQUEUE_H
