//===- TripCount.cpp - How often a loop turns -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/TripCount.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::noisy;

namespace {
/// The least and the largest value that an integer can have, as it is compared
/// in the loop.
struct Interval {
  APInt low, high;
};
} // namespace

/// The interval of `bound`, which is of an integer type of `width` bits, in
/// two bits more: distances are exact in these.
static std::optional<Interval> getInterval(OpFoldResult bound, unsigned width,
                                           bool isUnsigned, RangeOf rangeOf) {
  auto widen = [&](const APInt &n) {
    return isUnsigned ? n.zext(width + 2) : n.sext(width + 2);
  };
  APInt constant;
  if (auto attr = dyn_cast<Attribute>(bound)) {
    auto integer = dyn_cast<IntegerAttr>(attr);
    if (!integer)
      return std::nullopt;
    constant = integer.getValue().sextOrTrunc(width);
  } else if (!matchPattern(cast<Value>(bound), m_ConstantInt(&constant))) {
    std::optional<ConstantIntRanges> range = rangeOf(cast<Value>(bound));
    if (!range || range->umin().getBitWidth() != width)
      return std::nullopt;
    if (isUnsigned)
      return Interval{widen(range->umin()), widen(range->umax())};
    return Interval{widen(range->smin()), widen(range->smax())};
  }
  if (constant.getBitWidth() != width)
    return std::nullopt;
  return Interval{widen(constant), widen(constant)};
}

/// The turns of a loop over [lower, upper) in steps of `step`.
static std::optional<TripCount> getTripCount(OpFoldResult lower,
                                             OpFoldResult upper,
                                             OpFoldResult step, unsigned width,
                                             bool isUnsigned, RangeOf rangeOf) {
  auto from = getInterval(lower, width, isUnsigned, rangeOf);
  auto to = getInterval(upper, width, isUnsigned, rangeOf);
  // A step that is 0 or less makes a loop of which nothing can be told.
  auto by = getInterval(step, width, /*isUnsigned=*/false, rangeOf);
  if (!from || !to || !by || by->low.isNonPositive())
    return std::nullopt;
  auto count = [](const APInt &distance,
                  const APInt &step) -> std::optional<uint64_t> {
    if (distance.isNonPositive())
      return 0;
    APInt turns =
        llvm::APIntOps::RoundingUDiv(distance, step, APInt::Rounding::UP);
    if (turns.getActiveBits() > 63)
      return std::nullopt;
    return turns.getZExtValue();
  };
  auto least = count(to->low - from->high, by->high);
  auto most = count(to->high - from->low, by->low);
  if (!least || !most)
    return std::nullopt;
  return TripCount{*least, *most};
}

static unsigned getWidth(Type type) {
  return ConstantIntRanges::getStorageBitwidth(type);
}

std::optional<TripCount> mlir::noisy::getTripCount(LoopLikeOpInterface loop,
                                                   RangeOf rangeOf) {
  if (auto affineFor = dyn_cast<affine::AffineForOp>(loop.getOperation())) {
    // A step of 0 is verified, but means nothing.
    if (!affineFor.hasConstantBounds() || affineFor.getStepAsInt() <= 0)
      return std::nullopt;
    int64_t lower = affineFor.getConstantLowerBound();
    int64_t upper = affineFor.getConstantUpperBound();
    if (lower >= upper)
      return TripCount{0, 0};
    // In unsigned arithmetic, where the difference of any two integers exists.
    uint64_t count = llvm::divideCeil(uint64_t(upper) - uint64_t(lower),
                                      uint64_t(affineFor.getStepAsInt()));
    if (count >> 63)
      return std::nullopt;
    return TripCount{count, count};
  }
  // Not by getStaticTripCount, which says 0 where the distance of the bounds
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
    bool overflowed = false;
    product.least =
        llvm::SaturatingMultiply(product.least, count->least, &overflowed);
    product.most =
        llvm::SaturatingMultiply(product.most, count->most, &overflowed);
    if (overflowed || product.most >> 63)
      return std::nullopt;
  }
  return product;
}
