//===- BlockLoops.h - Loops of blocks with one test -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_BLOCKLOOPS_H
#define NOISY_ANALYSIS_FLOW_BLOCKLOOPS_H

#include "analysis/flow/Components.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace mlir::noisy {

/// A loop of blocks as lowering makes it of a structured one: control enters it
/// at its header, by one edge, and leaves it there, by one of the two edges of
/// a test. So the blocks but for the header are run once for each time that the
/// test says to go on, and the header once more.
struct BlockLoop {
  Block *header = nullptr;
  /// The test, at the end of the header.
  cf::CondBranchOp test;
  /// The condition with which the loop goes on.
  bool goesOnIf = true;
  /// All blocks, the header first, in the order of the text, in which nothing
  /// else stands between them.
  SmallVector<Block *> blocks;
  llvm::DenseSet<Block *> members;

  bool contains(Block *block) const { return members.contains(block); }
  /// True if `value` is defined in the loop, or in a region in it.
  bool defines(Value value) const;
  /// The operand that an argument of the header has at first.
  Value getInitial(BlockArgument argument) const;
  /// The operands that the loop passes to an argument of the header.
  SmallVector<Value, 1> getPassedBack(BlockArgument argument) const;
};

/// The loops of this kind in a region, outer ones first.
std::vector<BlockLoop> findBlockLoops(Region &region);

/// The edges between blocks of one circle, as nodes by their numbers. `circles`
/// has the number of each block's circle; 0 if it is in none.
Graph findEdgesInCircles(ArrayRef<Block *> blocks,
                         const llvm::DenseMap<Block *, unsigned> &numbers,
                         ArrayRef<unsigned> circles);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_BLOCKLOOPS_H
