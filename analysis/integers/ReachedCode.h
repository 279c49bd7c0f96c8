//===- ReachedCode.h - Where control may get to -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_REACHEDCODE_H
#define NOISY_ANALYSIS_INTEGERS_REACHEDCODE_H

#include "analysis/integers/LoopRanges.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Dominance.h"

namespace mlir::noisy {

/// Where control may get to in a function, in runs in which integers have
/// certain ranges: nowhere in the branches of conditionals that are not taken;
/// a conditional branch is around what one of its edges dominates. Whoever runs
/// the code has to leave out as much, or a recursion that this takes for ended
/// does not end.
class ReachedCode {
public:
  /// Each block that is looked at adds one to `steps`.
  ReachedCode(Operation *function, RangeOf rangeOf, DominanceInfo &dominance,
              uint64_t &steps)
      : function(function), rangeOf(rangeOf), dominance(dominance),
        steps(steps) {}

  /// True if control may get to `op`, below the function.
  bool contains(Operation *op);

private:
  bool isTaken(Operation *conditional, unsigned number);
  bool contains(Block *block);

  Operation *function;
  RangeOf rangeOf;
  DominanceInfo &dominance;
  uint64_t &steps;
};

/// The branch of a conditional branch that has to be taken before a block, and
/// not only from that block itself; none if there is no such branch. Into the
/// header of a loop it is the way in: others come from within.
std::optional<std::pair<cf::CondBranchOp, unsigned>>
getEdgeTo(Block *block, DominanceInfo &dominance);

/// The block that control has to go through before it gets to `block`, the last
/// one; null if there is none.
Block *getDominator(Block *block, DominanceInfo &dominance);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_REACHEDCODE_H
