//===- CoverLocalSearch.h - Better covers by local search -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Good covers for components that are too large to be solved.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERLOCALSEARCH_H
#define NOISY_OPTIMIZER_COVER_COVERLOCALSEARCH_H

#include "optimizer/cover/CoverProblem.h"

#include <functional>

namespace mlir::noisy {

struct LocalSearchOptions {
  /// Ends the search: each step is an exchange, about a microsecond.
  uint64_t Steps = 1'000'000;
  /// Equal seeds, problems and starts give equal covers.
  uint64_t Seed = 1;
  /// No better cover than one of this cost is looked for.
  int64_t Goal = 0;
  /// Asked every 1024 steps; true ends the search. May be empty.
  std::function<bool()> Stop;
  /// Told of each better cover; its columns are in no order. May be empty.
  std::function<void(const std::vector<uint32_t> &Chosen, int64_t Cost)> Better;
};

/// The best cover that is found from \p Start, or from a greedy one where
/// that is no cover; sorted. Not dearer than where it started. No row may be
/// empty; does not look at the tie.
///
/// Exchanges columns and gives weight to rows that stay open, so that it leaves
/// what is only locally the best (Gao, Weise and Li, "An efficient local search
/// heuristic with row weighting for the unicost set covering problem", 2015;
/// here with costs). For any thread.
std::vector<uint32_t> searchCover(const CoverProblem &Problem,
                                  std::vector<uint32_t> Start,
                                  const LocalSearchOptions &Options);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERLOCALSEARCH_H
