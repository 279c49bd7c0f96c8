//===- GreedyReductions.cpp - Reduce where the limit is passed ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/GreedyReductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

using Node = NoiseInstances::Node;

void mlir::noisy::reduceGreedily(const NoiseOracle &oracle,
                                 ArrayRef<int64_t> costs,
                                 llvm::BitVector &reducedColumns) {
  const NoiseInstances &graph = oracle.getInstances();
  std::vector<NoiseBound> visibleBounds(graph.size());
  std::vector<char> isOnCycle(graph.size());
  for (Node node = 0; node < graph.size(); ++node)
    visibleBounds[node] = oracle.getFloor(node);
  for (auto [begin, end] : graph.getCycles())
    for (Node node : graph.getOrder().slice(begin, end - begin))
      isOnCycle[node] = true;

  auto isReduced = [&](Node node) {
    int column = oracle.getColumn(node);
    return column >= 0 && reducedColumns[column];
  };
  // Reduces every instance. Noise computed from earlier instances is not
  // updated: it stays too high, which is safe.
  auto reduce = [&](Node node) {
    reducedColumns.set(oracle.getColumn(node));
    for (Node instance : graph.getInstances(graph.getSlot(node)))
      visibleBounds[instance] =
          std::min(visibleBounds[instance], oracle.getFresh(node));
    visibleBounds[node] = std::min(visibleBounds[node], oracle.getFresh(node));
  };
  auto evaluate = [&](Node node) {
    SmallVector<NoiseBound, 2> bounds;
    for (Node input : graph.getInputs(node))
      bounds.push_back(visibleBounds[input]);
    int reset = oracle.getResetColumn(node);
    return graph.evaluate(node, bounds, reset >= 0 && reducedColumns[reset]);
  };
  auto findNoisiest = [&](Node node) {
    std::optional<Node> noisiest;
    for (Node input : graph.getInputs(node))
      if (oracle.getColumn(input) >= 0 && !isReduced(input) &&
          visibleBounds[input] > oracle.getFresh(input) &&
          (!noisiest || visibleBounds[input] > visibleBounds[*noisiest]))
        noisiest = input;
    return noisiest;
  };

  // Reduces a value, or, if that costs less, one that it is a copy of: an
  // argument of a function costs as much as all calls of it.
  auto reduceCheapest = [&](Node node) {
    SmallVector<Node> copies = {node};
    Node cheapest = node;
    while (graph.getKind(copies.back()) == NoiseInstances::Kind::Join &&
           graph.getInputs(copies.back()).size() == 1 &&
           graph.getBound(copies.back()).isUnreachable() &&
           !isOnCycle[copies.back()]) {
      Node source = graph.getInputs(copies.back()).front();
      copies.push_back(source);
      if (oracle.getColumn(source) >= 0 && !isReduced(source) &&
          costs[oracle.getColumn(source)] < costs[oracle.getColumn(cheapest)])
        cheapest = source;
    }
    reduce(cheapest);
    while (copies.back() != cheapest)
      copies.pop_back();
    copies.pop_back();
    for (Node copy : llvm::reverse(copies))
      visibleBounds[copy] = std::min(
          visibleBounds[copy], visibleBounds[graph.getInputs(copy).front()]);
  };

  for (Node node : graph.getOrder()) {
    if (isOnCycle[node])
      continue;
    NoiseBound raw = evaluate(node);
    uint32_t limit = oracle.getLimit(node);
    bool comesIn = oracle.getProblem().passesExcess &&
                   llvm::any_of(graph.getInputs(node), [&](Node input) {
                     return visibleBounds[input].exceeds(limit);
                   });
    while (raw.exceeds(limit) && !comesIn) {
      std::optional<Node> input = findNoisiest(node);
      if (!input)
        break;
      reduceCheapest(*input);
      raw = evaluate(node);
    }
    if ((comesIn || !raw.exceeds(limit)) && !raw.isUnknown())
      visibleBounds[node] =
          isReduced(node) ? std::min(raw, oracle.getFresh(node)) : raw;
  }
  for (ReductionProblem::Use use : oracle.getProblem().uses)
    for (Node node : graph.getInstances(use.slot))
      if (visibleBounds[node].exceeds(use.limit) && oracle.getColumn(node) >= 0)
        reduce(node);
}
