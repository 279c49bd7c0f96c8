//===- NoiseBound.cpp - An upper bound of a value's noise -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/units/NoiseBound.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;

/// The width of the ranges that stand for noise; it is not the width of any
/// integer type of a program.
static constexpr unsigned kRangeWidth = 32;

IntegerValueRange NoiseBound::toRange() const {
  if (isUnreachable())
    return IntegerValueRange();
  return ConstantIntRanges::fromUnsigned(APInt(kRangeWidth, 0),
                                         APInt(kRangeWidth, code));
}

NoiseBound NoiseBound::fromRange(const IntegerValueRange &range) {
  if (range.isUninitialized())
    return unreachable();
  const APInt &upper = range.getValue().umax();
  if (upper.getBitWidth() != kRangeWidth || upper.isZero())
    return unknown();
  return NoiseBound(static_cast<uint32_t>(upper.getLimitedValue(kUnknown)));
}

void NoiseBound::print(raw_ostream &os) const {
  if (isUnreachable())
    os << "unreachable";
  else if (isBits())
    os << code;
  else if (isMoreThanCap())
    os << "more than " << kCap;
  else if (isUnbounded())
    os << "unbounded";
  else
    os << "unknown";
}

raw_ostream &mlir::noisy::operator<<(raw_ostream &os, NoiseBound bound) {
  bound.print(os);
  return os;
}
