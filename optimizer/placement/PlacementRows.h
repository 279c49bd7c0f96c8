//===- PlacementRows.h - Rows that a fractional choice violates -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_PLACEMENT_PLACEMENTROWS_H
#define NOISY_OPTIMIZER_PLACEMENT_PLACEMENTROWS_H

#include "optimizer/placement/PlacementGraph.h"

namespace mlir::noisy {

/// Finds, for weights of the columns, light rows: sets of columns of which at
/// least one has to be chosen, whatever else is, and whose weights add up to
/// little. Rows lighter than 1 are those that a fractional choice leaves
/// violated (separation).
///
/// Dynamic programming over nodes and noise: for each node the most noise that
/// it has as long as columns of some weight are not chosen. A column that is
/// part of two operands counts twice, so what is found need not be the
/// lightest; where noise is levels it is. Nodes on cycles, and operations that
/// are neither maxima nor sums, count with their least noise: there the rows of
/// others are needed.
///
/// For one thread.
class PlacementRows {
public:
  /// \p Graph must outlive this, and pass no excess on.
  explicit PlacementRows(const PlacementGraph &Graph);

  /// Calls \p Found with a row for each limit that one lighter than \p Most
  /// passes: the columns, sorted, and at least one. Ends early when \p IsOver.
  void find(const std::vector<double> &Weights, double Most,
            const std::function<void(std::vector<uint32_t> Row)> &Found,
            const std::function<bool()> &IsOver = nullptr);

  /// The least noise that the uses of a node see, whatever is chosen; 0 if none
  /// may reach it.
  uint32_t floor(PlacementGraph::Node N) const { return Floors[N]; }

private:
  using Node = PlacementGraph::Node;
  static constexpr uint32_t None = UINT32_MAX;

  /// That a node has this noise as long as columns of this weight are not
  /// chosen: its own, and those of the entries that it is made of.
  struct Entry {
    uint32_t Noise;
    float Weight;
    uint32_t Column = None, First = None, Second = None;
  };
  /// The entries of a node: noise and weight ascend.
  struct List {
    uint32_t Begin = 0, End = 0;
  };

  void findFloors();
  void makeRaw(Node N, float Most);
  void keepBest(uint32_t MostNoise);
  void addSums(List A, List B, uint32_t Added, uint32_t MostNoise, float Most);
  std::vector<uint32_t> trace(const Entry &Root);

  const PlacementGraph &Graph;
  std::vector<uint32_t> Floors;
  std::vector<Entry> Entries;
  std::vector<List> Lists;
  /// The entries of the node at hand.
  std::vector<Entry> Raw;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PLACEMENT_PLACEMENTROWS_H
