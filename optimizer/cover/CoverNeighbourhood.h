//===- CoverNeighbourhood.h - Parts of a cover to improve -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large neighbourhood search: all but a region of a good cover is kept, and the
// region is solved again.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERNEIGHBOURHOOD_H
#define NOISY_OPTIMIZER_COVER_COVERNEIGHBOURHOOD_H

#include "optimizer/cover/CoverIncidence.h"

namespace mlir::noisy {

/// A region of a problem. Each cover of `Problem` corresponds to a cover of the
/// whole that differs from the given one in the region only, with the same
/// difference in cost.
struct CoverNeighbourhood {
  /// The columns of the region, and the rows that no column outside of it hits.
  CoverProblem Problem;
  /// The column of the whole problem for each column of the region, ascending.
  std::vector<uint32_t> Columns;
  /// The columns of the given cover in the region, sorted: a cover of
  /// `Problem`.
  std::vector<uint32_t> Start;

  /// Replaces the columns of \p Whole, a sorted cover, in the region by \p
  /// Part, a cover of the region. Sorted.
  std::vector<uint32_t> replace(const std::vector<uint32_t> &Whole,
                                const std::vector<uint32_t> &Part) const;
};

/// Returns the region of about \p Size columns closest to column \p Seed, by
/// rows in common. Columns at one distance are all in it or, from a rising
/// choice, as many as fit. \p Cover covers \p Problem, \p Rows are the rows of
/// its columns. Takes time in proportion to the columns of the whole and the
/// entries of the region.
CoverNeighbourhood neighbourhood(const CoverProblem &Problem,
                                 const RowsOfColumns &Rows,
                                 const std::vector<uint32_t> &Cover,
                                 uint32_t Seed, uint32_t Size);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERNEIGHBOURHOOD_H
