//===- Interrupt.h - Ctrl-C during a long pass ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PASSES_INTERRUPT_H
#define NOISY_PASSES_INTERRUPT_H

#include <csignal>
#include <iterator>

namespace mlir::noisy {

/// For programs with nobody to ask them to stop but by Ctrl-C, `timeout`, or a
/// system that ends jobs: from now on `InterruptCatcher` has an effect.
void allowCatchingInterrupts();

/// While one exists, the first SIGINT or SIGTERM is noted instead of ending the
/// process, so that a pass can end early with the best so far. The second ends
/// it. For one thread.
class InterruptCatcher {
public:
  static constexpr int kSignals[] = {SIGINT, SIGTERM};

  InterruptCatcher();
  ~InterruptCatcher();
  InterruptCatcher(const InterruptCatcher &) = delete;
  InterruptCatcher &operator=(const InterruptCatcher &) = delete;

  /// True once an interrupt was noted.
  static bool isInterrupted();

private:
  void (*previousHandlers[std::size(kSignals)])(int) = {};
};

} // namespace mlir::noisy

#endif // NOISY_PASSES_INTERRUPT_H
