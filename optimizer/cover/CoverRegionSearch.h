//===- CoverRegionSearch.h - Better covers region by region -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERREGIONSEARCH_H
#define NOISY_OPTIMIZER_COVER_COVERREGIONSEARCH_H

#include "optimizer/cover/CoverProblem.h"

#include <functional>

namespace mlir::noisy {

struct RegionSearchOptions {
  /// Regions to solve, at most.
  uint32_t Regions = 1000;
  /// Columns of a region, to begin with. They grow where that is solved quickly
  /// and shrink where it is not.
  uint32_t RegionColumns = 150;
  /// Of `solveExactly`, for each region.
  uint64_t RegionSteps = 3'000'000;
  /// Equal seeds, problems and covers give equal covers.
  uint32_t Seed = 1;
  /// No better cover than one of this cost is looked for.
  int64_t Goal = 0;
  /// Asked before each region; true ends the search. May be empty.
  std::function<bool()> Stop;
  /// Told of each better cover, sorted. May be empty.
  std::function<void(const std::vector<uint32_t> &Chosen, int64_t Cost)> Better;
};

/// Large neighbourhood search from \p Cover, which must be a sorted cover of
/// \p Problem: chooses regions around random columns and solves them exactly.
/// Sorted, and never dearer; of covers of equal cost the tie decides region by
/// region, so that even where the cost does not fall the sum of the tie does.
/// For any thread.
std::vector<uint32_t> searchRegions(const CoverProblem &Problem,
                                    std::vector<uint32_t> Cover,
                                    const RegionSearchOptions &Options);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERREGIONSEARCH_H
