//===- ParallelReduction.h - Reductions of parallel loops -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_PROGRAM_PARALLELREDUCTION_H
#define NOISY_ANALYSIS_PROGRAM_PARALLELREDUCTION_H

#include "analysis/integers/TripCount.h"
#include "dialect/units/NoiseTransfer.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::noisy {

/// One reduction of an `scf.parallel`: the values passed on by the iterations
/// are combined with the initial value two by two, in any order, until one
/// value remains.
struct ParallelReduction {
  /// The part of a reduction that a bound is computed for.
  enum Part {
    /// An operand of the combination: the noisiest value that may be combined.
    Operand,
    /// The result of a combination, in any order.
    Combination,
    /// The result of the loop.
    Result
  };

  Value initial;
  /// The value that each iteration passes on.
  Value iterationValue;
  /// The value that the combining region returns.
  Value combinedValue;
  /// The result of the one operation, if there is a formula.
  Value combination;
  TripCount iterations;
  /// What the operation does to noise, if the region is one addition (or
  /// subtraction), or one multiplication, and the number of combinations is
  /// known: then there is a formula for the bound. Without `isReset` it is a
  /// maximum or a sum.
  std::optional<NoiseTransfer> combine;
  /// True if the operation's result is reduced before it is combined again.
  bool isReset = false;

  bool hasFormula() const { return combine.has_value(); }

  /// The bound by formula, from those of the initial value and of the values
  /// passed on. With n iterations there are n + 1 values and n combinations. A
  /// maximum is noisiest when all are nested, and a sum has the noise of all
  /// values, whatever the order; each combination adds its bits. `fresh` is the
  /// noise of a reduced value.
  NoiseBound evaluate(Part part, NoiseBound initial, NoiseBound iterationBound,
                      NoiseBound fresh) const;
};

/// The reduction of an `scf.parallel` that `value` is a result or a block
/// argument of; none for other values.
std::optional<ParallelReduction> getParallelReduction(Value value,
                                                      RangeOf rangeOf);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_PROGRAM_PARALLELREDUCTION_H
