//===- PlacementModel.h - The noise of a program in numbers -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_PLACEMENTMODEL_H
#define NOISY_OPTIMIZER_PLACEMENTMODEL_H

#include "optimizer/NoiseOracle.h"
#include "optimizer/placement/PlacementGraph.h"

namespace mlir::noisy {

/// What the columns of a graph cost, and what else does.
struct PlacementCosts {
  using Steps = std::vector<PlacementGraph::Step>;

  /// A column beside those of the oracle: the value of one of them, reduced to
  /// more noise.
  struct Target {
    uint32_t column;
    uint32_t noise;
  };
  /// An operation that costs something by the noise of these values.
  struct Charge {
    SmallVector<NoiseOracle::Slot, 2> operands;
    Steps steps;
  };

  /// For each column of the oracle, then for each of `targets`.
  std::vector<int64_t> costs;
  /// The same, or nothing if there are none (PlacementGraph::addColumn).
  std::vector<Steps> steps;
  std::vector<Target> targets;
  std::vector<Charge> charges;
};

/// Compiles the graph of an oracle: a choice of columns is legal there if the
/// oracle has no row for it. What an operation does to noise is found by
/// probing its transfer function: one that is made of maxima and sums, as all
/// are, is known everywhere once it is known at a few points. `oracle` must
/// outlive the result.
///
/// A target is a column of a copy of each node of its column, which uses of the
/// value see. There a reduced value has the lesser of its noise and of what the
/// reduction leaves; so a target that may raise noise in one of several places
/// has no nodes, and never changes anything: `leavesOutTargets` tells.
PlacementGraph makePlacementGraph(const NoiseOracle &oracle,
                                  const PlacementCosts &costs,
                                  bool *leavesOutTargets = nullptr);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PLACEMENTMODEL_H
