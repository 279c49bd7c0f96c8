//===- CoverComponents.h - Independent parts of a problem -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the covering problem of a program into independent parts: up to
// thousands, many of which are equal, because programs repeat themselves. Each
// is worth solving once.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERCOMPONENTS_H
#define NOISY_OPTIMIZER_COVER_COVERCOMPONENTS_H

#include "optimizer/cover/CoverProblem.h"

#include <optional>

namespace mlir::noisy {

/// A part of a problem that shares no column with any other part.
struct CoverComponent {
  /// The problem: every column is in a row; rows, and columns in them, are
  /// sorted.
  CoverProblem Problem;
  /// The original column for each column of this component, ascending.
  std::vector<uint32_t> Columns;
  /// The first component, always an earlier one, with the same optimal covers
  /// by number: the same rows and costs, and ties that are the same or, if
  /// every optimum has equally many columns, all shifted by the same amount.
  std::optional<uint32_t> EqualTo = {};
};

/// The connected components of \p Problem, by number of columns, then by lowest
/// column. Columns in no row belong to no component. No row may be empty.
std::vector<CoverComponent> splitCover(const CoverProblem &Problem);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERCOMPONENTS_H
