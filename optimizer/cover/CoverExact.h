//===- CoverExact.h - Optimal covers without a solver -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves optima in exact integers, without a solver of linear programs. Made
// for the components of programs: thousands of small ones, and some of hundreds
// of columns that are long rather than wide.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVEREXACT_H
#define NOISY_OPTIMIZER_COVER_COVEREXACT_H

#include "optimizer/cover/CoverProblem.h"

#include <functional>
#include <optional>

namespace mlir::noisy {

struct ExactCover {
  /// A cover of least cost, sorted.
  std::vector<uint32_t> ChosenColumns;
  /// True if the cover is the one that `Tie` selects, or there is no tie.
  bool TieSettled = false;
  /// The steps taken, in the unit of the limit.
  uint64_t Steps = 0;
};

/// Returns an optimal cover, or nullopt if that takes more than \p StepLimit
/// steps (about ten nanoseconds each; equal problems take equally many), or if
/// \p Stop, polled every few milliseconds, returns true; single steps of very
/// wide problems take up to half a second. Also nullopt if there is no cover,
/// or if the costs add up to 2^61 or more. If only the tie takes too long (or
/// is too large to be added to the costs exactly), the result says so.
///
/// Branches on columns. In each node it applies `presolveCover`, solves the
/// components separately, and narrow ones by `CoverElimination`. For any
/// thread; uses up to 300 MB on the widest problems.
std::optional<ExactCover>
solveExactly(const CoverProblem &Problem, uint64_t StepLimit,
             const std::function<bool()> &Stop = nullptr);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVEREXACT_H
