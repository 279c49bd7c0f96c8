//===- Polynomials.cpp - Polynomials in one value -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Polynomials.h"
#include "optimizer/rewrites/PolynomialFunctions.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

using Kind = Expression::Kind;

/// Beyond this degree nothing is tried: the coefficients are collected step by
/// step.
static constexpr int64_t kMostDegree = 1024;
static constexpr int64_t kLeastDegree = 3;

/// The coefficients by degree; empty where it is no polynomial that is kept.
using Coefficients = std::vector<ExpressionId>;

namespace {
class Reader {
public:
  Reader(Expressions &expressions, ExpressionId variable)
      : expressions(expressions), variable(variable) {}

  /// The polynomial in the variable that `root` is; empty if it is none.
  Coefficients read(ExpressionId root);

private:
  Coefficients readSum(const Expression &sum);
  Coefficients readProduct(const Expression &product);

  Expressions &expressions;
  ExpressionId variable;
  llvm::DenseMap<ExpressionId, Coefficients> known;
};
} // namespace

Coefficients Reader::readSum(const Expression &sum) {
  std::vector<SmallVector<ExpressionPart, 2>> terms(1);
  for (auto [id, coefficient] : sum.parts) {
    const Coefficients &part = known[id];
    if (part.empty())
      return {};
    terms.resize(std::max(terms.size(), part.size()));
    for (auto [degree, inner] : llvm::enumerate(part))
      if (!expressions.isZero(inner))
        terms[degree].emplace_back(inner, coefficient);
  }
  Coefficients result;
  for (auto [degree, parts] : llvm::enumerate(terms))
    result.push_back(expressions.sum(degree == 0 ? sum.constant : 0, parts));
  return result;
}

Coefficients Reader::readProduct(const Expression &product) {
  int64_t shift = 0;
  const Coefficients *inner = nullptr;
  SmallVector<ExpressionPart> free;
  for (auto [id, exponent] : product.parts) {
    if (id == variable) {
      shift += exponent;
      continue;
    }
    const Coefficients &part = known[id];
    if (part.empty())
      return {};
    if (part.size() == 1) {
      free.emplace_back(id, exponent);
      continue;
    }
    // What is multiplied out could take more products than it is now.
    if (inner || exponent > 1)
      return {};
    inner = &part;
  }
  if ((inner && !free.empty()) || shift > kMostDegree ||
      (inner && shift + static_cast<int64_t>(inner->size()) > kMostDegree))
    return {};
  Coefficients result(shift, expressions.constant(0));
  if (inner)
    llvm::append_range(result, *inner);
  else
    result.push_back(expressions.product(free));
  return result;
}

Coefficients Reader::read(ExpressionId root) {
  for (ExpressionId id : expressions.collect(root)) {
    Expression expression = expressions[id];
    if (id == variable)
      known[id] = {expressions.constant(0), expressions.constant(1)};
    else if (expression.kind == Kind::Leaf)
      known[id] = {id};
    else {
      Coefficients read = expression.kind == Kind::Sum
                              ? readSum(expression)
                              : readProduct(expression);
      known[id] = std::move(read);
    }
  }
  return known[root];
}

/// The leaf that occurs in the most products of `root`, with exponents; nothing
/// if none occurs often enough.
static std::optional<ExpressionId> findVariable(const Expressions &expressions,
                                                ExpressionId root) {
  std::map<ExpressionId, int64_t> counts;
  for (ExpressionId id : expressions.collect(root))
    if (expressions[id].kind == Kind::Product)
      for (auto [part, exponent] : expressions[id].parts)
        if (expressions[part].kind == Kind::Leaf)
          counts[part] += std::min(exponent, kMostDegree);
  auto most = llvm::max_element(
      counts, [](auto a, auto b) { return a.second < b.second; });
  if (most == counts.end() || most->second < kLeastDegree)
    return std::nullopt;
  return most->first;
}

/// The polynomial of width `width` that begins at the coefficient `begin`.
static ExpressionId makeBlock(Expressions &expressions, ExpressionId variable,
                              ArrayRef<ExpressionId> coefficients, size_t begin,
                              size_t width) {
  SmallVector<ExpressionPart> terms;
  size_t end = std::min(begin + width, coefficients.size());
  for (size_t i = begin; i < end; ++i)
    terms.emplace_back(
        expressions.product({{coefficients[i], 1},
                             {variable, static_cast<int64_t>(i - begin)}}),
        1);
  return expressions.sum(0, terms);
}

static ExpressionId makeTree(Expressions &expressions, ExpressionId variable,
                             ArrayRef<ExpressionId> blocks, int64_t width) {
  if (blocks.size() == 1)
    return blocks.front();
  size_t half = 1;
  while (half * 2 < blocks.size())
    half *= 2;
  ExpressionId low =
      makeTree(expressions, variable, blocks.take_front(half), width);
  ExpressionId high =
      makeTree(expressions, variable, blocks.drop_front(half), width);
  int64_t power = width * static_cast<int64_t>(half);
  return expressions.sum(
      0, {{low, 1}, {expressions.product({{high, 1}, {variable, power}}), 1}});
}

static ExpressionId makeChain(Expressions &expressions, ExpressionId variable,
                              ArrayRef<ExpressionId> blocks, int64_t width) {
  ExpressionId result = blocks.back();
  for (ExpressionId block : llvm::reverse(blocks.drop_back()))
    result = expressions.sum(
        0, {{block, 1},
            {expressions.product({{result, 1}, {variable, width}}), 1}});
  return result;
}

/// The polynomial with these coefficients in several ways.
static std::vector<ExpressionId> makeWays(Expressions &expressions,
                                          ExpressionId variable,
                                          ArrayRef<ExpressionId> coefficients) {
  std::vector<ExpressionId> result;
  // Around the square root of the degree is the optimum, whatever the weights.
  for (size_t width = 1;
       width <= 24 && width * width <= 8 * coefficients.size(); ++width) {
    std::vector<ExpressionId> blocks;
    for (size_t begin = 0; begin < coefficients.size(); begin += width)
      blocks.push_back(
          makeBlock(expressions, variable, coefficients, begin, width));
    result.push_back(makeChain(expressions, variable, blocks, width));
    result.push_back(makeTree(expressions, variable, blocks, width));
  }
  return result;
}

std::vector<ExpressionId>
mlir::noisy::rewritePolynomial(Expressions &expressions, ExpressionId root) {
  std::optional<ExpressionId> variable = findVariable(expressions, root);
  if (!variable)
    return {};
  Coefficients coefficients = Reader(expressions, *variable).read(root);
  if (static_cast<int64_t>(coefficients.size()) <= kLeastDegree)
    return {};
  return makeWays(expressions, *variable, coefficients);
}

std::vector<ExpressionId>
mlir::noisy::rewriteAsFunction(Expressions &expressions, ExpressionId root) {
  std::optional<ExpressionId> variable = findVariable(expressions, root);
  if (!variable)
    return {};
  Coefficients coefficients = Reader(expressions, *variable).read(root);
  SmallVector<int64_t> numbers;
  for (ExpressionId id : coefficients) {
    if (!expressions.isConstant(id))
      return {};
    numbers.push_back(expressions[id].constant);
  }
  SmallVector<int64_t> reduced = reduceToFunction(numbers);
  if (coefficients.empty() || ArrayRef(reduced) == ArrayRef(numbers))
    return {};
  coefficients.clear();
  SmallVector<ExpressionPart> terms;
  for (auto [degree, number] : llvm::enumerate(reduced)) {
    coefficients.push_back(expressions.constant(number));
    terms.emplace_back(expressions.product({{coefficients.back(), 1},
                                            {*variable, int64_t(degree)}}),
                       1);
  }
  std::vector<ExpressionId> result = {expressions.sum(0, terms)};
  llvm::append_range(result, makeWays(expressions, *variable, coefficients));
  return result;
}
