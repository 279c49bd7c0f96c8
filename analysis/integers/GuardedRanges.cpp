//===- GuardedRanges.cpp - Integers under conditions ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/GuardedRanges.h"
#include "analysis/flow/ComparisonPredicate.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/NarrowedRange.h"
#include "analysis/integers/ReachedCode.h"
#include "analysis/integers/TransferFunctions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;
using arith::CmpIPredicate;

/// The most blocks and regions that are gone up, and the most values that are
/// computed again.
static constexpr unsigned kMostSteps = 64;
/// The deepest operands of conditions and sums that are looked at.
static constexpr unsigned kDeepest = 8;

/// A value that is compared is the one that the operation sees: it dominates
/// the comparison, which dominates the branch, which dominates the operation,
/// so that it cannot be defined anew in between.
GuardedRanges::GuardedRanges(Operation *op, GeneralRange rangeOf,
                             DominanceInfo &dominance)
    : rangeOf(std::move(rangeOf)) {
  for (unsigned i = 0; i < kMostSteps; ++i) {
    Block *block = op->getBlock();
    if (!block)
      return;
    if (auto edge = getEdgeTo(block, dominance))
      addGuard(edge->first.getCondition(), edge->second == 0);
    if (Block *dominator = getDominator(block, dominance)) {
      op = &dominator->front();
      continue;
    }
    Region *region = block->getParent();
    op = region->getParentOp();
    if (!op || !block->isEntryBlock() || isa<CallableOpInterface>(op))
      return;
    if (auto ifOp = dyn_cast<scf::IfOp>(op))
      addGuard(ifOp.getCondition(), region->getRegionNumber() == 0);
  }
}

void GuardedRanges::addGuard(Value condition, bool holds, unsigned depth) {
  Operation *op = condition.getDefiningOp();
  if (!op || depth > kDeepest)
    return;
  if (auto negation = dyn_cast<arith::XOrIOp>(op)) {
    if (matchPattern(negation.getRhs(), m_One()))
      addGuard(negation.getLhs(), !holds, depth + 1);
    return;
  }
  if (holds ? isa<arith::AndIOp>(op) : isa<arith::OrIOp>(op)) {
    for (Value operand : op->getOperands())
      addGuard(operand, holds, depth + 1);
    return;
  }
  std::optional<CmpIPredicate> predicate = getComparisonPredicate(op);
  if (!predicate || !isScalarInteger(op->getOperand(0).getType()))
    return;
  if (!holds)
    predicate = arith::invertPredicate(*predicate);
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  narrow(lhs, *predicate, rangeOf(rhs));
  narrow(rhs, swapOperands(*predicate), rangeOf(lhs));
}

/// Notes that `value` compares like this with a number in `bound`. Where that
/// cannot be, the code is not executed, and all stays as it is.
void GuardedRanges::narrow(Value value, CmpIPredicate predicate,
                           const std::optional<ConstantIntRanges> &bound) {
  auto known = narrowed.find(value);
  std::optional<ConstantIntRanges> range =
      known == narrowed.end() ? rangeOf(value) : known->second;
  if (!range || !bound)
    return;
  if (auto narrower = noisy::narrow(*range, predicate, *bound))
    narrowed.insert_or_assign(value, *narrower);
}

std::optional<ConstantIntRanges> GuardedRanges::getRange(Value value) {
  return narrowed.empty() ? rangeOf(value) : getRange(value, 0);
}

std::optional<ConstantIntRanges> GuardedRanges::getRange(Value value,
                                                         unsigned depth) {
  if (auto known = narrowed.find(value); known != narrowed.end())
    return known->second;
  if (auto known = computed.find(value); known != computed.end())
    return known->second;
  std::optional<ConstantIntRanges> general = rangeOf(value);
  auto result = dyn_cast<OpResult>(value);
  if (!general || !result || general->getConstantValue() ||
      result.getOwner()->getNumRegions() > 0 ||
      isa<CallOpInterface>(result.getOwner()) || depth > kDeepest ||
      computed.size() > kMostSteps)
    return general;
  // In a region without order a value may depend on itself.
  computed[value] = general;
  std::optional<ConstantIntRanges> range = inferResultRange(
      result, [&](Value operand) { return getRange(operand, depth + 1); });
  if (!range || range->umin().getBitWidth() != general->umin().getBitWidth())
    return general;
  ConstantIntRanges both = range->intersection(*general);
  if (!fits(both, value.getType()))
    return general;
  computed[value] = both;
  return both;
}
