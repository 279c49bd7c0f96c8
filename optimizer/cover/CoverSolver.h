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
  Optimal,    ///< `Chosen` is a cover, and none costs less.
  Feasible,   ///< `Chosen` is a cover; `LowerBound` says how far it may be off.
  Infeasible, ///< There is no cover.
  Failed,     ///< The problem is none, or there is a defect.
};

struct CoverOptions {
  /// Elapsed time, for everything that is done here. The answer comes hardly
  /// later.
  std::chrono::milliseconds TimeLimit = std::chrono::seconds(10);
  /// Good enough: the search ends when the cost is at most this part above the
  /// lower bound (0.01 for one per cent).
  double Gap = 0;
  /// Nodes of CBC's search for each component, a limit that does not depend on
  /// the machine; 0 for none.
  uint64_t NodeLimit = 0;
  /// Worker processes at once.
  unsigned Workers = 2;
  /// Asked every 50 ms at least while solving, on the calling thread; true
  /// ends the search. May be empty.
  std::function<bool()> Cancelled;
  /// Told on the calling thread of each better cover and each better bound, of
  /// the whole problem. May be empty.
  std::function<void(int64_t Cost, int64_t LowerBound)> Progress;
  /// A cover to start from; ignored when it is not one.
  std::vector<uint32_t> Start;
  /// The worker program. Empty: `noisy-cover-worker` in the folder of this
  /// executable, or in ../libexec/noisy/ from there.
  std::string WorkerPath;
};

/// What a solution took.
struct CoverStatistics {
  uint64_t Rows = 0, Columns = 0;
  /// Columns that presolve, or a reduced cost above the gap, settled.
  uint64_t Fixed = 0;
  /// Independent components after presolve, and how many different ones.
  uint64_t Components = 0, DistinctComponents = 0;
  /// Nodes of CBC's searches.
  uint64_t Nodes = 0;
  /// The optimum of the linear relaxation, as far as it was solved: at most
  /// the optimum.
  double Relaxation = 0;
};

struct CoverResult {
  CoverStatus Status = CoverStatus::Failed;
  /// The best cover, sorted, where the status says that there is one.
  std::vector<uint32_t> Chosen;
  /// The sum of the costs of `Chosen`.
  int64_t Cost = 0;
  /// No cover costs less, whatever happened. With status Optimal it equals
  /// `Cost`.
  int64_t LowerBound = 0;
  /// With status Optimal: of all optima this is the one that `Tie` asks for.
  /// True where the problem has no `Tie`.
  bool TieSettled = false;
  /// With status Feasible: with more time it might have become better.
  bool TimedOut = false;
  CoverStatistics Statistics;
  /// Unless Optimal: what went wrong and what to do about it.
  std::string Message;
};

/// Finds a cover of least cost. What presolve and a few milliseconds of exact
/// search for each component do not settle goes to worker processes, in which
/// there is CBC: it may abort, does not stop when told to, and is not thread
/// safe. What comes back is checked in integers as far as it can be: covers,
/// and the prices of relaxations, of which bound and reduced costs are computed
/// here. So a crash, garbage or a wrong solution costs quality, never
/// correctness; an optimum is claimed only where the bound meets a checked
/// cover. That a bound from branching is one is the worker's word.
///
/// For any thread, several at a time. Equal problems have equal costs, bounds
/// and, where the tie is settled or there is one worker, equal covers, unless
/// time or cancellation ended one.
CoverResult solveCover(const CoverProblem &Problem,
                       const CoverOptions &Options);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERSOLVER_H
