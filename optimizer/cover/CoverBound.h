//===- CoverBound.h - Lower bounds without a solver -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERBOUND_H
#define NOISY_OPTIMIZER_COVER_COVERBOUND_H

#include "optimizer/cover/CoverProblem.h"

namespace mlir::noisy {

/// What is known of all covers that cost less than a limit.
struct CoverBound {
  /// No cover at all costs less than this.
  int64_t Bound = 0;
  /// Columns that none of them has, and columns that all of them have; sorted.
  /// Of no interest where the bound reaches the limit: there is no such cover.
  std::vector<uint32_t> Out, In;
  /// One for each row: what it pays, in the unit of costs, about.
  std::vector<double> Prices;
};

/// A bound near that of the linear relaxation, and columns that are settled by
/// their reduced costs, by Lagrangian relaxation of the rows and the
/// subgradient method (Held and Karp; for covering problems: Beasley, "A
/// Lagrangian heuristic for set-covering problems", 1990). \p Limit is the cost
/// of a known cover, say, and at most 2^62. Ends when the bound reaches it.
///
/// Prices are searched for in floating point and then rounded; that any prices
/// give a bound, and this one, is exact. An iteration looks at every entry
/// twice. No row may be empty; columns in a row twice are no error but weaken
/// the bound. For any thread.
CoverBound lagrangianBound(const CoverProblem &Problem, int64_t Limit,
                           uint32_t Iterations);

/// A cover that is greedy with respect to reduced costs: mostly nearer to the
/// optimum than one that looks at costs, and a better start of a search, the
/// more so the nearer the relaxation is to integers. \p Prices are those of
/// `lagrangianBound`, one for each row. Nothing in it is redundant; sorted.
std::vector<uint32_t> pricedCover(const CoverProblem &Problem,
                                  const std::vector<double> &Prices);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERBOUND_H
