//===- RequestQueue.h - Runs requests one after the other -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_REQUESTQUEUE_H
#define NOISY_SERVER_REQUESTQUEUE_H

#include "llvm/ADT/FunctionExtras.h"
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace mlir::noisy::lsp {

/// A thread that runs what it is given, one after the other in that order, so
/// that the thread which reads messages does not have to. For answers that
/// take milliseconds.
///
/// All public functions are for any thread, the destructor apart; push() may
/// be called from a task.
class RequestQueue {
public:
  using Task = llvm::unique_function<void()>;

  /// `Log` is told when a task throws; may be empty.
  explicit RequestQueue(std::function<void(const std::string &)> Log = nullptr);
  /// Destroys the tasks that have not begun, and waits for the one that runs.
  ~RequestQueue();
  RequestQueue(const RequestQueue &) = delete;
  RequestQueue &operator=(const RequestQueue &) = delete;

  /// Adds a task; at once. One that throws (std::exception) is over with that.
  void push(Task Next);

private:
  void work();

  const std::function<void(const std::string &)> Log;
  std::mutex Mutex;
  std::condition_variable Changed;
  std::deque<Task> Tasks;
  bool Ending = false;
  std::thread Worker;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_REQUESTQUEUE_H
