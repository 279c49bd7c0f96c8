//===- LinearIndex.h - Indices as sums ------------------------- -*- C++
//-*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_MEMORY_LINEARINDEX_H
#define NOISY_ANALYSIS_MEMORY_LINEARINDEX_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir::noisy {

/// An index as a number plus multiples of values: `n - 1 - i`. As the index is
/// computed modulo a power of two, so is this: two that are equal here have
/// the same value.
class LinearIndex {
public:
  LinearIndex(int64_t number = 0) : number(number) {}
  /// That of an index, or of a size. What is no sum is a value by itself.
  static LinearIndex of(OpFoldResult index);
  /// That of a result of an affine map; none if it has a quotient or a
  /// remainder.
  static std::optional<LinearIndex> of(AffineExpr result, unsigned numDims,
                                       ValueRange operands);

  LinearIndex operator+(const LinearIndex &other) const;
  LinearIndex operator-(const LinearIndex &other) const {
    return *this + other * -1;
  }
  LinearIndex operator*(int64_t factor) const;
  bool operator==(const LinearIndex &other) const {
    return (*this - other).getConstant() == 0;
  }

  /// The number, if it is that alone.
  std::optional<int64_t> getConstant() const;
  /// The value, if it is that alone; otherwise null.
  Value getValue() const;
  /// The multiple of a value in it.
  int64_t getFactor(Value value) const;
  /// It without a value.
  LinearIndex without(Value value) const;
  /// True if one of its values is defined in `op`.
  bool isFrom(Operation *op) const;

private:
  static LinearIndex of(Value value, unsigned depth);
  static std::optional<LinearIndex> of(AffineExpr result, unsigned numDims,
                                       ValueRange operands, unsigned depth);

  int64_t number;
  SmallVector<std::pair<Value, int64_t>, 2> terms;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_MEMORY_LINEARINDEX_H
