//===- LinearIndex.cpp - Indices as sums ----------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/LinearIndex.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::noisy;

/// The operations that an index is followed through.
static constexpr unsigned kDeepest = 8;

/// Sums and products do not wrap with a sign.
static int64_t add(int64_t a, int64_t b) { return uint64_t(a) + uint64_t(b); }
static int64_t multiply(int64_t a, int64_t b) {
  return uint64_t(a) * uint64_t(b);
}

LinearIndex LinearIndex::operator+(const LinearIndex &other) const {
  LinearIndex result = *this;
  result.number = add(number, other.number);
  for (auto [value, factor] : other.terms) {
    auto term = llvm::find_if(result.terms, [value = value](auto &own) {
      return own.first == value;
    });
    if (term == result.terms.end())
      result.terms.push_back({value, factor});
    else if ((term->second = add(term->second, factor)) == 0)
      result.terms.erase(term);
  }
  return result;
}

LinearIndex LinearIndex::operator*(int64_t factor) const {
  LinearIndex result(multiply(number, factor));
  for (auto [value, own] : terms)
    if (int64_t product = multiply(own, factor))
      result.terms.push_back({value, product});
  return result;
}

std::optional<int64_t> LinearIndex::getConstant() const {
  return terms.empty() ? std::optional(number) : std::nullopt;
}

int64_t LinearIndex::getFactor(Value value) const {
  for (auto [own, factor] : terms)
    if (own == value)
      return factor;
  return 0;
}

LinearIndex LinearIndex::without(Value value) const {
  LinearIndex result = *this;
  llvm::erase_if(result.terms, [&](auto &term) { return term.first == value; });
  return result;
}

bool LinearIndex::isFrom(Operation *op) const {
  return llvm::any_of(terms, [&](auto term) {
    return op->isAncestor(term.first.getParentBlock()->getParentOp());
  });
}

Value LinearIndex::getValue() const {
  return number == 0 && terms.size() == 1 && terms[0].second == 1
             ? terms[0].first
             : Value();
}

LinearIndex LinearIndex::of(OpFoldResult index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant;
  return of(cast<Value>(index), kDeepest);
}

std::optional<LinearIndex> LinearIndex::of(AffineExpr result, unsigned numDims,
                                           ValueRange operands) {
  return of(result, numDims, operands, kDeepest);
}

std::optional<LinearIndex> LinearIndex::of(AffineExpr result, unsigned numDims,
                                           ValueRange operands,
                                           unsigned depth) {
  switch (result.getKind()) {
  case AffineExprKind::Constant:
    return LinearIndex(cast<AffineConstantExpr>(result).getValue());
  case AffineExprKind::DimId:
    return of(operands[cast<AffineDimExpr>(result).getPosition()], depth);
  case AffineExprKind::SymbolId:
    return of(operands[numDims + cast<AffineSymbolExpr>(result).getPosition()],
              depth);
  case AffineExprKind::Add:
  case AffineExprKind::Mul: {
    auto binary = cast<AffineBinaryOpExpr>(result);
    std::optional<LinearIndex> left = of(binary.getLHS(), numDims, operands,
                                         depth),
                               right = of(binary.getRHS(), numDims, operands,
                                          depth);
    if (!left || !right)
      return std::nullopt;
    if (result.getKind() == AffineExprKind::Add)
      return *left + *right;
    if (std::optional<int64_t> factor = right->getConstant())
      return *left * *factor;
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

LinearIndex LinearIndex::of(Value value, unsigned depth) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant;
  LinearIndex own;
  own.terms.push_back({value, 1});
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0 || !value.getType().isIndex())
    return own;
  auto getOperand = [&](unsigned i) {
    return of(op->getOperand(i), depth - 1);
  };
  if (isa<arith::AddIOp>(op))
    return getOperand(0) + getOperand(1);
  if (isa<arith::SubIOp>(op))
    return getOperand(0) - getOperand(1);
  if (isa<arith::MulIOp>(op)) {
    LinearIndex left = getOperand(0), right = getOperand(1);
    if (std::optional<int64_t> factor = right.getConstant())
      return left * *factor;
    if (std::optional<int64_t> factor = left.getConstant())
      return right * *factor;
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    if (std::optional<LinearIndex> sum = of(apply.getAffineMap().getResult(0),
                                            apply.getAffineMap().getNumDims(),
                                            apply.getMapOperands(), depth - 1))
      return *sum;
  return own;
}
