//===- CoverRepeats.h - Parts that are decided alike ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction in a function that is called n times costs n and stands in the
// rows of all n calls. What belongs to each of the calls alone is much the same
// for all of them, but connected through the function's columns, so that it is
// no component of its own.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERREPEATS_H
#define NOISY_OPTIMIZER_COVER_COVERREPEATS_H

#include "optimizer/cover/CoverProblem.h"

#include <functional>

namespace mlir::noisy {

/// A problem in which parts that repeat are there once, at the cost of all.
///
/// Once the columns of a set S are decided, a problem falls apart into the
/// components of the other columns. Components with the same rows, where
/// columns of S stand for themselves, and costs, but for a common factor, then
/// have the same cheapest covers. So some optimum decides them alike: whatever
/// it does on S, each can have the cheapest of what it does to one of them.
/// Sets of the most expensive columns are tried as S.
///
/// The merged problem has the columns of the whole one; those of other copies
/// are in no row and cost nothing. The least costs of both are equal, and each
/// lower bound of one is one of the other. A value for one thread.
class CoverRepeats {
public:
  /// Takes time near-linear in the size of \p Problem, which has no tie, and at
  /// most a second or so; less is merged once \p Stop, polled for each part,
  /// returns true.
  explicit CoverRepeats(const CoverProblem &Problem,
                        const std::function<bool()> &Stop = nullptr);

  /// True if no part repeats.
  bool areNone() const { return Groups.empty(); }
  const CoverProblem &merged() const { return Merged; }
  /// The cover of the whole problem that decides all copies as \p MergedCover,
  /// sorted, decides the one that is there; of the same cost; sorted.
  std::vector<uint32_t> expand(std::vector<uint32_t> MergedCover) const;
  /// A cover of the merged problem that costs no more than \p Cover, one of the
  /// whole: decides all copies like the one that is the cheapest there. Sorted.
  std::vector<uint32_t> restrict(const std::vector<uint32_t> &Cover) const;

private:
  /// Copies of a part, of which the first one stays: the columns of each.
  struct Group {
    std::vector<std::vector<uint32_t>> Copies;
    /// The cost of each column of a copy, before they were merged, without the
    /// common factor, which may be another one for each copy.
    std::vector<int64_t> Costs;
  };
  struct Part;
  struct Effort;

  bool merge(int64_t MostCost, Effort &Left);
  std::vector<Part> findParts(int64_t MostCost, Effort &Left) const;

  CoverProblem Merged;
  /// In the order in which they were merged.
  std::vector<Group> Groups;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERREPEATS_H
