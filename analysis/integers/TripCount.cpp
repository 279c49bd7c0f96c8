//===- TripCount.cpp - The number of iterations of a loop -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/TripCount.h"
#include "analysis/integers/AffineTripCount.h"
#include "analysis/integers/LoopRanges.h"
#include "analysis/integers/TestedLoop.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using llvm::APInt;

/// The range of `bound`, which is of an integer type of `width` bits.
static std::optional<ConstantIntRanges>
getBound(OpFoldResult bound, unsigned width, RangeOf rangeOf) {
  std::optional<ConstantIntRanges> range;
  APInt constant;
  if (auto attr = dyn_cast<Attribute>(bound)) {
    if (auto integer = dyn_cast<IntegerAttr>(attr))
      range =
          ConstantIntRanges::constant(integer.getValue().sextOrTrunc(width));
  } else if (matchPattern(cast<Value>(bound), m_ConstantInt(&constant))) {
    range = ConstantIntRanges::constant(constant);
  } else {
    range = rangeOf(cast<Value>(bound));
  }
  if (range && range->umin().getBitWidth() != width)
    return std::nullopt;
  return range;
}

std::optional<TripCount>
mlir::noisy::countIterations(const ConstantIntRanges &lower,
                             const ConstantIntRanges &upper,
                             const ConstantIntRanges &step, bool isUnsigned) {
  // A loop with a step of 0 or less has no meaning.
  if (step.smin().isNonPositive() || mayWrap(lower, upper, step, isUnsigned))
    return std::nullopt;
  // Distances are exact in two bits more.
  unsigned width = lower.umin().getBitWidth();
  auto widen = [&](const APInt &n) {
    return isUnsigned ? n.zext(width + 2) : n.sext(width + 2);
  };
  auto minOf = [&](const ConstantIntRanges &range) {
    return widen(isUnsigned ? range.umin() : range.smin());
  };
  auto maxOf = [&](const ConstantIntRanges &range) {
    return widen(isUnsigned ? range.umax() : range.smax());
  };
  auto count = [&](const APInt &distance,
                   const APInt &step) -> std::optional<uint64_t> {
    if (distance.isNonPositive())
      return 0;
    APInt iterations = llvm::APIntOps::RoundingUDiv(
        distance, step.zext(width + 2), APInt::Rounding::UP);
    if (iterations.getActiveBits() > 63)
      return std::nullopt;
    return iterations.getZExtValue();
  };
  auto fewest = count(minOf(upper) - maxOf(lower), step.smax());
  auto mostIterations = count(maxOf(upper) - minOf(lower), step.smin());
  if (!fewest || !mostIterations)
    return std::nullopt;
  return TripCount{*fewest, *mostIterations};
}

/// The number of iterations of a loop over [lower, upper) in steps of `step`.
static std::optional<TripCount> getTripCount(OpFoldResult lower,
                                             OpFoldResult upper,
                                             OpFoldResult step, unsigned width,
                                             bool isUnsigned, RangeOf rangeOf) {
  // From a number up to itself, whatever it is.
  if (lower == upper)
    return TripCount{0, 0};
  auto lowerRange = getBound(lower, width, rangeOf);
  auto upperRange = getBound(upper, width, rangeOf);
  auto stepRange = getBound(step, width, rangeOf);
  if (!lowerRange || !upperRange || !stepRange)
    return std::nullopt;
  return countIterations(*lowerRange, *upperRange, *stepRange, isUnsigned);
}

static unsigned getWidth(Type type) {
  return ConstantIntRanges::getStorageBitwidth(type);
}

std::optional<TripCount> mlir::noisy::getTripCount(LoopLikeOpInterface loop,
                                                   RangeOf rangeOf) {
  if (auto affineFor = dyn_cast<affine::AffineForOp>(loop.getOperation()))
    return getAffineTripCount(affineFor, rangeOf);
  if (auto whileOp = dyn_cast<scf::WhileOp>(loop.getOperation()))
    return getTripCount(TestedLoop(whileOp), rangeOf);
  // getStaticTripCount is not used: it returns 0 if the distance of the bounds
  // passes the largest number of their type.
  if (auto scfFor = dyn_cast<scf::ForOp>(loop.getOperation()))
    return ::getTripCount(scfFor.getLowerBound(), scfFor.getUpperBound(),
                          scfFor.getStep(),
                          getWidth(scfFor.getInductionVar().getType()),
                          scfFor.getUnsignedCmp(), rangeOf);
  if (!isa<scf::ParallelOp, scf::ForallOp>(loop))
    return std::nullopt;
  auto lowers = loop.getLoopLowerBounds();
  auto uppers = loop.getLoopUpperBounds();
  auto steps = loop.getLoopSteps();
  if (!lowers || !uppers || !steps)
    return std::nullopt;
  TripCount product{1, 1};
  for (auto [lower, upper, step] : llvm::zip_equal(*lowers, *uppers, *steps)) {
    auto count = ::getTripCount(lower, upper, step,
                                getWidth(IndexType::get(loop.getContext())),
                                /*isUnsigned=*/false, rangeOf);
    if (!count)
      return std::nullopt;
    bool hasOverflow = false;
    product.min =
        llvm::SaturatingMultiply(product.min, count->min, &hasOverflow);
    product.max =
        llvm::SaturatingMultiply(product.max, count->max, &hasOverflow);
    if (hasOverflow || product.max >> 63)
      return std::nullopt;
  }
  return product;
}
