//===- ValueCycles.cpp - Cycles in the flow of values ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ValueCycles.h"
#include "analysis/flow/FlowTargets.h"
#include <algorithm>
#include <limits>

using namespace mlir;
using namespace mlir::noisy;

unsigned ValueCycles::makeNode(Value value) {
  values.push_back(value);
  return values.size() - 1;
}

unsigned ValueCycles::getNode(Value value) {
  auto [entry, isNew] = nodes.try_emplace(value, values.size());
  return isNew ? makeNode(value) : entry->second;
}

/// Adds edges from each of `sourceValues` to each of `targetValues`, through an
/// extra node if that takes fewer edges.
template <typename Sources, typename Targets>
void ValueCycles::connect(Sources sourceValues, Targets targetValues) {
  if (sourceValues.empty() || targetValues.empty())
    return;
  if (sourceValues.size() == 1 || targetValues.size() == 1) {
    for (Value source : sourceValues)
      for (Value target : targetValues)
        edges.emplace_back(getNode(source), getNode(target));
    return;
  }
  unsigned middle = makeNode(nullptr);
  for (Value source : sourceValues)
    edges.emplace_back(getNode(source), middle);
  for (Value target : targetValues)
    edges.emplace_back(middle, getNode(target));
}

void ValueCycles::connectOperation(Operation *op, Operation *root,
                                   SymbolTableCollection &symbols) {
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call && op->getNumRegions() == 0 && op->getNumSuccessors() == 0 &&
      !isRegionEnd(op)) {
    connect(op->getOperands(), op->getResults());
    return;
  }
  for (OpOperand &operand : op->getOpOperands())
    forEachTarget(operand, symbols, [&](Value target) {
      edges.emplace_back(getNode(operand.get()), getNode(target));
    });
  Region *region = call ? getCalledRegion(call, symbols) : nullptr;
  if (!region || !root->isAncestor(region->getParentOp()))
    return;
  for (Block &block : *region)
    if (!block.empty() && isRegionEnd(&block.back()))
      for (auto [operand, result] :
           llvm::zip(block.back().getOperands(), op->getResults()))
        edges.emplace_back(getNode(operand), getNode(result));
}

ValueCycles::ValueCycles(Operation *root, SymbolTableCollection &symbols) {
  root->walk([&](Operation *op) { connectOperation(op, root, symbols); });
  firstEdge.assign(values.size() + 1, 0);
  for (auto [source, target] : edges)
    ++firstEdge[target + 1];
  for (size_t i = 1; i < firstEdge.size(); ++i)
    firstEdge[i] += firstEdge[i - 1];
  sources.resize(edges.size());
  std::vector<unsigned> next(firstEdge.begin(), firstEdge.end());
  for (auto [source, target] : edges)
    sources[next[target]++] = source;
  edges = {};
  findComponents();
}

/// Tarjan's algorithm, with an explicit stack: chains are long.
void ValueCycles::findComponents() {
  constexpr unsigned noIndex = std::numeric_limits<unsigned>::max();
  size_t n = values.size();
  std::vector<unsigned> index(n, noIndex), low(n, 0), edge(n, 0), open, path;
  components.assign(n, noIndex);
  unsigned counter = 0;
  for (unsigned start = 0; start < n; ++start) {
    if (index[start] != noIndex)
      continue;
    path.push_back(start);
    while (!path.empty()) {
      unsigned node = path.back();
      if (index[node] == noIndex) {
        index[node] = low[node] = counter++;
        edge[node] = firstEdge[node];
        open.push_back(node);
      }
      if (edge[node] < firstEdge[node + 1]) {
        unsigned source = sources[edge[node]++];
        if (index[source] == noIndex)
          path.push_back(source);
        else if (components[source] == noIndex)
          low[node] = std::min(low[node], index[source]);
        continue;
      }
      path.pop_back();
      if (!path.empty())
        low[path.back()] = std::min(low[path.back()], low[node]);
      if (low[node] != index[node])
        continue;
      firstMember.push_back(members.size());
      unsigned member;
      do {
        member = open.back();
        open.pop_back();
        components[member] = numComponents;
        if (values[member])
          members.push_back(values[member]);
      } while (member != node);
      ++numComponents;
    }
  }
  firstMember.push_back(members.size());
}

unsigned ValueCycles::getComponent(Value value) const {
  auto node = nodes.find(value);
  // A value without flow in or out is alone.
  return node == nodes.end() ? numComponents : components[node->second];
}

bool ValueCycles::isBackAndForth(Value source, Value target) const {
  unsigned component = getComponent(source);
  return component != numComponents && component == getComponent(target);
}

ArrayRef<Value> ValueCycles::getMembers(unsigned component) const {
  if (component >= numComponents)
    return {};
  return ArrayRef(members).slice(firstMember[component],
                                 firstMember[component + 1] -
                                     firstMember[component]);
}

void ValueCycles::getEntries(Value value,
                             SmallVectorImpl<Value> &entries) const {
  auto node = nodes.find(value);
  if (node == nodes.end())
    return;
  unsigned component = components[node->second];
  SmallVector<unsigned> worklist = {node->second};
  while (!worklist.empty()) {
    unsigned target = worklist.pop_back_val();
    for (unsigned i = firstEdge[target]; i < firstEdge[target + 1]; ++i) {
      unsigned source = sources[i];
      if (!values[source]) // stands for an operation
        worklist.push_back(source);
      else if (components[source] != component)
        entries.push_back(values[source]);
    }
  }
}
