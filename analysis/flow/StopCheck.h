//===- StopCheck.h - The early end of a computation -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_STOPCHECK_H
#define NOISY_ANALYSIS_FLOW_STOPCHECK_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy {

/// Whether a computation whose result nobody needs any more should end early.
/// It leaves its results as they are, unfinished, to be thrown away.
class StopCheck {
public:
  /// `ask` may be null: never stop. It must outlive this.
  explicit StopCheck(llvm::function_ref<bool()> ask) : ask(ask) {}

  /// True once `ask` has returned true. To be called at each step of some
  /// microseconds: asking may take a lock, so it happens only now and then.
  bool operator()() {
    return stopped || (ask && ++steps % stepsPerAsk == 0 && now());
  }
  /// Asks at once: between longer steps.
  bool now() { return stopped = stopped || (ask && ask()); }

private:
  static constexpr unsigned stepsPerAsk = 256;

  llvm::function_ref<bool()> ask;
  unsigned steps = 0;
  bool stopped = false;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_STOPCHECK_H
