//===- IndexTies.cpp - Values that are other names of values --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/IndexTies.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::noisy;

Value mlir::noisy::getLoopInit(Operation *loop, unsigned index) {
  return cast<LoopLikeOpInterface>(loop).getInits()[index];
}

/// The arguments and yielded values of a loop, by the position of the carried
/// value.
static Value getIterArg(Operation *loop, unsigned index) {
  return cast<LoopLikeOpInterface>(loop).getRegionIterArgs()[index];
}
static Value getYielded(Operation *loop, unsigned index) {
  return cast<LoopLikeOpInterface>(loop).getYieldedValues()[index];
}

Value mlir::noisy::followTies(Value value, bool isShaped, Value end,
                              unsigned &steps) {
  while (value != end) {
    if (steps == 0)
      return {};
    --steps;
    auto result = dyn_cast<OpResult>(value);
    if (!result)
      return value;
    Operation *op = result.getOwner();
    unsigned index = result.getResultNumber();
    Value next;
    if (isa<scf::ForOp, affine::AffineForOp>(op)) {
      if (isCarriedUnchanged(op, index, isShaped, steps))
        next = getLoopInit(op, index);
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Value first = followTies(branch.thenYield().getOperand(index), isShaped,
                               end, steps);
      if (first == followTies(branch.elseYield().getOperand(index), isShaped,
                              end, steps))
        next = first;
    } else if (isShaped) {
      if (auto forall = dyn_cast<scf::ForallOp>(op))
        next = forall.getTiedOpOperand(result)->get();
      else if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
        if (op->getNumResults() == destination.getNumDpsInits())
          next = destination.getTiedOpOperand(result)->get();
    }
    if (!next || next.getType() != value.getType())
      return value;
    value = next;
  }
  return value;
}

bool mlir::noisy::isCarriedUnchanged(Operation *loop, unsigned index,
                                     bool isShaped, unsigned &steps) {
  Value argument = getIterArg(loop, index);
  return followTies(getYielded(loop, index), isShaped, argument, steps) ==
         argument;
}
