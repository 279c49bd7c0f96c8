//===- SymbolicBounds.h - Indices in terms of one another -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds by MLIR's ValueBoundsOpInterface of values of type `index` and of the
// sizes of tensors and memrefs: "dim 0 = %n + 5", "%i < %n". The range of
// integers (a constant interval) is another analysis; this one finds relations
// between values.
//
// Everything is computed on demand, for one value or comparison, and depends on
// nothing but the IR above it. It takes some milliseconds at most: only the 96
// nearest values that a value is computed from are visited, and those farther
// away are terms.
//
// *Assumptions.* The bounds are computed in unbounded integers. They hold for
// the program when
//   - no arith or index operation that they depend on overflows; if there is
//     one that may, `assumesNoOverflow` is set, and the text says so;
//   - the program has a meaning: steps of loops are positive, sizes are not
//     negative, the arithmetic of the affine dialect does not overflow, as MLIR
//     demands.
// There are no bounds for code that the bounds of its loops show to be never
// executed, for loops with unsigned bounds or steps below 1, in regions without
// dominance (the body of a module), nor for operations with constants beyond
// 2^30.
//
// The IR must have been verified, except for symbol uses, and must not change
// meanwhile. A query makes affine expressions in its context: from one thread
// at a time, unless the context has threading enabled.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_BOUNDS_SYMBOLICBOUNDS_H
#define NOISY_ANALYSIS_BOUNDS_SYMBOLICBOUNDS_H

#include "analysis/flow/ValueNamer.h"
#include "analysis/integers/IntegerFacts.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include <optional>
#include <string>

namespace mlir::noisy {

/// A comparison of a value of type `index`, or of a dimension of a tensor or
/// memref, with an expression.
struct SymbolicBound {
  enum class Kind {
    /// The quantity is equal to the expression.
    Equal,
    /// The quantity is at least the expression.
    Lower,
    /// The quantity is less than the expression.
    Upper,
  };
  Kind kind = Kind::Equal;
  /// The dimension, or nothing for an index.
  std::optional<int64_t> dim;
  /// The expression: a map of one result, without dimensions, whose symbols
  /// stand for `operands`. A constant has none.
  AffineMap map;
  /// Values of type `index`, and dimensions of tensors and memrefs, that are
  /// defined before the value: arguments of the function if everything can be
  /// traced back to them, else the nearest values without known bounds.
  ValueDimList operands;
  /// True if the bound holds only as long as no addition, subtraction or
  /// multiplication of indices overflows.
  bool assumesNoOverflow = false;
  /// What the ranges that it was computed from are assumed by; or None.
  IntegerBasis basis = IntegerBasis::None;

  bool isConstant() const { return operands.empty(); }
};

/// The bounds of a value of type `index`, or of each dimension of a ranked
/// tensor or memref in order; empty for other values, and if only
/// "%x = %x" is known. An index, or a dimension, has
///   - one equality, if there is one; or
///   - all lower and upper bounds, and an equality with the indices of the
///     loops around it ("%x = 4 * %i"), if there is one.
/// Without `withConstants`, constant bounds (also static dimensions) are left
/// out: the range and the type show them already.
SmallVector<SymbolicBound> getSymbolicBounds(Value value,
                                             bool withConstants = true);

/// The bound as text: "%i < %n", "%i >= 4", "dim 0 = %n + 5", "%x <= dim 1 of
/// %t". An assumption is named: "%x = %n + 5, unless an index overflows".
std::string describe(const SymbolicBound &bound, Value value, ValueNamer name);

/// A comparison with a fixed result.
struct DecidedComparison {
  bool result;
  /// True if the result is fixed only as long as no addition, subtraction or
  /// multiplication of indices overflows.
  bool assumesNoOverflow = false;
};

/// The fixed result of the comparison of two indices by `op`, an arith.cmpi or
/// index.cmp; nothing if the bounds do not decide it, and for any other
/// operation.
std::optional<DecidedComparison> decideComparison(Operation *op);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_BOUNDS_SYMBOLICBOUNDS_H
