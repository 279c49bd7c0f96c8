//===- CoverElimination.h - Solve narrow covering problems ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming on covering problems whose rows are local, as in
// programs: the columns are decided one after the other, and only decisions
// that matter to the open columns are remembered. The time grows exponentially
// with the number of open columns that have to be kept in view at once (the
// width), but only linearly with the number of columns.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERELIMINATION_H
#define NOISY_OPTIMIZER_COVER_COVERELIMINATION_H

#include "optimizer/cover/CoverProblem.h"

#include <utility>

namespace mlir::noisy {

/// An order in which the columns of a problem are decided (bucket elimination:
/// Dechter, "Bucket elimination: a unifying framework for reasoning", 1999).
class CoverElimination {
public:
  /// The choice of the next column: the one that meets the fewest others, which
  /// is quick to find, or the one with the fewest pairs of neighbours that have
  /// not met yet, which mostly gives fewer steps.
  enum Rule { LeastDegree, LeastFill };

  /// Finds an order for \p Problem, which must outlive this.
  explicit CoverElimination(const CoverProblem &Problem,
                            Rule OrderRule = LeastDegree);

  /// True if the order was completed: at most 24 columns have to be kept in
  /// view at once.
  bool isNarrow() const { return Core.empty(); }
  /// The table entries that `solve` computes: about a nanosecond each.
  uint64_t steps() const { return Steps; }
  /// The column whose removal saves the most work. Needs a row.
  uint32_t bottleneck() const;

  struct Answer {
    /// A cover of least sum of `Cost`, sorted.
    std::vector<uint32_t> ChosenColumns;
    /// True if no other cover has this cost.
    bool IsUnique = true;
  };
  /// Solves the problem without regard to the tie. Needs a narrow problem, no
  /// empty row, and costs whose sum is below 2^61.
  Answer solve() const;

private:
  struct Bucket;

  const CoverProblem *Problem;
  /// The columns in order, and for each the columns that it meets.
  std::vector<uint32_t> Order;
  std::vector<std::vector<uint32_t>> Scopes;
  /// The columns that are left if the order ends for its width, and the number
  /// of columns that each meets by then.
  std::vector<std::pair<uint32_t, uint32_t>> Core;
  uint64_t Steps = 0;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERELIMINATION_H
