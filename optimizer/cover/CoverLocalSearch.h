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
  /// The limit on steps: each is an exchange, about a microsecond.
  uint64_t Steps = 1'000'000;
  /// The random seed: equal seeds, problems and starts give equal covers.
  uint64_t Seed = 1;
  /// A cost at which the search ends, because no better cover is needed.
  int64_t Goal = 0;
  /// Called every 1024 steps; true ends the search. May be empty.
  std::function<bool()> Stop;
  /// Called for each better cover; its columns are in no order. May be empty.
  std::function<void(const std::vector<uint32_t> &ChosenColumns, int64_t Cost)>
      Better;
};

/// Returns the best cover found from \p Start, or from a greedy cover if that
/// is no cover; sorted. It never costs more than its start. No row may be
/// empty; the tie is ignored.
///
/// Exchanges columns and gives weight to rows that stay open, so that it leaves
/// local optima (Gao, Weise and Li, "An efficient local search heuristic with
/// row weighting for the unicost set covering problem", 2015; here with costs).
/// For any thread.
std::vector<uint32_t> searchCover(const CoverProblem &Problem,
                                  std::vector<uint32_t> Start,
                                  const LocalSearchOptions &Options);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERLOCALSEARCH_H
