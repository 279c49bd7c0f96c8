//===- CoverDual.h - Proofs from prices of rows -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERDUAL_H
#define NOISY_OPTIMIZER_COVER_COVERDUAL_H

#include "optimizer/cover/CoverProblem.h"

namespace mlir::noisy {

/// The facts that a price for each row proves by weak duality, whatever the
/// source of the prices: a lower bound, and columns that no cover of a given
/// cost has or lacks. Exact integers. Immutable; refers to nothing.
class CoverDual {
public:
  /// \p Prices, one for each row of \p Problem, are in units of 1 / \p Scale of
  /// the costs' unit. Negative prices count as 0, prices above `2^62` as that.
  CoverDual(const CoverProblem &Problem, const std::vector<int64_t> &Prices,
            int64_t Scale);

  /// A lower bound on the cost of all covers, rounded up to the next possible
  /// sum of costs.
  int64_t bound() const { return Bound; }
  /// The bound before rounding.
  double value() const;
  /// True if every cover with \p Column costs more than \p Cost.
  bool isOut(uint32_t Column, int64_t Cost) const;
  /// True if every cover without \p Column costs more than \p Cost.
  bool isIn(uint32_t Column, int64_t Cost) const;

private:
  // Sums of products of costs and scale exceed 64 bits.
  __extension__ typedef __int128 Wide;

  int64_t Scale;
  Wide Value = 0;
  int64_t Bound = 0;
  /// The reduced cost of each column: its cost minus the prices of its rows.
  std::vector<Wide> ReducedCosts;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERDUAL_H
