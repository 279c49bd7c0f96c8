//===- Folds.cpp - Operations that give a value there is ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Folds.h"
#include "dialect/NoisyOps.h"
#include "dialect/Patterns.h"

using namespace mlir;
using namespace mlir::noisy;

static bool isConstant(Value value, int64_t plain) {
  return getEncodedConstant(value) == plain;
}

static const FoldRule kRules[] = {
    {"AddOfZero", "noisy.add",
     [](Operation *op) -> Value {
       if (isConstant(op->getOperand(1), 0))
         return op->getOperand(0);
       return isConstant(op->getOperand(0), 0) ? op->getOperand(1) : Value();
     }},
    {"SubOfZero", "noisy.sub",
     [](Operation *op) -> Value {
       return isConstant(op->getOperand(1), 0) ? op->getOperand(0) : Value();
     }},
    {"MulByOne", "noisy.mul",
     [](Operation *op) -> Value {
       if (isConstant(op->getOperand(1), 1))
         return op->getOperand(0);
       return isConstant(op->getOperand(0), 1) ? op->getOperand(1) : Value();
     }},
    {"ScaleByOne", "noisy.scale",
     [](Operation *op) -> Value {
       auto factor = static_cast<int64_t>(cast<ScaleOp>(op).getFactor());
       return reduceFactor(factor) == 1 ? op->getOperand(0) : Value();
     }},
    // The inner one has the same model: no value crosses models but by
    // arguments and results.
    {"ReduceOfReduce", "noisy.reduce_noise",
     [](Operation *op) -> Value {
       Value operand = op->getOperand(0);
       auto inner = operand.getDefiningOp<ReduceNoiseOp>();
       bool isLess =
           inner && inner.getNoise() <= cast<ReduceNoiseOp>(op).getNoise();
       return isLess ? operand : Value();
     }},
    {"ReduceOfEncode", "noisy.reduce_noise",
     [](Operation *op) -> Value {
       Value operand = op->getOperand(0);
       return operand.getDefiningOp<EncodeOp>() ? operand : Value();
     }},
};

ArrayRef<FoldRule> mlir::noisy::getFoldRules() { return kRules; }

Value mlir::noisy::foldToValue(Operation *op) {
  if (!mayReplace(op))
    return {};
  for (const FoldRule &rule : kRules)
    if (rule.operation == op->getName().getStringRef())
      if (Value value = rule.apply(op))
        return value;
  return {};
}

OpFoldResult AddOp::fold(FoldAdaptor) { return foldToValue(*this); }
OpFoldResult SubOp::fold(FoldAdaptor) { return foldToValue(*this); }
OpFoldResult MulOp::fold(FoldAdaptor) { return foldToValue(*this); }
OpFoldResult ScaleOp::fold(FoldAdaptor) { return foldToValue(*this); }
OpFoldResult ReduceNoiseOp::fold(FoldAdaptor) { return foldToValue(*this); }
