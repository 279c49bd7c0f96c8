//===- SymbolicBounds.h - Indices in terms of one another -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What MLIR's ValueBoundsOpInterface knows of values of type `index` and of the
// sizes of tensors and memrefs: "dim 0 = %n + 5", "%i < %n". The range of
// integers (a constant interval) is another analysis; this one says what that
// cannot.
//
// Everything is computed on demand, for one value or comparison, and depends on
// nothing but the IR above it. It takes some milliseconds at most: of what a
// value is computed from, the nearest values are looked at, 96 at most, and
// those farther away stand for themselves.
//
// *What it rests on.* The bounds are computed in unbounded integers. They hold
// for the program when
//   - no arith or index operation that they follow overflows; where there is
//     one that may, `assumesNoOverflow` says so, and so does the text;
//   - the program has a meaning: steps of loops are positive, sizes are not
//     negative, the arithmetic of the affine dialect does not overflow, as
//     MLIR demands.
// Nothing is told of code that the bounds of its loops show to be never
// executed, of loops with unsigned bounds or steps below 1, in regions without
// dominance (the body of a module), nor of operations with constants beyond
// 2^30.
//
// The IR must have been verified, symbol uses apart, and must not change
// meanwhile. Asking makes affine expressions in its context: from one thread at
// a time, unless the context has threading enabled.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_BOUNDS_SYMBOLICBOUNDS_H
#define NOISY_ANALYSIS_BOUNDS_SYMBOLICBOUNDS_H

#include "analysis/flow/ValueNamer.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include <optional>
#include <string>

namespace mlir::noisy {

/// A value of type `index`, or a dimension of a tensor or memref, compared with
/// an expression.
struct SymbolicBound {
  enum class Kind {
    /// It is the expression.
    Equal,
    /// It is at least the expression.
    Lower,
    /// It is less than the expression.
    Upper,
  };
  Kind kind = Kind::Equal;
  /// The dimension, or nothing for an index.
  std::optional<int64_t> dim;
  /// The expression: a map of one result, without dimensions, whose symbols
  /// stand for `operands`. A constant has none.
  AffineMap map;
  /// Values of type `index`, and dimensions of tensors and memrefs, that are
  /// defined before the value: arguments of the function where everything can
  /// be traced back to them, else the nearest values that nothing is known of.
  ValueDimList operands;
  /// Whether the bound holds only as long as no addition, subtraction or
  /// multiplication of indices overflows.
  bool assumesNoOverflow = false;

  bool isConstant() const { return operands.empty(); }
};

/// The bounds of a value of type `index`, or of each dimension of a ranked
/// tensor or memref in order; nothing for other values, and where nothing but
/// "%x = %x" is known. Of an index, or a dimension:
///   - one equality, where there is one; or
///   - all lower and upper bounds, and an equality with the indices of the
///     loops around it ("%x = 4 * %i"), where there is one.
/// Bounds that are constants, static dimensions too, are what the range and the
/// type show already; without `withConstants` they are left out.
SmallVector<SymbolicBound> getSymbolicBounds(Value value,
                                             bool withConstants = true);

/// The bound as people write it: "%i < %n", "%i >= 4", "dim 0 = %n + 5",
/// "%x <= dim 1 of %t". Where it assumes something, that is said:
/// "%x = %n + 5, unless an index overflows".
std::string describe(const SymbolicBound &bound, Value value, ValueNamer name);

/// A comparison that comes out the same whenever it is executed.
struct DecidedComparison {
  bool result;
  /// Whether that holds only as long as no addition, subtraction or
  /// multiplication of indices overflows.
  bool assumesNoOverflow = false;
};

/// How the comparison of two indices by `op`, an arith.cmpi or index.cmp, comes
/// out; nothing where the bounds do not decide it, and for any other operation.
std::optional<DecidedComparison> decideComparison(Operation *op);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_BOUNDS_SYMBOLICBOUNDS_H
