//===- NoiseDerivation.h - Causes of an excess of noise ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_NOISEDERIVATION_H
#define NOISY_OPTIMIZER_NOISEDERIVATION_H

#include "optimizer/NoiseOracle.h"
#include <optional>

namespace mlir::noisy {

/// The noise of all nodes under one choice of reductions.
struct NoiseState {
  explicit NoiseState(size_t nodes)
      : visibleBounds(nodes), rank(nodes), length(nodes) {}

  /// Estimates the number of columns in the derivation of a node's noise from
  /// the numbers of its inputs.
  void estimateLength(const NoiseOracle &oracle, NoiseInstances::Node node);

  /// The noise that the uses of each node see.
  std::vector<NoiseBound> visibleBounds;
  /// The order in which the nodes were settled: noise comes from lower ranks.
  std::vector<unsigned> rank;
  std::vector<unsigned> length;
};

/// Finds a few columns such that `root` passes `limit` as long as none of them
/// is reduced, whatever else is; none of them is in `reducedColumns`.
/// `isRootLate`: reducing `root` itself is too late. Nullopt if the noise does
/// not come from the noise in `state`. Once `isOver`, the row may have more
/// columns than necessary.
std::optional<std::vector<uint32_t>>
deriveRow(const NoiseOracle &oracle, const NoiseState &state,
          const llvm::BitVector &reducedColumns, NoiseInstances::Node root,
          uint32_t limit, bool isRootLate, llvm::function_ref<bool()> isOver);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_NOISEDERIVATION_H
