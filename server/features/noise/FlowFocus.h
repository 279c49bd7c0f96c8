//===- FlowFocus.h - The part of a flow around one node ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NOISE_FLOWFOCUS_H
#define NOISY_SERVER_FEATURES_NOISE_FLOWFOCUS_H

#include "server/features/noise/FunctionFlow.h"

namespace mlir::noisy::lsp {

/// Nodes that are drawn as one.
struct FlowBundle {
  enum class Kind {
    /// `Owner` depends on them, and no drawn node before it does.
    Before,
    /// They depend on a drawn node.
    After,
    /// All others.
    Apart
  };
  Kind Role = Kind::Before;
  /// The drawn node that comes next; None for `After` and `Apart`.
  uint32_t Owner = Section::None;
  /// The node with the most noise, the first of these in the text.
  uint32_t Heaviest = Section::None;
  size_t Size = 0;
};

/// The part of a flow that answers where the noise of one node is from: the
/// node, its heaviest path back to what is fresh, its operands and its users.
/// Each node of the flow is either drawn or in exactly one bundle.
struct FlowFocus {
  uint32_t Focus = Section::None;
  std::vector<bool> IsDrawn;
  /// For each drawn node: it is on the heaviest path.
  std::vector<bool> IsOnPath;
  std::vector<FlowBundle> Bundles;
  /// The bundle of each node, or None for a drawn one.
  std::vector<uint32_t> BundleOf;
  /// The edges of the picture, sorted and without duplicates; the number of
  /// bundle B is that of all nodes plus B. All edges between drawn nodes are
  /// there, those from bundles `Before` to drawn nodes, those from the focus to
  /// bundles and from its users to `After`, and those of the path. Without
  /// edges back, they make no cycle.
  std::vector<FlowEdge> Edges;
};

/// The most nodes of each kind that are drawn around the focus: steps of the
/// path at either end of it, operands, and users.
inline constexpr size_t MostPathSteps = 16, MostNeighbours = 12;

/// Returns the part around a node. Linear in the flow.
FlowFocus focusFlow(const FunctionFlow &Flow, uint32_t Focus);

/// Returns the node to begin with: the first one that is over its limit without
/// depending on another, else the one with the most noise. The flow must not be
/// empty.
uint32_t findWorst(const FunctionFlow &Flow);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NOISE_FLOWFOCUS_H
