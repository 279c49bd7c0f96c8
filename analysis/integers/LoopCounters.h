//===- LoopCounters.h - Counters of loops with a test -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_LOOPCOUNTERS_H
#define NOISY_ANALYSIS_INTEGERS_LOOPCOUNTERS_H

#include "analysis/integers/TestedLoop.h"

namespace mlir::noisy {

/// The counters of loops with a test, as `IterationRanges` tells iterations
/// apart by them.
class LoopCounters {
public:
  /// Adds those of a loop that is told apart by `op`.
  void add(Operation *op, const TestedLoop &loop, RangeOf rangeOf);

  /// The loop that has `value` as a counter, or null.
  Operation *getLoop(Value value) const { return loopOf.lookup(value); }
  /// What the counter is at first; null for other values.
  Value getInitial(Value value) const;
  /// The value of its loop that `value` is another name of, or null.
  Value getAlias(Value value) const { return aliases.lookup(value); }
  /// The counters of a loop.
  ArrayRef<LoopCounter> getCounters(Operation *loop) const;

private:
  llvm::DenseMap<Value, Operation *> loopOf;
  llvm::DenseMap<Value, Value> aliases;
  llvm::DenseMap<Operation *, SmallVector<LoopCounter, 1>> counters;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_LOOPCOUNTERS_H
