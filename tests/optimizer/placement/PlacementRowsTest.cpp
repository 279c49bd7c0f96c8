//===- PlacementRowsTest.cpp - Tests of PlacementRows ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/PlacementRows.h"
#include "tests/optimizer/placement/RandomGraph.h"
#include "tests/support/RandomSeed.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// True if a choice of all columns but those in \p Omitted is legal.
static bool isLegalWithout(const PlacementGraph &Graph,
                           const std::set<uint32_t> &Omitted) {
  std::set<uint32_t> Chosen;
  for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
    if (!Omitted.count(Column))
      Chosen.insert(Column);
  return sweep(Graph, Chosen).has_value();
}

static std::set<uint32_t> toSet(uint32_t Mask) {
  std::set<uint32_t> Columns;
  for (uint32_t Column = 0; Mask >> Column; ++Column)
    if (Mask >> Column & 1)
      Columns.insert(Column);
  return Columns;
}

TEST_CASE("every row that is found holds for all legal choices", "[random]") {
  std::mt19937 Random(randomSeed(83));
  unsigned Rows = 0;
  for (unsigned Round = 0; Round != 2000; ++Round) {
    PlacementGraph Graph = makeGraph(Random, makeShape(Random, 40));
    PlacementRows Finder(Graph);
    std::vector<double> Weights;
    for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
      Weights.push_back(Random() % 3 ? 0 : Random() % 100 / 200.0);
    double Most = Random() % 2 ? 1 : 1.5;
    Finder.find(Weights, Most, [&](std::vector<uint32_t> Row) {
      ++Rows;
      REQUIRE(!Row.empty());
      REQUIRE(std::is_sorted(Row.begin(), Row.end()));
      double Weight = 0;
      for (uint32_t Column : Row)
        Weight += Weights[Column];
      REQUIRE(Weight < Most + 1e-4);
      // Noise only falls where more is chosen, so one choice stands for all.
      REQUIRE(!isLegalWithout(Graph, {Row.begin(), Row.end()}));
    });
  }
  CHECK(Rows > 5000);
}

TEST_CASE("an illegal choice is told by a row, and of levels the lightest row "
          "is found",
          "[random]") {
  std::mt19937 Random(randomSeed(89));
  unsigned Illegal = 0, Lightest = 0;
  while (Illegal < 500 || Lightest < 100) {
    GraphShape Shape = makeShape(Random, 14);
    Shape.HasCycles = false;
    PlacementGraph Graph = makeGraph(Random, Shape);
    if (Graph.columns() > 10)
      continue;
    PlacementRows Finder(Graph);
    // Where even all columns are not enough, there is no row.
    if (!isLegalWithout(Graph, {}))
      continue;
    uint32_t Chosen = Random() % (1u << Graph.columns());
    std::vector<double> Weights;
    for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
      Weights.push_back(Chosen >> Column & 1);
    bool IsFound = false;
    Finder.find(Weights, 0.5,
                [&](const std::vector<uint32_t> &) { IsFound = true; });
    bool IsLegal = sweep(Graph, toSet(Chosen)).has_value();
    REQUIRE(IsFound == !IsLegal);
    Illegal += !IsLegal;

    // A column of several values counts for each of them.
    if (!Shape.IsLevels || Shape.HasInstances)
      continue;
    for (double &Weight : Weights)
      Weight = Random() % 64 / 64.0;
    auto weigh = [&](const auto &Columns) {
      double Sum = 0;
      for (uint32_t Column : Columns)
        Sum += Weights[Column];
      return Sum;
    };
    double Least = 1e9, Found = 1e9;
    for (uint32_t Mask = 0; Mask >> Graph.columns() == 0; ++Mask)
      if (!isLegalWithout(Graph, toSet(Mask)))
        Least = std::min(Least, weigh(toSet(Mask)));
    Finder.find(Weights, 100, [&](const std::vector<uint32_t> &Row) {
      Found = std::min(Found, weigh(Row));
    });
    REQUIRE(Found == Least);
    ++Lightest;
  }
}
