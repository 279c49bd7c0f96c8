//===- AffineTripCount.cpp - The number of iterations of affine.for -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop runs from the greatest result of one map to the least of another. So
// the distance is the least over all pairs of an upper and a lower result, and
// in [a, b] if a is the least of the pairs' least distances, and b the least of
// their greatest.
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/AffineTripCount.h"
#include "analysis/integers/LoopRanges.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using llvm::APInt;

/// Enough for a sum of products of two numbers of 64 bits.
static constexpr unsigned wideWidth = 192;

namespace {
/// All integers from `min` to `max`, which do not wrap.
struct Interval {
  APInt min, max;
};

/// A map, its operands, and their ranges.
struct Bound {
  AffineMap map;
  ValueRange operands;
  SmallVector<ConstantIntRanges> ranges;
  /// The map's dimensions and symbols, so that equal values have equal names in
  /// both bounds of a loop.
  SmallVector<AffineExpr> dims, symbols;
};

/// A sum of values with coefficients. The integer that the program computes for
/// an expression differs from its sum by a multiple of 2^64: additions and
/// multiplications wrap.
class Sum {
public:
  /// None if a coefficient does not fit.
  static std::optional<Sum> of(AffineExpr expr, const Bound &bound);

  bool add(const Sum &other, int64_t factor);
  Interval getInterval() const;

private:
  struct Term {
    int64_t factor = 0;
    Interval values;
  };
  bool addTerm(const void *name, const ConstantIntRanges &range);
  bool isConstant() const { return terms.empty(); }

  int64_t constant = 0;
  /// By value; or, of what is no sum, by expression.
  llvm::MapVector<const void *, Term> terms;
};
} // namespace

static APInt widen(const APInt &n) { return n.sext(wideWidth); }
static APInt widen(int64_t n) { return APInt(wideWidth, n, /*isSigned=*/true); }

static Interval widen(const ConstantIntRanges &range) {
  return {widen(range.smin()), widen(range.smax())};
}

bool Sum::add(const Sum &other, int64_t factor) {
  auto addProduct = [&](int64_t &sum, int64_t n) {
    int64_t product;
    return !llvm::MulOverflow(n, factor, product) &&
           !llvm::AddOverflow(sum, product, sum);
  };
  if (!addProduct(constant, other.constant))
    return false;
  for (const auto &[name, term] : other.terms) {
    auto [entry, isNew] = terms.insert({name, Term{0, term.values}});
    if (!addProduct(entry->second.factor, term.factor))
      return false;
  }
  terms.remove_if([](const auto &entry) { return entry.second.factor == 0; });
  return true;
}

bool Sum::addTerm(const void *name, const ConstantIntRanges &range) {
  Sum term;
  term.terms.insert({name, Term{1, widen(range)}});
  return add(term, 1);
}

Interval Sum::getInterval() const {
  Interval result = {widen(constant), widen(constant)};
  for (const auto &[name, term] : terms) {
    APInt factor = widen(term.factor);
    bool isNegative = term.factor < 0;
    result.min += factor * (isNegative ? term.values.max : term.values.min);
    result.max += factor * (isNegative ? term.values.min : term.values.max);
  }
  return result;
}

std::optional<Sum> Sum::of(AffineExpr expr, const Bound &bound) {
  Sum sum;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    sum.constant = constant.getValue();
    return sum;
  }
  std::optional<unsigned> operand;
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    operand = dim.getPosition();
  else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    operand = bound.map.getNumDims() + symbol.getPosition();
  if (operand) {
    sum.addTerm(bound.operands[*operand].getAsOpaquePointer(),
                bound.ranges[*operand]);
    return sum;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add ||
      expr.getKind() == AffineExprKind::Mul) {
    std::optional<Sum> lhs = of(binary.getLHS(), bound);
    std::optional<Sum> rhs = of(binary.getRHS(), bound);
    if (!lhs || !rhs)
      return std::nullopt;
    if (expr.getKind() == AffineExprKind::Add)
      return lhs->add(*rhs, 1) ? lhs : std::nullopt;
    if (lhs->isConstant())
      std::swap(lhs, rhs);
    if (rhs->isConstant())
      return sum.add(*lhs, rhs->constant) ? std::optional(sum) : std::nullopt;
  }
  // A division, or a product of values: a value of its own.
  AffineExpr named = expr.replaceDimsAndSymbols(bound.dims, bound.symbols);
  AffineMap map =
      AffineMap::get(bound.map.getNumDims(), bound.map.getNumSymbols(), expr);
  sum.addTerm(named.getAsOpaquePointer(),
              inferAffineMap(map, bound.ranges).front());
  return sum;
}

/// The distances from `lower` to `upper`.
static Interval getDistances(AffineExpr lower, AffineExpr upper,
                             const Bound &lowerBound, const Bound &upperBound) {
  auto rangeOf = [](AffineExpr expr, const Bound &bound) {
    return widen(inferAffineMap(AffineMap::get(bound.map.getNumDims(),
                                               bound.map.getNumSymbols(), expr),
                                bound.ranges)
                     .front());
  };
  Interval low = rangeOf(lower, lowerBound), high = rangeOf(upper, upperBound);
  Interval result = {high.min - low.max, high.max - low.min};

  std::optional<Sum> lowSum = Sum::of(lower, lowerBound);
  std::optional<Sum> difference = Sum::of(upper, upperBound);
  if (!lowSum || !difference)
    return result;
  auto mayWrap = [](const Sum &sum) {
    Interval interval = sum.getInterval();
    return !interval.min.isSignedIntN(64) || !interval.max.isSignedIntN(64);
  };
  bool isExact = !mayWrap(*lowSum) && !mayWrap(*difference);
  if (!difference->add(*lowSum, -1))
    return result;
  Interval distances = difference->getInterval();
  // Where a bound wraps, the distance differs from that of the sums by a
  // multiple of 2^64. It is itself between -2^64 and 2^64. So for sums with a
  // distance from 0 to 2^64 it is the same, or less than 0.
  bool isAtMost = isExact || (distances.min.isNonNegative() &&
                              distances.max.getActiveBits() <= 64);
  if (isExact)
    result.min = llvm::APIntOps::smax(result.min, distances.min);
  if (isAtMost)
    result.max = llvm::APIntOps::smin(result.max, distances.max);
  return result;
}

/// Gives the operands of both bounds names.
static void nameOperands(Bound &lower, Bound &upper, MLIRContext *context) {
  llvm::DenseMap<Value, unsigned> numbers;
  for (Bound *bound : {&lower, &upper})
    for (auto [i, value] : llvm::enumerate(bound->operands)) {
      unsigned number =
          numbers.try_emplace(value, numbers.size()).first->second;
      if (i < bound->map.getNumDims())
        bound->dims.push_back(getAffineDimExpr(number, context));
      else
        bound->symbols.push_back(getAffineSymbolExpr(number, context));
    }
}

std::optional<TripCount>
mlir::noisy::getAffineTripCount(affine::AffineForOp loop, RangeOf rangeOf) {
  auto lowRanges = getRanges(loop.getLowerBoundOperands(), rangeOf);
  auto highRanges = getRanges(loop.getUpperBoundOperands(), rangeOf);
  int64_t step = loop.getStepAsInt();
  if (!lowRanges || !highRanges || step <= 0)
    return std::nullopt;
  Bound lower = {loop.getLowerBoundMap(),
                 loop.getLowerBoundOperands(),
                 std::move(*lowRanges),
                 {},
                 {}};
  Bound upper = {loop.getUpperBoundMap(),
                 loop.getUpperBoundOperands(),
                 std::move(*highRanges),
                 {},
                 {}};
  if (mayWrap(inferAffineBound(lower.map, lower.ranges, /*isLower=*/true),
              inferAffineBound(upper.map, upper.ranges, /*isLower=*/false),
              ConstantIntRanges::constant(APInt(64, step)),
              /*isUnsigned=*/false))
    return std::nullopt;
  nameOperands(lower, upper, loop.getContext());
  std::optional<Interval> distances;
  for (AffineExpr low : lower.map.getResults())
    for (AffineExpr high : upper.map.getResults()) {
      Interval pair = getDistances(low, high, lower, upper);
      if (!distances) {
        distances = pair;
        continue;
      }
      distances->min = llvm::APIntOps::smin(distances->min, pair.min);
      distances->max = llvm::APIntOps::smin(distances->max, pair.max);
    }
  if (!distances)
    return std::nullopt;
  auto count = [&](const APInt &distance) -> std::optional<uint64_t> {
    if (distance.isNonPositive())
      return 0;
    APInt iterations = llvm::APIntOps::RoundingUDiv(distance, widen(step),
                                                    APInt::Rounding::UP);
    if (iterations.getActiveBits() > 63)
      return std::nullopt;
    return iterations.getZExtValue();
  };
  auto fewest = count(distances->min), most = count(distances->max);
  if (!fewest || !most)
    return std::nullopt;
  // Only in dead code the ranges contradict each other.
  return TripCount{std::min(*fewest, *most), *most};
}
