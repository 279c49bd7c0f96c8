//===- ProgramOrder.h - The order of computation ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_PROGRAMORDER_H
#define NOISY_ANALYSIS_FLOW_PROGRAMORDER_H

#include "analysis/flow/CallGraph.h"

namespace mlir::noisy {

/// An order in which to visit a program repeatedly until nothing changes, with
/// as few repeated visits as possible: callers before callees, blocks before
/// their successors, loops before the code after them, operations in the order
/// of the text, operations with regions after the contents. Flow against this
/// order occurs only in cycles of the program, and in results of functions.
class ProgramOrder {
public:
  /// Numbers all blocks below `root`, and the operations that have regions or
  /// are accepted by `isNumbered`.
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
