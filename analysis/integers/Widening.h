//===- Widening.h - The widening of ranges in cycles ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_WIDENING_H
#define NOISY_ANALYSIS_INTEGERS_WIDENING_H

#include "analysis/flow/ValueCycles.h"
#include "analysis/integers/LoopRanges.h"

namespace mlir::noisy {

/// Makes ranges in cycles converge: `x = x + 1` would count up one by one. A
/// range that has passed the cycle a few times is widened, each of its four
/// bounds separately, and only if it moves: first to the next number that
/// occurs in the cycle, which is often where it stops (`x = min(x + 1, 63)`),
/// and after a few of these to the end of the type.
class Widening {
public:
  Widening(SymbolTableCollection &symbols) : symbols(symbols) {}

  /// Sets the root of all possible cycles.
  void setRoot(Operation *op) { root = op; }

  /// True if the flow from `source` to `target`, which is computed from it,
  /// leads back to `source`.
  bool isBackAndForth(Value source, Value target) {
    return getCycles().isBackAndForth(source, target);
  }

  /// A range that includes `next`, which `previous` has become by the flow into
  /// `value`. `round` counts the calls for `value`.
  ConstantIntRanges widen(Value value, unsigned round,
                          const ConstantIntRanges &previous,
                          const ConstantIntRanges &next, RangeOf rangeOf);

private:
  /// The numbers at which bounds may stop, in ascending order.
  struct Stops {
    std::vector<llvm::APInt> asUnsigned, asSigned;
  };
  ValueCycles &getCycles();
  const Stops &getStops(Value value, unsigned width, RangeOf rangeOf);

  SymbolTableCollection &symbols;
  Operation *root = nullptr;
  /// The cycles, computed on demand: most programs have none.
  std::optional<ValueCycles> cycles;
  /// The stops by component and width.
  llvm::DenseMap<std::pair<unsigned, unsigned>, Stops> stops;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_WIDENING_H
