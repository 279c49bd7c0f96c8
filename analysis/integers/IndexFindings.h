//===- IndexFindings.h - Indices that are out of bounds ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_INDEXFINDINGS_H
#define NOISY_ANALYSIS_INTEGERS_INDEXFINDINGS_H

#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/ProgramFlow.h"
#include <vector>

namespace mlir::noisy {

/// An index of a memref, a tensor or a vector that is known to be out of bounds
/// whenever the operation is executed.
struct IndexFinding {
  Operation *op;
  /// The index, and the dimension that it is for.
  Value index;
  unsigned dimension;
  /// The size of the dimension; the index has to be below.
  int64_t size;
};

/// Returns the findings in a program, in the order of the text; none for code
/// that is never executed.
std::vector<IndexFinding> findWrongIndices(ProgramFlow &flow,
                                           const IntegerFacts &facts);

/// "index %i is out of bounds: it is 9, and dimension 1 has 8 elements".
std::string describeIndexFinding(const IndexFinding &finding,
                                 const IntegerFacts &facts,
                                 llvm::StringRef name);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_INDEXFINDINGS_H
