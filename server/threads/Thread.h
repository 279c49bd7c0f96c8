//===- Thread.h - Thread starts and crash recovery --------------*- C++ -*-===//
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

/// The stack size of a thread that does not recurse, in bytes.
inline constexpr size_t SmallStackBytes = 1u << 20;

/// A thread with a stack of a chosen size, independent of `ulimit -s`, and a
/// separate stack for signal handlers, so that survive() also sees stack
/// overflows. All threads of the server are started by this class.
class Thread {
public:
  Thread() = default;
  Thread(const Thread &) = delete;
  Thread &operator=(const Thread &) = delete;
  /// Waits for the thread's end.
  ~Thread() { join(); }

  /// Runs `Work` on a thread with a name of at most 15 bytes. Returns false,
  /// without running anything, if the system has no more threads or no room for
  /// the stack.
  bool start(const char *Name, size_t StackBytes,
             llvm::unique_function<void()> Work);

  bool isStarted() const { return IsStarted; }
  /// Waits for the thread's end; does nothing if it was not started.
  void join();
  /// Detaches the thread.
  void detach();

  /// The stack size of the calling thread, in bytes; 0 if this class has not
  /// started it.
  static size_t currentStackBytes();

private:
  pthread_t Handle = {};
  bool IsStarted = false;
};

/// Enables survive() to see crashes. To be called once, at process start.
void enableCrashRecovery();

/// Runs `Work`; returns false if it crashed. Then all that it held is leaked,
/// including its locks, and objects that it was changing are unusable. `Work`
/// must not throw.
bool survive(llvm::function_ref<void()> Work);

/// Runs `Work` as survive() does, on a stack large enough for MLIR
/// (ParserStack.h): this thread's if it is large, otherwise that of another
/// thread, for which it waits. Returns false also if there is no such thread.
bool surviveOnLargeStack(llvm::function_ref<void()> Work);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_THREADS_THREAD_H
