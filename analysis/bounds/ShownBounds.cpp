//===- ShownBounds.cpp - The bounds that are worth showing ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/ShownBounds.h"
#include "analysis/bounds/IndexNumbers.h"
#include "analysis/integers/AffineIntervals.h"

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::mayHaveBounds(Value value) {
  if (value.getType().isIndex())
    return !value.getDefiningOp() ||
           !value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
  return isa<RankedTensorType, MemRefType>(value.getType()) &&
         !cast<ShapedType>(value.getType()).hasStaticShape();
}

/// True if the type, or the range of an index, says as much as a constant
/// bound.
static bool isShownElsewhere(const SymbolicBound &bound, Value value,
                             const std::optional<IntegerFact> &fact) {
  int64_t number = cast<AffineConstantExpr>(bound.map.getResult(0)).getValue();
  if (bound.dim)
    return !cast<ShapedType>(value.getType()).isDynamicDim(*bound.dim) ||
           (bound.kind == SymbolicBound::Kind::Lower && number <= 0);
  if (!fact)
    return false;
  int64_t min = fact->range.smin().getSExtValue();
  int64_t max = fact->range.smax().getSExtValue();
  switch (bound.kind) {
  case SymbolicBound::Kind::Equal:
    return min == number && max == number;
  case SymbolicBound::Kind::Lower:
    return min >= number;
  case SymbolicBound::Kind::Upper:
    return max < number;
  }
  llvm_unreachable("all kinds are handled");
}

static bool isAssumed(IntegerBasis basis) {
  return basis == IntegerBasis::AssumedRange ||
         basis == IntegerBasis::ReliedOnRange ||
         basis == IntegerBasis::AssumedUpperBound;
}

/// The numbers that the expression of a bound may be, by the ranges of the
/// values in it; `basis` becomes what these are assumed by, if they are.
static std::optional<Interval> evaluate(const SymbolicBound &bound,
                                        const IntegerFacts &facts,
                                        IntegerBasis &basis) {
  SmallVector<Interval> operands;
  for (auto [operand, dim] : bound.operands) {
    std::optional<IntegerFact> fact = facts.find(operand);
    if (dim || !fact || fact->isUnreached)
      return std::nullopt;
    if (isAssumed(fact->basis))
      basis = fact->basis;
    operands.push_back(
        {fact->range.smin().getSExtValue(), fact->range.smax().getSExtValue()});
  }
  return evaluate(bound.map.getResult(0), {}, operands);
}

/// Adds the constant bounds that follow from bounds in terms of indices and the
/// ranges of these: "dim 0 < 5" where "dim 0 = %n", and %n is in [0, 4].
static void addByRanges(SmallVector<SymbolicBound> &bounds,
                        const IntegerFacts &facts) {
  using Kind = SymbolicBound::Kind;
  SmallVector<SymbolicBound> added;
  auto add = [&](const SymbolicBound &from, Kind kind, int64_t number,
                 IntegerBasis basis) {
    // No size is negative: that such an allocation is wrong is not said here.
    if (from.dim && (kind == Kind::Upper ? number <= 0 : number < 0))
      return;
    bool isKnown = llvm::any_of(
        llvm::concat<SymbolicBound>(bounds, added),
        [&](const SymbolicBound &other) {
          if (other.dim != from.dim || !other.isConstant())
            return false;
          int64_t known =
              cast<AffineConstantExpr>(other.map.getResult(0)).getValue();
          return other.kind == Kind::Equal ||
                 (other.kind == kind &&
                  (kind == Kind::Lower ? known >= number : known <= number));
        });
    if (isKnown)
      return;
    SymbolicBound bound;
    bound.kind = kind;
    bound.dim = from.dim;
    bound.map = AffineMap::getConstantMap(number, from.map.getContext());
    bound.assumesNoOverflow = from.assumesNoOverflow;
    bound.basis = basis;
    added.push_back(bound);
  };
  for (const SymbolicBound &bound : bounds) {
    std::optional<Interval> numbers;
    IntegerBasis basis = IntegerBasis::None;
    if (!bound.isConstant())
      numbers = evaluate(bound, facts, basis);
    if (!numbers)
      continue;
    if (bound.kind == Kind::Equal && numbers->low == numbers->high) {
      add(bound, Kind::Equal, numbers->low, basis);
      continue;
    }
    // Numbers that are large say nothing.
    if (bound.kind != Kind::Upper && isSmallNumber(numbers->low))
      add(bound, Kind::Lower, numbers->low, basis);
    if (bound.kind != Kind::Lower && isSmallNumber(numbers->high))
      add(bound, Kind::Upper,
          numbers->high + (bound.kind == Kind::Equal ? 1 : 0), basis);
  }
  bounds.append(added);
}

SmallVector<SymbolicBound>
mlir::noisy::getShownBounds(Value value, const IntegerFacts &facts) {
  if (!mayHaveBounds(value))
    return {};
  std::optional<IntegerFact> fact = facts.find(value);
  if (fact && fact->isUnreached)
    return {};
  SmallVector<SymbolicBound> bounds = getSymbolicBounds(value);
  addByRanges(bounds, facts);
  llvm::erase_if(bounds, [&](const SymbolicBound &bound) {
    return bound.isConstant() && isShownElsewhere(bound, value, fact);
  });
  return bounds;
}

std::vector<std::string>
mlir::noisy::describeShownBounds(Value value, const IntegerFacts &facts,
                                 ValueNamer name) {
  std::vector<std::string> texts;
  for (const SymbolicBound &bound : getShownBounds(value, facts))
    texts.push_back(describe(bound, value, name));
  return texts;
}
