//===- RowSeparationTest.cpp - Tests of RowSeparation ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/RowSeparation.h"
#include "tests/optimizer/placement/RandomGraph.h"
#include "tests/support/RandomSeed.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("the rows of a separation leave the best choice, and bound it",
          "[random]") {
  std::mt19937 random(randomSeed(97));
  double bounds = 0;
  int64_t costs = 0;
  for (unsigned checked = 0; checked < 300;) {
    GraphShape shape = makeShape(random, 14);
    shape.HasCycles = false;
    PlacementGraph graph = makeGraph(random, shape);
    std::optional<int64_t> least;
    if (graph.columns() == 0 || graph.columns() > 10 ||
        !(least = findLeastCost(graph)))
      continue;
    ++checked;
    RowSeparation separation(graph);
    unsigned steps = 0;
    while (separation.isOpen() && ++steps < 10000)
      separation.step(double(*least), nullptr);
    REQUIRE(!separation.isOpen());
    REQUIRE(separation.bound() <= double(*least) + 1e-6);
    bounds += separation.bound();
    costs += *least;
  }
  // The relaxation of such small graphs is near the optimum.
  CHECK(bounds > 0.9 * double(costs));
}
