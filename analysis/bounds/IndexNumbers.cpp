//===- IndexNumbers.cpp - Numbers that arithmetic does not wrap -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/IndexNumbers.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace mlir::noisy;

std::optional<int64_t> mlir::noisy::getConstantIndex(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)) ||
      constant.getSignificantBits() > 64)
    return std::nullopt;
  return constant.getSExtValue();
}

static bool hasSmallSizes(Type type) {
  auto shapedType = dyn_cast<ShapedType>(type);
  return !shapedType || !shapedType.hasRank() ||
         llvm::all_of(shapedType.getShape(), [](int64_t size) {
           return ShapedType::isDynamic(size) || isSmallNumber(size);
         });
}

bool mlir::noisy::hasSmallNumbers(Operation *op) {
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> constant =
        operand.getType().isIndex() ? getConstantIndex(operand) : std::nullopt;
    if ((constant && !isSmallNumber(*constant)) ||
        !hasSmallSizes(operand.getType()))
      return false;
  }
  if (!llvm::all_of(op->getResultTypes(), hasSmallSizes))
    return false;
  return llvm::all_of(op->getAttrDictionary(), [](NamedAttribute attr) {
    auto numbers = dyn_cast<DenseI64ArrayAttr>(attr.getValue());
    return !numbers || llvm::all_of(numbers.asArrayRef(), [](int64_t number) {
      return ShapedType::isDynamic(number) || isSmallNumber(number);
    });
  });
}

/// An upper bound of the sum of the magnitudes of `expr`'s coefficients;
/// nothing if it is too large, and for an expression that is not affine:
/// division by anything but a positive constant, products of variables.
static std::optional<int64_t> getMagnitude(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    if (!isSmallNumber(constant.getValue()))
      return std::nullopt;
    return std::abs(constant.getValue());
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 1;
  std::optional<int64_t> lhs = getMagnitude(binary.getLHS());
  std::optional<int64_t> rhs = getMagnitude(binary.getRHS());
  if (!lhs || !rhs)
    return std::nullopt;
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  int64_t result;
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    result = *lhs + *rhs;
    break;
  case AffineExprKind::Mul:
    if (!constant && !isa<AffineConstantExpr>(binary.getLHS()))
      return std::nullopt;
    if (llvm::MulOverflow(*lhs, *rhs, result))
      return std::nullopt;
    break;
  default:
    if (!constant || constant.getValue() < 1)
      return std::nullopt;
    result = *lhs + *rhs;
  }
  if (!isSmallNumber(result))
    return std::nullopt;
  return result;
}

bool mlir::noisy::isTame(AffineMap map) {
  return llvm::all_of(map.getResults(), [](AffineExpr expr) {
    return getMagnitude(expr).has_value();
  });
}

std::optional<SmallVector<int64_t>>
mlir::noisy::getStrides(ArrayRef<int64_t> basis, size_t count) {
  SmallVector<int64_t> strides(count, 1);
  int64_t sum = 1;
  for (size_t i = 1; i < count; ++i) {
    int64_t size = basis[basis.size() - i];
    int64_t &stride = strides[count - 1 - i];
    if (ShapedType::isDynamic(size) || size < 1 ||
        llvm::MulOverflow(strides[count - i], size, stride) ||
        !isSmallNumber(stride) || !isSmallNumber(sum += stride))
      return std::nullopt;
  }
  return strides;
}
