//===- ReductionSearch.h - The search for the best choice -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REDUCTIONSEARCH_H
#define NOISY_OPTIMIZER_REDUCTIONSEARCH_H

#include "optimizer/ReductionModel.h"
#include "optimizer/placement/PlacementSearch.h"
#include "system/Deadline.h"
#include "llvm/ADT/Hashing.h"
#include <unordered_set>

namespace mlir::noisy {

/// One run of the optimizer, from two sides. From above: legal choices, of
/// which the best is the incumbent (ReductionStart.cpp). From below: covers of
/// the rows known so far, whose cost is a bound (ReductionSearch.cpp). For one
/// thread, one call of `run`.
class ReductionSearch {
public:
  /// `raises`: also with reductions that raise noise in some places
  /// (ReductionModel).
  ReductionSearch(Operation *root, const OptimizerOptions &options,
                  bool raises = false);

  OptimizerResult run();
  /// True if reductions were left out because they raise noise in some places.
  bool isRestricted() const { return model.hasMixed(); }

private:
  using Clock = Deadline::Clock;
  using Choice = std::vector<uint32_t>;

  /// True if no time is left to confirm and write a choice.
  bool isOver() const;
  bool isStopped() const {
    return isOver() ||
           (options.roundLimit && result.rounds >= options.roundLimit);
  }
  void end(OptimizerStatus status, Value culprit, std::string message);
  void report() const;

  // Rows.
  bool addRow(std::vector<uint32_t> row);
  bool activate(const Choice &choice);
  void findShortRows();
  void separate();

  // Legal choices.
  enum class Verdict {
    Legal,    ///< The analysis confirms it, or will, as far as is known.
    HasRows,  ///< Rows were added that the choice leaves violated.
    HasGrown, ///< The model was too coarse; it has been refined.
    Ended     ///< `result` says why.
  };
  Verdict check(const Choice &choice, bool isForced = false);
  Verdict refine(bool isForced);
  bool takeAll();
  bool isTrusted() const;
  bool isConfirmed(const Choice &choice);
  void makePlacements();
  void placeGreedily();
  void placeInLayers();
  void forceStart();
  bool settle(const Choice &choice, bool isForced = false);
  bool findStart();
  void repair(Choice choice);
  void offer(const Choice &choice);
  bool takePlacement();
  void improve(uint64_t moves);
  void improveBeside();
  void balance(Clock::time_point searchBegin);
  void removeNeedlessColumns();

  // The best choice.
  CoverResult solve();
  bool isGoodEnough() const;
  bool isProven() const { return incumbent && result.lowerBound >= cost; }
  void conclude();
  void minimiseCost();
  void searchAlone(std::string reason);
  void branch();
  void settleTies();

  const OptimizerOptions &options;
  const Clock::time_point begin;
  Deadline deadline;
  ReductionModel model;
  /// The estimated time to confirm a choice, which cannot be interrupted.
  Clock::duration choiceTime;

  /// All known rows, and those that are passed to the solver: the short ones,
  /// and those that an optimum of these left violated. Long rows that matter
  /// nowhere near an optimum would hide the structure from presolve.
  CoverProblem fullProblem, problem;
  /// What operations that are no reductions cost at least, beside the covering
  /// problem.
  int64_t leastRest = 0;
  /// The rows of `fullProblem` by their contents.
  struct RowHash {
    const CoverProblem *problem;
    size_t operator()(uint32_t row) const {
      return llvm::hash_combine_range(problem->Rows[row]);
    }
  };
  struct RowEqual {
    const CoverProblem *problem;
    bool operator()(uint32_t a, uint32_t b) const {
      return problem->Rows[a] == problem->Rows[b];
    }
  };
  std::unordered_set<uint32_t, RowHash, RowEqual> knownRows;
  /// For each row of `fullProblem`: true if it is in `problem`.
  std::vector<char> isActive;
  /// The local search on choices that the graph calls legal.
  std::optional<PlacementSearch> placements;
  /// The time that the local search had.
  Clock::duration improvementTime = {};
  /// The cost, and the moves so far, when `improveBeside` last had success.
  int64_t besideCost = INT64_MAX;
  uint64_t besideMoves = 0;
  /// When the next choice of the local search may be confirmed, where that is
  /// needed.
  Clock::time_point nextConfirmation;
  /// True until rows that the relaxation needs were looked for, which is done
  /// once; and true once some were found.
  bool isSeparating = false, knowsRelaxation = false;
  /// The best legal choice so far.
  std::optional<Choice> incumbent;
  int64_t cost = 0;
  OptimizerResult result;
  /// Why there is no solver, if there is none.
  std::string solverTrouble;
  /// True if the last solution left rows violated.
  bool foundRows = true;
  bool hasEnded = false;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REDUCTIONSEARCH_H
