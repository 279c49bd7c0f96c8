//===- Reductions.cpp - Write reductions into the IR ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/Reductions.h"
#include "analysis/NoiseFacts.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace mlir::noisy;

void mlir::noisy::insertReductions(ArrayRef<Value> values) {
  for (Value value : values) {
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    auto reduce = ReduceNoiseOp::create(builder, value.getLoc(), value);
    value.replaceAllUsesExcept(reduce.getResult(), reduce);
  }
}

bool mlir::noisy::confirmReductions(Operation *root, ArrayRef<Value> values) {
  IRMapping mapping;
  OwningOpRef<Operation *> copy = root->clone(mapping);
  SmallVector<Value> copies;
  for (Value value : values)
    copies.push_back(mapping.lookup(value));
  insertReductions(copies);
  return NoiseFacts::compute(copy.get()).getFindings().empty();
}
