//===- CoverVolume.h - Fractional covers of growing problems ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERVOLUME_H
#define NOISY_OPTIMIZER_COVER_COVERVOLUME_H

#include "optimizer/cover/CoverProblem.h"

#include <set>

namespace mlir::noisy {

/// An approximate solution of the linear relaxation of a covering problem to
/// which rows are added while it is found: prices of rows, and a fractional
/// choice of columns, by the volume algorithm (Barahona and Anbil, "The volume
/// algorithm: producing primal solutions with a subgradient method", 2000). In
/// floating point: it says where rows are missing, and proves nothing. For one
/// thread.
class CoverVolume {
public:
  /// There are no rows yet. Some cost must be positive.
  explicit CoverVolume(const std::vector<int64_t> &Costs);

  /// Adds a row, sorted and without repetitions; false if it is known.
  bool addRow(std::vector<uint32_t> Row);
  /// Moves the prices some times. \p Target is the cost of a known cover.
  void run(uint32_t Iterations, double Target);
  /// Forgets rows that have not mattered for a while.
  void dropIdle();

  /// How much of each column is chosen, from 0 to 1.
  const std::vector<double> &values() const { return Values; }
  /// What the best prices so far are worth.
  double bound() const { return BestBound; }
  size_t rows() const { return Rows.size(); }
  /// The sum of the values in a row.
  double sum(const std::vector<uint32_t> &Row) const;
  /// The rows that have a price, or are hardly hit.
  std::vector<std::vector<uint32_t>> importantRows() const;

private:
  struct RowData {
    std::vector<uint32_t> Columns;
    double Price = 0, BestPrice = 0, MaxPrice = 0, Direction = 0;
    /// How often in a row it was found of no importance.
    uint32_t Idle = 0;
  };

  double evaluate();

  std::vector<double> Costs, ReducedCosts, Values;
  std::vector<RowData> Rows;
  std::set<std::vector<uint32_t>> Known;
  double BestBound = 0, Step;
  uint32_t SinceBest = 0;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERVOLUME_H
