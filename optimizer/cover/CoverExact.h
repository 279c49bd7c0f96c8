//===- CoverExact.h - Optimal covers without a solver -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves optima in exact integers, with no solver of linear programs. Made for
// the components of programs: thousands of small ones, and some of hundreds
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
  std::vector<uint32_t> Chosen;
  /// It is the one that `Tie` asks for; true where there is no tie.
  bool TieSettled = false;
  /// What it took, in the unit of the limit.
  uint64_t Steps = 0;
};

/// An optimal cover, or nullopt when that takes more than \p StepLimit steps,
/// some ten nanoseconds each, of which equal problems take equally many, or
/// when \p Stop says so, which is asked every few milliseconds; single steps of
/// very wide problems take up to half a second. Also nullopt where there is no
/// cover, and where the costs add up to 2^61 or more. Where only the tie takes
/// too long (or is too large to be added to the costs exactly), there is a
/// result that says so.
///
/// Branches on columns, applies `presolveCover` and solves the components apart
/// in each node, and those that are narrow by `CoverElimination`. For any
/// thread; uses up to 300 MB on the widest problems.
std::optional<ExactCover>
solveExactly(const CoverProblem &Problem, uint64_t StepLimit,
             const std::function<bool()> &Stop = nullptr);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVEREXACT_H
