//===- PlacementBranching.h - The best placement by branching ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_PLACEMENT_PLACEMENTBRANCHING_H
#define NOISY_OPTIMIZER_PLACEMENT_PLACEMENTBRANCHING_H

#include "optimizer/placement/PlacementState.h"

namespace mlir::noisy {

/// Exact search for the cheapest legal choice of a graph in which costs depend
/// on noise: rows alone do not price these. Decides one column after the other.
/// The noise that a column can still have lies between that with all undecided
/// columns reduced and that with none, and so does its cost: in the graph no
/// reduction raises noise. Where one does in the program, and costs fall with
/// noise, a cheaper choice may be missing in the graph. For small graphs, and
/// one thread.
class PlacementBranching {
public:
  /// Each of \p Rows has a column of every legal choice. Both must outlive
  /// this.
  PlacementBranching(const PlacementGraph &Graph,
                     const std::vector<std::vector<uint32_t>> &Rows);

  /// Looks for a choice that costs less than \p Cost. True if all were
  /// considered; false if there were more than \p MostNodes nodes of the
  /// search, or \p IsOver, polled now and then.
  bool run(int64_t Cost, uint64_t MostNodes,
           const std::function<bool()> &IsOver = nullptr);

  /// The best choice that was found, sorted, and what it costs; nothing if none
  /// costs less.
  const std::optional<std::vector<uint32_t>> &best() const { return Best; }
  int64_t bestCost() const { return BestCost; }
  uint64_t nodes() const { return Nodes; }

private:
  enum class Decision : uint8_t { Open, Chosen, Rejected };

  std::vector<uint32_t> chosenColumns(bool WithOpen) const;
  std::optional<uint32_t> consider();
  bool isHit(const std::vector<uint32_t> &Row) const;

  const PlacementGraph &Graph;
  const std::vector<std::vector<uint32_t>> &Rows;
  PlacementState State;
  std::vector<Decision> Decisions;
  /// The least noise that columns and charges can still have.
  std::vector<uint32_t> Low, LowCharges;
  std::vector<char> IsUsed, IsChosen;
  std::optional<std::vector<uint32_t>> Best;
  int64_t BestCost = 0;
  uint64_t Nodes = 0;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PLACEMENT_PLACEMENTBRANCHING_H
