//===- ElementBodies.cpp - Operations of linalg by their bodies -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ElementBodies.h"
#include "dialect/NoisyDialect.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::showsBody(linalg::LinalgOp op) {
  return isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(
      op.getOperation());
}

/// The loops whose iteration says which element of an output is meant. Points
/// that lead to the same element agree in these.
static llvm::SmallBitVector getElementLoops(AffineMap map) {
  llvm::SmallBitVector loops(map.getNumDims());
  for (AffineExpr result : map.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      loops.set(dim.getPosition());
  return loops;
}

/// The number of points of all loops but these. With a size that is not known
/// there may be none.
static ElementUpdates countOthers(linalg::LinalgOp op,
                                  const llvm::SmallBitVector &loops) {
  ElementUpdates updates{1, 1};
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (loops.test(loop))
      continue;
    if (ShapedType::isDynamic(size)) {
      updates = {0, std::nullopt};
      break;
    }
    updates.min = llvm::SaturatingMultiply<uint64_t>(updates.min, size);
    updates.max = updates.min;
  }
  return updates;
}

static AffineMap getOutputMap(linalg::LinalgOp op, unsigned output) {
  return op.getMatchingIndexingMap(op.getDpsInitOperand(output));
}

ElementUpdates mlir::noisy::getUpdates(linalg::LinalgOp op, unsigned output) {
  AffineMap map = getOutputMap(op, output);
  ElementUpdates updates = countOthers(op, getElementLoops(map));
  // Other maps need not lead to all elements.
  if (!map.isProjectedPermutation())
    updates.min = 0;
  return updates;
}

SharedUpdates mlir::noisy::getSharedUpdates(linalg::LinalgOp op) {
  SharedUpdates shared;
  std::optional<llvm::SmallBitVector> common;
  bool areAllReached = true;
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    if (!isNoisyType(op.getDpsInits()[i].getType()))
      continue;
    AffineMap map = getOutputMap(op, i);
    llvm::SmallBitVector loops = getElementLoops(map);
    areAllReached &= map.isProjectedPermutation();
    if (common && *common != loops)
      shared.areSame = false;
    if (common)
      *common &= loops;
    else
      common = std::move(loops);
  }
  if (!common)
    return shared;
  static_cast<ElementUpdates &>(shared) = countOthers(op, *common);
  if (!areAllReached)
    shared.min = 0;
  return shared;
}

std::optional<uint64_t> mlir::noisy::countPoints(linalg::LinalgOp op) {
  return countOthers(op, llvm::SmallBitVector(op.getNumLoops())).max;
}

Value mlir::noisy::getYielded(linalg::LinalgOp op, unsigned output) {
  return op.getBlock()->getTerminator()->getOperand(output);
}

OpOperand &mlir::noisy::getOperandOf(linalg::LinalgOp op,
                                     BlockArgument argument) {
  return *op.getMatchingOpOperand(argument);
}
