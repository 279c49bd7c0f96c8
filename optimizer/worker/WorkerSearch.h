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
#include <CbcModel.hpp>
#include <CbcSolver.hpp>

namespace mlir::noisy {

/// A search as the `cbc` command runs it, with presolve, cuts and heuristics,
/// but silent, until the gap is closed.
class CbcSearch {
public:
  enum class End { Stopped, Proven, Infeasible };

  explicit CbcSearch(const OsiSolverInterface &Solver);

  /// Searches for at most \p Seconds; \p Settings are further options of the
  /// command, with their values.
  End run(double Seconds, const std::vector<const char *> &Settings = {});

  CbcModel Model;

private:
  CbcSolverUsefulData Data;
};

struct WorkerSearchResult {
  CoverVerdict Verdict = CoverVerdict::Stopped;
  /// The error in CBC's answer.
  std::string Message;
  int64_t Nodes = 0;
};

/// Searches for at most \p Seconds and \p Nodes, if that is not 0.
WorkerSearchResult branchAndCut(const CoverProblem &Problem,
                                WorkerRelaxation &Relaxation,
                                WorkerIncumbent &Incumbent, double Seconds,
                                int64_t Nodes);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_WORKER_WORKERSEARCH_H
