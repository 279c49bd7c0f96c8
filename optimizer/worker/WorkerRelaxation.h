//===- WorkerRelaxation.h - The linear relaxation ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_WORKER_WORKERRELAXATION_H
#define NOISY_OPTIMIZER_WORKER_WORKERRELAXATION_H

#include "optimizer/cover/CoverProblem.h"

#include <OsiClpSolverInterface.hpp>

namespace mlir::noisy {

/// The 0-1 program of a problem with costs in units, all columns integer.
class WorkerRelaxation {
public:
  WorkerRelaxation(const CoverProblem &Problem, int64_t Unit);

  /// The bound, in units, that the row prices prove by weak duality, whether or
  /// not the solver finished and whatever its tolerances.
  double dualBound() const;

  /// The prices of the rows, in parts of `CoverPriceScale` of a cost of 1.
  std::vector<int64_t> prices() const;
  /// The values of the columns, in parts of `CoverValueScale`.
  std::vector<int64_t> values() const;

  const int Columns;
  OsiClpSolverInterface Solver;

private:
  const int Rows;
  const int64_t Unit;
  std::vector<double> Objective;
};

/// The columns whose values are closer to 1 than to 0.
std::vector<uint32_t> roundToColumns(const double *Values, int Size);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_WORKER_WORKERRELAXATION_H
