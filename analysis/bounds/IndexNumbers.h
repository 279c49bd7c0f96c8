//===- IndexNumbers.h - Numbers that arithmetic does not wrap ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's affine expressions and constraints compute in 64 bits with numbers
// from the IR, and do not detect when that wraps. So numbers that are too large
// are sorted out before.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_BOUNDS_INDEXNUMBERS_H
#define NOISY_ANALYSIS_BOUNDS_INDEXNUMBERS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Value.h"
#include <optional>

namespace mlir::noisy {

/// The largest number that is accepted: the product of two such, and sums of a
/// few of those, do not wrap.
inline constexpr int64_t kMaxIndexNumber = int64_t(1) << 30;

inline bool isSmallNumber(int64_t number) {
  return number >= -kMaxIndexNumber && number <= kMaxIndexNumber;
}

/// True if all numbers in `op` are small: its constant operands, sizes in types
/// and attributes.
bool hasSmallNumbers(Operation *op);

/// The constant value of a value of type `index`, or nothing.
std::optional<int64_t> getConstantIndex(Value value);

/// True if all results of `map` are affine with small numbers, also in total in
/// each: no division by anything but a positive constant, no products of
/// variables.
bool isTame(AffineMap map);

/// The strides of each of `count` parts of a linear index: the distance of
/// consecutive values. The outermost part needs no size; if it has one, that is
/// an unchecked promise, and is ignored. Nothing for sizes that are not
/// constant, and for strides whose sum is not small.
std::optional<SmallVector<int64_t>> getStrides(ArrayRef<int64_t> basis,
                                               size_t count);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_BOUNDS_INDEXNUMBERS_H
