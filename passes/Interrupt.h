//===- Interrupt.h - Ctrl-C during a long pass ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PASSES_INTERRUPT_H
#define NOISY_PASSES_INTERRUPT_H

namespace mlir::noisy {

/// For programs with nobody to ask them to stop but by Ctrl-C: from now on
/// `InterruptCatcher` has an effect.
void allowCatchingInterrupts();

/// While one exists, the first SIGINT is noted instead of ending the process,
/// so that a pass can end early with the best so far. The second ends it. For
/// one thread.
class InterruptCatcher {
public:
  InterruptCatcher();
  ~InterruptCatcher();
  InterruptCatcher(const InterruptCatcher &) = delete;
  InterruptCatcher &operator=(const InterruptCatcher &) = delete;

  /// True once an interrupt was noted.
  static bool isInterrupted();

private:
  void (*previousHandler)(int) = nullptr;
};

} // namespace mlir::noisy

#endif // NOISY_PASSES_INTERRUPT_H
