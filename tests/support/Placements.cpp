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

static bool isReduction(Value value) {
  return bool(value.getDefiningOp<ReduceNoiseOp>());
}

Placements::Placements(Operation *root, ArrayRef<Value> values) {
  REQUIRE(values.size() <= 16);
  for (uint32_t placement = 0; placement < 1u << values.size(); ++placement) {
    IRMapping mapping;
    OwningOpRef<Operation *> copy = root->clone(mapping);
    for (auto [i, original] : llvm::enumerate(values)) {
      bool isChosen = placement >> i & 1;
      if (isChosen == isReduction(original))
        continue;
      Value value = mapping.lookup(original);
      if (isReduction(original)) {
        value.replaceAllUsesWith(value.getDefiningOp()->getOperand(0));
        value.getDefiningOp()->erase();
        continue;
      }
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

std::optional<uint32_t> Placements::getBest(ArrayRef<int64_t> costs) const {
  using Rank = std::tuple<int64_t, unsigned, std::vector<unsigned>>;
  std::optional<std::pair<Rank, uint32_t>> best;
  for (uint32_t placement : allLegal) {
    int64_t cost = 0;
    unsigned sum = 0;
    std::vector<unsigned> positions;
    for (unsigned i = 0; i < costs.size(); ++i)
      if (placement >> i & 1) {
        cost += costs[i];
        sum += i + 1;
        positions.push_back(i);
      }
    std::pair next(Rank(cost, sum, positions), placement);
    if (!best || next < *best)
      best = next;
  }
  return best ? std::optional(best->second) : std::nullopt;
}
