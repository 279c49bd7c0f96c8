//===- Conditions.cpp - What decides, and what is equal -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/Conditions.h"
#include "analysis/flow/ComparisonPredicate.h"
#include "analysis/integers/IntegerTypes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::noisy;
using arith::CmpIPredicate;

SmallVector<Value> mlir::noisy::getBoundOperands(Operation *loop) {
  if (auto scfFor = dyn_cast<scf::ForOp>(loop))
    return {scfFor.getLowerBound(), scfFor.getUpperBound(), scfFor.getStep()};
  auto affineFor = dyn_cast<affine::AffineForOp>(loop);
  if (!affineFor)
    return {};
  SmallVector<Value> operands(affineFor.getLowerBoundOperands());
  llvm::append_range(operands, affineFor.getUpperBoundOperands());
  return operands;
}

Value mlir::noisy::getCondition(Operation *op) {
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return ifOp.getCondition();
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return select.getCondition();
  if (auto switchOp = dyn_cast<scf::IndexSwitchOp>(op))
    return switchOp.getArg();
  if (auto branch = dyn_cast<cf::CondBranchOp>(op))
    return branch.getCondition();
  if (isa<affine::AffineIfOp>(op))
    for (Value result : op->getResults())
      if (!hasRange(result))
        return result;
  return nullptr;
}

bool mlir::noisy::standsForCondition(Value value) {
  auto ifOp = value.getDefiningOp<affine::AffineIfOp>();
  return ifOp && getCondition(ifOp) == value;
}

SmallVector<Value> mlir::noisy::getDecidingOperands(Operation *op) {
  SmallVector<Value> operands;
  if (Value condition = getCondition(op))
    operands.push_back(condition);
  if (isa<affine::AffineIfOp>(op))
    llvm::append_range(operands, op->getOperands());
  return operands;
}

/// Finds the branch of a conditional whose operands are in, or not in, a set.
static std::optional<unsigned> findAffineBranch(affine::AffineIfOp op,
                                                RangeOf rangeOf) {
  Value standIn = getCondition(op);
  if (auto range = standIn ? rangeOf(standIn) : std::nullopt)
    return range->getConstantValue()->isZero();
  auto operands = getRanges(op.getOperands(), rangeOf);
  if (!operands)
    return std::nullopt;
  IntegerSet set = op.getIntegerSet();
  auto map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                            set.getConstraints(), op.getContext());
  bool isInside = true;
  for (auto [range, isEquality] :
       llvm::zip_equal(inferAffineMap(map, *operands), set.getEqFlags())) {
    if (range.smax().isNegative() ||
        (isEquality && range.smin().isStrictlyPositive()))
      return 1;
    isInside &= isEquality ? range.smin().isZero() && range.smax().isZero()
                           : range.smin().isNonNegative();
  }
  return isInside ? std::optional(0u) : std::nullopt;
}

std::optional<unsigned> mlir::noisy::findBranch(Operation *op,
                                                RangeOf rangeOf) {
  if (auto ifOp = dyn_cast<affine::AffineIfOp>(op))
    return findAffineBranch(ifOp, rangeOf);
  std::optional<ConstantIntRanges> range = rangeOf(getCondition(op));
  std::optional<llvm::APInt> single =
      range ? range->getConstantValue() : std::nullopt;
  if (!single)
    return std::nullopt;
  auto switchOp = dyn_cast<scf::IndexSwitchOp>(op);
  if (!switchOp)
    return single->isZero();
  // The first region is that of all other numbers.
  auto match = llvm::find(switchOp.getCases(), single->getSExtValue());
  return match == switchOp.getCases().end()
             ? 0
             : 1 + (match - switchOp.getCases().begin());
}

bool mlir::noisy::isFixedInRun(Value value, Operation *function) {
  Operation *parent;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    return argument.getOwner()->isEntryBlock() &&
           argument.getOwner()->getParentOp() == function;
  }
  Operation *op = value.getDefiningOp();
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  for (; op != function; op = parent) {
    Block *block = op->getBlock();
    parent = op->getParentOp();
    if (!parent ||
        !(block->isEntryBlock() || block->getParent()->hasOneBlock()))
      return false;
    if (parent != function &&
        !isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp,
             affine::AffineIfOp>(parent))
      return false;
  }
  return true;
}

/// The key of an operand: equal constants are equal.
static const void *getOperandKey(Value value) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant.getAsOpaquePointer();
  return value.getAsOpaquePointer();
}

std::pair<Value, bool> mlir::noisy::withoutNegations(Value value) {
  bool isNegated = false;
  while (auto xorOp = value.getDefiningOp<arith::XOrIOp>()) {
    bool isTurned = matchPattern(xorOp.getLhs(), m_One());
    if (!isTurned && !matchPattern(xorOp.getRhs(), m_One()))
      break;
    isNegated = !isNegated;
    value = isTurned ? xorOp.getRhs() : xorOp.getLhs();
  }
  return {value, isNegated};
}

std::optional<std::pair<ConditionKey, bool>>
mlir::noisy::getConditionKey(Value value,
                             llvm::function_ref<bool(Value)> isFixed) {
  bool isNegated;
  std::tie(value, isNegated) = withoutNegations(value);
  if (standsForCondition(value)) {
    auto ifOp = value.getDefiningOp<affine::AffineIfOp>();
    ConditionKey key{-2, {ifOp.getIntegerSet().getAsOpaquePointer()}};
    for (Value operand : ifOp.getOperands()) {
      if (!isFixed(operand))
        return std::nullopt;
      key.operands.push_back(getOperandKey(operand));
    }
    return std::pair(std::move(key), isNegated);
  }
  Operation *op = value.getDefiningOp();
  std::optional<CmpIPredicate> compared = getComparisonPredicate(op);
  if (!compared || !isFixed(op->getOperand(0)) || !isFixed(op->getOperand(1))) {
    if (!isFixed(value))
      return std::nullopt;
    return std::pair(ConditionKey{-1, {value.getAsOpaquePointer()}}, isNegated);
  }
  CmpIPredicate predicate = *compared;
  const void *lhs = getOperandKey(op->getOperand(0));
  const void *rhs = getOperandKey(op->getOperand(1));
  if (rhs < lhs) {
    std::swap(lhs, rhs);
    predicate = swapOperands(predicate);
  }
  CmpIPredicate inverse = arith::invertPredicate(predicate);
  if (inverse < predicate) {
    predicate = inverse;
    isNegated = !isNegated;
  }
  return std::pair(ConditionKey{int(predicate), {lhs, rhs}}, isNegated);
}
