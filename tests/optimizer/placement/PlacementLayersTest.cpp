//===- PlacementLayersTest.cpp - Reductions between layers ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/PlacementLayers.h"
#include "optimizer/placement/PlacementSearch.h"
#include "tests/optimizer/placement/RandomGraph.h"
#include "tests/support/RandomSeed.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// Stages in which each value is added to another one, after a factor: the
/// butterflies of a Fourier transform of 2^Stages points.
static PlacementGraph makeButterflies(unsigned Stages, uint32_t Limit) {
  PlacementGraph Graph;
  PlacementGraph::NodeData Fresh;
  Fresh.Added = 12;
  Fresh.Limit = Limit;
  const uint32_t Points = 1u << Stages;
  std::vector<uint32_t> Values;
  for (uint32_t Point = 0; Point != Points; ++Point)
    Values.push_back(Graph.addNode(Fresh, {}));
  auto Add = [&](uint32_t Added, std::vector<uint32_t> Inputs) {
    PlacementGraph::NodeData Data;
    Data.Kind = PlacementGraph::Form::Max;
    Data.Added = Added;
    Data.Limit = Limit;
    Data.Column = Graph.columns();
    Graph.addColumn(1, 12);
    return Graph.addNode(Data, Inputs);
  };
  for (unsigned Stage = 0; Stage != Stages; ++Stage) {
    std::vector<uint32_t> Next(Points);
    for (uint32_t Point = 0; Point != Points; ++Point)
      if (!(Point >> Stage & 1)) {
        uint32_t Other = Point | 1u << Stage;
        uint32_t Turned = Add(2, {Values[Other]});
        Next[Point] = Add(1, {Values[Point], Turned});
        Next[Other] = Add(1, {Values[Point], Turned});
      }
    Values = Next;
  }
  Graph.finish();
  return Graph;
}

TEST_CASE("equal stages are cut between stages, as seldom as possible") {
  // 12 + 3 * 4 bits, and two more for the next factor.
  PlacementGraph Graph = makeButterflies(8, 26);
  std::optional<std::vector<uint32_t>> Layers = placeLayers(Graph);
  REQUIRE(Layers);
  CHECK(Layers->size() == 256);
  CHECK(sweep(Graph, {Layers->begin(), Layers->end()}));
}

TEST_CASE("layers are legal where all values can be reduced", "[random]") {
  std::mt19937 Random(randomSeed(89));
  unsigned Legal = 0;
  for (int Round = 0; Round < 500; ++Round) {
    GraphShape Shape = makeShape(Random, 40);
    Shape.HasCycles = Shape.HasInstances = Shape.HasUses = false;
    PlacementGraph Graph = makeGraph(Random, Shape);
    std::optional<std::vector<uint32_t>> Layers = placeLayers(Graph);
    if (!Layers)
      continue;
    std::set<uint32_t> Chosen(Layers->begin(), Layers->end());
    PlacementSearch Search(Graph);
    REQUIRE(Search.offerCompleted(*Layers));
    REQUIRE(sweep(Graph, {Search.best().begin(), Search.best().end()}));
    Legal += sweep(Graph, Chosen).has_value();
  }
  CHECK(Legal > 100);
}
