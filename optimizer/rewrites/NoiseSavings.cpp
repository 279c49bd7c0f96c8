//===- NoiseSavings.cpp - Computations that could have less noise ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/NoiseSavings.h"
#include "analysis/noise/NoiseFacts.h"
#include "dialect/Patterns.h"
#include "dialect/units/NoiseUnit.h"
#include "dialect/units/NumberText.h"
#include "optimizer/rewrites/Lowering.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::noisy;

/// A saving that is worth a change is one part in this many of what a reduction
/// gives back.
static constexpr uint32_t kLeastPart = 4;

namespace {
/// Another way to compute the value of a root.
struct QuieterWay {
  Computation computation;
  Plan plan;
  Plan::Node node;
  NoiseSaving saving;
};
} // namespace

std::optional<KnownNoise> mlir::noisy::getKnownNoise(const NoiseFacts &facts,
                                                     Value value) {
  const NoiseFact *fact = facts.find(value);
  if (!fact)
    return std::nullopt;
  return KnownNoise{fact->bound, bool(fact->unreliableCause), fact->perRun};
}

/// The most noise of the operands of a computation that come from elsewhere;
/// nothing if one of them is not known to be within the limit. Constants do not
/// count: they may turn into factors.
static std::optional<uint32_t> getMostNoise(const Computation &computation,
                                            KnownNoiseSource noise,
                                            uint32_t max) {
  uint32_t most = 0;
  for (Operation *op : computation.getOperations())
    for (Value operand : op->getOperands()) {
      Operation *source = operand.getDefiningOp();
      if (source && isInner(source))
        continue;
      std::optional<KnownNoise> known = noise(operand);
      if (!known || known->isUnreliable || !known->bound.isBits() ||
          known->bound.exceeds(max))
        return std::nullopt;
      if (!getEncodedConstant(operand))
        most = std::max(most, known->bound.getBits());
    }
  return most;
}

static std::string describe(const Expression &result, uint32_t before,
                            uint32_t after, unsigned unit) {
  size_t count = result.parts.size();
  std::string text;
  if (result.kind == Expression::Kind::Sum && count > 0) {
    count += result.constant != 0;
    text = count == 1 ? "as a scale, it has"
                      : "added up in another order, its " +
                            formatNumber(int64_t(count)) + " terms have";
  } else if (result.kind == Expression::Kind::Product) {
    text = count == 1 ? "as a power of one value, it has"
                      : "multiplied in another order, its " +
                            formatNumber(int64_t(count)) + " factors have";
  } else {
    text = result.kind == Expression::Kind::Leaf
               ? "it is one of its operands, with"
               : "it is a constant, with";
  }
  return text + " at most " + formatBits(after, unit) +
         " bits of noise instead of " + formatBits(before, unit);
}

static std::optional<QuieterWay> findWay(Operation *root,
                                         KnownNoiseSource noise) {
  if (!isRewritable(root) || isInner(root) || root->use_empty())
    return std::nullopt;
  std::optional<KnownNoise> known = noise(root->getResult(0));
  if (!known || !known->bound.isBits())
    return std::nullopt;
  uint32_t before = known->bound.getBits();
  NoiseModel model = NoiseModel::get(root->getParentOp());
  uint32_t least =
      before > model.max
          ? 1
          : std::max(1u, uint32_t(llvm::divideCeil(model.max - model.initial,
                                                   kLeastPart)));
  // Most computations end here, or after a look at their operands.
  if (before < least + 1)
    return std::nullopt;
  Computation computation(root);
  std::optional<uint32_t> most = getMostNoise(computation, noise, model.max);
  if (!most || before < *most + least)
    return std::nullopt;

  // Nothing is reduced on the way.
  NoiseModel unlimited = model;
  unlimited.max = NoiseBound::kCap;
  // In each run by itself: the new way with the most noise of any run has to be
  // no worse than the old one with the least that there is.
  bool isPerRun = known->isPerRun;
  auto countOf = [](const PlanCost &cost) {
    return std::pair(cost.products, cost.products + cost.others);
  };
  Plan old(unlimited, [&](Value value) {
    return isPerRun ? model.getLeast() : noise(value)->bound.getBits();
  });
  PlanCost oldCost = old.getCost(computation.lower(old));
  if (oldCost.reductions > 0)
    return std::nullopt;

  Expressions expressions;
  ExpressionId expression = computation.read(expressions);
  Plan plan(unlimited,
            [&](Value value) { return noise(value)->bound.getBits(); });
  Plan::Node node = lower(expressions, expression, plan);
  PlanCost cost = plan.getCost(node);
  uint32_t after = plan.getBits(node);
  auto [products, operations] = countOf(cost);
  auto [oldProducts, oldOperations] = countOf(oldCost);
  if (cost.reductions > 0 || after > model.max || after > oldCost.bits ||
      before < after + least || products > oldProducts ||
      operations > oldOperations)
    return std::nullopt;
  NoiseSaving saving{
      root, before, after,
      describe(expressions[expression], before, after, model.unit)};
  return QuieterWay{std::move(computation), std::move(plan), node,
                    std::move(saving)};
}

std::optional<NoiseSaving>
mlir::noisy::findNoiseSaving(Operation *root, KnownNoiseSource noise) {
  std::optional<QuieterWay> way = findWay(root, noise);
  return way ? std::optional(std::move(way->saving)) : std::nullopt;
}

std::vector<NoiseSaving>
mlir::noisy::findNoiseSavings(Operation *program, KnownNoiseSource noise,
                              llvm::function_ref<bool()> shouldStop) {
  std::vector<NoiseSaving> savings;
  program->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isRewritable(op) || isInner(op))
      return WalkResult::advance();
    if (shouldStop())
      return WalkResult::interrupt();
    if (std::optional<NoiseSaving> saving = findNoiseSaving(op, noise))
      savings.push_back(std::move(*saving));
    return WalkResult::advance();
  });
  return savings;
}

Value mlir::noisy::rewriteForNoise(Operation *root, KnownNoiseSource noise,
                                   const RewriteObserver &observer) {
  std::optional<QuieterWay> way = findWay(root, noise);
  if (!way)
    return {};
  return replaceComputation(way->computation, way->plan, way->node, observer);
}
