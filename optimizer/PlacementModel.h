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

/// Compiles the graph of an oracle: a choice of columns is legal there if the
/// oracle has no row for it. What an operation does to noise is found by
/// probing its transfer function: one that is made of maxima and sums, as all
/// are, is known everywhere once it is known at a few points. `oracle` must
/// outlive the result; there is a cost for each column. `steps` has the steps
/// of each column, or nothing if there are none (PlacementGraph::addColumn).
PlacementGraph
makePlacementGraph(const NoiseOracle &oracle, ArrayRef<int64_t> costs,
                   ArrayRef<std::vector<PlacementGraph::Step>> steps = {});

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PLACEMENTMODEL_H
