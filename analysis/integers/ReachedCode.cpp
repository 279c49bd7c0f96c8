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
mlir::noisy::getEdgeTo(Block *block, DominanceInfo &dominance) {
  if (block->isEntryBlock())
    return std::nullopt;
  std::optional<std::pair<cf::CondBranchOp, unsigned>> edge;
  const bool hasSeveral =
      !block->hasNoPredecessors() && !block->getSinglePredecessor();
  for (auto it = block->pred_begin(), e = block->pred_end(); it != e; ++it) {
    if (hasSeveral && dominance.dominates(block, *it))
      continue;
    auto branch = dyn_cast<cf::CondBranchOp>((*it)->getTerminator());
    if (!branch || edge)
      return std::nullopt;
    edge = {branch, it.getSuccessorIndex()};
  }
  return edge;
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
    if (auto edge = getEdgeTo(block, dominance);
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
