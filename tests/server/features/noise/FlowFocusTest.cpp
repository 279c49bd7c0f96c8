//===- FlowFocusTest.cpp - The part of a flow around one node -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/FlowFocus.h"
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

namespace {
/// A flow of values whose noise is given, in the order of the text.
struct MadeFlow {
  std::vector<std::unique_ptr<NoiseInfo>> Infos;
  FunctionFlow Flow;

  uint32_t add(uint32_t Bits, std::vector<uint32_t> Sources = {}) {
    auto Info = std::make_unique<NoiseInfo>();
    Info->Bound = NoiseBound::bits(Bits);
    Info->Limit = 1000;
    uint32_t Node = uint32_t(Flow.Nodes.size());
    Flow.Nodes.push_back({Node,
                          FlowNode::Kind::Value,
                          Info.get(),
                          {10 * Node, 10 * Node + 2},
                          10 * Node + 9});
    Flow.Order.push_back(Node);
    Infos.push_back(std::move(Info));
    for (uint32_t Source : std::set<uint32_t>(Sources.begin(), Sources.end()))
      Flow.Edges.push_back({Source, Node, Source >= Node});
    return Node;
  }
};

/// What holds of every focus.
void checkFocus(const FunctionFlow &Flow, const FlowFocus &Focus) {
  const uint32_t Count = uint32_t(Flow.Nodes.size());
  REQUIRE(Focus.IsDrawn[Focus.Focus]);
  // Each node is drawn or in one bundle, which knows their number.
  std::vector<size_t> Sizes(Focus.Bundles.size());
  for (uint32_t Node = 0; Node < Count; ++Node) {
    CHECK(Focus.IsDrawn[Node] == (Focus.BundleOf[Node] == Section::None));
    if (!Focus.IsDrawn[Node])
      ++Sizes[Focus.BundleOf[Node]];
  }
  for (size_t I = 0; I < Sizes.size(); ++I) {
    CHECK(Sizes[I] == Focus.Bundles[I].Size);
    CHECK(Sizes[I] > 0);
    CHECK(Focus.BundleOf[Focus.Bundles[I].Heaviest] == I);
  }
  // Few are drawn, whatever the size.
  CHECK(std::count(Focus.IsDrawn.begin(), Focus.IsDrawn.end(), true) <=
        std::ptrdiff_t(2 * MostPathSteps + 2 * MostNeighbours));
  // What depends on the focus is not apart.
  std::vector<bool> Depends(Count);
  Depends[Focus.Focus] = true;
  std::vector<uint32_t> Open = {Focus.Focus};
  while (!Open.empty()) {
    uint32_t Node = Open.back();
    Open.pop_back();
    for (const FlowEdge &Edge : Flow.Edges)
      if (!Edge.IsBack && Edge.Source == Node && !Depends[Edge.Target]) {
        Depends[Edge.Target] = true;
        Open.push_back(Edge.Target);
      }
  }
  for (uint32_t Node = 0; Node < Count; ++Node)
    if (Depends[Node] && !Focus.IsDrawn[Node])
      CHECK(Focus.Bundles[Focus.BundleOf[Node]].Role !=
            FlowBundle::Kind::Apart);
  // Edges between drawn nodes are all there.
  std::set<std::pair<uint32_t, uint32_t>> Edges;
  for (const FlowEdge &Edge : Focus.Edges)
    CHECK(Edges.insert({Edge.Source, Edge.Target}).second);
  for (const FlowEdge &Edge : Flow.Edges)
    if (Focus.IsDrawn[Edge.Source] && Focus.IsDrawn[Edge.Target])
      CHECK(Edges.count({Edge.Source, Edge.Target}));
  // Each has an edge of the flow behind it.
  auto numberOf = [&](uint32_t Node) {
    return Focus.IsDrawn[Node] ? Node : Count + Focus.BundleOf[Node];
  };
  std::set<std::pair<uint32_t, uint32_t>> Behind;
  for (const FlowEdge &Edge : Flow.Edges)
    Behind.insert({numberOf(Edge.Source), numberOf(Edge.Target)});
  for (const auto &Edge : Edges)
    CHECK(Behind.count(Edge));
  // Without the edges back there is an order.
  size_t Total = Count + Focus.Bundles.size();
  std::vector<unsigned> Indegrees(Total);
  for (const FlowEdge &Edge : Focus.Edges)
    Indegrees[Edge.Target] += !Edge.IsBack;
  std::vector<uint32_t> Queue;
  for (uint32_t Node = 0; Node < Total; ++Node)
    if (Indegrees[Node] == 0)
      Queue.push_back(Node);
  for (size_t I = 0; I < Queue.size(); ++I)
    for (const FlowEdge &Edge : Focus.Edges)
      if (!Edge.IsBack && Edge.Source == Queue[I] &&
          --Indegrees[Edge.Target] == 0)
        Queue.push_back(Edge.Target);
  CHECK(Queue.size() == Total);
}
} // namespace

TEST_CASE("FlowFocus: the heaviest path, and what is around", "[graph]") {
  MadeFlow Made;
  uint32_t A = Made.add(12), B = Made.add(13);
  uint32_t Light = Made.add(24, {A}), Heavy = Made.add(26, {B});
  uint32_t Product = Made.add(50, {Light, Heavy});
  uint32_t User = Made.add(100, {Product});
  uint32_t Late = Made.add(200, {User});
  uint32_t Other = Made.add(12);
  FlowFocus Focus = focusFlow(Made.Flow, Product);
  checkFocus(Made.Flow, Focus);
  using Flags = std::vector<bool>;
  CHECK(Focus.IsOnPath ==
        Flags{false, true, false, true, true, false, false, false});
  CHECK(Focus.IsDrawn ==
        Flags{false, true, true, true, true, true, false, false});
  REQUIRE(Focus.Bundles.size() == 3);
  CHECK(Focus.Bundles[0].Role == FlowBundle::Kind::Before);
  CHECK(Focus.Bundles[0].Owner == Light);
  CHECK(Focus.BundleOf[A] == 0);
  CHECK(Focus.Bundles[1].Role == FlowBundle::Kind::After);
  CHECK(Focus.BundleOf[Late] == 1);
  CHECK(Focus.Bundles[2].Role == FlowBundle::Kind::Apart);
  CHECK(Focus.BundleOf[Other] == 2);
}

TEST_CASE("FlowFocus: what is before a user leads on", "[graph]") {
  MadeFlow Made;
  uint32_t A = Made.add(12), F = Made.add(13);
  uint32_t First = Made.add(14, {F, A});
  uint32_t Between = Made.add(15, {First, A});
  Made.add(16, {Between, F});
  uint32_t Late = Made.add(30, {Between, A});
  FlowFocus Focus = focusFlow(Made.Flow, F);
  checkFocus(Made.Flow, Focus);
  REQUIRE_FALSE(Focus.IsDrawn[Between]);
  REQUIRE_FALSE(Focus.IsDrawn[Late]);
  CHECK(Focus.Bundles[Focus.BundleOf[Between]].Role ==
        FlowBundle::Kind::Before);
  CHECK(Focus.Bundles[Focus.BundleOf[Late]].Role == FlowBundle::Kind::After);
}

TEST_CASE("FlowFocus: a path ends at a reduction", "[graph]") {
  MadeFlow Made;
  uint32_t A = Made.add(12);
  uint32_t Product = Made.add(24, {A});
  uint32_t Reduced = Made.add(12, {Product});
  uint32_t Sum = Made.add(12, {Reduced});
  FlowFocus Focus = focusFlow(Made.Flow, Sum);
  checkFocus(Made.Flow, Focus);
  CHECK(Focus.IsOnPath == std::vector<bool>{false, false, true, true});
}

TEST_CASE("FlowFocus: of a long path both ends are drawn", "[graph]") {
  MadeFlow Made;
  uint32_t Last = Made.add(1);
  for (uint32_t I = 2; I <= 30'000; ++I)
    Last = Made.add(I, {Last});
  FlowFocus Focus = focusFlow(Made.Flow, Last);
  checkFocus(Made.Flow, Focus);
  CHECK(Focus.IsDrawn[0]);
  REQUIRE(Focus.Bundles.size() == 1);
  CHECK(Focus.Bundles[0].Size == 30'000 - 2 * MostPathSteps);
  // The bundle between has both of its edges.
  CHECK(Focus.Edges.size() == 2 * MostPathSteps);
}

TEST_CASE("FlowFocus: random flows, around each of their nodes", "[graph]") {
  std::mt19937 Random(7);
  auto below = [&](uint32_t Bound) { return uint32_t(Random() % Bound); };
  for (unsigned Round = 0; Round < 60; ++Round) {
    MadeFlow Made;
    uint32_t Size = 1 + below(60), Near = 1 + below(20);
    for (uint32_t I = 0; I < Size; ++I) {
      std::vector<uint32_t> Sources;
      for (uint32_t Count = I == 0 ? 0 : below(4); Count > 0; --Count)
        Sources.push_back(I - 1 - below(std::min(I, Near)));
      if (below(10) == 0)
        Sources.push_back(I);
      Made.add(1 + below(40), Sources);
    }
    CHECK(Made.Flow.Nodes[findWorst(Made.Flow)].Info->Bound.getBits() ==
          std::max_element(Made.Flow.Nodes.begin(), Made.Flow.Nodes.end(),
                           [](const FlowNode &A, const FlowNode &B) {
                             return A.Info->Bound.getBits() <
                                    B.Info->Bound.getBits();
                           })
              ->Info->Bound.getBits());
    for (uint32_t Node = 0; Node < Size; ++Node)
      checkFocus(Made.Flow, focusFlow(Made.Flow, Node));
  }
}
