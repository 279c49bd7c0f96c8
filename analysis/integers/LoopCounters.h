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

/// An integer that a counted loop carries, and that is known in each iteration:
/// it follows from constants, like a counter that is set back to 0 at times.
struct LoopSequence {
  Value value, initial;
  /// What it is in the iterations from the first one on.
  std::vector<llvm::APInt> values;
  /// The iterations after which it repeats from the end of `values` on; 0 if
  /// nothing is known of it there.
  uint64_t period = 0;

  /// The value in an iteration, if it is known.
  std::optional<llvm::APInt> get(uint64_t iteration) const;
};

/// The integers of that kind that `scf.for` or `affine.for` carries, with their
/// values in up to `numIterations` iterations: computed one after the other,
/// until they repeat. `stepsLeft` is the number of operations that may still be
/// computed, each as often as it is.
SmallVector<LoopSequence, 1> findSequences(LoopLikeOpInterface loop,
                                           uint64_t numIterations,
                                           RangeOf rangeOf,
                                           uint64_t &stepsLeft);

/// The counters of loops with a test, as `IterationRanges` tells iterations
/// apart by them.
class LoopCounters {
public:
  /// Adds those of a loop that is told apart by `op`.
  void add(Operation *op, const TestedLoop &loop, RangeOf rangeOf);

  /// Adds those of a counted loop, and the other integers that it carries and
  /// that are known in each iteration.
  void add(LoopLikeOpInterface loop, uint64_t numIterations, RangeOf rangeOf);

  /// The loop that has `value` as a counter, or another such integer, or null.
  Operation *getLoop(Value value) const { return loopOf.lookup(value); }
  /// What the counter is at first; null for other values.
  Value getInitial(Value value) const;
  /// The value of its loop that `value` is another name of, or null.
  Value getAlias(Value value) const { return aliases.lookup(value); }
  /// The counters of a loop.
  ArrayRef<LoopCounter> getCounters(Operation *loop) const;
  /// The other integers of a counted loop.
  ArrayRef<LoopSequence> getSequences(Operation *loop) const;

private:
  /// For all loops of a program: it is analysed at each edit.
  static constexpr uint64_t kMostComputed = 1u << 18;

  uint64_t stepsLeft = kMostComputed;
  llvm::DenseMap<Value, Operation *> loopOf;
  llvm::DenseMap<Value, Value> aliases;
  llvm::DenseMap<Operation *, SmallVector<LoopCounter, 1>> counters;
  llvm::DenseMap<Operation *, SmallVector<LoopSequence, 1>> sequences;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_LOOPCOUNTERS_H
