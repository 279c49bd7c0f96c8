//===- TransferFunctions.cpp - Ranges of results by operation -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/TransferFunctions.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/LoopRanges.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::isFoldedAmbiguously(Operation *op,
                                      ArrayRef<IntegerValueRange> operands) {
  return isa<arith::CeilDivSIOp, index::CeilDivSOp>(op) &&
         operands[0].getValue().smin().isMinSignedValue();
}

/// The map of an operation that has one, or null.
static AffineMap getMap(Operation *op) {
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return apply.getAffineMap();
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return min.getMap();
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return max.getMap();
  return AffineMap();
}

static std::optional<ConstantIntRanges>
inferAffineResult(Operation *op, AffineMap map,
                  ArrayRef<IntegerValueRange> operands) {
  SmallVector<ConstantIntRanges> ranges;
  for (const IntegerValueRange &operand : operands)
    ranges.push_back(operand.getValue());
  std::optional<ConstantIntRanges> result;
  for (const ConstantIntRanges &range : inferAffineMap(map, ranges))
    result = !result ? range
             : isa<affine::AffineMinOp>(op)
                 ? intrange::inferMinS({*result, range})
                 : intrange::inferMaxS({*result, range});
  return result;
}

/// True if `value` is a vector or tensor without elements: MLIR reads the first
/// element of a constant, which does not exist then.
static bool hasNoElements(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasStaticShape() && type.getNumElements() == 0;
}

SmallVector<std::optional<ConstantIntRanges>, 2>
mlir::noisy::inferResultRanges(Operation *op,
                               ArrayRef<IntegerValueRange> operands) {
  SmallVector<std::optional<ConstantIntRanges>, 2> results(op->getNumResults());
  if (llvm::any_of(op->getResults(), hasNoElements))
    return results;
  if (AffineMap map = getMap(op)) {
    results[0] = inferAffineResult(op, map, operands);
    return results;
  }
  auto inferrable = dyn_cast<InferIntRangeInterface>(op);
  if (!inferrable)
    return results;
  inferrable.inferResultRangesFromOptional(
      operands, [&](Value value, const IntegerValueRange &range) {
        auto result = dyn_cast<OpResult>(value);
        if (result && result.getOwner() == op && !range.isUninitialized() &&
            fits(range.getValue(), result.getType()))
          results[result.getResultNumber()] = range.getValue();
      });
  if (isFoldedAmbiguously(op, operands) && results[0])
    results[0] = results[0]->rangeUnion(
        intrange::inferDivS({operands[0].getValue(), operands[1].getValue()}));
  return results;
}

std::optional<ConstantIntRanges> mlir::noisy::inferResultRange(
    OpResult result,
    llvm::function_ref<std::optional<ConstantIntRanges>(Value)> rangeOf) {
  SmallVector<IntegerValueRange> operands;
  for (Value operand : result.getOwner()->getOperands()) {
    if (!hasRange(operand)) {
      operands.emplace_back();
      continue;
    }
    std::optional<ConstantIntRanges> range = rangeOf(operand);
    if (!range)
      return std::nullopt;
    operands.push_back(IntegerValueRange(*range));
  }
  return inferResultRanges(result.getOwner(),
                           operands)[result.getResultNumber()];
}

std::optional<ConstantIntRanges>
mlir::noisy::inferArgumentRange(BlockArgument argument,
                                ArrayRef<IntegerValueRange> operands) {
  std::optional<ConstantIntRanges> result;
  auto inferrable =
      dyn_cast<InferIntRangeInterface>(argument.getOwner()->getParentOp());
  if (inferrable)
    inferrable.inferResultRangesFromOptional(
        operands, [&](Value value, const IntegerValueRange &range) {
          if (value == argument && !range.isUninitialized() &&
              fits(range.getValue(), value.getType()))
            result = range.getValue();
        });
  return result;
}
