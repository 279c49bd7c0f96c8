//===- WorkerIncumbent.h - The best known cover and bound -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_WORKER_WORKERINCUMBENT_H
#define NOISY_OPTIMIZER_WORKER_WORKERINCUMBENT_H

#include "optimizer/worker/WorkerStreams.h"

namespace mlir::noisy {

/// The best cover and bound of one problem; sends each improvement.
class WorkerIncumbent {
public:
  WorkerIncumbent(const CoverRequest &Request, const WorkerStreams &Io);

  /// The unit of the solver: a divisor of all costs.
  int64_t unit() const { return Unit; }
  bool hasCover() const { return Cost != INT64_MAX; }
  bool isProven() const { return hasCover() && Cost <= Bound; }
  int64_t cost() const { return Cost; }
  const std::vector<uint32_t> &cover() const { return ChosenColumns; }

  /// Completes columns that may be no cover and drops redundant ones. So it
  /// does not matter how well a solution of CBC's presolved problem was mapped
  /// back.
  void offer(const std::vector<uint32_t> &Proposal);
  /// Takes a cover that is known to be valid and better.
  void take(std::vector<uint32_t> Cover);
  /// Takes a cover that is known to be optimal.
  void prove(const std::vector<uint32_t> &Optimum);

  /// Takes a bound: no cover that beats the incumbent costs less than \p Value
  /// units.
  void raiseBound(double Value);
  void raiseBoundToCost() { raiseBoundTo(Cost); }
  /// Takes a bound in the unit of the costs.
  void raiseBoundTo(int64_t NewBound);

private:
  const CoverProblem &Problem;
  const WorkerStreams &Io;
  int64_t Unit = 0;
  std::vector<uint32_t> ChosenColumns;
  int64_t Cost = INT64_MAX;
  int64_t Bound = 0;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_WORKER_WORKERINCUMBENT_H
