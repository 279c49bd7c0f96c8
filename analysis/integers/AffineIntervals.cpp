//===- AffineIntervals.cpp - Intervals of affine expressions --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/AffineIntervals.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::noisy;

std::optional<Interval> mlir::noisy::add(Interval lhs, Interval rhs) {
  Interval result;
  if (llvm::AddOverflow(lhs.low, rhs.low, result.low) ||
      llvm::AddOverflow(lhs.high, rhs.high, result.high))
    return std::nullopt;
  return result;
}

std::optional<Interval> mlir::noisy::multiply(Interval lhs, Interval rhs) {
  int64_t corners[4];
  if (llvm::MulOverflow(lhs.low, rhs.low, corners[0]) ||
      llvm::MulOverflow(lhs.low, rhs.high, corners[1]) ||
      llvm::MulOverflow(lhs.high, rhs.low, corners[2]) ||
      llvm::MulOverflow(lhs.high, rhs.high, corners[3]))
    return std::nullopt;
  auto [low, high] = std::minmax_element(corners, corners + 4);
  return Interval{*low, *high};
}

/// The remainders of a positive number.
static Interval modulo(Interval lhs, int64_t divisor) {
  // In one stretch of remainders that go up, or anywhere.
  if (llvm::divideFloorSigned(lhs.low, divisor) !=
      llvm::divideFloorSigned(lhs.high, divisor))
    return {0, divisor - 1};
  return {llvm::mod(lhs.low, divisor), llvm::mod(lhs.high, divisor)};
}

std::optional<Interval> mlir::noisy::evaluate(AffineExpr expr,
                                              ArrayRef<Interval> dims,
                                              ArrayRef<Interval> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Interval::of(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<Interval> lhs = evaluate(binary.getLHS(), dims, symbols),
                          rhs = evaluate(binary.getRHS(), dims, symbols);
  if (!lhs || !rhs)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add)
    return add(*lhs, *rhs);
  if (binary.getKind() == AffineExprKind::Mul)
    return multiply(*lhs, *rhs);
  int64_t divisor = rhs->low;
  if (divisor != rhs->high || divisor < 1)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Mod)
    return modulo(*lhs, divisor);
  if (binary.getKind() == AffineExprKind::FloorDiv)
    return Interval{llvm::divideFloorSigned(lhs->low, divisor),
                    llvm::divideFloorSigned(lhs->high, divisor)};
  return Interval{llvm::divideCeilSigned(lhs->low, divisor),
                  llvm::divideCeilSigned(lhs->high, divisor)};
}
