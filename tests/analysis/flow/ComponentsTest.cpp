//===- ComponentsTest.cpp - Strongly connected components -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/Components.h"
#include "tests/support/Program.h"
#include <random>

using namespace mlir::noisy;

static Graph makeGraph(const std::vector<std::vector<unsigned>> &targets) {
  Graph graph;
  for (const std::vector<unsigned> &list : targets) {
    graph.addNode();
    for (unsigned target : list)
      graph.addEdge(target);
  }
  return graph;
}

TEST_CASE("a graph gives the targets of its nodes, in their order") {
  Graph graph = makeGraph({{1, 2, 1}, {}, {0}});
  CHECK(graph.size() == 3);
  CHECK(graph.getTargets(0) == llvm::ArrayRef<unsigned>{1, 2, 1});
  CHECK(graph.getTargets(1).empty());
}

TEST_CASE("components are the classes of mutual reachability, targets first") {
  std::mt19937 random(11);
  for (unsigned round = 0; round < 2000; ++round) {
    unsigned size = 1 + random() % 12;
    std::vector<std::vector<unsigned>> targets(size);
    std::vector<std::vector<char>> reaches(size, std::vector<char>(size));
    for (unsigned edges = random() % (2 * size); edges-- > 0;) {
      unsigned source = random() % size, target = random() % size;
      targets[source].push_back(target);
      reaches[source][target] = true;
    }
    for (unsigned k = 0; k < size; ++k)
      for (unsigned i = 0; i < size; ++i)
        for (unsigned j = 0; j < size; ++j)
          reaches[i][j] |= reaches[i][k] && reaches[k][j];

    std::vector<int> component(size, -1);
    int count = 0;
    visitComponents(makeGraph(targets), [&](llvm::ArrayRef<unsigned> members) {
      REQUIRE_FALSE(members.empty());
      for (unsigned member : members) {
        REQUIRE(component[member] == -1);
        component[member] = count;
      }
      ++count;
    });
    for (unsigned i = 0; i < size; ++i) {
      REQUIRE(component[i] >= 0);
      for (unsigned j = 0; j < size; ++j) {
        bool isSame = i == j || (reaches[i][j] && reaches[j][i]);
        REQUIRE((component[i] == component[j]) == isSame);
        if (reaches[i][j])
          REQUIRE(component[j] <= component[i]);
      }
    }
  }
}

TEST_CASE("a long chain overflows no stack") {
  Graph chain;
  constexpr unsigned size = 1000000;
  for (unsigned i = 0; i < size; ++i) {
    chain.addNode();
    chain.addEdge((i + 1) % size);
  }
  unsigned components = 0;
  visitComponents(chain, [&](llvm::ArrayRef<unsigned> members) {
    ++components;
    CHECK(members.size() == size);
  });
  CHECK(components == 1);
}
