//===- PlacementLayers.h - Reductions between layers ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_PLACEMENT_PLACEMENTLAYERS_H
#define NOISY_OPTIMIZER_PLACEMENT_PLACEMENTLAYERS_H

#include "optimizer/placement/PlacementGraph.h"

#include <optional>

namespace mlir::noisy {

/// Chooses whole layers, as an engineer would: cuts the graph at some depths
/// and reduces all values that are used beyond a cut. The cuts are those of the
/// least cost, by dynamic programming; so this is good where a program is made
/// of equal stages. The depth of a node is the number of operations in a row
/// that lead to it. Where not all values can be reduced the choice may be
/// illegal. Nullopt for graphs with cycles, and where it would take long.
std::optional<std::vector<uint32_t>> placeLayers(const PlacementGraph &Graph);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PLACEMENT_PLACEMENTLAYERS_H
