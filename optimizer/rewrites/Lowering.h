//===- Lowering.h - From expressions to operations --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_LOWERING_H
#define NOISY_OPTIMIZER_REWRITES_LOWERING_H

#include "optimizer/rewrites/Expressions.h"
#include "optimizer/rewrites/Plan.h"

namespace mlir::noisy {

/// Adds to `plan` what computes `root`: sums by `joinTerms`, powers by squaring
/// with shared factors, and products of different factors in an order in which
/// a reduction serves as many as possible. Returns its node.
Plan::Node lower(const Expressions &expressions, ExpressionId root, Plan &plan);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_LOWERING_H
