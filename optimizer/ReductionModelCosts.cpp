//===- ReductionModelCosts.cpp - What a choice of reductions costs --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyOps.h"
#include "dialect/ReducingOperations.h"
#include "mlir/IR/IRMapping.h"
#include "optimizer/ReductionCosts.h"
#include "optimizer/ReductionModel.h"
#include "optimizer/placement/PlacementState.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

/// Finds the operations that cost something by their noise, in all of the
/// program: reductions in a scope change the noise elsewhere, too.
void ReductionModel::findCostlyOperations(ReductionCosts &costs) {
  root->walk([&](Operation *op) {
    if (op->getNumOperands() == 0 || !op->getBlock() || getReducedOperand(op) ||
        !flows.isLive(op->getBlock()))
      return;
    std::vector<ReductionCostTable::Step> steps = costs.getOperation(op);
    if (!steps.empty())
      costlyOperations.push_back({op, std::move(steps)});
  });
}

std::vector<int64_t> ReductionModel::getCosts() const {
  std::vector<int64_t> costs;
  for (uint32_t number = 0; number < numColumns; ++number)
    costs.push_back(columns[number].cost +
                    getCoverGraph().column(number).LeastAdded);
  // Operations see the last of the copies of a value, with the most noise: what
  // that adds at least, so do the others.
  int64_t added = 0;
  for (uint32_t number = columns.size(); number-- > numColumns;) {
    const uint32_t base = columns[number].base;
    const bool isLast =
        number + 1 == columns.size() || columns[number + 1].base != base;
    if (isLast)
      added = leftOutTargets ? 0 : placementGraph.column(number).LeastAdded;
    costs[base] = std::min(costs[base], columns[number].cost + added);
  }
  return costs;
}

bool ReductionModel::isWeighted() const {
  return !costlyOperations.empty() ||
         llvm::any_of(columns, [](const Column &column) {
           return column.cost != 1 || !column.steps.empty();
         });
}

int64_t ReductionModel::getCost(ArrayRef<uint32_t> choice) const {
  int64_t cost = 0;
  if (!hasSteps()) {
    for (uint32_t column : choice)
      cost += columns[column].cost;
    return cost;
  }
  PlacementState state(placementGraph);
  if (state.assign(choice.vec()))
    return state.cost();
  // The analysis may allow it all the same, in a scope.
  return findCost(choice).sum();
}

/// What steps come to at a noise.
static int64_t costAt(ArrayRef<ReductionCostTable::Step> steps,
                      NoiseBound bound, int64_t cost) {
  for (const ReductionCostTable::Step &step : steps)
    if (step.from == 0 || bound >= NoiseBound::bits(step.from))
      cost = step.cost;
  return cost;
}

/// What an operation costs, by what is known of its operands.
static int64_t costOfOperation(Operation *op,
                               ArrayRef<ReductionCostTable::Step> steps,
                               const NoiseFacts &facts) {
  NoiseBound bound;
  for (Value operand : op->getOperands())
    if (isNoisyType(operand.getType()))
      bound = NoiseBound::join(bound, facts.getBound(operand));
  return costAt(steps, bound, 0);
}

int64_t ReductionModel::findIdleCost() {
  if (!instances) {
    ReductionCosts costs(program, flows, options.assumedIterations,
                         options.costs, noiseProgram.get());
    findCostlyOperations(costs);
  }
  int64_t cost = 0;
  for (const CostlyOperation &costly : costlyOperations)
    cost += costOfOperation(costly.op, costly.steps, facts);
  return cost;
}

ReductionModel::Cost ReductionModel::findCost(ArrayRef<uint32_t> choice) const {
  if (!hasSteps())
    return {getCost(choice), 0};
  OptimizerResult changes;
  apply(choice, changes);
  IRMapping mapping;
  OwningOpRef<Operation *> copy =
      copyWithReductions(root, changes.reductions, changes.removals, mapping);
  const NoiseFacts newFacts = NoiseFacts::compute(copy.get());
  Cost cost;
  for (const CostlyOperation &costly : costlyOperations)
    cost.operations +=
        costOfOperation(mapping.lookup(costly.op), costly.steps, newFacts);
  for (uint32_t number : choice) {
    const Column &column = columns[number];
    Value value = column.existingOp
                      ? getReducedOperand(mapping.lookup(column.existingOp))
                      : mapping.lookup(column.place.value);
    cost.reductions +=
        costAt(column.steps, newFacts.getBound(value), column.cost);
  }
  return cost;
}
