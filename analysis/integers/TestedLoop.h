//===- TestedLoop.h - The number of iterations up to a test -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_TESTEDLOOP_H
#define NOISY_ANALYSIS_INTEGERS_TESTEDLOOP_H

#include "analysis/flow/BlockLoops.h"
#include "analysis/integers/TripCount.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace mlir::noisy {

/// A loop that goes on as long as a condition says so: `scf.while`, or a loop
/// of blocks.
struct TestedLoop {
  explicit TestedLoop(scf::WhileOp loop);
  explicit TestedLoop(const BlockLoop &loop);
  /// The values that `scf.for` or `affine.for` carries. It has no condition:
  /// its bounds tell how often it goes on.
  explicit TestedLoop(LoopLikeOpInterface loop);

  /// The condition, tested in each iteration before the rest of it, and with
  /// which value the loop goes on.
  Value condition;
  bool goesOnIf = true;
  /// The loop that counts by itself, or null.
  LoopLikeOpInterface counted;
  /// A value that is carried from one iteration to the next.
  struct Carried {
    Value initial;
    /// The values that may take its place.
    SmallVector<Value, 1> next;
  };
  llvm::DenseMap<Value, Carried> carriedValues;
  /// Other names of values, which mean the same in an iteration.
  llvm::DenseMap<Value, Value> aliases;
  /// True if a value is the same in all iterations: defined before the loop.
  std::function<bool(Value)> isInvariant;
};

/// The number of times that the loop goes on, each time control reaches it, if
/// the condition is, or implies, a comparison of a counter: a carried integer
/// to which a constant is added in each iteration; or if some hundred
/// iterations, followed one by one, lead to the end. None if that is unknown,
/// does not fit in 63 bits, or if the counter may pass the end of its type
/// before the loop ends.
std::optional<TripCount> getTripCount(const TestedLoop &loop, RangeOf rangeOf);

/// An integer that a loop carries, and that each iteration adds the same to: in
/// iteration k = 0, 1, ... it is `initial` + k `step`, modulo 2^width.
struct LoopCounter {
  Value value, initial;
  llvm::APInt step;
};

/// The counter that `value` is in a loop; none if it is something else.
std::optional<LoopCounter> findCounter(const TestedLoop &loop, Value value,
                                       RangeOf rangeOf);

/// The range of a counter in the iterations from the first one, 0, to `last`,
/// if it is in `initial` at first.
ConstantIntRanges inferCounterRange(const ConstantIntRanges &initial,
                                    const llvm::APInt &step, uint64_t last);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_TESTEDLOOP_H
