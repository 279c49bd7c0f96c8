//===- CoverSolver.h - Solve a weighted hitting set -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERSOLVER_H
#define NOISY_OPTIMIZER_COVER_COVERSOLVER_H

#include "optimizer/cover/CoverProblem.h"

#include <chrono>
#include <functional>
#include <string>

namespace mlir::noisy {

enum class CoverStatus {
  Optimal,  ///< `ChosenColumns` is a cover, and none costs less.
  Feasible, ///< `ChosenColumns` is a cover; `LowerBound` says how far it may be
            ///< off.
  Infeasible, ///< There is no cover.
  Failed,     ///< The problem is invalid, or there is a defect.
};

struct CoverOptions {
  /// The limit on elapsed time for the whole call, which hardly exceeds it.
  std::chrono::milliseconds TimeLimit = std::chrono::seconds(10);
  /// The search ends when the cost is at most this part above the lower bound
  /// (0.01 for one per cent).
  double Gap = 0;
  /// The limit on nodes of CBC's search for each component, which does not
  /// depend on the machine; 0 for none.
  uint64_t NodeLimit = 0;
  /// The number of concurrent worker processes.
  unsigned Workers = 2;
  /// Called at least every 50 ms while solving, on the calling thread; true
  /// ends the search. May be empty.
  std::function<bool()> IsCancelled;
  /// Called on the calling thread, again and again, while all that is to be
  /// done is done by workers: a few milliseconds of other work. May be empty.
  std::function<void()> Idle;
  /// Called on the calling thread for each better cover and each better bound
  /// of the whole problem. May be empty.
  std::function<void(int64_t Cost, int64_t LowerBound)> Progress;
  /// A cover to start from; ignored if it is no cover.
  std::vector<uint32_t> Start;
  /// The path of the worker program. Empty: `noisy-cover-worker` in the folder
  /// of this executable, or in ../libexec/noisy/ from there.
  std::string WorkerPath;
};

/// Statistics of a solution.
struct CoverStatistics {
  uint64_t Rows = 0, Columns = 0;
  /// The number of columns settled by presolve or by a reduced cost above the
  /// gap.
  uint64_t FixedColumns = 0;
  /// The number of independent components after presolve, and of distinct ones.
  uint64_t Components = 0, DistinctComponents = 0;
  /// The number of nodes of CBC's searches.
  uint64_t Nodes = 0;
  /// The optimum of the linear relaxation, or a lower bound of it if that is
  /// not solved: at most the optimum.
  double Relaxation = 0;
};

struct CoverResult {
  CoverStatus Status = CoverStatus::Failed;
  /// The best cover, sorted, if the status says that there is one.
  std::vector<uint32_t> ChosenColumns;
  /// The sum of the costs of `ChosenColumns`.
  int64_t Cost = 0;
  /// A lower bound on the cost of every cover, in all cases. With status
  /// Optimal it equals `Cost`.
  int64_t LowerBound = 0;
  /// True if, with status Optimal, this is the optimum that `Tie` selects, or
  /// the problem has no `Tie`.
  bool TieSettled = false;
  /// True if, with status Feasible, more time might have improved the cover.
  bool TimedOut = false;
  CoverStatistics Statistics;
  /// The error message unless Optimal: what happened and how to fix it.
  std::string Message;
};

/// Finds a cover of least cost. Components that presolve and a few milliseconds
/// of exact search do not settle go to worker processes, which run CBC: it may
/// abort, does not stop when told to, and is not thread safe. Their answers are
/// checked in integers as far as possible: covers, and the prices of
/// relaxations, from which bound and reduced costs are computed here. So a
/// crash, garbage or a wrong solution costs quality, never correctness; an
/// optimum is claimed only if the bound meets a checked cover. Bounds from
/// branching are trusted.
///
/// For any thread, several at a time. Equal problems have equal costs, bounds
/// and, if the tie is settled or there is one worker, equal covers, unless time
/// or cancellation ended one.
CoverResult solveCover(const CoverProblem &Problem,
                       const CoverOptions &Options);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERSOLVER_H
