//===- Placements.cpp - All placements of reductions in a program ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Placements.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

Placements::Placements(Operation *root, ArrayRef<Value> values) {
  REQUIRE(values.size() <= 16);
  for (uint32_t placement = 0; placement < 1u << values.size(); ++placement) {
    IRMapping mapping;
    OwningOpRef<Operation *> copy = root->clone(mapping);
    for (auto [i, original] : llvm::enumerate(values)) {
      if (!(placement >> i & 1))
        continue;
      Value value = mapping.lookup(original);
      OpBuilder builder(value.getContext());
      builder.setInsertionPointAfterValue(value);
      auto reduced = ReduceNoiseOp::create(builder, value.getLoc(), value);
      value.replaceAllUsesExcept(reduced, reduced);
    }
    legal.push_back(NoiseFacts::compute(copy.get()).getFindings().empty());
    if (legal.back())
      allLegal.push_back(placement);
  }
}

int Placements::fewest() const {
  int best = -1;
  for (uint32_t placement : allLegal)
    if (best < 0 || llvm::popcount(placement) < best)
      best = llvm::popcount(placement);
  return best;
}

int Placements::leastPositions() const {
  int best = -1;
  for (uint32_t placement : allLegal) {
    if (llvm::popcount(placement) != fewest())
      continue;
    int sum = 0;
    for (int i = 0; i < 32; ++i)
      if (placement >> i & 1)
        sum += i + 1;
    if (best < 0 || sum < best)
      best = sum;
  }
  return best;
}

std::vector<Value> mlir::noisy::test::getReducible(const NoiseFacts &facts) {
  std::vector<Value> values;
  for (Value value : facts.getValues())
    if (isa<NoisyI32Type>(value.getType()) &&
        !value.getDefiningOp<EncodeOp>() &&
        !value.getDefiningOp<ReduceNoiseOp>())
      values.push_back(value);
  return values;
}
