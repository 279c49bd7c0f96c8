//===- ShownBounds.h - The bounds that are worth showing -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_BOUNDS_SHOWNBOUNDS_H
#define NOISY_ANALYSIS_BOUNDS_SHOWNBOUNDS_H

#include "analysis/bounds/SymbolicBounds.h"
#include "analysis/integers/IntegerFacts.h"

namespace mlir::noisy {

/// True if `value` may have bounds that its type and its range do not show: an
/// index that is no constant, a tensor or memref with a dynamic dimension. A
/// look at the value alone.
bool mayHaveBounds(Value value);

/// The bounds of `value` that neither its type nor its range shows: all those
/// in terms of other values, constant bounds of dynamic dimensions, and
/// constant bounds of an index that are narrower than its range. The constant
/// bounds of dimensions use the ranges of the values that they are made of.
/// None for a value that is not reached. Takes some milliseconds.
SmallVector<SymbolicBound> getShownBounds(Value value,
                                          const IntegerFacts &facts);

/// The same as text: "%i < %n", "dim 1 = 256".
std::vector<std::string>
describeShownBounds(Value value, const IntegerFacts &facts, ValueNamer name);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_BOUNDS_SHOWNBOUNDS_H
