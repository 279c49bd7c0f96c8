//===- SelectedOperand.cpp - The operand that a select yields -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/program/SelectedOperand.h"
#include "dialect/NoiseCarriers.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::noisy;

static Value choose(arith::SelectOp select, bool condition) {
  return condition ? select.getTrueValue() : select.getFalseValue();
}

Value mlir::noisy::getSelectedOperand(arith::SelectOp select) {
  Attribute attr;
  if (!matchPattern(select.getCondition(), m_Constant(&attr)))
    return nullptr;
  if (auto splat = dyn_cast<SplatElementsAttr>(attr))
    attr = splat.getSplatValue<Attribute>();
  auto condition = dyn_cast<IntegerAttr>(attr);
  return condition ? choose(select, !condition.getValue().isZero()) : Value();
}

Value mlir::noisy::getSelectedOperand(arith::SelectOp select, RangeOf rangeOf) {
  if (Value operand = getSelectedOperand(select))
    return operand;
  std::optional<ConstantIntRanges> range = rangeOf(select.getCondition());
  std::optional<APInt> single;
  if (range)
    single = range->getConstantValue();
  return single ? choose(select, !single->isZero()) : Value();
}

bool mlir::noisy::selectsNoise(Operation *op) {
  auto select = dyn_cast_or_null<arith::SelectOp>(op);
  return select && carriesNoise(select.getResult());
}
