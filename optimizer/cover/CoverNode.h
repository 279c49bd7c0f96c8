//===- CoverNode.h - Facts about a problem and parts ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERNODE_H
#define NOISY_OPTIMIZER_COVER_COVERNODE_H

#include "optimizer/cover/CoverPresolve.h"

#include <memory>

namespace mlir::noisy {

class CoverDual;

/// A covering problem, its best known cover and bound, and the smaller problems
/// that it was split into, whose facts may be better. Covers are checked when
/// they come in; bounds are trusted. For one thread.
class CoverNode {
public:
  explicit CoverNode(CoverProblem Problem) : Problem(std::move(Problem)) {}

  //===--------------------------------------------------------------------===//
  // Findings
  //===--------------------------------------------------------------------===//

  /// Takes \p Cover, sorted, if it is a cover and better: cheaper, or equally
  /// cheap and preferred by the tie. Returns true if it is a cover.
  bool offer(std::vector<uint32_t> Cover);
  /// Takes a lower bound on the cost of every cover.
  void raiseBound(int64_t NewBound) { OwnBound = std::max(OwnBound, NewBound); }
  /// Takes \p Cover as the one that the tie selects.
  void settle(std::vector<uint32_t> Cover);

  //===--------------------------------------------------------------------===//
  // Parts
  //===--------------------------------------------------------------------===//

  /// Splits the problem by presolve. The split is incomplete once \p Stop
  /// returns true.
  void split(const std::function<bool()> &Stop);
  /// Splits the problem that remains without covers that cost more than the
  /// best known one, as far as \p Dual identifies them. Returns false, and does
  /// nothing, if that settles less than \p LeastPart of the columns.
  bool split(const CoverDual &Dual, double LeastPart,
             const std::function<bool()> &Stop);
  bool isSplit() const { return IsSplit; }
  const std::vector<std::unique_ptr<CoverNode>> &children() const {
    return Children;
  }
  /// A cover for \p Child, one of the children, to start from: its part of the
  /// cover of this problem. Sorted, in the child's columns.
  std::vector<uint32_t> startFor(const CoverNode &Child) const;
  /// Derives a bound of each part from the bound of the whole, given that the
  /// others cost no more than their covers. Only if the parts make up the whole
  /// problem.
  void spreadBound();

  /// The second phase: this problem with costs that include the tie, to decide
  /// between its optima. Null until `beginSecond`.
  CoverNode *second() const {
    return Seconds.empty() ? nullptr : Seconds.back().get();
  }
  CoverNode &beginSecond(CoverProblem CombinedProblem);

  //===--------------------------------------------------------------------===//
  // Known facts
  //===--------------------------------------------------------------------===//

  bool hasCover() const;
  bool isInfeasible() const;
  /// The cost of the best cover.
  int64_t cost() const;
  int64_t bound() const;
  bool isClosed() const {
    return isInfeasible() || (hasCover() && cost() <= bound());
  }
  /// True if closed and `cover` is the one that the tie selects, or there is no
  /// tie.
  bool isSettled() const;
  /// The best cover, sorted. Built from the covers of the parts if these are no
  /// worse; the caller checks that it is a cover.
  std::vector<uint32_t> cover() const;
  /// The number of columns that are settled by splitting, in all copies.
  uint64_t fixedColumns() const;

  const CoverProblem Problem;
  /// For each part of the parent's problem that equals this problem, the
  /// parent's column for each column of this one.
  std::vector<std::vector<uint32_t>> Copies;

private:
  void adopt(PresolvedCover Parts, const std::function<bool()> &Stop);
  bool partsHaveCover() const;
  int64_t partsCost() const;
  std::vector<uint32_t> partsCover() const;
  bool secondHolds() const;

  bool HasOwn = false, IsOwnSettled = false, Infeasible = false;
  std::vector<uint32_t> OwnCover;
  int64_t OwnCost = 0, OwnBound = 0;

  bool IsSplit = false;
  /// The cost above which splitting left out covers.
  int64_t Cutoff = INT64_MAX;
  std::vector<uint32_t> ForcedColumns;
  int64_t ForcedCost = 0;
  std::vector<std::unique_ptr<CoverNode>> Children;
  /// The second-phase problems; the last one is valid, earlier ones may still
  /// be in use.
  std::vector<std::unique_ptr<CoverNode>> Seconds;
};

/// True if \p A is the better cover of the two: by cost, then by the tie.
bool isBetterCover(const CoverProblem &Problem, const std::vector<uint32_t> &A,
                   const std::vector<uint32_t> &B);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERNODE_H
