//===- CoverDual.h - What prices of rows prove ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERDUAL_H
#define NOISY_OPTIMIZER_COVER_COVERDUAL_H

#include "optimizer/cover/CoverProblem.h"

namespace mlir::noisy {

/// What a price for each row proves by weak duality, whoever made them up: a
/// lower bound, and columns that no cover of some cost has or lacks. Exact
/// integers. Immutable; refers to nothing.
class CoverDual {
public:
  /// \p Prices, one for each row of \p Problem, are in parts of \p Scale of
  /// the costs' unit. Negative ones count as 0. A price counts no more than
  /// `2^62`.
  CoverDual(const CoverProblem &Problem, const std::vector<int64_t> &Prices,
            int64_t Scale);

  /// No cover costs less. Rounded up to what sums of costs can be.
  int64_t bound() const { return Bound; }
  /// The bound before rounding.
  double value() const;
  /// Every cover of \p Column costs more than \p Cost.
  bool isOut(uint32_t Column, int64_t Cost) const;
  /// Every cover without \p Column costs more than \p Cost.
  bool isIn(uint32_t Column, int64_t Cost) const;

private:
  // Sums of products of costs and scale leave 64 bits.
  __extension__ typedef __int128 Wide;

  int64_t Scale;
  Wide Value = 0;
  int64_t Bound = 0;
  /// What is left of each column's cost when its rows are paid.
  std::vector<Wide> Reduced;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERDUAL_H
