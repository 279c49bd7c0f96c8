//===- CoverPresolve.h - Smaller covering problems --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERPRESOLVE_H
#define NOISY_OPTIMIZER_COVER_COVERPRESOLVE_H

#include "optimizer/cover/CoverComponents.h"

#include <functional>

namespace mlir::noisy {

/// A presolved problem: optimal covers of the components, together with the
/// forced columns, are an optimal cover of the whole. With a `Tie`, the cover
/// that it selects consists of the ones that it selects in the components;
/// without one, some optimum does.
struct PresolvedCover {
  /// True if a row is empty.
  bool Infeasible = false;
  /// The forced columns, sorted: the only columns left in a row, and, if no tie
  /// counts them, columns that cost nothing.
  std::vector<uint32_t> ForcedColumns;
  /// The components, the smallest first.
  std::vector<CoverComponent> Components;
};

/// Applies to a fixpoint: repeated columns in a row are removed; the only
/// column of a row is forced, and the rows that it hits are removed; rows that
/// contain another row are removed; a column is removed if it could always be
/// replaced by another that hits as much and costs no more, or by the cheapest
/// others of its rows; columns in no row are removed. Then finds the connected
/// components.
///
/// Near-linear on the problems of programs, and never much more than a second
/// of work for others, at the price of an incomplete reduction; likewise once
/// \p Stop, polled every few milliseconds, returns true. For any thread; the
/// columns that \p Problem names must exist.
PresolvedCover presolveCover(const CoverProblem &Problem,
                             const std::function<bool()> &Stop = nullptr);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERPRESOLVE_H
