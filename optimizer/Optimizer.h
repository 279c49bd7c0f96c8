//===- Optimizer.h - Where to reduce the noise ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_OPTIMIZER_H
#define NOISY_OPTIMIZER_OPTIMIZER_H

#include "optimizer/Reductions.h"
#include "optimizer/cover/CoverSolver.h"
#include <chrono>
#include <functional>
#include <string>

namespace mlir::noisy {

enum class OptimizerStatus {
  Optimal,    ///< Legal, and no legal choice costs less.
  Feasible,   ///< Legal; no legal choice costs less than `lowerBound`.
  Infeasible, ///< Nothing makes this program legal; see `culprit`.
  Stopped,    ///< Time or patience ended before anything legal was found.
  Failed,     ///< A defect: the solution does not hold, or the worker is gone.
};

/// What becomes of the `reduce_noise` operations that are there.
enum class ExistingReductions {
  Keep,     ///< They stay, and the fewest are added.
  MayRemove ///< Those that an optimum does without are removed.
};

struct OptimizerOptions {
  /// Elapsed time. One legal choice is looked for even if that takes longer.
  std::chrono::milliseconds timeLimit = std::chrono::seconds(10);
  /// Good enough: the search ends when the cost is at most this part above
  /// what is proven (0.01 for one per cent).
  double gap = 0;
  /// How often the covering problem is solved at most, and the nodes of CBC's
  /// search each time: limits that do not depend on the machine. 0 for none.
  unsigned roundLimit = 0;
  uint64_t nodeLimit = 0;
  /// How often a loop is taken to turn whose trip count is not known.
  uint64_t assumedTurns = 10;
  ExistingReductions existing = ExistingReductions::Keep;
  /// A function below the root to which the optimizer is confined: only its
  /// values are reduced, and what comes into it from outside keeps its bounds.
  /// Null for everything.
  Operation *scope = nullptr;
  /// Worker processes at once.
  unsigned workers = 2;
  /// Asked now and then from the calling thread; true ends the search.
  std::function<bool()> cancelled;
  /// Told, from the calling thread, of each better legal choice and each better
  /// lower bound; the cost is negative while there is none.
  std::function<void(int64_t cost, int64_t lowerBound)> progress;
  /// See `CoverOptions::WorkerPath`.
  std::string workerPath;
};

struct OptimizerResult {
  OptimizerStatus status = OptimizerStatus::Failed;
  /// Where to reduce, in the order of the program's text; where the status is
  /// optimal or feasible.
  std::vector<Reduction> reductions;
  /// Existing reductions to remove.
  std::vector<Operation *> removed;
  /// The sum of the costs of all reductions that the optimizer decides on: of
  /// `reductions`, and, where existing ones may be removed, of those that stay.
  int64_t cost = 0;
  /// No legal choice costs less.
  int64_t lowerBound = 0;
  /// Whether there was a place that costs something else than 1; otherwise the
  /// costs are numbers of reductions.
  bool weighted = false;
  /// Of all optimal choices this one reduces earliest in the text: the sum of
  /// the positions is the least, and of equal sums the lexicographically first.
  bool earliest = false;
  /// Unless legal: the value to point at, or null.
  Value culprit;
  /// Unless optimal: what happened and what to do about it.
  std::string message;
  /// How often the covering problem was solved, and the statistics of the
  /// last time.
  unsigned rounds = 0;
  CoverStatistics statistics;

  bool isLegal() const {
    return status == OptimizerStatus::Optimal ||
           status == OptimizerStatus::Feasible;
  }
};

/// Finds where to reduce noise so that the analysis has nothing left to report
/// below `root`, at the least cost. What is returned as legal has been checked
/// by the analysis, on a copy: the IR is not changed, and must not be while
/// this runs.
///
/// Solves the covering problem of the rows found so far, asks the oracle what
/// the solution leaves open, and goes on until that is nothing.
OptimizerResult optimizeReductions(Operation *root,
                                   const OptimizerOptions &options = {});

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_OPTIMIZER_H
