//===- PolynomialFunctions.h - Polynomials on Z/32 --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_POLYNOMIALFUNCTIONS_H
#define NOISY_OPTIMIZER_REWRITES_POLYNOMIALFUNCTIONS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::noisy {

/// Of all polynomials that have the same value as this one at each integer
/// modulo 32, one of the least degree, which is below 8. By degree, 0 to 31;
/// empty for the one that is always 0.
///
/// The falling powers x (x - 1) ... (x - k + 1) are divisible by k!, so 32 / d
/// times the one of degree k is always 0, where d is the largest power of two
/// up to 32 that divides k!. Modulo these numbers the coefficients of falling
/// powers are unique.
SmallVector<int64_t> reduceToFunction(ArrayRef<int64_t> coefficients);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_POLYNOMIALFUNCTIONS_H
