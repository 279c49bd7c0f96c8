//===- CoverComponents.h - Independent parts of a problem -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The covering problem of a program comes apart into up to thousands of parts
// that share nothing, and many of these are one and the same problem: a
// program repeats itself. Each is worth solving once.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERCOMPONENTS_H
#define NOISY_OPTIMIZER_COVER_COVERCOMPONENTS_H

#include "optimizer/cover/CoverProblem.h"

#include <optional>

namespace mlir::noisy {

/// A part of a problem that shares no column with any other part.
struct CoverComponent {
  /// Every column of it is in a row; rows are sorted, and so are their columns.
  CoverProblem Problem;
  /// The column of the whole problem behind each column of this one, rising.
  std::vector<uint32_t> Columns;
  /// The first component, always an earlier one, whose optimal covers are those
  /// of this one by number: the same rows and costs, and ties that are the
  /// same or, where every optimum has equally many columns, all moved by the
  /// same amount.
  std::optional<uint32_t> EqualTo = {};
};

/// The connected components of \p Problem, those of fewest columns first, of
/// equal ones that with the lowest column. Columns in no row are in none of
/// them. No row may be empty.
std::vector<CoverComponent> splitCover(const CoverProblem &Problem);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERCOMPONENTS_H
