//===- WorkerSearch.h - Branch and cut --------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_WORKER_WORKERSEARCH_H
#define NOISY_OPTIMIZER_WORKER_WORKERSEARCH_H

#include "optimizer/worker/WorkerIncumbent.h"
#include "optimizer/worker/WorkerRelaxation.h"

namespace mlir::noisy {

struct WorkerSearchResult {
  CoverVerdict Verdict = CoverVerdict::Stopped;
  /// The error in CBC's answer.
  std::string Message;
  int64_t Nodes = 0;
};

/// Runs the same search as the `cbc` command, with presolve, cuts and
/// heuristics, for at most \p Seconds and \p Nodes, if that is not 0.
WorkerSearchResult branchAndCut(const CoverProblem &Problem,
                                WorkerRelaxation &Relaxation,
                                WorkerIncumbent &Incumbent, double Seconds,
                                int64_t Nodes);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_WORKER_WORKERSEARCH_H
