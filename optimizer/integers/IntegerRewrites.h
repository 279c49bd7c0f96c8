//===- IntegerRewrites.h - Simpler integers by their ranges -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The changes of a program that follow from the ranges of its integers. The
// results stay the same for all inputs that keep to the stated ranges.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_INTEGERS_INTEGERREWRITES_H
#define NOISY_OPTIMIZER_INTEGERS_INTEGERREWRITES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/APInt.h"

namespace mlir::noisy {

/// The value of an `arith.constant` of type `type`, in each element of a vector
/// or tensor; null if such a constant cannot have that type.
TypedAttr makeConstantAttr(Type type, const llvm::APInt &number);

/// Puts the unsigned form (`getUnsignedEquivalent`) in the place of `op`, which
/// must have one, and returns it. A comparison gets another predicate and stays
/// the same operation; others are erased.
Operation *useUnsignedForm(Operation *op);

/// The numbers of changes.
struct IntegerRewriteCounts {
  /// Values replaced by a constant, and by an operand that they equal.
  unsigned constants = 0, operands = 0;
  /// Operations that became unsigned.
  unsigned unsignedForms = 0;
  /// Operations erased because nothing needs them any more.
  unsigned erasedOperations = 0;

  bool isEmpty() const { return !constants && !operands && !unsignedForms; }
};

/// Rewrites all code below `root`:
///   - a value that is always the same number becomes a constant, also an
///     argument of a block, and a result of a call or of an operation with
///     regions (which stay);
///   - so does a comparison of indices that bounds decide
///     (`findDecidedComparisons`), of the first `maxComparisons`;
///   - a value that always equals an operand of its operation
///     (`findEqualOperand`) is replaced by that;
///   - with `usesUnsignedForms`, signed operations on numbers that are never
///     negative become unsigned;
///   - what nothing needs any more is erased, if it has no effects.
///
/// Neither reads nor changes code outside of `root`, which is isolated from it,
/// so that other threads may change that meanwhile. What is there may call
/// functions below `root` with anything that statements allow. If `root` has a
/// parent, its operations are replaced by new ones.
IntegerRewriteCounts rewriteIntegers(Operation *root, bool usesUnsignedForms);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_INTEGERS_INTEGERREWRITES_H
