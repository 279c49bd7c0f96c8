//===- Expressions.cpp - What operations compute, in normal form ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Expressions.h"
#include "dialect/Patterns.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

using Kind = Expression::Kind;

/// `number` modulo 32, from 0.
static int64_t toPlain(int64_t number) {
  return ((number % kModulus) + kModulus) % kModulus;
}

ExpressionId Expressions::add(Expression expression) {
  Key key(expression.kind, expression.constant,
          std::vector<ExpressionPart>(expression.parts.begin(),
                                      expression.parts.end()));
  auto [it, isNew] = known.try_emplace(std::move(key), all.size());
  if (isNew)
    all.push_back(std::move(expression));
  return it->second;
}

ExpressionId Expressions::leaf(Value value) {
  auto [it, isNew] = leaves.try_emplace(value, all.size());
  if (isNew)
    all.push_back({Kind::Leaf, value, 0, {}});
  return it->second;
}

ExpressionId Expressions::sum(int64_t number, ArrayRef<ExpressionPart> parts) {
  number = toPlain(number);
  SmallVector<ExpressionPart> flat;
  for (auto [id, coefficient] : parts) {
    coefficient %= kModulus;
    const Expression &part = all[id];
    if (part.kind != Kind::Sum) {
      flat.emplace_back(id, coefficient);
      continue;
    }
    number = toPlain(number + coefficient * part.constant);
    for (auto [innerId, inner] : part.parts)
      flat.emplace_back(innerId, coefficient * inner % kModulus);
  }
  llvm::sort(flat);
  Expression result{Kind::Sum, {}, number, {}};
  for (size_t i = 0; i < flat.size();) {
    int64_t coefficient = 0;
    ExpressionId id = flat[i].first;
    for (; i < flat.size() && flat[i].first == id; ++i)
      coefficient = (coefficient + flat[i].second) % kModulus;
    if ((coefficient = reduceFactor(coefficient)) != 0)
      result.parts.emplace_back(id, coefficient);
  }
  if (number == 0 && result.parts.size() == 1 &&
      result.parts.front().second == 1)
    return result.parts.front().first;
  return add(std::move(result));
}

/// `base` ^ `exponent` modulo 32.
static int64_t power(int64_t base, int64_t exponent) {
  int64_t result = 1;
  for (base = toPlain(base); exponent > 0; exponent /= 2) {
    if (exponent % 2)
      result = toPlain(result * base);
    base = toPlain(base * base);
  }
  return result;
}

ExpressionId Expressions::product(ArrayRef<ExpressionPart> parts) {
  int64_t coefficient = 1;
  SmallVector<ExpressionPart> flat;
  auto addFactor = [&](ExpressionId id, int64_t exponent) {
    const Expression &part = all[id];
    if (part.kind != Kind::Product) {
      flat.emplace_back(id, exponent);
      return;
    }
    for (auto [innerId, inner] : part.parts)
      flat.emplace_back(innerId, exponent * inner);
  };
  for (auto [id, exponent] : parts) {
    if (exponent == 0)
      continue;
    const Expression &part = all[id];
    if (part.kind == Kind::Sum && part.parts.empty()) {
      coefficient = toPlain(coefficient * power(part.constant, exponent));
    } else if (part.kind == Kind::Sum && part.constant == 0 &&
               part.parts.size() == 1) {
      coefficient =
          toPlain(coefficient * power(part.parts.front().second, exponent));
      addFactor(part.parts.front().first, exponent);
    } else {
      addFactor(id, exponent);
    }
  }
  llvm::sort(flat);
  Expression result{Kind::Product, {}, 0, {}};
  for (size_t i = 0; i < flat.size();) {
    int64_t exponent = 0;
    ExpressionId id = flat[i].first;
    for (; i < flat.size() && flat[i].first == id; ++i)
      exponent += flat[i].second;
    result.parts.emplace_back(id, exponent);
  }
  if (result.parts.empty() || coefficient == 0)
    return constant(coefficient);
  bool isSingle = result.parts.size() == 1 && result.parts.front().second == 1;
  ExpressionId id =
      isSingle ? result.parts.front().first : add(std::move(result));
  return coefficient == 1 ? id : sum(0, ExpressionPart(id, coefficient));
}

std::vector<ExpressionId> Expressions::collect(ExpressionId root) const {
  llvm::DenseSet<ExpressionId> seen = {root};
  std::vector<ExpressionId> result = {root};
  for (size_t i = 0; i < result.size(); ++i)
    for (auto [id, number] : all[result[i]].parts)
      if (seen.insert(id).second)
        result.push_back(id);
  llvm::sort(result);
  return result;
}
