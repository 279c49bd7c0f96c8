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

/// Facts about all covers that cost less than a limit.
struct CoverBound {
  /// A lower bound: no cover at all costs less.
  int64_t Bound = 0;
  /// Columns in none of these covers, and columns in all of them; sorted.
  /// Meaningless if the bound reaches the limit: there is no such cover.
  std::vector<uint32_t> ExcludedColumns, IncludedColumns;
  /// The price that each row pays, approximately, in the unit of costs.
  std::vector<double> Prices;
};

/// Returns a bound close to that of the linear relaxation, and columns that are
/// settled by their reduced costs, by Lagrangian relaxation of the rows and the
/// subgradient method (Held and Karp; for covering problems: Beasley, "A
/// Lagrangian heuristic for set-covering problems", 1990). \p Limit is at most
/// 2^62, for example the cost of a known cover. Ends when the bound reaches it.
///
/// Prices are searched for in floating point and then rounded. Any prices give
/// a bound, which is computed exactly. An iteration visits every entry twice.
/// No row may be empty; repeated columns in a row are no error but weaken the
/// bound. For any thread.
CoverBound lagrangianBound(const CoverProblem &Problem, int64_t Limit,
                           uint32_t Iterations);

/// Returns a cover that is greedy with respect to reduced costs: usually closer
/// to the optimum than one that is greedy for costs, and a better start of a
/// search, the more so the closer the relaxation is to integers. \p Prices are
/// those of `lagrangianBound`, one for each row. No column of the result is
/// redundant; sorted.
std::vector<uint32_t> pricedCover(const CoverProblem &Problem,
                                  const std::vector<double> &Prices);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERBOUND_H
