//===- PlacementLayers.cpp - Reductions between layers --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/PlacementLayers.h"

#include <algorithm>

using namespace mlir::noisy;
using Node = PlacementGraph::Node;

/// Evaluations of nodes after which the search for the best cuts is given up.
static constexpr uint64_t MostEvaluations = 20'000'000;

namespace {

class Layers {
public:
  explicit Layers(const PlacementGraph &Graph)
      : Graph(Graph), Depth(Graph.size()), LastUse(Graph.size()),
        Noise(Graph.size()) {}

  std::optional<std::vector<uint32_t>> place();

private:
  void findDepths();
  bool evaluateFrom(uint32_t Cut);

  const PlacementGraph &Graph;
  /// The depth of each node, and of its deepest use.
  std::vector<uint32_t> Depth, LastUse;
  std::vector<std::vector<Node>> Nodes;
  std::vector<uint32_t> Noise;
  /// For each cut the least cost of it and those before, and the one before; a
  /// cut after the last depth is the end.
  std::vector<int64_t> Costs;
  std::vector<uint32_t> Before;
  uint64_t Evaluations = 0;
};

} // namespace

void Layers::findDepths() {
  for (Node N = 0; N != Graph.size(); ++N) {
    const PlacementGraph::NodeData &Data = Graph.node(N);
    for (Node Input : Graph.inputs(N))
      Depth[N] = std::max(Depth[N], Depth[Input]);
    if (Data.Kind == PlacementGraph::Form::Sum ||
        Data.Kind == PlacementGraph::Form::Other ||
        (Data.Kind == PlacementGraph::Form::Max && Data.Added))
      ++Depth[N];
    LastUse[N] = Depth[N];
    for (Node Input : Graph.inputs(N))
      LastUse[Input] = std::max(LastUse[Input], Depth[N]);
    Nodes.resize(std::max<size_t>(Nodes.size(), Depth[N] + 1));
    Nodes[Depth[N]].push_back(N);
  }
}

/// Tries all depths as the next cut after \p Cut; false if that takes too long.
bool Layers::evaluateFrom(uint32_t Cut) {
  const uint32_t End = static_cast<uint32_t>(Nodes.size()) - 1;
  // What is reduced by a cut at the depth that is tried.
  int64_t Cost = 0;
  std::vector<std::pair<uint32_t, int64_t>> Ending;
  auto visible = [&](Node N) {
    uint32_t Column = Graph.node(N).Column;
    return Depth[N] <= Cut && Cut && Column != PlacementGraph::NoColumn
               ? std::min(Noise[N], Graph.column(Column).Fresh)
               : Noise[N];
  };
  for (uint32_t Next = Cut ? Cut + 1 : 0; Next <= End; ++Next) {
    for (Node N : Nodes[Next]) {
      if (++Evaluations > MostEvaluations)
        return false;
      const PlacementGraph::NodeData &Data = Graph.node(N);
      Noise[N] = Graph.evaluate(N, visible, /*IsReset=*/false);
      if (Noise[N] > Data.Limit)
        return true;
      if (Data.Column == PlacementGraph::NoColumn || LastUse[N] == Next ||
          Noise[N] <= Graph.column(Data.Column).Fresh)
        continue;
      Cost += Graph.column(Data.Column).Cost;
      Ending.push_back({LastUse[N], Graph.column(Data.Column).Cost});
      std::push_heap(Ending.begin(), Ending.end(), std::greater<>());
    }
    while (!Ending.empty() && Ending.front().first <= Next) {
      Cost -= Ending.front().second;
      std::pop_heap(Ending.begin(), Ending.end(), std::greater<>());
      Ending.pop_back();
    }
    if (Next > Cut && Costs[Cut] + Cost < Costs[Next]) {
      Costs[Next] = Costs[Cut] + Cost;
      Before[Next] = Cut;
    }
  }
  return true;
}

std::optional<std::vector<uint32_t>> Layers::place() {
  if (Graph.hasCycles() || Graph.size() == 0)
    return std::nullopt;
  findDepths();
  const uint32_t End = static_cast<uint32_t>(Nodes.size()) - 1;
  Costs.assign(Nodes.size(), INT64_MAX);
  Before.assign(Nodes.size(), 0);
  Costs[0] = 0;
  for (uint32_t Cut = 0; Cut < End; ++Cut)
    if (Costs[Cut] != INT64_MAX && !evaluateFrom(Cut))
      return std::nullopt;
  if (Costs[End] == INT64_MAX)
    return std::nullopt;
  std::vector<char> IsChosen(Graph.columns());
  for (uint32_t Cut = Before[End]; Cut; Cut = Before[Cut])
    for (uint32_t D = Before[Cut] ? Before[Cut] + 1 : 0; D <= Cut; ++D)
      for (Node N : Nodes[D])
        if (LastUse[N] > Cut &&
            Graph.node(N).Column != PlacementGraph::NoColumn)
          IsChosen[Graph.node(N).Column] = true;
  std::vector<uint32_t> Columns;
  for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
    if (IsChosen[Column])
      Columns.push_back(Column);
  return Columns;
}

std::optional<std::vector<uint32_t>>
mlir::noisy::placeLayers(const PlacementGraph &Graph) {
  return Layers(Graph).place();
}
