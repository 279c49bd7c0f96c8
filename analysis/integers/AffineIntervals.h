//===- AffineIntervals.h - Intervals of affine expressions ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_AFFINEINTERVALS_H
#define NOISY_ANALYSIS_INTEGERS_AFFINEINTERVALS_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace mlir::noisy {

/// The numbers from `low` to `high`, both included.
struct Interval {
  int64_t low = 0, high = 0;

  static Interval of(int64_t number) { return {number, number}; }
};

/// The numbers that a sum or a product may be; nullopt if one of them does not
/// fit into 64 bits.
std::optional<Interval> add(Interval lhs, Interval rhs);
std::optional<Interval> multiply(Interval lhs, Interval rhs);

/// Numbers that contain all that an expression may be, if its dimensions and
/// symbols are in these intervals; nullopt if nothing is known: something may
/// not fit into 64 bits, or the divisor is no positive number.
std::optional<Interval> evaluate(AffineExpr expr, ArrayRef<Interval> dims,
                                 ArrayRef<Interval> symbols);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_AFFINEINTERVALS_H
