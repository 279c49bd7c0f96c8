//===- CoverPresolve.h - Make a covering problem smaller --------*- C++ -*-===//
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

/// A problem taken apart: optimal covers of the components, together with the
/// forced columns, are an optimal cover of the whole. With a `Tie`, the one
/// that it asks for comes of those that it asks for in the components; without
/// one, some optimum does.
struct PresolvedCover {
  /// A row is empty.
  bool Infeasible = false;
  /// Sorted: what is left as the only column of a row, and, where no tie
  /// counts them, columns that cost nothing.
  std::vector<uint32_t> Forced;
  /// The smallest first.
  std::vector<CoverComponent> Components;
};

/// Applies to a fixpoint: repeated columns in a row go; the only column of a
/// row is forced, and the rows that it hits go; rows that hold another row go;
/// a column goes that could always be replaced by another that hits as much
/// and is no dearer, or by the cheapest others of its rows; columns in no row
/// go. Then finds the connected components.
///
/// Near-linear on what programs give, and never much more than a second of work
/// for others, where some of what could go stays. So it does once \p Stop,
/// which is asked every few milliseconds, says so. For any thread; the columns
/// that
/// \p Problem names must exist.
PresolvedCover presolveCover(const CoverProblem &Problem,
                             const std::function<bool()> &Stop = nullptr);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERPRESOLVE_H
