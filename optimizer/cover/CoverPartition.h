//===- CoverPartition.h - Columns in groups of neighbours -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERPARTITION_H
#define NOISY_OPTIMIZER_COVER_COVERPARTITION_H

#include "optimizer/cover/CoverProblem.h"

namespace mlir::noisy {

/// Divides the columns into groups of at most \p MostColumns so that the
/// weights of the rows that are across groups add up to little. \p Weights, one
/// for each row, are not negative. Every column is in one group; groups are
/// sorted. Tries two ways, merging neighbours step by step and pieces of equal
/// length, and then moves single columns; the time is about that of sorting all
/// entries of the rows, for each power of two up to \p MostColumns. For any
/// thread.
std::vector<std::vector<uint32_t>>
partitionColumns(const CoverProblem &Problem,
                 const std::vector<double> &Weights, uint32_t MostColumns);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERPARTITION_H
