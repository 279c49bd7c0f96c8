//===- RowSeparation.h - Rows for the relaxation ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_ROWSEPARATION_H
#define NOISY_OPTIMIZER_ROWSEPARATION_H

#include "optimizer/cover/CoverVolume.h"
#include "optimizer/placement/PlacementRows.h"

namespace mlir::noisy {

/// Collects rows that matter for the linear relaxation of the covering problem
/// of a whole program: finds a fractional choice for the rows so far, adds the
/// rows that it violates, and so on. Where several multiplications fit between
/// two reductions, there are far too many rows for anything else. For one
/// thread.
class RowSeparation {
public:
  /// `graph` must outlive this.
  explicit RowSeparation(const PlacementGraph &graph);

  /// True if rows can be found here, and it makes sense to look for more.
  bool isOpen() const { return open; }
  /// Works for some milliseconds, or a pass over the graph; `target` is the
  /// cost of a legal choice.
  void step(double target, const std::function<bool()> &isOver);

  /// About the relaxation of the rows found so far.
  double bound() const { return volume.bound(); }
  /// The rows that matter for that.
  std::vector<std::vector<uint32_t>> rows() const {
    return volume.importantRows();
  }
  /// The columns that are chosen at least by half.
  std::vector<uint32_t> roundedChoice() const;

private:
  void findRows(const std::function<bool()> &isOver);

  PlacementRows finder;
  CoverVolume volume;
  bool open;
  unsigned rounds = 0, iterationsLeft = 0;
  /// The rounds without a bound that is notably better than this one.
  unsigned idleRounds = 0;
  double lastBound = 0;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_ROWSEPARATION_H
