//===- CoverProblem.h - Weighted hitting set --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimizer's integer program, free of MLIR: choose columns (values to
// reduce) of the least total cost so that every row (a derivation that would
// overflow) has a chosen one.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERPROBLEM_H
#define NOISY_OPTIMIZER_COVER_COVERPROBLEM_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mlir::noisy {

/// minimise    sum of Cost[c]
/// subject to  every row has a chosen column,
/// where the sum is over the chosen columns c. A value without threads or
/// ownership.
struct CoverProblem {
  /// The cost of each column, not negative, in the unit of the caller.
  std::vector<int64_t> Cost;
  /// The rows: at least one column of each is chosen. An empty row is
  /// infeasible; a column may stand in a row twice.
  std::vector<std::vector<uint32_t>> Rows;
  /// The tie-break between covers of equal cost: the least sum wins, and of
  /// equal sums the cover whose sorted columns come first lexicographically.
  /// One value for each column, not negative, and positive if the cost is 0, or
  /// nothing would keep such a column out. Empty if any of the cheapest covers
  /// will do.
  std::vector<int64_t> Tie = {};

  uint32_t columns() const { return static_cast<uint32_t>(Cost.size()); }
};

/// The sum of \p Values over \p ChosenColumns, whose columns must exist.
inline int64_t sumOver(const std::vector<int64_t> &Values,
                       const std::vector<uint32_t> &ChosenColumns) {
  int64_t Sum = 0;
  for (uint32_t Column : ChosenColumns)
    Sum += Values[Column];
  return Sum;
}

inline int64_t coverCost(const CoverProblem &Problem,
                         const std::vector<uint32_t> &ChosenColumns) {
  return sumOver(Problem.Cost, ChosenColumns);
}

/// True if \p ChosenColumns names existing columns, each once, and hits every
/// row. Exact, and linear in the size of the problem.
inline bool isCover(const CoverProblem &Problem,
                    const std::vector<uint32_t> &ChosenColumns) {
  std::vector<char> IsTaken(Problem.columns());
  for (uint32_t Column : ChosenColumns) {
    if (Column >= Problem.columns() || IsTaken[Column])
      return false;
    IsTaken[Column] = 1;
  }
  return std::all_of(
      Problem.Rows.begin(), Problem.Rows.end(), [&](const auto &Row) {
        return std::any_of(Row.begin(), Row.end(),
                           [&](uint32_t Column) { return IsTaken[Column]; });
      });
}

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERPROBLEM_H
