//===- RandomGraph.h - Noise graphs by chance -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_OPTIMIZER_PLACEMENT_RANDOMGRAPH_H
#define NOISY_TESTS_OPTIMIZER_PLACEMENT_RANDOMGRAPH_H

#include "optimizer/placement/PlacementGraph.h"

#include <optional>
#include <random>
#include <set>

namespace mlir::noisy::test {

/// What a random graph may hold.
struct GraphShape {
  uint32_t Nodes = 20;
  /// Products are joins that add one, sums are joins: the levels of CKKS.
  bool IsLevels = false;
  bool HasCycles = false;
  /// Columns of several nodes, and costs other than 1.
  bool HasInstances = false, HasCosts = false;
  /// Costs that depend on noise.
  bool HasSteps = false;
  /// Charges: what is paid for by noise, whatever is chosen.
  bool HasCharges = false;
  /// Limits on what uses see.
  bool HasUses = false;
};

/// A graph of one to eight multiplications between reductions.
inline PlacementGraph makeGraph(std::mt19937 &Random, const GraphShape &Shape) {
  using Form = PlacementGraph::Form;
  PlacementGraph Graph;
  auto Below = [&](uint32_t Count) {
    return static_cast<uint32_t>(Random() % Count);
  };
  const uint32_t Fresh = Shape.IsLevels ? 1 : 1 + Below(12);
  const uint32_t Most =
      Shape.IsLevels ? 2 + Below(8) : Fresh * (2 + Below(8)) + Below(12);
  const uint32_t NumFresh = 1 + Below(3);
  uint32_t CycleBegin = 0, CycleEnd = 0;
  if (Shape.HasCycles) {
    CycleBegin = NumFresh + Below(Shape.Nodes / 2);
    CycleEnd = CycleBegin + 1 + Below(Shape.Nodes / 4);
  }
  for (uint32_t N = 0; N != Shape.Nodes; ++N) {
    PlacementGraph::NodeData Data;
    Data.Limit = Most;
    std::vector<uint32_t> Inputs;
    if (N < NumFresh) {
      Data.Added = Fresh;
      Graph.addNode(Data, Inputs);
      continue;
    }
    auto Near = [&] { return N - 1 - Below(std::min(N, 6u)); };
    Inputs = {Near(), Near()};
    switch (Below(4)) {
    case 0:
      Data.Kind = Shape.IsLevels ? Form::Max : Form::Sum;
      Data.Added = Shape.IsLevels;
      break;
    case 1:
      Inputs.pop_back();
      Data.Kind = Form::Max;
      Data.Added = Below(2);
      break;
    default:
      Data.Kind = Form::Max;
      Data.Added = !Shape.IsLevels;
    }
    // The first of a cycle joins what comes in and what comes back.
    if (N == CycleBegin && N < CycleEnd) {
      Data.Kind = Form::Max;
      Data.Added = 0;
      Inputs = {Near(), std::min(CycleEnd, Shape.Nodes) - 1};
    } else if (N > CycleBegin && N < CycleEnd) {
      Inputs.front() = N - 1;
    }
    if (Shape.HasUses && Below(5) == 0)
      Data.UseLimit = Fresh + Below(Most - Fresh + 1);
    if (Shape.HasInstances && Graph.columns() && Below(4) == 0) {
      Data.Column = Below(Graph.columns());
    } else if (Below(8)) {
      Data.Column = Graph.columns();
      std::vector<PlacementGraph::Step> Steps;
      for (uint32_t From = 0; Shape.HasSteps && Steps.size() < 1 + Below(3);
           From += 1 + Below(Most))
        Steps.push_back({From, Below(9)});
      Graph.addColumn(Shape.HasCosts ? Below(5) : 1, Fresh, false, Steps);
    }
    Graph.addNode(Data, Inputs);
  }
  for (uint32_t Charge = 0; Shape.HasCharges && Charge != Shape.Nodes / 2;
       ++Charge) {
    std::vector<PlacementGraph::Step> Steps;
    for (uint32_t From = 0; Steps.size() < 1 + Below(4);
         From += 1 + Below(Most))
      Steps.push_back({From, Below(6)});
    std::set<uint32_t> Nodes;
    for (uint32_t Count = Below(4); Nodes.size() < Count;)
      Nodes.insert(Below(Shape.Nodes));
    Graph.addCharge(Steps, std::vector<uint32_t>(Nodes.begin(), Nodes.end()));
  }
  if (CycleBegin < CycleEnd)
    Graph.addCycle(CycleBegin, std::min(CycleEnd, Shape.Nodes));
  Graph.finish();
  return Graph;
}

/// The raw and visible noise of all nodes by sweeps from nothing; none where a
/// limit is passed.
inline std::optional<std::vector<std::pair<uint32_t, uint32_t>>>
sweepBoth(const PlacementGraph &Graph, const std::set<uint32_t> &Chosen) {
  std::vector<std::pair<uint32_t, uint32_t>> Noises(Graph.size());
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (uint32_t N = 0; N != Graph.size(); ++N) {
      const PlacementGraph::NodeData &Data = Graph.node(N);
      uint32_t Raw = Graph.evaluate(
          N, [&](uint32_t I) { return Noises[I].second; }, false);
      bool IsReduced = Raw && Chosen.count(Data.Column);
      uint32_t New = IsReduced ? Graph.column(Data.Column).Fresh : Raw;
      if (Raw > Data.Limit || New > Data.UseLimit)
        return std::nullopt;
      HasChanged |= std::pair(Raw, New) != Noises[N];
      Noises[N] = {Raw, New};
    }
  }
  return Noises;
}

/// The visible noise alone.
inline std::optional<std::vector<uint32_t>>
sweep(const PlacementGraph &Graph, const std::set<uint32_t> &Chosen) {
  auto Noises = sweepBoth(Graph, Chosen);
  if (!Noises)
    return std::nullopt;
  std::vector<uint32_t> Visible;
  for (auto [Raw, Seen] : *Noises)
    Visible.push_back(Seen);
  return Visible;
}

/// What a choice costs; none where it is illegal.
inline std::optional<int64_t> findCost(const PlacementGraph &Graph,
                                       const std::set<uint32_t> &Chosen) {
  auto Noises = sweepBoth(Graph, Chosen);
  if (!Noises)
    return std::nullopt;
  int64_t Cost = 0;
  for (uint32_t Column : Chosen) {
    uint32_t Raw = 0;
    for (uint32_t N : Graph.nodes(Column))
      Raw = std::max(Raw, (*Noises)[N].first);
    int64_t Own = Graph.column(Column).Cost;
    for (const PlacementGraph::Step &Step : Graph.steps(Column))
      if (Step.From <= Raw)
        Own = Step.Cost;
    Cost += Own;
  }
  for (uint32_t Charge = 0; Charge != Graph.charges(); ++Charge) {
    uint32_t Visible = 0;
    for (uint32_t N : Graph.nodesOfCharge(Charge))
      Visible = std::max(Visible, (*Noises)[N].second);
    Cost += Graph.chargeAt(Charge, Visible);
  }
  return Cost;
}

inline GraphShape makeShape(std::mt19937 &Random, uint32_t Nodes) {
  GraphShape Shape;
  Shape.Nodes = Nodes;
  Shape.IsLevels = Random() % 3 == 0;
  Shape.HasCycles = Random() % 3 == 0;
  Shape.HasInstances = Random() % 3 == 0;
  Shape.HasCosts = Random() % 3 == 0;
  Shape.HasUses = Random() % 3 == 0;
  return Shape;
}

/// The least cost of a legal choice, by trying all.
inline std::optional<int64_t> findLeastCost(const PlacementGraph &Graph) {
  std::optional<int64_t> Least;
  for (uint32_t Mask = 0; Mask >> Graph.columns() == 0; ++Mask) {
    std::set<uint32_t> Chosen;
    for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
      if (Mask >> Column & 1)
        Chosen.insert(Column);
    if (std::optional<int64_t> Cost = findCost(Graph, Chosen))
      Least = std::min(Least.value_or(*Cost), *Cost);
  }
  return Least;
}

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_OPTIMIZER_PLACEMENT_RANDOMGRAPH_H
