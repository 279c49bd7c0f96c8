//===- IntegerTypes.h - Types that have ranges ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_INTEGERTYPES_H
#define NOISY_ANALYSIS_INTEGERS_INTEGERTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::noisy {

/// True for integer types of at least one bit, and `index`.
inline bool isScalarInteger(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? integer.getWidth() > 0 : isa<IndexType>(type);
}

/// The bits of what decides: of an integer, or of a function, which counts as a
/// number. 0 for other types.
inline unsigned getDecidingWidth(Type type) {
  if (isa<FunctionType>(type))
    return 64;
  return isScalarInteger(type) ? ConstantIntRanges::getStorageBitwidth(type)
                               : 0;
}

/// True if values of this type have ranges: integers and `index`, and vectors
/// and tensors of these, whose elements share one range.
inline bool hasRange(Type type) {
  if (isa<VectorType, TensorType>(type))
    type = cast<ShapedType>(type).getElementType();
  return isScalarInteger(type);
}
inline bool hasRange(Value value) { return hasRange(value.getType()); }

inline bool hasAnyRange(ValueRange values) {
  return llvm::any_of(values, [](Value value) { return hasRange(value); });
}

/// The range of all values of a type that has ranges.
inline ConstantIntRanges getFullRange(Type type) {
  return ConstantIntRanges::maxRange(
      ConstantIntRanges::getStorageBitwidth(type));
}

/// True if `range` is a valid range of values of this type.
inline bool fits(const ConstantIntRanges &range, Type type) {
  return range.umin().getBitWidth() ==
             ConstantIntRanges::getStorageBitwidth(type) &&
         range.umin().ule(range.umax()) && range.smin().sle(range.smax());
}

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_INTEGERTYPES_H
