//===- NarrowedRange.cpp - A range that a comparison narrows --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/NarrowedRange.h"

using namespace mlir;
using namespace mlir::noisy;
using arith::CmpIPredicate;
using llvm::APInt;

std::optional<ConstantIntRanges>
mlir::noisy::narrow(const ConstantIntRanges &range, CmpIPredicate predicate,
                    const ConstantIntRanges &bound) {
  if (range.umin().getBitWidth() != bound.umin().getBitWidth())
    return range;
  APInt umin = range.umin(), umax = range.umax();
  APInt smin = range.smin(), smax = range.smax();
  switch (predicate) {
  case CmpIPredicate::slt:
    if (bound.smax().isMinSignedValue())
      return std::nullopt;
    smax = llvm::APIntOps::smin(smax, bound.smax() - 1);
    break;
  case CmpIPredicate::sle:
    smax = llvm::APIntOps::smin(smax, bound.smax());
    break;
  case CmpIPredicate::sgt:
    if (bound.smin().isMaxSignedValue())
      return std::nullopt;
    smin = llvm::APIntOps::smax(smin, bound.smin() + 1);
    break;
  case CmpIPredicate::sge:
    smin = llvm::APIntOps::smax(smin, bound.smin());
    break;
  case CmpIPredicate::ult:
    if (bound.umax().isZero())
      return std::nullopt;
    umax = llvm::APIntOps::umin(umax, bound.umax() - 1);
    break;
  case CmpIPredicate::ule:
    umax = llvm::APIntOps::umin(umax, bound.umax());
    break;
  case CmpIPredicate::ugt:
    if (bound.umin().isMaxValue())
      return std::nullopt;
    umin = llvm::APIntOps::umax(umin, bound.umin() + 1);
    break;
  case CmpIPredicate::uge:
    umin = llvm::APIntOps::umax(umin, bound.umin());
    break;
  case CmpIPredicate::eq:
    umin = llvm::APIntOps::umax(umin, bound.umin());
    umax = llvm::APIntOps::umin(umax, bound.umax());
    smin = llvm::APIntOps::smax(smin, bound.smin());
    smax = llvm::APIntOps::smin(smax, bound.smax());
    break;
  case CmpIPredicate::ne: {
    std::optional<APInt> other = bound.getConstantValue();
    if (!other)
      return range;
    if (range.getConstantValue() == other)
      return std::nullopt;
    if (range.getConstantValue())
      return range;
    if (umin == *other)
      ++umin;
    else if (umax == *other)
      --umax;
    if (smin == *other)
      ++smin;
    else if (smax == *other)
      --smax;
    break;
  }
  }
  if (umin.ugt(umax) || smin.sgt(smax))
    return std::nullopt;
  // What one reading says may narrow the other.
  ConstantIntRanges both =
      ConstantIntRanges::fromUnsigned(umin, umax)
          .intersection(ConstantIntRanges::fromSigned(smin, smax));
  if (both.umin().ugt(both.umax()) || both.smin().sgt(both.smax()))
    return std::nullopt;
  return both;
}
