//===- PlacementSearch.h - Better placements by small changes ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_PLACEMENT_PLACEMENTSEARCH_H
#define NOISY_OPTIMIZER_PLACEMENT_PLACEMENTSEARCH_H

#include "optimizer/placement/PlacementState.h"

#include <random>

namespace mlir::noisy {

/// Takes columns out of a legal choice until none can be taken out, or none
/// without a higher cost of others: the most expensive first, and of equal ones
/// the last. \p Keep gets each column that stays, with a row of which no other
/// is chosen; one that only makes others cheaper has no row.
void removeNeedless(
    PlacementState &State,
    const std::function<void(uint32_t Column, std::vector<uint32_t> &Row)>
        &Keep = nullptr);

/// Local search on legal choices: reduces one to three values more, takes out
/// what that makes needless, and keeps the result unless it costs more. Each
/// chosen column has a witness of why it is needed, and only those whose
/// witness holds the new value are looked at; so there is never anything
/// needless. Where costs depend on noise, a column may also be there to make
/// others cheaper, and is taken out by chance. Equal seeds and equal calls have
/// equal results. For one thread.
class PlacementSearch {
public:
  /// \p Graph must outlive this. There is no choice yet.
  explicit PlacementSearch(const PlacementGraph &Graph, uint64_t Seed = 1);

  /// Continues from \p Columns if they are legal and cost less than the best
  /// choice so far; without what is needless. False if they are illegal.
  bool offer(const std::vector<uint32_t> &Columns);
  /// Makes \p Columns legal by more reductions, and offers that. False if that
  /// is not possible, or when \p IsOver, polled now and then; that must not use
  /// this search, which is at work.
  bool offerCompleted(const std::vector<uint32_t> &Columns,
                      const std::function<bool()> &IsOver = nullptr);

  /// Tries \p Moves changes, or until \p IsOver, polled now and then, which
  /// must not use this search either. There must be a choice.
  void run(uint64_t Moves, const std::function<bool()> &IsOver = nullptr);

  bool hasChoice() const { return HasBest; }
  /// The best choice so far, sorted, and its cost; no column of it can be taken
  /// out.
  const std::vector<uint32_t> &best() const { return Best; }
  int64_t bestCost() const { return BestCost; }
  uint64_t moves() const { return Moves; }

private:
  uint32_t random(uint32_t Count) {
    return static_cast<uint32_t>((Generator() >> 32) * Count >> 32);
  }
  void begin();
  bool move();
  bool dropOne();
  size_t takeOutHolders();
  bool reduceNext(size_t Needed);
  void keepIfBest();
  void collectHolders(uint32_t Column);
  void setWitness(uint32_t Column, std::vector<uint32_t> Row);
  void indexWitnesses();

  const PlacementGraph &Graph;
  PlacementState State;
  std::mt19937_64 Generator;
  std::vector<uint32_t> Best;
  int64_t BestCost = 0;
  bool HasBest = false;
  uint64_t Moves = 0;
  /// For each chosen column why it cannot be taken out: a row of which it is
  /// the only one that is chosen.
  std::vector<std::vector<uint32_t>> Witnesses;
  /// For each column the witnesses that it is in, as columns and versions; some
  /// are out of date.
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> Index;
  std::vector<uint32_t> Versions;
  size_t Indexed = 0;
  /// The columns whose witnesses hold the column of a move, and what the move
  /// finds.
  std::vector<uint32_t> Holders, Added;
  std::vector<std::pair<uint32_t, std::vector<uint32_t>>> NewWitnesses;
  std::vector<uint32_t> Row;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PLACEMENT_PLACEMENTSEARCH_H
