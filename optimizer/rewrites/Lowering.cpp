//===- Lowering.cpp - From expressions to operations ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Lowering.h"
#include "dialect/Patterns.h"
#include "optimizer/rewrites/SumJoining.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::noisy;

using Kind = Expression::Kind;

namespace {
class Lowering {
public:
  Lowering(const Expressions &expressions, Plan &plan)
      : expressions(expressions), plan(plan) {}

  Plan::Node run(ExpressionId root) {
    for (ExpressionId id : expressions.collect(root))
      nodes[id] = lower(expressions[id]);
    return nodes[root];
  }

private:
  Plan::Node lower(const Expression &expression);
  Plan::Node lowerSum(const Expression &sum);
  Plan::Node lowerProduct(const Expression &product);
  Plan::Node raise(Plan::Node base, int64_t exponent);
  Plan::Node negate(Plan::Node node);
  SumTerm scale(Plan::Node node, int64_t factor);

  const Expressions &expressions;
  Plan &plan;
  llvm::DenseMap<ExpressionId, Plan::Node> nodes;
  /// The powers of each node so far.
  llvm::DenseMap<Plan::Node, std::map<int64_t, Plan::Node>> powers;
};
} // namespace

Plan::Node Lowering::lower(const Expression &expression) {
  switch (expression.kind) {
  case Kind::Leaf:
    return plan.leaf(expression.leaf);
  case Kind::Sum:
    return lowerSum(expression);
  case Kind::Product:
    return lowerProduct(expression);
  }
  llvm_unreachable("not a kind");
}

Plan::Node Lowering::negate(Plan::Node node) {
  const NoiseModel &model = plan.getModel();
  bool subtracts = model.sub.form == NoiseTransfer::Form::Max &&
                   getScaleNoise(model, -1) > model.sub.added;
  return subtracts ? plan.sub(plan.constant(0), node) : plan.scale(node, -1);
}

SumTerm Lowering::scale(Plan::Node node, int64_t factor) {
  if (std::abs(factor) == 1)
    return {node, factor < 0};
  // In some schemes scaling is dearer than adding.
  const NoiseModel &model = plan.getModel();
  bool adds = model.add.form == NoiseTransfer::Form::Max &&
              getScaleNoise(model, 2) > model.add.added;
  if (adds && std::abs(factor) == 2)
    return {plan.add(node, node), factor < 0};
  return {plan.scale(node, factor), false};
}

Plan::Node Lowering::lowerSum(const Expression &sum) {
  std::vector<SumTerm> terms;
  for (auto [id, coefficient] : sum.parts)
    terms.push_back(scale(nodes[id], coefficient));
  if (sum.constant != 0 || terms.empty())
    terms.push_back({plan.constant(sum.constant), false});
  SumTerm result = joinTerms(plan, terms);
  return result.isNegative ? negate(result.node) : result.node;
}

/// The power of a node, by as few products as its powers so far allow: of two
/// that are there, or else by squaring.
Plan::Node Lowering::raise(Plan::Node base, int64_t exponent) {
  std::map<int64_t, Plan::Node> &known = powers[base];
  known.try_emplace(1, base);
  if (auto it = known.find(exponent); it != known.end())
    return it->second;
  // The most balanced of the ways that are there.
  int64_t part = 0;
  for (auto [smaller, node] : known)
    if (smaller <= exponent / 2 && known.count(exponent - smaller))
      part = smaller;
  if (part == 0) {
    int64_t power = 1;
    while (power * 2 < exponent)
      power *= 2;
    part = power;
  }
  Plan::Node lhs = raise(base, part), rhs = raise(base, exponent - part);
  Plan::Node result = plan.mul(lhs, rhs);
  powers[base][exponent] = result;
  return result;
}

Plan::Node Lowering::lowerProduct(const Expression &product) {
  // A power of a product takes less than a product of powers.
  int64_t common = 0;
  for (auto [id, exponent] : product.parts)
    common = std::gcd(common, exponent);
  std::vector<Plan::Node> factors;
  for (auto [id, exponent] : product.parts)
    factors.push_back(raise(nodes[id], exponent / common));
  if (plan.getModel().mul.form == NoiseTransfer::Form::Max)
    return raise(joinFactors(plan, factors), common);
  // The noisiest one first, then always the noisiest that keeps the limit: if
  // none does, the product is reduced, and takes as many as fit again.
  std::multimap<uint32_t, Plan::Node> rest;
  for (Plan::Node node : factors)
    rest.emplace(plan.getBits(node), node);
  auto take = [&](auto it) {
    Plan::Node node = it->second;
    rest.erase(it);
    return node;
  };
  const NoiseModel &model = plan.getModel();
  Plan::Node result = take(std::prev(rest.end()));
  while (!rest.empty()) {
    auto fits = [&](uint32_t bits) {
      return !model.mul
                  .apply(NoiseBound::bits(plan.getBits(result)),
                         NoiseBound::bits(bits))
                  .exceeds(model.max);
    };
    auto it = rest.end();
    while (it != rest.begin() && !fits(std::prev(it)->first))
      it = rest.lower_bound(std::prev(it)->first);
    result = plan.mul(result,
                      take(it == rest.begin() ? rest.begin() : std::prev(it)));
  }
  return raise(result, common);
}

Plan::Node mlir::noisy::lower(const Expressions &expressions, ExpressionId root,
                              Plan &plan) {
  return Lowering(expressions, plan).run(root);
}
