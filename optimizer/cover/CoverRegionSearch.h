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
  /// The maximum number of regions to solve.
  uint32_t Regions = 1000;
  /// The initial number of columns of a region. It grows if regions are solved
  /// quickly and shrinks if they are not.
  uint32_t RegionColumns = 150;
  /// The step limit of `solveExactly` for each region.
  uint64_t RegionSteps = 3'000'000;
  /// The random seed: equal seeds, problems and covers give equal covers.
  uint32_t Seed = 1;
  /// A cost at which the search ends, because no better cover is needed.
  int64_t Goal = 0;
  /// Called before each region; true ends the search. May be empty.
  std::function<bool()> Stop;
  /// Called for each better cover, sorted. May be empty.
  std::function<void(const std::vector<uint32_t> &ChosenColumns, int64_t Cost)>
      Better;
};

/// Large neighbourhood search from \p Cover, which must be a sorted cover of \p
/// Problem: chooses regions around random columns and solves them exactly. The
/// result is sorted and never costs more. The tie decides between covers of
/// equal cost region by region, so that the sum of the tie can fall even if the
/// cost does not. For any thread.
std::vector<uint32_t> searchRegions(const CoverProblem &Problem,
                                    std::vector<uint32_t> Cover,
                                    const RegionSearchOptions &Options);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERREGIONSEARCH_H
