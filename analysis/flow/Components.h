//===- Components.h - Strongly connected components -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_COMPONENTS_H
#define NOISY_ANALYSIS_FLOW_COMPONENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace mlir::noisy {

/// A directed graph on the numbers from 0: the targets of node i are at
/// [offsets[i], offsets[i + 1]).
class Graph {
public:
  /// Adds the next node. Nodes are added in order, each with its edges.
  void addNode() { offsets.push_back(targets.size()); }
  void addEdge(unsigned target) {
    targets.push_back(target);
    offsets.back() = targets.size();
  }

  unsigned size() const { return offsets.size() - 1; }
  llvm::ArrayRef<unsigned> getTargets(unsigned node) const {
    return llvm::ArrayRef<unsigned>(targets).slice(
        offsets[node], offsets[node + 1] - offsets[node]);
  }

private:
  std::vector<unsigned> offsets = {0};
  std::vector<unsigned> targets;
};

/// Visits the strongly connected components of a graph, each after those that
/// its edges lead to. Within a component the nodes are in the order in which
/// the search left them, which for most of them is after their targets. Linear:
/// Tarjan 1972, with an explicit stack instead of recursion.
void visitComponents(
    const Graph &graph,
    llvm::function_ref<void(llvm::ArrayRef<unsigned> component)> visit);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_COMPONENTS_H
