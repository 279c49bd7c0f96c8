//===- LoopRanges.cpp - Ranges of induction variables ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/LoopRanges.h"
#include "analysis/integers/IntegerTypes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"

using namespace mlir;
using namespace mlir::noisy;

static constexpr unsigned indexWidth = IndexType::kInternalStorageBitWidth;

//===----------------------------------------------------------------------===//
// Affine maps
//===----------------------------------------------------------------------===//

static ConstantIntRanges inferExpr(AffineExpr expr, unsigned numDims,
                                   ArrayRef<ConstantIntRanges> operands) {
  ConstantIntRanges fullRange = ConstantIntRanges::maxRange(indexWidth);
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return ConstantIntRanges::constant(
        APInt(indexWidth, constant.getValue(), /*isSigned=*/true));
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];

  auto binary = cast<AffineBinaryOpExpr>(expr);
  ConstantIntRanges lhs = inferExpr(binary.getLHS(), numDims, operands);
  ConstantIntRanges rhs = inferExpr(binary.getRHS(), numDims, operands);
  bool divides = rhs.smin().isStrictlyPositive();
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return intrange::inferAdd({lhs, rhs});
  case AffineExprKind::Mul:
    return intrange::inferMul({lhs, rhs});
  case AffineExprKind::FloorDiv:
    return divides ? intrange::inferFloorDivS({lhs, rhs}) : fullRange;
  case AffineExprKind::CeilDiv:
    // For the least integer, MLIR's function returns the computed result, which
    // is positive; the true quotient is negative.
    return divides ? intrange::inferCeilDivS({lhs, rhs})
                         .rangeUnion(intrange::inferDivS({lhs, rhs}))
                   : fullRange;
  case AffineExprKind::Mod: {
    // The result is at least 0, unlike a remainder.
    if (!divides)
      return fullRange;
    if (lhs.smin().isNonNegative())
      return intrange::inferRemS({lhs, rhs});
    return ConstantIntRanges::fromSigned(APInt::getZero(indexWidth),
                                         rhs.smax() - 1);
  }
  default:
    return fullRange;
  }
}

SmallVector<ConstantIntRanges>
mlir::noisy::inferAffineMap(AffineMap map,
                            ArrayRef<ConstantIntRanges> operands) {
  SmallVector<ConstantIntRanges> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(inferExpr(expr, map.getNumDims(), operands));
  return results;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// One induction variable, from `low` up to but not including `high`.
struct Bounds {
  ConstantIntRanges low, high, step;
  bool isUnsigned = false;
};
} // namespace

bool mlir::noisy::mayWrap(const ConstantIntRanges &low,
                          const ConstantIntRanges &high,
                          const ConstantIntRanges &step, bool isUnsigned) {
  if (!step.smax().isStrictlyPositive())
    return false;
  unsigned width = low.umin().getBitWidth(), wide = width + 2;
  auto widen = [&](const APInt &n) {
    return isUnsigned ? n.zext(wide) : n.sext(wide);
  };
  APInt end = widen(isUnsigned ? APInt::getMaxValue(width)
                               : APInt::getSignedMaxValue(width));
  APInt minLow = widen(isUnsigned ? low.umin() : low.smin());
  APInt maxLow = widen(isUnsigned ? low.umax() : low.smax());
  APInt last = widen(isUnsigned ? high.umax() : high.smax()) - 1;
  APInt maxStep = step.smax().zext(wide);
  if (last.slt(minLow))
    return false;
  if (minLow == maxLow && step.getConstantValue())
    return (last - (last - minLow).urem(maxStep) + maxStep).sgt(end);
  // The value after one iteration, and after more, which is within the bounds.
  return (llvm::APIntOps::smin(maxLow, last) + maxStep).sgt(end) ||
         (last + llvm::APIntOps::smin(maxStep, last - minLow)).sgt(end);
}

/// Adds the values of one variable. They are in [low, high) by the definition
/// of the loops, for any step. If a small variable may wrap, values below `low`
/// are included, which it has after lowering; no execution reaches the end of
/// 64 bits.
static void addVariable(InductionRanges &result, const Bounds &bounds) {
  bool isUnsigned = bounds.isUnsigned;
  auto isLess = [&](const APInt &a, const APInt &b) {
    return isUnsigned ? a.ult(b) : a.slt(b);
  };
  APInt first = isUnsigned ? bounds.low.umin() : bounds.low.smin();
  APInt lastLow = isUnsigned ? bounds.low.umax() : bounds.low.smax();
  APInt end = isUnsigned ? bounds.high.umax() : bounds.high.smax();
  if (!isLess(first, end)) {
    result.isEmpty = true;
    result.ranges.push_back(bounds.low);
    return;
  }
  APInt last = end - 1;
  APInt step = bounds.step.smin();
  unsigned width = first.getBitWidth();
  if (mayWrap(bounds.low, bounds.high, bounds.step, isUnsigned)) {
    if (width < indexWidth)
      first = isUnsigned ? APInt::getMinValue(width)
                         : APInt::getSignedMinValue(width);
  } else if (first == lastLow && step == bounds.step.smax() &&
             step.isStrictlyPositive()) {
    // A single start and step skip the values in between.
    last = first + (last - first).udiv(step) * step;
  }
  result.ranges.push_back(isUnsigned
                              ? ConstantIntRanges::fromUnsigned(first, last)
                              : ConstantIntRanges::fromSigned(first, last));
}

/// The range of the bounds of a loop, or of its step.
static std::optional<ConstantIntRanges> getBound(OpFoldResult bound,
                                                 RangeOf rangeOf) {
  if (auto value = dyn_cast<Value>(bound))
    return rangeOf(value);
  if (auto integer = dyn_cast<IntegerAttr>(cast<Attribute>(bound)))
    return ConstantIntRanges::constant(integer.getValue());
  return std::nullopt;
}

std::optional<SmallVector<ConstantIntRanges>>
mlir::noisy::getRanges(ValueRange values, RangeOf rangeOf) {
  SmallVector<ConstantIntRanges> ranges;
  for (Value value : values) {
    std::optional<ConstantIntRanges> range = rangeOf(value);
    if (!range)
      return std::nullopt;
    ranges.push_back(*range);
  }
  return ranges;
}

ConstantIntRanges mlir::noisy::inferAffineBound(
    AffineMap map, ArrayRef<ConstantIntRanges> operands, bool isLower) {
  std::optional<ConstantIntRanges> bound;
  for (const ConstantIntRanges &range : inferAffineMap(map, operands))
    bound = !bound    ? range
            : isLower ? intrange::inferMaxS({*bound, range})
                      : intrange::inferMinS({*bound, range});
  return bound.value_or(ConstantIntRanges::maxRange(indexWidth));
}

static ConstantIntRanges getStep(int64_t step) {
  return ConstantIntRanges::constant(
      APInt(indexWidth, step, /*isSigned=*/true));
}

static std::optional<InductionRanges> inferLoop(affine::AffineForOp loop,
                                                RangeOf rangeOf) {
  auto low = getRanges(loop.getLowerBoundOperands(), rangeOf);
  auto high = getRanges(loop.getUpperBoundOperands(), rangeOf);
  if (!low || !high)
    return std::nullopt;
  InductionRanges result;
  addVariable(
      result,
      {inferAffineBound(loop.getLowerBoundMap(), *low, /*isLower=*/true),
       inferAffineBound(loop.getUpperBoundMap(), *high, /*isLower=*/false),
       getStep(loop.getStepAsInt())});
  return result;
}

static std::optional<InductionRanges> inferLoop(affine::AffineParallelOp loop,
                                                RangeOf rangeOf) {
  auto low = getRanges(loop.getLowerBoundsOperands(), rangeOf);
  auto high = getRanges(loop.getUpperBoundsOperands(), rangeOf);
  if (!low || !high)
    return std::nullopt;
  InductionRanges result;
  SmallVector<int64_t> steps = loop.getSteps();
  for (unsigned i = 0, n = loop.getNumDims(); i < n; ++i)
    addVariable(
        result,
        {inferAffineBound(loop.getLowerBoundMap(i), *low, /*isLower=*/true),
         inferAffineBound(loop.getUpperBoundMap(i), *high, /*isLower=*/false),
         getStep(steps[i])});
  return result;
}

static std::optional<InductionRanges> inferLoop(LoopLikeOpInterface loop,
                                                RangeOf rangeOf) {
  auto lows = loop.getLoopLowerBounds();
  auto highs = loop.getLoopUpperBounds();
  auto steps = loop.getLoopSteps();
  InductionRanges result;
  auto scfFor = dyn_cast<scf::ForOp>(loop.getOperation());
  for (size_t i = 0; i < lows->size(); ++i) {
    auto low = getBound((*lows)[i], rangeOf);
    auto high = getBound((*highs)[i], rangeOf);
    auto step = getBound((*steps)[i], rangeOf);
    if (!low || !high || !step)
      return std::nullopt;
    addVariable(result,
                {*low, *high, *step, scfFor && scfFor.getUnsignedCmp()});
  }
  return result;
}

SmallVector<Value> mlir::noisy::getInductionVariables(Operation *op) {
  if (auto parallel = dyn_cast<affine::AffineParallelOp>(op))
    return SmallVector<Value>(parallel.getIVs());
  if (!isa<affine::AffineForOp, scf::ForOp, scf::ForallOp, scf::ParallelOp>(op))
    return {};
  return cast<LoopLikeOpInterface>(op).getLoopInductionVars().value_or(
      SmallVector<Value>());
}

Value mlir::noisy::getFirstVariable(Operation *loop) {
  SmallVector<Value> variables = getInductionVariables(loop);
  return !variables.empty() && hasRange(variables.front()) ? variables.front()
                                                           : Value();
}

std::optional<InductionRanges>
mlir::noisy::inferInductionRanges(Operation *loop, RangeOf rangeOf) {
  if (auto op = dyn_cast<affine::AffineForOp>(loop))
    return inferLoop(op, rangeOf);
  if (auto op = dyn_cast<affine::AffineParallelOp>(loop))
    return inferLoop(op, rangeOf);
  return inferLoop(cast<LoopLikeOpInterface>(loop), rangeOf);
}
