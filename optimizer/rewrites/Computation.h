//===- Computation.h - Operations that compute one value --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_COMPUTATION_H
#define NOISY_OPTIMIZER_REWRITES_COMPUTATION_H

#include "optimizer/rewrites/Expressions.h"
#include "optimizer/rewrites/Plan.h"

namespace mlir::noisy {

/// True for additions, subtractions, products and scales without attributes of
/// their own: what can be computed in another way.
bool isRewritable(Operation *op);

/// True if a rewritable operation is part of the computation of another one: it
/// has one use, which is rewritable and in the same block. What is added to a
/// value that a loop carries is a computation of its own.
bool isInner(Operation *op);

/// The operations that compute one value that is used elsewhere: `root`, and
/// all inner operations whose results lead to it.
class Computation {
public:
  explicit Computation(Operation *root);

  Operation *getRoot() const { return operations.back(); }
  /// Operands before their users; the root is the last.
  ArrayRef<Operation *> getOperations() const { return operations; }

  /// Operations `k - x` and `x + k`, with an encrypted constant k, that are
  /// factors of a product here and used elsewhere, too: read as what they
  /// compute, because selections have such factors, and still there afterwards.
  ArrayRef<Operation *> getComplements() const { return complements; }

  /// What the root computes.
  ExpressionId read(Expressions &expressions) const;
  /// The operations as they are. Returns the node of the root.
  Plan::Node lower(Plan &plan) const;
  /// A rewritable operation that feeds one of the same kind (sums, or products)
  /// and is used elsewhere, too; null if there is none.
  Operation *findShared() const;

private:
  ExpressionId readAt(Expressions &expressions, Operation *op,
                      const llvm::DenseMap<Value, ExpressionId> &known) const;

  std::vector<Operation *> operations;
  SmallVector<Operation *> complements;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_COMPUTATION_H
