//===- CoverPresolve.h - Make a covering problem smaller --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVERPRESOLVE_H
#define NOISY_OPTIMIZER_COVERPRESOLVE_H

#include "optimizer/CoverProblem.h"

namespace mlir::noisy {

/// A part of a problem that shares no column with any other part.
struct CoverComponent {
  CoverProblem Problem;
  /// The column of the whole problem behind each column of this one, rising.
  std::vector<uint32_t> Columns;
};

/// A problem taken apart: any optimal covers of the components, together with
/// the forced columns, are an optimal cover of the whole. A cover of the whole
/// restricted to a component's columns covers that component.
struct PresolvedCover {
  /// A row is empty, or the forced columns alone exceed the budget.
  bool Infeasible = false;
  /// In every solution that is considered, sorted: the only column of a row,
  /// and, where no budget counts them, columns that cost nothing.
  std::vector<uint32_t> Forced;
  /// The smallest first. Under a budget there is one at most.
  std::vector<CoverComponent> Components;
};

/// Removes repeated columns in a row, rows that hold another row, rows that a
/// forced column hits and columns in no row, then finds the connected
/// components. Keeps at least one optimum, not all of them. For any thread;
/// the columns that \p Problem names must exist.
PresolvedCover presolveCover(const CoverProblem &Problem);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVERPRESOLVE_H
