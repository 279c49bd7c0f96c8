//===- Conditions.cpp - What decides, and what is equal -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/Conditions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::noisy;

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
  return nullptr;
}

std::optional<unsigned> mlir::noisy::findBranch(Operation *op,
                                                RangeOf rangeOf) {
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

/// True if a value has one content in a run of the function: an argument, or
/// the result of an operation that runs once at most.
static bool isFixedInRun(Value value, Operation *function) {
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
        !isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(parent))
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

std::optional<std::pair<ConditionKey, bool>>
mlir::noisy::getConditionKey(Value value, Operation *function) {
  bool isNegated = false;
  while (auto xorOp = value.getDefiningOp<arith::XOrIOp>()) {
    bool isTurned = matchPattern(xorOp.getLhs(), m_One());
    if (!isTurned && !matchPattern(xorOp.getRhs(), m_One()))
      break;
    isNegated = !isNegated;
    value = isTurned ? xorOp.getRhs() : xorOp.getLhs();
  }
  auto cmp = value.getDefiningOp<arith::CmpIOp>();
  if (!cmp || !isFixedInRun(cmp.getLhs(), function) ||
      !isFixedInRun(cmp.getRhs(), function)) {
    if (isa<BlockArgument>(value) || !isFixedInRun(value, function))
      return std::nullopt;
    return std::pair(ConditionKey{-1, value.getAsOpaquePointer(), nullptr},
                     isNegated);
  }
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = cmp.getPredicate();
  const void *lhs = getOperandKey(cmp.getLhs());
  const void *rhs = getOperandKey(cmp.getRhs());
  auto mirror = [](Predicate predicate) {
    switch (predicate) {
    case Predicate::eq:
    case Predicate::ne:
      return predicate;
    case Predicate::slt:
      return Predicate::sgt;
    case Predicate::sle:
      return Predicate::sge;
    case Predicate::sgt:
      return Predicate::slt;
    case Predicate::sge:
      return Predicate::sle;
    case Predicate::ult:
      return Predicate::ugt;
    case Predicate::ule:
      return Predicate::uge;
    case Predicate::ugt:
      return Predicate::ult;
    case Predicate::uge:
      return Predicate::ule;
    }
    llvm_unreachable("all predicates are handled");
  };
  if (rhs < lhs) {
    std::swap(lhs, rhs);
    predicate = mirror(predicate);
  }
  Predicate inverse = arith::invertPredicate(predicate);
  if (inverse < predicate) {
    predicate = inverse;
    isNegated = !isNegated;
  }
  return std::pair(ConditionKey{int(predicate), lhs, rhs}, isNegated);
}
