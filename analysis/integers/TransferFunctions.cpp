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
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"
#include "llvm/Support/MathExtras.h"

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

/// The sizes of all dimensions but the outermost; none if one of them is no
/// positive constant, or their product does not fit into 64 bits.
template <typename Op>
static std::optional<ArrayRef<int64_t>> getInnerSizes(Op op, size_t count) {
  ArrayRef<int64_t> sizes = op.getStaticBasis();
  if (count == 0 || sizes.size() + 1 < count)
    return std::nullopt;
  sizes = sizes.take_back(count - 1);
  int64_t product = 1;
  for (int64_t size : sizes)
    if (size <= 0 || llvm::MulOverflow(product, size, product))
      return std::nullopt;
  return sizes;
}

/// The coordinates in sizes that are constants, as maps of the number of the
/// element. What the outermost size is does not matter: nothing is taken
/// modulo it.
static AffineMap getCoordinates(affine::AffineDelinearizeIndexOp op) {
  std::optional<ArrayRef<int64_t>> sizes =
      getInnerSizes(op, op->getNumResults());
  if (!sizes)
    return AffineMap();
  AffineExpr rest = getAffineDimExpr(0, op->getContext());
  SmallVector<AffineExpr> coordinates;
  for (int64_t size : llvm::reverse(*sizes)) {
    coordinates.push_back(rest % size);
    rest = rest.floorDiv(size);
  }
  coordinates.push_back(rest);
  std::reverse(coordinates.begin(), coordinates.end());
  return AffineMap::get(1, 0, coordinates, op->getContext());
}

/// The number of an element as a map of its coordinates.
static AffineMap getElementNumber(affine::AffineLinearizeIndexOp op) {
  unsigned count = op.getMultiIndex().size();
  std::optional<ArrayRef<int64_t>> sizes = getInnerSizes(op, count);
  if (!sizes)
    return AffineMap();
  AffineExpr number = getAffineDimExpr(0, op->getContext());
  for (auto [i, size] : llvm::enumerate(*sizes))
    number = number * size + getAffineDimExpr(i + 1, op->getContext());
  return AffineMap::get(count, 0, number);
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
  AffineMap map;
  if (auto delinearize = dyn_cast<affine::AffineDelinearizeIndexOp>(op))
    map = getCoordinates(delinearize);
  else if (auto linearize = dyn_cast<affine::AffineLinearizeIndexOp>(op))
    map = getElementNumber(linearize);
  if (map) {
    SmallVector<ConstantIntRanges> ranges;
    for (const IntegerValueRange &operand :
         operands.take_front(map.getNumDims()))
      ranges.push_back(operand.getValue());
    for (auto [i, range] : llvm::enumerate(inferAffineMap(map, ranges)))
      results[i] = range;
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

Value mlir::noisy::findSizeOperand(Operation *op) {
  auto dim = dyn_cast<tensor::DimOp>(op);
  std::optional<int64_t> number = dim ? dim.getConstantIndex() : std::nullopt;
  auto type =
      dim ? dyn_cast<RankedTensorType>(dim.getSource().getType()) : nullptr;
  if (!number || !type || *number < 0 || *number >= type.getRank() ||
      !type.isDynamicDim(*number))
    return Value();
  Operation *source = dim.getSource().getDefiningOp();
  unsigned index = type.getDynamicDimIndex(*number);
  if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(source))
    return empty.getDynamicSizes()[index];
  if (auto generate = dyn_cast_or_null<tensor::GenerateOp>(source))
    return generate.getDynamicExtents()[index];
  if (auto splat = dyn_cast_or_null<tensor::SplatOp>(source))
    return splat.getDynamicSizes()[index];
  return Value();
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
