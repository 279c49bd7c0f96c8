//===- IterationRanges.h - Integers in one iteration of loops ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_ITERATIONRANGES_H
#define NOISY_ANALYSIS_INTEGERS_ITERATIONRANGES_H

#include "analysis/integers/LoopCounters.h"
#include "analysis/integers/TripCount.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <functional>

namespace mlir::noisy {

/// The integers that `values` are computed from, these included; also those
/// that begin the loops whose induction variables or counters are among them.
/// Some, if there are too many.
llvm::SetVector<Value>
findIntegerSources(ArrayRef<Value> values,
                   const LoopCounters *counters = nullptr);

/// The loops whose induction variables (of `scf.for` and `affine.for`) or
/// counters are among `sources`; without an order.
SmallVector<Operation *>
findVariableLoops(const llvm::SetVector<Value> &sources,
                  const LoopCounters *counters = nullptr);

/// The values that an integer may have, by the bits of numbers: from `first` on
/// to `last`; what comes after the largest one is 0.
struct IntegerSpan {
  uint64_t first = 0, last = 0;

  static IntegerSpan of(uint64_t value) { return {value, value}; }
  /// The shortest span with all values of a range of up to 64 bits.
  static IntegerSpan of(const ConstantIntRanges &range);
  ConstantIntRanges getRange(unsigned width) const;

  bool operator<(const IntegerSpan &other) const {
    return std::pair(first, last) < std::pair(other.first, other.last);
  }
};

/// The ranges of integers while loops around them are in one iteration each,
/// and some integers are known: what operations compute from these and from the
/// induction variables or counters is computed again, all others have the range
/// that they have in general. An iteration of a loop with a test begins in
/// front of the test, so there is one more than the body has.
///
/// Belongs to one thread at a time.
class IterationRanges {
public:
  /// Returns the range of an integer in all iterations.
  using GeneralRange = std::function<std::optional<ConstantIntRanges>(Value)>;

  /// `loops` are those of `findVariableLoops` that are told apart, outer ones
  /// first. `inputs` are the integers that are known now and then. `counters`
  /// must outlive this.
  IterationRanges(ArrayRef<Operation *> loops, GeneralRange rangeOf,
                  ArrayRef<Value> inputs = {},
                  const LoopCounters *counters = nullptr);

  /// Moves on to these iterations of the loops, where the first one is 0 and
  /// none is any of them, and to these values of the inputs, as far as they are
  /// known.
  void setState(ArrayRef<std::optional<uint64_t>> iterations,
                ArrayRef<std::optional<IntegerSpan>> known);

  /// The range of an integer in these iterations, as far as it is known.
  std::optional<ConstantIntRanges> getRange(Value value);

private:
  bool depends(Value value);
  std::optional<ConstantIntRanges> compute(Value value);
  void setVariable(Operation *loop, std::optional<uint64_t> iteration);
  std::optional<ConstantIntRanges> getLowerBound(Operation *loop);
  std::optional<ConstantIntRanges> getStep(Operation *loop);

  SmallVector<Operation *> loops;
  SmallVector<Value> inputs;
  /// The induction variables, the counters, and the inputs.
  llvm::DenseSet<Value> variables;
  GeneralRange rangeOf;
  const LoopCounters *counters;
  llvm::DenseMap<Value, bool> dependent;
  /// The ranges in the current iterations.
  llvm::DenseMap<Value, std::optional<ConstantIntRanges>> ranges;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_ITERATIONRANGES_H
