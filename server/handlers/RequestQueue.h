//===- RequestQueue.h - Requests, run one after the other -------*- C++ -*-===//
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

/// Runs tasks in their order on another thread than the one that reads
/// messages. For answers that take milliseconds.
///
/// All public functions except the destructor are for any thread; push() may be
/// called from a task.
class RequestQueue {
public:
  using Task = WorkerPool::Task;

  /// `Log` receives a line when a task throws or crashes; may be empty.
  explicit RequestQueue(std::function<void(const std::string &)> Log = nullptr);
  /// Destroys the waiting tasks, and waits for the running one.
  ~RequestQueue();
  RequestQueue(const RequestQueue &) = delete;
  RequestQueue &operator=(const RequestQueue &) = delete;

  /// Adds a task, without waiting. A task that throws (std::exception) or
  /// crashes ends; the next ones follow.
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
