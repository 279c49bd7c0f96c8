//===- CoverNode.h - What is known of a problem and its parts ---*- C++ -*-===//
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

/// A covering problem, the best cover and the best bound that are known of it,
/// and the smaller problems that it was taken apart into, of which more may be
/// known. Covers are checked when they come in; bounds are the word of who
/// gives them. For one thread.
class CoverNode {
public:
  explicit CoverNode(CoverProblem Problem) : Problem(std::move(Problem)) {}

  //===--------------------------------------------------------------------===//
  // Findings
  //===--------------------------------------------------------------------===//

  /// Takes \p Cover, sorted, if it is one and better: cheaper, or as cheap and
  /// before the other by the tie. Returns whether it is a cover.
  bool offer(std::vector<uint32_t> Cover);
  /// No cover costs less.
  void raiseBound(int64_t NewBound) { OwnBound = std::max(OwnBound, NewBound); }
  /// \p Cover is the one that the tie asks for.
  void settle(std::vector<uint32_t> Cover);

  //===--------------------------------------------------------------------===//
  // Parts
  //===--------------------------------------------------------------------===//

  /// Takes the problem apart by what holds of it anyway. Into less than could
  /// be once \p Stop says so.
  void split(const std::function<bool()> &Stop);
  /// Takes apart what remains when covers that cost more than the best known
  /// one are left out, as far as \p Dual tells which these are. False, and
  /// nothing happens, where that settles less than \p LeastPart of the columns.
  bool split(const CoverDual &Dual, double LeastPart,
             const std::function<bool()> &Stop);
  bool isSplit() const { return IsSplit; }
  const std::vector<std::unique_ptr<CoverNode>> &children() const {
    return Children;
  }
  /// The cover of this problem that \p Child, one of its children, is part of;
  /// what it is to start from. Sorted, in the child's columns, a cover.
  std::vector<uint32_t> startFor(const CoverNode &Child) const;
  /// What the bound of the whole says about each part, given that the others
  /// cost no more than their covers. Only for parts of all of the problem.
  void spreadBound();

  /// The same problem with costs that know the tie: what decides between the
  /// optima of this one. Null until `beginSecond`.
  CoverNode *second() const {
    return Seconds.empty() ? nullptr : Seconds.back().get();
  }
  CoverNode &beginSecond(CoverProblem Combined);

  //===--------------------------------------------------------------------===//
  // What is known
  //===--------------------------------------------------------------------===//

  bool hasCover() const;
  bool isInfeasible() const;
  /// Of the best cover.
  int64_t cost() const;
  int64_t bound() const;
  bool isClosed() const {
    return isInfeasible() || (hasCover() && cost() <= bound());
  }
  /// Closed, and `cover` is what the tie asks for, or there is no tie.
  bool isSettled() const;
  /// The best cover, sorted. Built of those of the parts where these are no
  /// worse; the caller checks that it is one.
  std::vector<uint32_t> cover() const;
  /// Columns that are settled by splitting, in all copies.
  uint64_t fixedColumns() const;

  const CoverProblem Problem;
  /// For each part of the parent's problem that is this problem, the column
  /// behind each column of this one.
  std::vector<std::vector<uint32_t>> Copies;

private:
  void adopt(PresolvedCover Parts);
  bool partsHaveCover() const;
  int64_t partsCost() const;
  std::vector<uint32_t> partsCover() const;
  bool secondHolds() const;

  bool HasOwn = false, IsOwnSettled = false, Infeasible = false;
  std::vector<uint32_t> Own;
  int64_t OwnCost = 0, OwnBound = 0;

  bool IsSplit = false;
  /// Covers that cost more were left out when splitting.
  int64_t Cutoff = INT64_MAX;
  std::vector<uint32_t> Forced;
  int64_t ForcedCost = 0;
  std::vector<std::unique_ptr<CoverNode>> Children;
  /// The last one counts; earlier ones may still be worked on.
  std::vector<std::unique_ptr<CoverNode>> Seconds;
};

/// Whether \p A is the better cover of the two: by cost, then by the tie.
bool isBetterCover(const CoverProblem &Problem, const std::vector<uint32_t> &A,
                   const std::vector<uint32_t> &B);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERNODE_H
