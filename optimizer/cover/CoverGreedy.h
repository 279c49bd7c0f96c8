//===- CoverGreedy.h - Quick covers and quick bounds ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts about a covering problem without a solver: a cover and a lower bound,
// both in near-linear time. Pure functions, for any thread; columns named in a
// problem must exist.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERGREEDY_H
#define NOISY_OPTIMIZER_COVER_COVERGREEDY_H

#include "optimizer/cover/CoverProblem.h"

namespace mlir::noisy {

/// Returns a cover that contains all of \p Partial: takes the column with the
/// least cost per newly hit row until every row is hit (Chvatal, "A greedy
/// heuristic for the set-covering problem", 1979), the lower column on a tie.
/// Ignores empty rows. The result is sorted.
std::vector<uint32_t> greedyCover(const CoverProblem &Problem,
                                  const std::vector<uint32_t> &Partial = {});

/// Drops columns that no row needs, the most expensive first and the later one
/// on a tie, and sorts the rest. A cover stays a cover, and its cost never
/// grows.
void removeRedundant(const CoverProblem &Problem,
                     std::vector<uint32_t> &ChosenColumns);

/// Returns a lower bound on the cost of every cover, by dual ascent: each row
/// in turn pays as much as its columns still cost (Bar-Yehuda and Even, "A
/// linear-time approximation algorithm for the weighted vertex cover problem",
/// 1981). Exact integers.
int64_t dualAscentBound(const CoverProblem &Problem);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERGREEDY_H
