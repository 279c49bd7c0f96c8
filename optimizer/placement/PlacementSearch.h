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

/// Takes columns out of a legal choice until none can be taken out: the most
/// expensive first, and of equal ones the last.
void removeNeedless(PlacementState &State);

/// Local search on legal choices: reduces a value more, takes out what that
/// makes needless nearby, and keeps the result unless it costs more. Equal
/// seeds and equal calls have equal results. For one thread.
class PlacementSearch {
public:
  /// \p Graph must outlive this. There is no choice yet.
  explicit PlacementSearch(const PlacementGraph &Graph, uint64_t Seed = 1);

  /// Continues from \p Columns if they are legal and cost less than the best
  /// choice so far; without what is needless. False if they are illegal.
  bool offer(const std::vector<uint32_t> &Columns);
  /// Makes \p Columns legal by more reductions, and offers that.
  bool offerCompleted(const std::vector<uint32_t> &Columns,
                      const std::function<bool()> &IsOver = nullptr);

  /// Tries \p Moves changes, or until \p IsOver, polled now and then. There
  /// must be a choice.
  void run(uint64_t Moves, const std::function<bool()> &IsOver = nullptr);

  bool hasChoice() const { return HasBest; }
  /// The best choice so far, sorted, and its cost.
  const std::vector<uint32_t> &best() const { return Best; }
  int64_t bestCost() const { return BestCost; }
  uint64_t moves() const { return Moves; }
  /// Takes what is needless out of the best choice: a move looks only nearby.
  void finish();

private:
  uint32_t random(uint32_t Count) {
    return static_cast<uint32_t>((Generator() >> 32) * Count >> 32);
  }
  bool move();
  void keepIfBest();
  void collectNearby(uint32_t Column);

  const PlacementGraph &Graph;
  PlacementState State;
  std::mt19937_64 Generator;
  std::vector<uint32_t> Best;
  int64_t BestCost = 0;
  bool HasBest = false;
  uint64_t Moves = 0;
  /// The chosen columns near a node.
  std::vector<uint32_t> Nearby;
  std::vector<PlacementGraph::Node> Reached;
  std::vector<uint32_t> Seen;
  uint32_t Visits = 0;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PLACEMENT_PLACEMENTSEARCH_H
