//===- CoverCanonical.h - Problems independent of numbering -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERCANONICAL_H
#define NOISY_OPTIMIZER_COVER_COVERCANONICAL_H

#include "optimizer/cover/CoverProblem.h"

namespace mlir::noisy {

/// A covering problem with its columns and rows in an order that depends as
/// little as possible on the original order. Two problems with equal `Problem`
/// are the same up to the numbers of their columns. Symmetric problems may be
/// the same without having equal `Problem`.
struct CanonicalCover {
  CoverProblem Problem;
  /// The original column for each column of `Problem`.
  std::vector<uint32_t> Columns;
  /// How often all rows were read to tell columns apart, and whether that was
  /// not ended by a limit.
  size_t Passes = 0;
  bool IsComplete = true;
};

/// Orders \p Problem, which has no tie, by the properties of its columns: cost,
/// rows, the other columns of these, and so on (colour refinement: Weisfeiler
/// and Leman, 1968). Reads all rows a few times for most problems, but as often
/// as there are steps from one end of a long chain to the middle; at most
/// \p MostPasses times. With fewer passes the order depends more on the
/// original one.
CanonicalCover canonicalCover(const CoverProblem &Problem,
                              size_t MostPasses = SIZE_MAX);

/// The same for one of many problems that share a limit: \p EntriesLeft, the
/// entries of rows that may still be read, in all passes. Those read are taken
/// off. 32 million take half a second or so.
CanonicalCover canonicalCoverWithin(const CoverProblem &Problem,
                                    size_t &EntriesLeft);

/// A hash of the costs and rows of \p Problem, which depends on their order.
uint64_t hashOfCover(const CoverProblem &Problem);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERCANONICAL_H
