//===- Factors.h - Common factors of the terms of sums ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_FACTORS_H
#define NOISY_OPTIMIZER_REWRITES_FACTORS_H

#include "optimizer/rewrites/Expressions.h"

namespace mlir::noisy {

/// `root` with common factors put outside of sums, that of the most terms
/// first: a x + a y is a (x + y), with one product in place of two, but more
/// noise. `root` itself if there are none.
ExpressionId factorOut(Expressions &expressions, ExpressionId root);

/// `root` with c a + (1 - c) b, the choice between two values, as
/// b + c (a - b); and other common factors put outside of sums. `root` itself
/// if there are no such sums.
ExpressionId mergeChoices(Expressions &expressions, ExpressionId root);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_FACTORS_H
