//===- SumJoining.h - The order in which terms are added --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_SUMJOINING_H
#define NOISY_OPTIMIZER_REWRITES_SUMJOINING_H

#include "optimizer/rewrites/Plan.h"

namespace mlir::noisy {

/// A term of a sum, with its sign.
struct SumTerm {
  Plan::Node node;
  bool isNegative = false;
};

/// Adds up the terms, at least one, such that the sum has the least noise, or
/// where that passes the limit, with few reductions on the way. Always joining
/// the two least noisy is the least possible for a maximum and a constant: for
/// terms of n_i bits, and 1 bit for each addition, ceil(log2(sum of 2^n_i)).
/// (M. C. Golumbic, "Combinatorial merging", IEEE Transactions on Computers
/// C-25, 1976.) Above the limit, terms are packed into sums that just fit, each
/// of which one reduction makes fresh; as the weights 2^n_i divide each other,
/// filling one after the other by falling weight needs the fewest.
SumTerm joinTerms(Plan &plan, ArrayRef<SumTerm> terms);

/// Multiplies the factors, at least one, in the same way, in a model in which a
/// product adds a constant to the noise of its noisiest factor: levels.
Plan::Node joinFactors(Plan &plan, ArrayRef<Plan::Node> factors);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_SUMJOINING_H
