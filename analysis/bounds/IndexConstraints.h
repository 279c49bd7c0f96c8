//===- IndexConstraints.h - Linear constraints on indices -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A safe use of MLIR's ValueBoundsOpInterface for any program; see
// SymbolicBounds.h for the results.
//
// In MLIR 22, ValueBoundsConstraintSet by itself
//   - crashes on the index arguments of tensor.pad's region, and reads out of
//     bounds for a dimension that a memref does not have;
//   - takes the loops of `scf.for unsigned` and those with steps below 1 for
//     loops that go up from the lower bound;
//   - wraps silently if coefficients need more than 64 bits: an affine.apply by
//     2^40, twice, is 0;
//   - forgets which values are still to be visited when it meets loops and
//     branches that carry indices;
//   - gives one bound of several, or none, though its set contains more.
// So this class decides for each value if MLIR may visit it, adds the other
// constraints itself, and reads the bounds off the constraints.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_BOUNDS_INDEXCONSTRAINTS_H
#define NOISY_ANALYSIS_BOUNDS_INDEXCONSTRAINTS_H

#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::noisy {

/// The constraints, in unbounded integers, on a value of type `index` or a
/// dimension of a tensor or memref, and on all values that it is computed from.
///
/// The IR must have been verified, except for symbol uses. Belongs to one
/// thread and one query; the IR must not change meanwhile.
class IndexConstraints : public ValueBoundsConstraintSet {
public:
  /// The subject of constraints: a value of type `index`, or a value of a
  /// shaped type and one of its dimensions.
  using Quantity = std::pair<Value, std::optional<int64_t>>;

  /// Constraints for use at a point of `scope`: all values that are added must
  /// be defined there or around it, and only loops around it are known to run.
  /// With `stopAtLoops` induction variables are terms, instead of being bounded
  /// by the bounds of the loop.
  explicit IndexConstraints(MLIRContext *context, Region *scope,
                            bool stopAtLoops = false);

  /// Adds a quantity and the values that it is computed from, up to the work
  /// limit of one query.
  void add(Quantity quantity);

  /// Eliminates everything but `keptQuantities` and the terms: function
  /// arguments and other values that were not visited. Returns false if that
  /// takes too long; then nothing is known.
  bool reduce(ArrayRef<Quantity> keptQuantities);

  /// The functions below are for constraints that were reduced.

  /// True if no values satisfy the constraints: the scope is never executed.
  /// Then no bounds should be shown.
  bool isContradictory() const { return cstr.isEmpty(); }

  /// True if lhs + offset <= rhs always holds. An absent side is 0.
  bool proveLessEqual(std::optional<Quantity> lhs, int64_t offset,
                      std::optional<Quantity> rhs) const;

  /// A comparison of a quantity with an affine expression. The symbols of the
  /// expression stand for `operands`.
  struct Bound {
    presburger::BoundType type;
    /// All bounds are closed.
    AffineExpr expr;
    SmallVector<Quantity> operands;
  };
  /// The bounds of a quantity by terms that can be used in the scope: an
  /// equality if there is one, else all lower and upper bounds.
  SmallVector<Bound> getBounds(Quantity quantity);

  /// True if the quantity was not visited: it is bounded by nothing but itself.
  bool isTerm(Quantity quantity) const { return terms.contains(quantity); }
  /// True if a loop was bounded by its bounds.
  bool sawLoop() const { return foundLoop; }
  /// True if the constraints hold only as long as no addition, subtraction or
  /// multiplication of indices overflows.
  bool assumesNoOverflow() const { return foundWrapping; }

private:
  /// The party that adds the constraints of a quantity.
  enum class Handler { Mlir, Us, Nobody };

  bool visit(Value value, std::optional<int64_t> dim);
  Handler visitArgument(BlockArgument argument, std::optional<int64_t> dim);
  /// Visits a sum, product, quotient or extremum of indices; calls
  /// `visitStructure` for other operations.
  Handler visitArithmetic(OpResult result);
  /// Visits a choice, an affine map, a size, or the result of a loop or branch.
  Handler visitStructure(OpResult result);
  Handler visitDim(OpResult result, int64_t dim);
  Handler visitLoopIndex(BlockArgument argument, Operation *loop);
  Handler visitDivision(OpResult result, bool isUnsigned, bool isRemainder);

  Handler equate(Value value, std::optional<int64_t> dim, Value source);
  Handler addChoice(Value value, std::optional<int64_t> dim, Value first,
                    Value second);
  Handler addCarried(Value value, std::optional<int64_t> dim, Operation *loop,
                     unsigned index);
  enum class Relation { Equal, GreaterEqual, LessEqual, Less };
  Handler addAffine(Value value, Relation relation, AffineMap map,
                    ValueRange operands);
  Handler addLinearized(Value value, ArrayRef<int64_t> basis, ValueRange parts);
  Handler addDelinearized(OpResult result, ArrayRef<int64_t> basis,
                          Value linear);
  bool isKnownNonNegative(Value value);
  bool isVisible(Value value) const;
  Quantity getQuantity(unsigned position) const;

  /// A row of the constraints, read for one quantity; see IndexElimination.cpp.
  struct Row;
  /// Reads the row for the quantity at \p position; nullopt if the row does not
  /// contain it, or has numbers too large to be shown.
  static std::optional<Row> readRow(ArrayRef<llvm::DynamicAPInt> numbers,
                                    unsigned position);
  /// The columns in the order in which bounds name them: arguments of functions
  /// come first, in their order.
  SmallVector<unsigned> getColumnOrder() const;
  Bound makeBound(presburger::BoundType type, const Row &row,
                  unsigned position);

  Region *scope;
  bool stopAtLoops;
  /// The number of values that may still be visited.
  unsigned budget;
  /// The number of nested queries that may still be made.
  unsigned depth;
  bool foundLoop = false;
  bool foundWrapping = false;
  llvm::SetVector<Quantity> terms;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_BOUNDS_INDEXCONSTRAINTS_H
