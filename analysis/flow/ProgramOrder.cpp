//===- ProgramOrder.cpp - The order of computation ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ProgramOrder.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::noisy;

/// The nodes that can be reached from `roots`, in reverse postorder of a depth
/// first search that follows `successorsOf(node)` in their order.
template <typename Node, typename SuccessorsOf>
static SmallVector<Node> getReversePostorder(ArrayRef<Node> roots,
                                             SuccessorsOf successorsOf) {
  SmallVector<Node> order;
  llvm::DenseSet<Node> visitedNodes;
  struct Step {
    Node node;
    SmallVector<Node> successors;
  };
  SmallVector<Step> path;
  auto enter = [&](Node node) {
    if (!visitedNodes.insert(node).second)
      return;
    path.push_back({node, successorsOf(node)});
    std::reverse(path.back().successors.begin(), path.back().successors.end());
  };
  for (Node root : roots) {
    enter(root);
    while (!path.empty()) {
      if (path.back().successors.empty()) {
        order.push_back(path.back().node);
        path.pop_back();
        continue;
      }
      enter(path.back().successors.pop_back_val());
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

void ProgramOrder::number(Region &region,
                          llvm::function_ref<bool(Operation *)> isNumbered) {
  SmallVector<Block *> order;
  if (region.hasOneBlock()) {
    order.push_back(&region.front());
  } else {
    // The last successor in the text is followed first, and so comes last if
    // the branches leave a choice: loops come before the code after them.
    llvm::DenseMap<Block *, unsigned> place;
    for (Block &block : region)
      place.try_emplace(&block, place.size());
    order = getReversePostorder<Block *>(&region.front(), [&](Block *block) {
      SmallVector<Block *> successors(block->getSuccessors());
      llvm::sort(successors, [&](Block *a, Block *b) {
        return place.lookup(a) > place.lookup(b);
      });
      return successors;
    });
  }
  for (Block *block : order) {
    blocks[block] = next++;
    for (Operation &op : *block) {
      if (op.getNumRegions() && !isa<CallableOpInterface>(op))
        for (Region &inner : op.getRegions())
          if (!inner.empty())
            number(inner, isNumbered);
      if (op.getNumRegions() || isNumbered(&op))
        operations[&op] = next++;
    }
  }
}

ProgramOrder::ProgramOrder(Operation *root, const CallGraph &graph,
                           llvm::function_ref<bool(Operation *)> isNumbered) {
  const llvm::SetVector<Operation *> &functions = graph.functions;
  // Functions that nothing calls are roots; then all that are left.
  llvm::DenseSet<Operation *> calledFunctions;
  for (const auto &[caller, list] : graph.callees)
    calledFunctions.insert(list.begin(), list.end());
  SmallVector<Operation *> roots;
  for (Operation *function : functions)
    if (!calledFunctions.contains(function))
      roots.push_back(function);
  llvm::append_range(roots, functions);
  // The first callee is followed last, and so comes first.
  SmallVector<Operation *> order =
      getReversePostorder<Operation *>(roots, [&](Operation *function) {
        SmallVector<Operation *> list = graph.callees.lookup(function);
        std::reverse(list.begin(), list.end());
        return list;
      });

  if (!isa<CallableOpInterface>(root))
    for (Region &region : root->getRegions())
      if (!region.empty())
        number(region, isNumbered);
  for (Operation *function : order)
    if (functions.contains(function))
      for (Region &region : function->getRegions())
        if (!region.empty())
          number(region, isNumbered);
  operations.try_emplace(root, next++);
}
