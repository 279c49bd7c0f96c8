//===- CoverRegions.h - Lower bounds from solved parts ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a component is too wide to be solved, its parts are not. Their optima
// bound that of the whole, and better than the linear relaxation does.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERREGIONS_H
#define NOISY_OPTIMIZER_COVER_COVERREGIONS_H

#include "optimizer/cover/CoverProblem.h"

#include <functional>

namespace mlir::noisy {

struct RegionBoundOptions {
  /// Columns of a region, to begin with: halved where that is too many.
  uint32_t RegionColumns = 256;
  /// Of `solveExactly`, for one region.
  uint64_t RegionSteps = 10'000'000;
  /// How often all regions are solved, at most.
  uint32_t Rounds = 50;
  /// Asked before each region; true ends the search. May be empty.
  std::function<bool()> Stop;
  /// Told of each better bound. May be empty.
  std::function<void(int64_t Bound)> Better;
};

/// A lower bound on the cost of every cover. \p Limit is the cost of a known
/// cover, say; a bound that reaches it ends the search.
///
/// Columns are divided into regions of neighbours by number. Rows inside of one
/// stay as they are; of the others each has a price, which is paid by the
/// cover's columns in it and earned once (Lagrangian relaxation, from the
/// prices of `lagrangianBound`). Each region is solved exactly, and the prices
/// move to where the sum is larger. Exact in the way of `lagrangianBound`.
/// No row may be empty. For any thread.
int64_t regionBound(const CoverProblem &Problem, int64_t Limit,
                    const RegionBoundOptions &Options);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERREGIONS_H
