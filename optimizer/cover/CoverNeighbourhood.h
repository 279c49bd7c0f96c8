//===- CoverNeighbourhood.h - Parts of a cover to improve -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large neighbourhood search: of a cover that is good already, all but a region
// is kept, and the region is solved again.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERNEIGHBOURHOOD_H
#define NOISY_OPTIMIZER_COVER_COVERNEIGHBOURHOOD_H

#include "optimizer/cover/CoverIncidence.h"

namespace mlir::noisy {

/// A region of a problem. For each cover of `Problem` there is one of the whole
/// that differs from the given one in the region only, by as much.
struct CoverNeighbourhood {
  /// The columns of the region, and the rows that nothing outside of it hits.
  CoverProblem Problem;
  /// The column of the whole behind each column of the region, rising.
  std::vector<uint32_t> Columns;
  /// What the given cover has in the region, sorted: a cover of `Problem`.
  std::vector<uint32_t> Start;

  /// \p Whole, a sorted cover, with \p Part, a cover of the region, in the
  /// place of what it has there. Sorted.
  std::vector<uint32_t> replace(const std::vector<uint32_t> &Whole,
                                const std::vector<uint32_t> &Part) const;
};

/// The region of about \p Size columns nearest to column \p Seed, by rows in
/// common: those of one distance are all in it or, from a rising choice, as
/// many as there is room for. \p Cover covers \p Problem, \p Rows are those of
/// the problem. Takes time in proportion to the columns of the whole and the
/// entries of the region.
CoverNeighbourhood neighbourhood(const CoverProblem &Problem,
                                 const RowsOfColumns &Rows,
                                 const std::vector<uint32_t> &Cover,
                                 uint32_t Seed, uint32_t Size);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERNEIGHBOURHOOD_H
