//===- CountedLoop.cpp - Loops of a known number of turns -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/CountedLoop.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::noisy;
using affine::AffineForOp;

/// Numbers up to this fit, with what is computed of them, in any counter of 32
/// bits or more.
static constexpr int64_t kMostNumber = int64_t(1) << 28;

static std::optional<int64_t> getNumber(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)) ||
      number.getSignificantBits() > 64)
    return std::nullopt;
  return number.getSExtValue();
}

std::optional<CountedLoop> CountedLoop::read(Operation *op,
                                             const char *&reason) {
  std::optional<int64_t> lower, upper, step;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    Type type = loop.getInductionVar().getType();
    lower = getNumber(loop.getLowerBound());
    upper = getNumber(loop.getUpperBound());
    step = getNumber(loop.getStep());
    if (loop.getUnsignedCmp() ||
        (!type.isIndex() && type.getIntOrFloatBitWidth() < 32)) {
      reason = "its counter may wrap";
      return std::nullopt;
    }
  } else if (auto loop = dyn_cast<AffineForOp>(op)) {
    step = loop.getStep().getSExtValue();
    if (loop.hasConstantBounds()) {
      lower = loop.getConstantLowerBound();
      upper = loop.getConstantUpperBound();
    }
  } else {
    reason = nullptr;
    return std::nullopt;
  }
  if (!lower || !upper || !step || *step <= 0) {
    reason = "its number of turns is not known";
    return std::nullopt;
  }
  if (!op->getDiscardableAttrDictionary().empty()) {
    reason = "it has attributes of its own";
    return std::nullopt;
  }
  if (std::max({std::abs(*lower), std::abs(*upper), *step}) > kMostNumber) {
    reason = "its numbers are too large";
    return std::nullopt;
  }
  int64_t turns = std::max<int64_t>(0, (*upper - *lower + *step - 1) / *step);
  CountedLoop result(op, *lower, *step, turns);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    result.numbers = {{*lower, loop.getLowerBound()},
                      {*upper, loop.getUpperBound()},
                      {*step, loop.getStep()}};
  return result;
}

OperandRange CountedLoop::getInits() const {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getInitArgs();
  return cast<AffineForOp>(op).getInits();
}

ValueRange CountedLoop::getYielded() const {
  return getBody().getTerminator()->getOperands();
}

Value CountedLoop::makeNumber(OpBuilder &builder, int64_t number) const {
  Value &value = numbers[number];
  if (!value) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(front);
    value = arith::ConstantOp::create(
        builder, op->getLoc(),
        builder.getIntegerAttr(getCounter().getType(), number));
  }
  return value;
}

CountedLoop::Made CountedLoop::makeOuter(OpBuilder &builder, int64_t first,
                                         int64_t turns, int64_t stride,
                                         ValueRange inits) const {
  int64_t begin = lower + first * step, end = begin + turns * step;
  if (isa<AffineForOp>(op)) {
    auto loop = AffineForOp::create(builder, op->getLoc(), begin, end,
                                    stride * step, inits);
    return {loop, loop.getBody(), loop.getInductionVar(),
            loop.getRegionIterArgs()};
  }
  Value from = makeNumber(builder, begin), to = makeNumber(builder, end);
  auto loop = scf::ForOp::create(builder, op->getLoc(), from, to,
                                 makeNumber(builder, stride * step), inits);
  if (front == op)
    front = loop;
  return {loop, loop.getBody(), loop.getInductionVar(),
          loop.getRegionIterArgs()};
}

CountedLoop::Made CountedLoop::makeInner(OpBuilder &builder, Value counter,
                                         int64_t turns, int64_t stride,
                                         ValueRange inits) const {
  if (isa<AffineForOp>(op)) {
    AffineExpr from = builder.getAffineDimExpr(0);
    auto loop = AffineForOp::create(
        builder, op->getLoc(), counter, AffineMap::get(1, 0, from), counter,
        AffineMap::get(1, 0, from + turns * step), stride * step, inits);
    return {loop, loop.getBody(), loop.getInductionVar(),
            loop.getRegionIterArgs()};
  }
  // From 0 on, so that everybody sees how many turns it has.
  auto loop = scf::ForOp::create(builder, op->getLoc(), makeNumber(builder, 0),
                                 makeNumber(builder, turns * step),
                                 makeNumber(builder, stride * step), inits);
  OpBuilder inside = OpBuilder::atBlockBegin(loop.getBody());
  inside.setListener(builder.getListener());
  Value sum = arith::AddIOp::create(inside, op->getLoc(), counter,
                                    loop.getInductionVar());
  return {loop, loop.getBody(), sum, loop.getRegionIterArgs()};
}

void CountedLoop::makeYield(OpBuilder &builder, ValueRange values) const {
  Location location = getBody().getTerminator()->getLoc();
  if (isa<AffineForOp>(op))
    affine::AffineYieldOp::create(builder, location, values);
  else
    scf::YieldOp::create(builder, location, values);
}

Value CountedLoop::makeCounter(OpBuilder &builder, int64_t first) const {
  return makeNumber(builder, lower + first * step);
}

Value CountedLoop::advance(OpBuilder &builder, Value counter,
                           int64_t turns) const {
  if (turns == 0)
    return counter;
  if (isa<AffineForOp>(op))
    return affine::AffineApplyOp::create(
        builder, op->getLoc(),
        AffineMap::get(1, 0, builder.getAffineDimExpr(0) + turns * step),
        ValueRange(counter));
  return arith::AddIOp::create(builder, op->getLoc(), counter,
                               makeNumber(builder, turns * step));
}
