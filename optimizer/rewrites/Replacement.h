//===- Replacement.h - A computation in place of another --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_REPLACEMENT_H
#define NOISY_OPTIMIZER_REWRITES_REPLACEMENT_H

#include "optimizer/rewrites/Computation.h"
#include <functional>

namespace mlir::noisy {

/// Told of what changes while a program is rewritten.
struct RewriteObserver {
  /// Called for each operation that is made, with the one in whose place it is
  /// made, which still exists.
  std::function<void(Operation *made, Operation *place)> onMade = {};
  /// Called before an operation is erased.
  std::function<void(Operation *)> onErased = {};
};

/// Tells an observer what is made in the place of one operation.
class MadeListener : public OpBuilder::Listener {
public:
  MadeListener(const RewriteObserver &observer, Operation *place)
      : observer(observer), place(place) {}

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override;

private:
  const RewriteObserver &observer;
  Operation *place;
};

/// Makes what `node` of `plan` needs in front of the root of a computation, in
/// place of its value, and erases what nothing uses any more. Returns the new
/// value.
Value replaceComputation(const Computation &computation, const Plan &plan,
                         Plan::Node node, const RewriteObserver &observer);

/// Erases an operation with one result that nothing uses any more, and the
/// constants and operations of the dialect that only it used.
void eraseUnused(Operation *op, const RewriteObserver &observer);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_REPLACEMENT_H
