//===- Factors.cpp - Common factors of the terms of sums ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Factors.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

using Kind = Expression::Kind;

/// The factors that are looked for in one sum, at most: each is a pass.
static constexpr unsigned kMostFactors = 64;

/// Makes `root` anew from its parts up, with `change` applied to each sum.
static ExpressionId
changeSums(Expressions &expressions, ExpressionId root,
           llvm::function_ref<ExpressionId(ExpressionId)> change) {
  llvm::DenseMap<ExpressionId, ExpressionId> changed;
  for (ExpressionId id : expressions.collect(root)) {
    // A copy: new expressions may move the old.
    Expression old = expressions[id];
    for (auto &[part, number] : old.parts)
      part = changed.lookup(part);
    ExpressionId result = id;
    if (old.kind == Kind::Sum)
      result = expressions.sum(old.constant, old.parts);
    else if (old.kind == Kind::Product)
      result = expressions.product(old.parts);
    if (expressions[result].kind == Kind::Sum)
      result = change(result);
    changed[id] = result;
  }
  return changed.lookup(root);
}

/// The factors of a term of a sum: of a product its parts.
static ArrayRef<ExpressionPart> getFactors(const Expressions &expressions,
                                           const ExpressionPart &term) {
  const Expression &expression = expressions[term.first];
  if (expression.kind == Kind::Product)
    return expression.parts;
  return {};
}

/// `term` divided by `factor`, which it has.
static ExpressionId divide(Expressions &expressions, const ExpressionPart &term,
                           ExpressionId factor) {
  SmallVector<ExpressionPart> rest(getFactors(expressions, term));
  for (auto &[id, exponent] : rest)
    if (id == factor)
      --exponent;
  return expressions.product(rest);
}

static bool hasFactor(const Expressions &expressions,
                      const ExpressionPart &term, ExpressionId factor) {
  return llvm::any_of(getFactors(expressions, term),
                      [&](auto part) { return part.first == factor; });
}

static ExpressionId factorSum(Expressions &expressions, ExpressionId sum,
                              unsigned depth) {
  SmallVector<ExpressionPart> done;
  for (unsigned i = 0; i < kMostFactors && depth > 0; ++i) {
    if (expressions[sum].kind != Kind::Sum)
      break;
    Expression old = expressions[sum];
    std::map<ExpressionId, unsigned> counts;
    for (const ExpressionPart &term : old.parts)
      for (auto [factor, exponent] : getFactors(expressions, term))
        ++counts[factor];
    auto most = llvm::max_element(
        counts, [](auto a, auto b) { return a.second < b.second; });
    if (most == counts.end() || most->second < 2)
      break;
    ExpressionId factor = most->first;
    SmallVector<ExpressionPart> inner, rest;
    for (const ExpressionPart &term : old.parts) {
      if (hasFactor(expressions, term, factor))
        inner.emplace_back(divide(expressions, term, factor), term.second);
      else
        rest.push_back(term);
    }
    ExpressionId cofactor =
        factorSum(expressions, expressions.sum(0, inner), depth - 1);
    done.emplace_back(expressions.product({{factor, 1}, {cofactor, 1}}), 1);
    sum = expressions.sum(old.constant, rest);
  }
  if (done.empty())
    return sum;
  done.emplace_back(sum, 1);
  return expressions.sum(0, done);
}

ExpressionId mlir::noisy::factorOut(Expressions &expressions,
                                    ExpressionId root) {
  constexpr unsigned kDepth = 4;
  return changeSums(expressions, root, [&](ExpressionId sum) {
    return factorSum(expressions, sum, kDepth);
  });
}

/// Multiplies out (k + c) b where another term has the factor c.
static ExpressionId expandComplements(Expressions &expressions,
                                      ExpressionId sum) {
  Expression old = expressions[sum];
  std::map<ExpressionId, unsigned> counts;
  for (const ExpressionPart &term : old.parts)
    for (auto [factor, exponent] : getFactors(expressions, term))
      ++counts[factor];
  SmallVector<ExpressionPart> terms;
  bool isExpanded = false;
  for (const ExpressionPart &term : old.parts) {
    std::optional<ExpressionId> complement;
    for (auto [id, exponent] : getFactors(expressions, term)) {
      const Expression &factor = expressions[id];
      if (exponent == 1 && factor.kind == Kind::Sum && factor.constant != 0 &&
          factor.parts.size() == 1 && counts.count(factor.parts.front().first))
        complement = id;
    }
    if (!complement) {
      terms.push_back(term);
      continue;
    }
    ExpressionId rest = divide(expressions, term, *complement);
    auto [part, coefficient] = expressions[*complement].parts.front();
    int64_t number = expressions[*complement].constant;
    terms.emplace_back(rest, term.second * number);
    terms.emplace_back(expressions.product({{part, 1}, {rest, 1}}),
                       term.second * coefficient);
    isExpanded = true;
  }
  return isExpanded ? expressions.sum(old.constant, terms) : sum;
}

ExpressionId mlir::noisy::mergeChoices(Expressions &expressions,
                                       ExpressionId root) {
  ExpressionId expanded = changeSums(expressions, root, [&](ExpressionId sum) {
    return expandComplements(expressions, sum);
  });
  return expanded == root ? root : factorOut(expressions, expanded);
}
