//===- ProgramOrder.h - What is computed before what ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_PROGRAMORDER_H
#define NOISY_ANALYSIS_FLOW_PROGRAMORDER_H

#include "analysis/flow/CallGraph.h"

namespace mlir::noisy {

/// An order in which to visit a program again and again until nothing changes,
/// so that as little as possible is visited twice: callers before what they
/// call, blocks before those that they branch to, loops before what follows
/// them, operations as they stand, those with regions behind these. What flows
/// back along that order are the circles of the program, and what functions
/// return.
class ProgramOrder {
public:
  /// Numbers all blocks below `root`, and the operations of `isNumbered` and
  /// those with regions.
  ProgramOrder(Operation *root, const CallGraph &graph,
               llvm::function_ref<bool(Operation *)> isNumbered);

  unsigned get(Block *block) const { return blocks.lookup(block); }
  unsigned get(Operation *op) const { return operations.lookup(op); }

private:
  void number(Region &region, llvm::function_ref<bool(Operation *)> isNumbered);

  llvm::DenseMap<Block *, unsigned> blocks;
  llvm::DenseMap<Operation *, unsigned> operations;
  unsigned next = 0;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_PROGRAMORDER_H
