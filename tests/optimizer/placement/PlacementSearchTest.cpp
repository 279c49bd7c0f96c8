//===- PlacementSearchTest.cpp - Better placements by changes -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/PlacementSearch.h"
#include "tests/optimizer/placement/RandomGraph.h"
#include "tests/support/RandomSeed.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

static std::set<uint32_t> toSet(const std::vector<uint32_t> &Columns) {
  return {Columns.begin(), Columns.end()};
}

TEST_CASE("a search ends with the best of all choices in small graphs",
          "[random]") {
  std::mt19937 Random(randomSeed(67));
  unsigned Searched = 0, Best = 0;
  while (Searched < 300) {
    PlacementGraph Graph = makeGraph(Random, makeShape(Random, 14));
    if (Graph.columns() > 10)
      continue;
    std::optional<int64_t> Least = findLeastCost(Graph);
    PlacementSearch Search(Graph);
    bool IsLegal = Search.offerCompleted({});
    REQUIRE(IsLegal == Least.has_value());
    if (!IsLegal)
      continue;
    ++Searched;
    Search.run(500);
    REQUIRE(Search.bestCost() >= *Least);
    Best += Search.bestCost() == *Least;
  }
  // Local, but in graphs of this size nearly always enough.
  CHECK(Best >= Searched * 95 / 100);
}

TEST_CASE("a search never gets worse, and nothing in its best is needless",
          "[random]") {
  std::mt19937 Random(randomSeed(71));
  for (int Round = 0; Round < 200; ++Round) {
    PlacementGraph Graph = makeGraph(Random, makeShape(Random, 80));
    PlacementSearch Search(Graph, Random()), Again(Graph);
    if (!Search.offerCompleted({}))
      continue;
    int64_t Last = Search.bestCost();
    for (int Part = 0; Part < 20; ++Part) {
      Search.run(20);
      REQUIRE(Search.bestCost() <= Last);
      Last = Search.bestCost();
      std::set<uint32_t> Chosen = toSet(Search.best());
      REQUIRE(sweep(Graph, Chosen));
    }
    for (uint32_t Column : Search.best()) {
      std::set<uint32_t> Fewer = toSet(Search.best());
      Fewer.erase(Column);
      REQUIRE_FALSE(sweep(Graph, Fewer));
    }
    // A worse choice changes nothing, a better one is taken.
    std::vector<uint32_t> All;
    for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
      All.push_back(Column);
    REQUIRE(Search.offer(All));
    REQUIRE(Search.bestCost() <= Last);
    REQUIRE(Again.offer(Search.best()));
    REQUIRE(Again.bestCost() == Search.bestCost());
  }
}

TEST_CASE("equal searches have equal results", "[random]") {
  std::mt19937 Random(randomSeed(73));
  for (int Round = 0; Round < 20; ++Round) {
    PlacementGraph Graph = makeGraph(Random, makeShape(Random, 100));
    PlacementSearch Search(Graph, 7), Same(Graph, 7);
    if (!Search.offerCompleted({}))
      continue;
    REQUIRE(Same.offerCompleted({}));
    Search.run(500);
    // How often it is called makes no difference.
    for (int Part = 0; Part < 5; ++Part)
      Same.run(100);
    REQUIRE(Search.best() == Same.best());
  }
}
