//===- Thread.h - How threads are started and survive crashes ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_THREADS_THREAD_H
#define NOISY_SERVER_THREADS_THREAD_H

#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>
#include <memory>
#include <pthread.h>

namespace mlir::noisy::lsp {

/// The stack of a thread that does not recurse over anything.
inline constexpr size_t SmallStackBytes = 1u << 20;

/// A thread with a stack of a chosen size, whatever `ulimit -s` says, and with
/// room for a signal handler beside it, so that survive() sees an overflow of
/// the stack as well. All threads of the server are started by this.
class Thread {
public:
  Thread() = default;
  Thread(const Thread &) = delete;
  Thread &operator=(const Thread &) = delete;
  /// Waits for its end.
  ~Thread() { join(); }

  /// Runs `Work` under a name of at most 15 bytes. False, and nothing is run,
  /// when the system has no more threads or no room for the stack.
  bool start(const char *Name, size_t StackBytes,
             llvm::unique_function<void()> Work);

  bool isStarted() const { return IsStarted; }
  /// Waits for its end; nothing when it was not started.
  void join();
  /// Lets it run on by itself.
  void detach();

  /// The stack of the calling thread; 0 where this class has not started it.
  static size_t currentStackBytes();

private:
  pthread_t Handle = {};
  bool IsStarted = false;
};

/// Makes survive() see crashes. Once in a process, at its start.
void enableCrashRecovery();

/// Runs `Work`; false when it crashed. What it held is leaked then, its locks
/// too, and what it was changing is in no state to be used. `Work` throws
/// nothing.
bool survive(llvm::function_ref<void()> Work);

/// The same, with a stack that MLIR can be run on (ParserStack.h): that of this
/// thread where it is large, otherwise that of another thread, which is waited
/// for. False also when there is no such thread to be had.
bool surviveOnLargeStack(llvm::function_ref<void()> Work);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_THREADS_THREAD_H
