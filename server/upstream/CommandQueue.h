//===- CommandQueue.h - Work for a thread that polls ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UPSTREAM_COMMANDQUEUE_H
#define NOISY_SERVER_UPSTREAM_COMMANDQUEUE_H

#include "llvm/ADT/FunctionExtras.h"
#include <deque>
#include <mutex>

namespace mlir::noisy::lsp {

/// What other threads want to be done on a thread that waits for descriptors
/// (poll): a queue, and a descriptor that wakes that thread.
class CommandQueue {
public:
  /// Throws std::system_error if the system has no more descriptors.
  CommandQueue();
  ~CommandQueue();
  CommandQueue(const CommandQueue &) = delete;
  CommandQueue &operator=(const CommandQueue &) = delete;

  /// Adds a command. Any thread.
  void post(llvm::unique_function<void()> Command);
  /// Lets `run` return false once it has run what was posted before. Any
  /// thread.
  void stop();

  /// Runs the commands; returns false if the thread has to end. What a command
  /// throws is passed on, and the others stay.
  bool run();
  /// Can be read when there is something to run.
  int descriptor() const { return WakeRead; }
  /// Makes the descriptor wait again.
  void clearWake();

private:
  std::mutex Mutex;
  std::deque<llvm::unique_function<void()>> Commands; // guarded
  bool IsStopping = false;                            // guarded
  int WakeRead = -1;
  int WakeWrite = -1;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_COMMANDQUEUE_H
