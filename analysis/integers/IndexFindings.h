//===- IndexFindings.h - Indices that are out of bounds ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_INDEXFINDINGS_H
#define NOISY_ANALYSIS_INTEGERS_INDEXFINDINGS_H

#include "analysis/flow/ValueNamer.h"
#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/ProgramFlow.h"
#include <vector>

namespace mlir::noisy {

/// An index of a memref, a tensor or a vector that is known to be out of bounds
/// whenever the operation is executed, or in one iteration of the loops around
/// it. Of a vector that is read or written at once, all elements are.
struct IndexFinding {
  enum class Kind {
    Index,
    /// In the first iteration, or in the last one.
    FirstIteration,
    LastIteration,
    /// The first element of a slice is out of bounds, or the last one.
    SliceBegin,
    SliceEnd,
    /// There is no dimension of this number: the size is the rank.
    Dimension
  };
  Operation *op;
  Kind kind;
  /// The index; null for a number in the text, and for what an affine
  /// expression or a slice computes.
  Value index;
  /// What the index may be.
  ConstantIntRanges range;
  /// The dimension that it is for, and its size, or the most that this can be;
  /// the index has to be below.
  unsigned dimension;
  int64_t size;
  bool isMostSize = false;
  /// Where the size is the index itself, that value; else null.
  Value sizeValue = {};
};

/// Returns the findings in a program, in the order of the text; none for code
/// that is never executed. Slices that are wrong by the numbers in the text
/// alone are errors of MLIR.
std::vector<IndexFinding> findWrongIndices(ProgramFlow &flow,
                                           const IntegerFacts &facts);

/// The code of all these findings in diagnostics and tables.
inline constexpr llvm::StringLiteral kIndexFindingCode = "int-out-of-bounds";

/// "index %i is out of bounds: it is 9, and dimension 1 has 8 elements".
std::string describeIndexFinding(const IndexFinding &finding, ValueNamer name);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_INDEXFINDINGS_H
