//===- CoverTuning.h - Limits of the cover search ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERTUNING_H
#define NOISY_OPTIMIZER_COVER_COVERTUNING_H

#include <chrono>
#include <cstdint>

namespace mlir::noisy {

/// The limits by which `CoverSearch` chooses the steps for a problem, and their
/// time. Found by measuring; they affect only how far a search gets in its
/// time.
struct CoverTuning {
  /// The least share of the time that a search gets; most need a few
  /// milliseconds.
  static constexpr std::chrono::milliseconds LeastShare{200};
  /// The steps of the exact search in this process, which take a few
  /// milliseconds; in a worker, a second; and in a worker that decides between
  /// optima.
  static constexpr uint64_t QuickExactSteps = 500000;
  static constexpr int64_t ExactSteps = 100000000;
  static constexpr int64_t TieSteps = 2000000000;
  /// The steps of the local search in this process; for each column in a
  /// worker; and in a worker beside another search.
  static constexpr uint64_t QuickLocalSteps = 10000;
  static constexpr int64_t LocalStepsPerColumn = 300;
  static constexpr int64_t LocalStepsBeside = 5000000;
  static constexpr int64_t RegionRounds = 100;
  /// The number of columns from which a local search in a worker pays.
  static constexpr uint32_t FewColumns = 200;
  /// The number of columns up to which a search of the whole beats regions.
  static constexpr uint32_t RegionColumns = 500;
  /// The number of columns up to which regions begin before the relaxation is
  /// known.
  static constexpr uint32_t MostBeforeRelaxation = 10000;
  /// The number of columns from which proofs are unlikely, and good covers
  /// matter.
  static constexpr uint32_t ManyColumns = 3000;
  /// The number of columns up to which branching pays when only the tie is
  /// open, and the nodes of such a search.
  static constexpr uint32_t TieColumns = 5000;
  static constexpr int64_t TieNodes = 2000;
  /// The part of a problem that has to be settled for another split.
  static constexpr double WorthSplitting = 0.05;
  /// The largest integer up to which doubles, in which workers compute, are
  /// exact.
  static constexpr int64_t LargestSum = int64_t(1) << 53;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERTUNING_H
