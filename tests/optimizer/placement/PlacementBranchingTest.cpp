//===- PlacementBranchingTest.cpp - The best placement by branching -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/PlacementBranching.h"
#include "optimizer/placement/PlacementSearch.h"
#include "tests/optimizer/placement/RandomGraph.h"
#include "tests/support/RandomSeed.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

static GraphShape makeSteppedShape(std::mt19937 &Random, uint32_t Nodes) {
  GraphShape Shape = makeShape(Random, Nodes);
  Shape.HasSteps = Random() % 2;
  Shape.HasCharges = !Shape.HasSteps || Random() % 2;
  return Shape;
}

TEST_CASE("branching finds the best of all choices where costs depend on noise",
          "[random]") {
  std::mt19937 Random(randomSeed(79));
  unsigned Searched = 0, Local = 0;
  while (Searched < 400) {
    PlacementGraph Graph = makeGraph(Random, makeSteppedShape(Random, 14));
    if (Graph.columns() > 10)
      continue;
    std::optional<int64_t> Least = findLeastCost(Graph);
    const std::vector<std::vector<uint32_t>> NoRows;
    PlacementBranching Branching(Graph, NoRows);
    REQUIRE(Branching.run(INT64_MAX, UINT64_MAX));
    REQUIRE(Branching.best().has_value() == Least.has_value());
    if (!Least)
      continue;
    ++Searched;
    REQUIRE(Branching.bestCost() == *Least);
    REQUIRE(findCost(Graph, {Branching.best()->begin(),
                             Branching.best()->end()}) == *Least);
    // Nothing is better than the best.
    REQUIRE(Branching.run(*Least, UINT64_MAX));
    REQUIRE_FALSE(Branching.best());
    // What columns cost at least is no more than the least.
    int64_t LeastOfColumns = Graph.leastCharges();
    PlacementSearch Search(Graph);
    REQUIRE(Search.offerCompleted({}));
    Search.run(1000);
    for (uint32_t Column : Search.best())
      LeastOfColumns += Graph.column(Column).Cost;
    REQUIRE(LeastOfColumns <= Search.bestCost());
    REQUIRE(Search.bestCost() >= *Least);
    Local += Search.bestCost() == *Least;
  }
  CHECK(Local >= Searched * 9 / 10);
}

TEST_CASE("what a state costs is what its noise says, whatever has changed",
          "[random]") {
  std::mt19937 Random(randomSeed(83));
  for (int Round = 0; Round < 200; ++Round) {
    PlacementGraph Graph = makeGraph(Random, makeSteppedShape(Random, 40));
    PlacementState State(Graph);
    if (Graph.columns() == 0 || !State.complete({}))
      continue;
    for (int Change = 0; Change < 100; ++Change) {
      size_t Mark = State.mark();
      int64_t OldCost = State.cost();
      uint32_t Column = Random() % Graph.columns();
      bool IsDone = State.isReduced(Column) ? State.restore(Column)
                                            : State.reduce(Column);
      REQUIRE(findCost(Graph, {State.chosen().begin(), State.chosen().end()}) ==
              State.cost());
      if (!IsDone)
        REQUIRE(State.cost() == OldCost);
      if (Random() % 2) {
        State.rollBack(Mark);
        REQUIRE(State.cost() == OldCost);
      }
      State.commit();
    }
  }
}
