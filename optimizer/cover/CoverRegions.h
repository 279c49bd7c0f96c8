//===- CoverRegions.h - Lower bounds from solved parts ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lower bounds for components that are too wide to be solved: their parts are
// not, and the optima of the parts give a better bound than the linear
// relaxation.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERREGIONS_H
#define NOISY_OPTIMIZER_COVER_COVERREGIONS_H

#include "optimizer/cover/CoverProblem.h"

#include <functional>

namespace mlir::noisy {

struct RegionBoundOptions {
  /// The initial number of columns of a region, halved if that is too many.
  uint32_t RegionColumns = 256;
  /// The step limit of `solveExactly` for one region.
  uint64_t RegionSteps = 10'000'000;
  /// The maximum number of times that all regions are solved.
  uint32_t Rounds = 50;
  /// Called before each region; true ends the search. May be empty.
  std::function<bool()> Stop;
  /// Called for each better bound. May be empty.
  std::function<void(int64_t Bound)> Better;
};

/// Returns a lower bound on the cost of every cover. \p Limit is, for example,
/// the cost of a known cover; a bound that reaches it ends the search.
///
/// Columns are divided into regions so that the rows across them have low
/// prices
/// (`partitionColumns`). Rows inside a region stay as they are; each of the
/// others has a price, which the cover's columns in it pay and which is earned
/// once (Lagrangian relaxation, from the prices of `lagrangianBound`). Each
/// region is solved exactly, and the prices move to where the sum is larger.
/// Exact in the same way as `lagrangianBound`. No row may be empty. For any
/// thread.
int64_t regionBound(const CoverProblem &Problem, int64_t Limit,
                    const RegionBoundOptions &Options);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERREGIONS_H
