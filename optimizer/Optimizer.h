//===- Optimizer.h - Finding where to reduce the noise ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_OPTIMIZER_H
#define NOISY_OPTIMIZER_OPTIMIZER_H

#include "dialect/NoiseCosts.h"
#include "optimizer/Reductions.h"
#include "optimizer/cover/CoverSolver.h"
#include <chrono>
#include <functional>
#include <string>

namespace mlir::noisy {

enum class OptimizerStatus {
  Optimal,    ///< Legal, and no legal choice costs less.
  Feasible,   ///< Legal; no legal choice costs less than `lowerBound`.
  Infeasible, ///< No choice makes this program legal; see `culprit`.
  Stopped,    ///< A limit or cancellation came before a legal choice.
  Failed,     ///< A defect: the solution does not hold, or the worker is gone.
};

/// The treatment of the `reduce_noise` operations already in the program.
enum class ExistingReductions {
  Keep,     ///< Existing ones stay; the fewest are added.
  MayRemove ///< Existing ones that an optimum does not need are removed.
};

struct OptimizerOptions {
  /// The limit on elapsed time. One legal choice is searched for even if that
  /// takes longer.
  std::chrono::milliseconds timeLimit = std::chrono::seconds(10);
  /// The search ends when the cost is at most this part above the proven bound
  /// (0.01 for one per cent).
  double gap = 0;
  /// The most rounds in which the covering problem is solved, and the most
  /// nodes of CBC's search in each: limits that do not depend on the machine. 0
  /// for none.
  unsigned roundLimit = 0;
  uint64_t nodeLimit = 0;
  /// The number of iterations assumed of a loop of unknown trip count.
  uint64_t assumedIterations = 10;
  /// What code costs by its noise, where `noisy.cost` around it says nothing.
  std::shared_ptr<const NoiseCosts> costs;
  ExistingReductions existingReductions = ExistingReductions::Keep;
  /// A function below the root to which the optimizer is confined: only its
  /// values are reduced, and bounds that come in from outside stay. Null for
  /// the whole program.
  Operation *scope = nullptr;
  /// The number of concurrent worker processes.
  unsigned workers = 2;
  /// Called now and then on the calling thread; true ends the search with the
  /// best choice so far. One is made even if it is true from the start.
  std::function<bool()> isCancelled;
  /// What messages call that, to be followed by "after 3 s".
  std::string cancellation = "stopped by you";
  /// Called on the calling thread for each better legal choice and each better
  /// lower bound; the cost is negative while there is no choice.
  std::function<void(int64_t cost, int64_t lowerBound)> progress;
  /// The worker program, as in `CoverOptions::WorkerPath`.
  std::string workerPath;
};

/// The elapsed time of each phase.
struct OptimizerTimes {
  using Duration = std::chrono::steady_clock::duration;
  /// Analysing the program, and building the graph.
  Duration model = {};
  /// The first legal placement.
  Duration start = {};
  /// Enumerating short rows.
  Duration rows = {};
  /// Solving covering problems, with the local search beside that, and making
  /// their solutions legal.
  Duration search = {};
  /// Choosing between equal placements.
  Duration ties = {};
  /// Confirming the result.
  Duration check = {};
};

struct OptimizerResult {
  OptimizerStatus status = OptimizerStatus::Failed;
  /// The reductions to insert, in the order of the program's text; set if the
  /// status is optimal or feasible.
  std::vector<Reduction> reductions;
  /// Existing reductions to remove.
  std::vector<Operation *> removals;
  /// The name of the operation that all of these are, if that is one of another
  /// dialect; otherwise empty.
  std::string operation;
  /// The sum of the costs of all reductions that the optimizer decides on: of
  /// `reductions` and, if existing ones may be removed, of those that stay; and
  /// of operations that cost something by their noise.
  int64_t cost = 0;
  /// The part of that for operations that are no reductions.
  int64_t operationCost = 0;
  /// True if operations cost something by their noise.
  bool hasOperationCosts = false;
  /// A bound: no legal choice costs less.
  int64_t lowerBound = 0;
  /// True if some place has a cost other than 1; otherwise the costs are
  /// numbers of reductions.
  bool isWeighted = false;
  /// True if what some place costs depends on the noise there.
  bool hasCostsByNoise = false;
  /// True if of all optimal choices this one reduces earliest in the text: the
  /// sum of the positions is the least, and among equal sums the
  /// lexicographically first.
  bool earliest = false;
  /// True if the time limit or the caller ended the search: a longer one may
  /// find better.
  bool endedEarly = false;
  /// The value to point at unless legal, or null.
  Value culprit;
  /// The error message unless optimal: what happened and how to fix it.
  std::string message;
  /// If legal: the findings that no reduction fixes (unknown noise, broken
  /// stated ranges) and that are left; all others are fixed.
  std::vector<NoiseFinding> unfixed;
  /// The number of times the covering problem was solved, and the statistics of
  /// the whole run: the sizes are those of the last problem, which has all
  /// rows.
  unsigned rounds = 0;
  CoverStatistics statistics;
  OptimizerTimes times;

  bool isLegal() const {
    return status == OptimizerStatus::Optimal ||
           status == OptimizerStatus::Feasible;
  }
};

/// Finds where to reduce noise so that the analysis reports nothing below
/// `root`, at the least cost. A result returned as legal has been checked by
/// the analysis, on a copy: the IR is not changed, and must not change
/// meanwhile.
///
/// Solves the covering problem of the rows found so far, adds the rows that the
/// oracle finds violated by the solution, and repeats until there are none.
OptimizerResult optimizeReductions(Operation *root,
                                   const OptimizerOptions &options = {});

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_OPTIMIZER_H
