//===- CoverCanonical.h - Know a problem under other numbers ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERCANONICAL_H
#define NOISY_OPTIMIZER_COVER_COVERCANONICAL_H

#include "optimizer/cover/CoverProblem.h"

namespace mlir::noisy {

/// A covering problem with its columns and rows in an order that depends as
/// little as possible on the order that they came in. Where two have the same
/// `Problem` they are the same, whatever numbers their columns had; where they
/// have not, they may be the same all the same, if they are symmetric.
struct CanonicalCover {
  CoverProblem Problem;
  /// The column of the given problem behind each column of this one.
  std::vector<uint32_t> Columns;
};

/// Orders \p Problem, which has no tie, by what distinguishes its columns:
/// cost, and rows, and what else is in these, and so on (colour refinement:
/// Weisfeiler and Leman, 1968). Near-linear.
CanonicalCover canonicalCover(const CoverProblem &Problem);

/// Of the costs and rows of \p Problem, which count in their order.
uint64_t hashOfCover(const CoverProblem &Problem);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERCANONICAL_H
