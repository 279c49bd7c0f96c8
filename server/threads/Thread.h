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
#include <optional>
#include <pthread.h>
#include <type_traits>

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

namespace detail {
bool survive(llvm::function_ref<void()> Work);
bool surviveOnLargeStack(llvm::function_ref<void()> Work);

template <bool (*Run)(llvm::function_ref<void()>), typename Function>
auto getSurvivor(Function &Work) {
  using T = std::invoke_result_t<Function &>;
  if constexpr (std::is_void_v<T>) {
    return Run(Work);
  } else {
    std::optional<T> Result;
    Run([&] { Result.emplace(Work()); });
    return Result;
  }
}
} // namespace detail

/// Runs `Work` and returns its result (true if that is void), or nothing
/// (false) if it crashed, or threw anything.
///
/// Crashed code leaves its objects in no state to be used or destroyed. All
/// that `Work` holds in local variables is leaked, including its locks; so it
/// makes what it works on, and returns what is to be kept. Objects that it
/// changes elsewhere need an owner, as below.
template <typename Function> auto survive(Function &&Work) {
  return detail::getSurvivor<detail::survive>(Work);
}

/// Runs `Work` on an object as the function above does. If `Work` crashed, the
/// object is leaked and `Owner` is null.
template <typename T, typename Function>
auto survive(std::unique_ptr<T> &Owner, Function &&Work) {
  auto Result = survive([&] { return Work(*Owner); });
  if (!Result)
    (void)Owner.release();
  return Result;
}

/// Runs `Work` as survive() does, on a stack large enough for MLIR
/// (ParserStack.h): this thread's if it is large, otherwise that of another
/// thread, for which it waits. Returns nothing also if there is no such thread.
template <typename Function> auto surviveOnLargeStack(Function &&Work) {
  return detail::getSurvivor<detail::surviveOnLargeStack>(Work);
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_THREADS_THREAD_H
