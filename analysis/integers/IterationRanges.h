//===- IterationRanges.h - Integers in one iteration of loops ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_ITERATIONRANGES_H
#define NOISY_ANALYSIS_INTEGERS_ITERATIONRANGES_H

#include "analysis/integers/TripCount.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace mlir::noisy {

/// The loops, `scf.for` and `affine.for`, whose induction variables `values`
/// are computed from, or from whose bounds these begin; without an order.
SmallVector<Operation *> findVariableLoops(ArrayRef<Value> values);

/// The ranges of integers while loops around them are in one iteration each:
/// those that operations compute from the induction variables are computed
/// again, all others have the range that they have in general.
///
/// Belongs to one thread at a time.
class IterationRanges {
public:
  /// Returns the range of an integer in all iterations.
  using GeneralRange = std::function<std::optional<ConstantIntRanges>(Value)>;

  /// `loops` are those of `findVariableLoops` that are told apart, outer ones
  /// first.
  IterationRanges(ArrayRef<Operation *> loops, GeneralRange rangeOf);

  /// Moves on to these iterations of the loops; the first one is 0.
  void setIterations(ArrayRef<uint64_t> iterations);

  /// The range of an integer in these iterations, as far as it is known.
  std::optional<ConstantIntRanges> getRange(Value value);

private:
  bool depends(Value value);
  std::optional<ConstantIntRanges> compute(OpResult result);
  std::optional<ConstantIntRanges> getLowerBound(Operation *loop);
  std::optional<ConstantIntRanges> getStep(Operation *loop);

  SmallVector<Operation *> loops;
  llvm::DenseSet<Value> variables;
  GeneralRange rangeOf;
  llvm::DenseMap<Value, bool> dependent;
  /// The ranges in the current iterations.
  llvm::DenseMap<Value, std::optional<ConstantIntRanges>> ranges;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_ITERATIONRANGES_H
