//===- LoopNest.h - Nested loops in place of one ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_LOOPNEST_H
#define NOISY_OPTIMIZER_REWRITES_LOOPNEST_H

#include "optimizer/rewrites/CountedLoop.h"
#include "optimizer/rewrites/LoopSchedule.h"

namespace mlir::noisy {

/// How a loop carries a value from turn to turn.
struct CarriedValue {
  /// The operations from the value before a turn to that after it, each of
  /// which joins a term to it; empty if it is no such sum, nor a product.
  SmallVector<Operation *> joins;
  bool isProduct = false;
  /// Joined with the value from before only after the last turn.
  bool isApart = false;

  bool isSum() const { return !joins.empty(); }
};

/// Makes, at the place of `builder` in front of `loop`, the nest that
/// `schedule` says. `carried` are all values that the loop carries. Returns
/// what takes the place of its results; of one that is apart, the last
/// operation joins the value from before and the rest.
SmallVector<Value> makeNest(const CountedLoop &loop,
                            ArrayRef<CarriedValue> carried,
                            const LoopSchedule &schedule, OpBuilder &builder);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_LOOPNEST_H
