//===- GraphPart.h - The requested part of a graph --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NOISE_GRAPHPART_H
#define NOISY_SERVER_FEATURES_NOISE_GRAPHPART_H

#include <cstddef>
#include <limits>
#include <string>

namespace mlir::noisy::lsp {

/// A limit that leaves no node out.
inline constexpr size_t AllNodes = std::numeric_limits<size_t>::max();

/// The part of a large graph that is wanted.
struct GraphPart {
  GraphPart(size_t MaxNodes = AllNodes) : MaxNodes(MaxNodes) {}

  /// The maximum number of nodes of a graph without a focus.
  size_t MaxNodes;
  /// A graph with more nodes than this has a focus, the rest in bundles.
  /// (FlowFocus).
  size_t FocusAbove = AllNodes;
  /// The key of the node in focus; if there is none, the place decides.
  std::string FocusKey = {};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NOISE_GRAPHPART_H
