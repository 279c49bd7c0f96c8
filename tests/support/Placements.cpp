//===- Placements.cpp - All placements of reductions in a program ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Placements.h"
#include "dialect/ReducingOperations.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static bool isReduction(Value value) {
  Operation *op = value.getDefiningOp();
  return op && getReducedOperand(op);
}

Placements::Placements(Operation *root, ArrayRef<Value> values)
    : root(root), values(values), legal(size_t(1) << values.size()),
      bounds(legal.size()) {
  REQUIRE(values.size() <= 16);
}

bool Placements::isLegal(uint32_t placement) {
  if (legal[placement])
    return *legal[placement];
  IRMapping mapping;
  OwningOpRef<Operation *> copy = root->clone(mapping);
  SmallVector<Operation *> chosen(values.size());
  for (auto [i, original] : llvm::enumerate(values)) {
    bool isChosen = placement >> i & 1;
    if (isChosen && isReduction(original))
      chosen[i] = mapping.lookup(original.getDefiningOp());
    if (isChosen == isReduction(original))
      continue;
    Value value = mapping.lookup(original);
    if (isReduction(original)) {
      value.replaceAllUsesWith(getReducedOperand(value.getDefiningOp()));
      value.getDefiningOp()->erase();
      continue;
    }
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    Operation *reduction = chosen[i] = createReduction(builder, value);
    value.replaceAllUsesExcept(reduction->getResult(0), reduction);
  }
  NoiseFacts facts = NoiseFacts::compute(copy.get());
  for (Operation *op : chosen)
    bounds[placement].push_back(op ? facts.getBound(getReducedOperand(op))
                                   : NoiseBound::unreachable());
  legal[placement] = facts.getFindings().empty();
  return *legal[placement];
}

const std::vector<NoiseBound> &Placements::getBounds(uint32_t placement) {
  REQUIRE(isLegal(placement));
  return bounds[placement];
}

std::vector<uint32_t> Placements::getLegal() {
  std::vector<uint32_t> legalPlacements;
  for (uint32_t placement = 0; placement < size(); ++placement)
    if (isLegal(placement))
      legalPlacements.push_back(placement);
  return legalPlacements;
}

std::optional<uint32_t> Placements::getBest(ArrayRef<int64_t> costs) {
  struct Candidate {
    int64_t cost = 0;
    unsigned sum = 0;
    std::vector<unsigned> positions;
    uint32_t placement;

    auto operator<=>(const Candidate &rhs) const = default;
  };
  std::vector<Candidate> candidates;
  for (uint32_t placement = 0; placement < size(); ++placement) {
    Candidate &candidate = candidates.emplace_back();
    candidate.placement = placement;
    for (unsigned i = 0; i < costs.size(); ++i)
      if (placement >> i & 1) {
        candidate.cost += costs[i];
        candidate.sum += i + 1;
        candidate.positions.push_back(i);
      }
  }
  // The best first, so that few have to be tried.
  llvm::sort(candidates);
  for (const Candidate &candidate : candidates)
    if (isLegal(candidate.placement))
      return candidate.placement;
  return std::nullopt;
}
