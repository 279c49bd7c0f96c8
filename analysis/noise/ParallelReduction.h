//===- ParallelReduction.h - Reductions of parallel loops -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_PARALLELREDUCTION_H
#define NOISY_ANALYSIS_NOISE_PARALLELREDUCTION_H

#include "analysis/integers/TripCount.h"
#include "dialect/NoiseBound.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::noisy {

/// One reduction of an `scf.parallel`: what the turns pass on is combined with
/// the initial value two by two, in any order, until one value remains.
struct ParallelReduction {
  /// What stands to be told of it.
  enum Part {
    /// An operand of the combination: the noisiest of what may be combined.
    Operand,
    /// What a combination gives, in whatever order.
    Combined,
    /// The result of the loop.
    Result
  };

  Value initial;
  /// What each turn passes on.
  Value passed;
  /// What the combining region returns.
  Value combined;
  /// Where there is a formula: the result of the one operation.
  Value combination;
  TripCount turns;
  /// Whether it is one addition (or subtraction) or one multiplication, and how
  /// often it happens is known: then there is a formula for the bound.
  bool isSum = false, isProduct = false;
  /// Whether what that operation gives is reduced before it is combined again.
  bool isReset = false;

  bool hasFormula() const { return isSum || isProduct; }

  /// The bound by formula, from those of the initial value and of what the
  /// turns pass on. With n turns there are n + 1 values and n combinations; an
  /// addition is noisiest when all are nested, and the product has the noise of
  /// all values, whatever the order. `fresh` is the noise of what was reduced.
  NoiseBound evaluate(Part part, NoiseBound initial, NoiseBound passed,
                      NoiseBound fresh) const;
};

/// The reduction that gives result `index` of an `scf.parallel`, or of which
/// `value` is a block argument; none when there is no such thing.
std::optional<ParallelReduction> getParallelReduction(Value value,
                                                      RangeOf rangeOf);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_PARALLELREDUCTION_H
