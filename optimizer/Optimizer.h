//===- Optimizer.h - Where to reduce the noise ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_OPTIMIZER_H
#define NOISY_OPTIMIZER_OPTIMIZER_H

#include "analysis/NoiseFacts.h"
#include <chrono>
#include <functional>
#include <string>

namespace mlir::noisy {

enum class OptimizerStatus {
  Optimal,     ///< Legal, and no legal choice has fewer reductions.
  Feasible,    ///< Legal; no legal choice has fewer than `lowerBound`.
  Infeasible,  ///< Nothing makes this program legal; see `culprit`.
  Unsupported, ///< The program has what the optimizer cannot follow.
  Stopped,     ///< Time or patience ended before anything legal was found.
  Failed,      ///< A defect: the solution does not hold, or the worker is gone.
};

struct OptimizerOptions {
  /// Elapsed time.
  std::chrono::milliseconds timeLimit = std::chrono::seconds(10);
  /// Asked now and then from the calling thread; true ends the search.
  std::function<bool()> cancelled;
  /// See `CoverOptions::WorkerPath`.
  std::string workerPath;
};

struct OptimizerResult {
  OptimizerStatus status = OptimizerStatus::Failed;
  /// The values to reduce, right behind their definitions, in the order of
  /// the program's text; where the status is optimal or feasible.
  SmallVector<Value> reduced;
  /// No legal choice has fewer reductions.
  int64_t lowerBound = 0;
  /// Of all optimal choices this one reduces earliest in the text: the sum of
  /// the positions of its values is the least.
  bool earliest = false;
  /// Unless legal: the value to point at, or null.
  Value culprit;
  /// Unless optimal: what happened and what to do about it.
  std::string message;
  /// Rows of the covering problem, and how often it was solved.
  unsigned rows = 0, rounds = 0;

  bool isLegal() const {
    return status == OptimizerStatus::Optimal ||
           status == OptimizerStatus::Feasible;
  }
};

/// Finds where to reduce noise so that nothing in `facts` is left to report,
/// with the fewest reductions; existing reductions stay. The IR is not
/// changed, and must not be while this runs.
///
/// Solves the covering problem of the rows found so far, asks the oracle what
/// the solution leaves open, and goes on until that is nothing.
OptimizerResult optimizeReductions(const NoiseFacts &facts,
                                   const OptimizerOptions &options);

/// The result in one line: "inserted 3 reductions, the fewest possible".
std::string describeResult(const OptimizerResult &result);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_OPTIMIZER_H
