//===- CoverElimination.h - Solve narrow covering problems ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming on covering problems whose rows are local, as those of
// programs are: the columns are decided one after the other, and of each only
// that is remembered which matters to those still open. What this takes grows
// exponentially with the number of open columns that have to be kept in view
// at once (the width), but only linearly with the number of columns.
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
  /// How the next column is chosen: it meets the fewest others, which is quick
  /// to find out, or the fewest of those that it meets have not met each other
  /// yet, which mostly gives fewer steps.
  enum Rule { LeastDegree, LeastFill };

  /// Looks at \p Problem, which must outlive this.
  explicit CoverElimination(const CoverProblem &Problem, Rule By = LeastDegree);

  /// Whether the order was completed. It is not where more than 24 columns
  /// would have to be kept in view.
  bool isNarrow() const { return Core.empty(); }
  /// The table entries that `solve` computes: about a nanosecond each.
  uint64_t steps() const { return Steps; }
  /// The column without which there would be least to do. Needs a row.
  uint32_t bottleneck() const;

  struct Answer {
    /// A cover of least sum of `Cost`, sorted.
    std::vector<uint32_t> Chosen;
    /// There is no other one.
    bool IsUnique = true;
  };
  /// Does not look at the tie. Needs a narrow problem, no empty row, and costs
  /// whose sum is below 2^61.
  Answer solve() const;

private:
  struct Bucket;

  const CoverProblem *Problem;
  /// The columns in the order, and behind each those which it meets.
  std::vector<uint32_t> Order;
  std::vector<std::vector<uint32_t>> Scopes;
  /// The columns that are left where the order ends for its width, and the
  /// number of others that each meets by then.
  std::vector<std::pair<uint32_t, uint32_t>> Core;
  uint64_t Steps = 0;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERELIMINATION_H
