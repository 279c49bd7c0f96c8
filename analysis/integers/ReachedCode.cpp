//===- ReachedCode.cpp - Where control may get to -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/ReachedCode.h"
#include "analysis/integers/Conditions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::noisy;

std::optional<std::pair<cf::CondBranchOp, unsigned>>
mlir::noisy::getEdgeTo(Block *block) {
  Block *predecessor = block->getSinglePredecessor();
  auto branch = predecessor && !block->isEntryBlock()
                    ? dyn_cast<cf::CondBranchOp>(predecessor->getTerminator())
                    : cf::CondBranchOp();
  if (!branch)
    return std::nullopt;
  return std::pair(branch, block->pred_begin().getSuccessorIndex());
}

Block *mlir::noisy::getDominator(Block *block, DominanceInfo &dominance) {
  if (block->isEntryBlock())
    return nullptr;
  auto *node = dominance.getDomTree(block->getParent()).getNode(block);
  auto *dominator = node ? node->getIDom() : nullptr;
  return dominator ? dominator->getBlock() : nullptr;
}

bool ReachedCode::isTaken(Operation *conditional, unsigned number) {
  return findBranch(conditional, rangeOf).value_or(number) == number;
}

/// The ranges hold in the whole run, however often control gets to a branch.
bool ReachedCode::contains(Block *block) {
  for (; block; block = getDominator(block, dominance)) {
    ++steps;
    if (auto edge = getEdgeTo(block);
        edge && !isTaken(edge->first, edge->second))
      return false;
  }
  return true;
}

bool ReachedCode::contains(Operation *op) {
  while (op != function) {
    if (!contains(op->getBlock()))
      return false;
    Region *region = op->getParentRegion();
    op = region->getParentOp();
    if (!op)
      return true;
    if (isa<scf::IfOp, scf::IndexSwitchOp, affine::AffineIfOp>(op) &&
        !isTaken(op, region->getRegionNumber()))
      return false;
  }
  return true;
}
