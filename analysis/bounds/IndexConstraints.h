//===- IndexConstraints.h - Linear constraints on indices -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's ValueBoundsOpInterface, made safe to ask about any program; see
// SymbolicBounds.h for what comes out of it.
//
// In MLIR 22, ValueBoundsConstraintSet by itself
//   - crashes on the index arguments of tensor.pad's region, and reads out of
//     bounds for a dimension that a memref does not have;
//   - takes the loops of `scf.for unsigned` and those with steps below 1 for
//     loops that go up from the lower bound;
//   - wraps where coefficients need more than 64 bits, in silence: of
//     affine.apply by 2^40, twice, it says that it is 0;
//   - forgets which values are still to be visited when it meets loops and
//     branches that carry indices;
//   - gives one bound of several, or none, where its set knows more.
// So this class decides for each value whether MLIR may look at it, tells the
// rest itself, and reads the bounds off the constraints.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_BOUNDS_INDEXCONSTRAINTS_H
#define NOISY_ANALYSIS_BOUNDS_INDEXCONSTRAINTS_H

#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::noisy {

/// The constraints, in unbounded integers, on a value of type `index` or a
/// dimension of a tensor or memref, and on all that it is computed from.
///
/// The IR must have been verified, symbol uses apart. Belongs to one thread and
/// one query; the IR must not change meanwhile.
class IndexConstraints : public ValueBoundsConstraintSet {
public:
  /// What the constraints are about: a value of type `index`, or a value of a
  /// shaped type and one of its dimensions.
  using Quantity = std::pair<Value, std::optional<int64_t>>;

  /// Constraints for use at a point of `scope`: all that is added must be
  /// defined there or around it, and only loops around it are known to turn.
  /// With `stopAtLoops` induction variables are left as they are, instead of
  /// being bounded by where the loop begins and ends.
  explicit IndexConstraints(MLIRContext *context, Region *scope,
                            bool stopAtLoops = false);

  /// Adds a quantity and, until the work that one query may take is done, what
  /// it is computed from.
  void add(Quantity quantity);

  /// Eliminates everything but `kept` and the terms: function arguments and
  /// whatever else was not looked into. Returns false when that takes too long;
  /// then nothing can be told.
  bool reduce(ArrayRef<Quantity> kept);

  /// The rest is for constraints that were reduced.

  /// Whether no values satisfy the constraints: the scope is never executed.
  /// Then nothing should be told of it.
  bool isContradictory() const { return cstr.isEmpty(); }

  /// Whether lhs + offset <= rhs always holds. Either may be nothing, for 0.
  bool proveLessEqual(std::optional<Quantity> lhs, int64_t offset,
                      std::optional<Quantity> rhs) const;

  /// A quantity compared with an affine expression. The symbols of the
  /// expression stand for `operands`.
  struct Bound {
    presburger::BoundType type;
    /// All bounds are closed.
    AffineExpr expr;
    SmallVector<Quantity> operands;
  };
  /// The bounds of a quantity by terms that can be used in the scope: an
  /// equality where there is one, else all lower and upper bounds.
  SmallVector<Bound> getBounds(Quantity quantity);

  /// Whether the quantity was not looked into: it is bounded by nothing but
  /// itself.
  bool isTerm(Quantity quantity) const { return terms.contains(quantity); }
  /// Whether a loop was bounded by where it begins and ends.
  bool sawLoop() const { return foundLoop; }
  /// Whether the constraints hold only as long as no addition, subtraction or
  /// multiplication of indices overflows.
  bool assumesNoOverflow() const { return foundWrapping; }

private:
  /// Who adds the constraints of a quantity.
  enum class By { Mlir, Us, Nobody };

  bool visit(Value value, std::optional<int64_t> dim);
  By visitArgument(BlockArgument argument, std::optional<int64_t> dim);
  /// A sum, product, quotient or extremum of indices; or else `visitStructure`.
  By visitArithmetic(OpResult result);
  /// A choice, an affine map, a size, or the result of a loop or branch.
  By visitStructure(OpResult result);
  By visitDim(OpResult result, int64_t dim);
  By visitLoopIndex(BlockArgument argument, Operation *loop);
  By visitDivision(OpResult result, bool isUnsigned, bool isRemainder);

  By equate(Value value, std::optional<int64_t> dim, Value other);
  By addChoice(Value value, std::optional<int64_t> dim, Value first,
               Value second);
  By addCarried(Value value, std::optional<int64_t> dim, Operation *loop,
                unsigned index);
  enum class Relation { Equal, GreaterEqual, LessEqual, Less };
  By addAffine(Value value, Relation relation, AffineMap map,
               ValueRange operands);
  By addLinearized(Value value, ArrayRef<int64_t> basis, ValueRange parts);
  By addDelinearized(OpResult result, ArrayRef<int64_t> basis, Value linear);
  bool isKnownNonNegative(Value value);
  bool isVisible(Value value) const;
  Quantity getQuantity(unsigned position) const;

  /// A row of the constraints, read for one quantity; see IndexElimination.cpp.
  struct Row;
  /// The row for the quantity at \p position; nullopt where it does not mention
  /// that, or its numbers are too large to be shown.
  static std::optional<Row> readRow(ArrayRef<llvm::DynamicAPInt> numbers,
                                    unsigned position);
  /// The columns in the order in which bounds name them: arguments of functions
  /// come first, in their order.
  SmallVector<unsigned> getColumnOrder() const;
  Bound makeBound(presburger::BoundType type, const Row &row,
                  unsigned position);

  Region *scope;
  bool stopAtLoops;
  /// Values that may still be looked at.
  unsigned budget;
  /// How many constraints within constraints may still be asked.
  unsigned depth;
  bool foundLoop = false;
  bool foundWrapping = false;
  llvm::SetVector<Quantity> terms;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_BOUNDS_INDEXCONSTRAINTS_H
