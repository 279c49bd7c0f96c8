//===- Components.cpp - Strongly connected components ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/Components.h"
#include <algorithm>

using namespace mlir::noisy;

void mlir::noisy::visitComponents(
    const Graph &graph,
    llvm::function_ref<void(llvm::ArrayRef<unsigned>)> visit) {
  struct Frame {
    unsigned node;
    unsigned edge = 0;
  };
  // `stack` holds the nodes that the search has left and that have no component
  // yet; those of a component are at its end when its first node is left.
  std::vector<unsigned> number(graph.size()), low(graph.size()), stack;
  std::vector<char> hasComponent(graph.size());
  std::vector<Frame> frames;
  unsigned counter = 0;
  auto enter = [&](unsigned node) {
    number[node] = low[node] = ++counter;
    frames.push_back({node});
  };
  for (unsigned start = 0; start < graph.size(); ++start) {
    if (number[start] != 0)
      continue;
    enter(start);
    while (!frames.empty()) {
      unsigned node = frames.back().node;
      llvm::ArrayRef<unsigned> targets = graph.getTargets(node);
      if (frames.back().edge < targets.size()) {
        unsigned next = targets[frames.back().edge++];
        if (number[next] == 0)
          enter(next);
        else if (!hasComponent[next])
          low[node] = std::min(low[node], number[next]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) {
        unsigned &parentLow = low[frames.back().node];
        parentLow = std::min(parentLow, low[node]);
      }
      stack.push_back(node);
      if (low[node] != number[node])
        continue;
      // All nodes that were left since this node was entered and have no
      // component, that is, those with a larger number.
      size_t first = stack.size();
      while (first > 0 && number[stack[first - 1]] >= number[node])
        --first;
      llvm::ArrayRef<unsigned> component =
          llvm::ArrayRef<unsigned>(stack).drop_front(first);
      for (unsigned member : component)
        hasComponent[member] = true;
      visit(component);
      stack.resize(first);
    }
  }
}
