//===- Widening.h - Ranges that go round in circles -------------*- C++ -*-===//
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

/// Brings ranges that go round in circles to rest: `x = x + 1` would count up
/// one by one. A range that has been round a few times is widened, each of its
/// four bounds by itself, and only when it moves: first to the next number that
/// occurs in the circle, which is often where it stops
/// (`x = min(x + 1, 63)`), and after a few of these to the end of the type.
class Widening {
public:
  Widening(SymbolTableCollection &symbols) : symbols(symbols) {}

  /// All that may flow in circles is below `root`.
  void setRoot(Operation *op) { root = op; }

  /// Whether what flows from `from` to `to`, which is computed from it, comes
  /// back.
  bool isBackAndForth(Value from, Value to) {
    return getCycles().isBackAndForth(from, to);
  }

  /// `next`, which `previous` has become by the flow into `value`, or more.
  /// `turn` counts how often this was asked for `value`.
  ConstantIntRanges widen(Value value, unsigned turn,
                          const ConstantIntRanges &previous,
                          const ConstantIntRanges &next, RangeOf rangeOf);

private:
  /// Where bounds may come to rest, in ascending order.
  struct Stops {
    std::vector<llvm::APInt> asUnsigned, asSigned;
  };
  ValueCycles &getCycles();
  const Stops &getStops(Value value, unsigned width, RangeOf rangeOf);

  SymbolTableCollection &symbols;
  Operation *root = nullptr;
  /// Once they were asked for: most programs have no circles.
  std::optional<ValueCycles> cycles;
  /// By component and width.
  llvm::DenseMap<std::pair<unsigned, unsigned>, Stops> stops;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_WIDENING_H
