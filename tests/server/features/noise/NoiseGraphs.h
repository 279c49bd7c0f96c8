//===- NoiseGraphs.h - Graphs of noise, in lines ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_FEATURES_NOISE_NOISEGRAPHS_H
#define NOISY_TESTS_SERVER_FEATURES_NOISE_NOISEGRAPHS_H

#include "server/features/noise/NoiseGraph.h"
#include "tests/server/AnnotatedText.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace mlir::noisy::lsp::test {

using Lines = std::vector<std::string>;

/// What flows into a node, by keys; with a * where that leads back.
inline Lines sourcesOf(const NoiseGraph &Graph, size_t Target) {
  Lines Result;
  for (const FlowEdge &Edge : Graph.Edges)
    if (Edge.Target == Target)
      Result.push_back(Graph.Nodes[Edge.Source].Key + (Edge.IsBack ? "*" : ""));
  return Result;
}

/// "%c <- %a %b*": the nodes, and what flows into each.
inline Lines flowsOf(const NoiseGraph &Graph) {
  Lines Result;
  for (size_t I = 0; I < Graph.Nodes.size(); ++I) {
    std::string Line = Graph.Nodes[I].Key;
    Lines Sources = sourcesOf(Graph, I);
    Result.push_back(
        Sources.empty() ? Line : Line + " <- " + llvm::join(Sources, " "));
  }
  return Result;
}

/// What holds of every graph.
inline void checkSound(const NoiseGraph &Graph, const Snapshot &State) {
  CHECK(Graph.Nodes.size() <= Graph.TotalNodes);
  size_t Size = State.text().size();
  std::set<std::string> Keys;
  size_t Begin = 0;
  for (const NoiseNode &Node : Graph.Nodes) {
    CAPTURE(Node.Key);
    CHECK(Keys.insert(Node.Key).second);
    CHECK(Node.Range.Begin <= Node.Range.End);
    CHECK(Node.Range.End <= Size);
    CHECK(Begin <= Node.Range.Begin);
    Begin = Node.Range.Begin;
    CHECK(Node.Operation.empty() == (Node.Role == NoiseNode::Kind::Argument));
    CHECK_FALSE(Node.IsInserted);
    // What is not known is never safe.
    bool IsOperation = Node.Role == NoiseNode::Kind::Sink ||
                       Node.Role == NoiseNode::Kind::Call ||
                       Node.Role == NoiseNode::Kind::Bundle;
    if (!IsOperation && !Node.Limit)
      CHECK(Node.Level >= NoiseLevel::Unknown);
    // Nothing in it is worse than the whole.
    CHECK(Node.Level <= Graph.Level);
  }
  std::set<std::pair<uint32_t, uint32_t>> VisitedEdges;
  std::vector<std::vector<uint32_t>> Users(Graph.Nodes.size());
  std::vector<unsigned> Indegrees(Graph.Nodes.size());
  for (const FlowEdge &Edge : Graph.Edges) {
    REQUIRE(Edge.Source < Graph.Nodes.size());
    REQUIRE(Edge.Target < Graph.Nodes.size());
    CHECK(VisitedEdges.insert({Edge.Source, Edge.Target}).second);
    CHECK(Graph.Nodes[Edge.Source].Role != NoiseNode::Kind::Sink);
    if (Edge.IsBack)
      continue;
    Users[Edge.Source].push_back(Edge.Target);
    ++Indegrees[Edge.Target];
  }
  // Without the edges that lead back there is an order.
  std::vector<uint32_t> Order;
  for (uint32_t I = 0; I < Indegrees.size(); ++I)
    if (Indegrees[I] == 0)
      Order.push_back(I);
  for (size_t I = 0; I < Order.size(); ++I)
    for (uint32_t User : Users[Order[I]])
      if (--Indegrees[User] == 0)
        Order.push_back(User);
  CHECK(Order.size() == Graph.Nodes.size());
}

/// The graph of the function at a place, which there is.
inline NoiseGraph graphAt(const Snapshot &State, size_t Offset,
                          const GraphPart &Part = {}) {
  std::optional<NoiseGraph> Graph = getNoiseGraph(State, Offset, 2, Part);
  REQUIRE(Graph);
  checkSound(*Graph, State);
  return *Graph;
}

/// What is reported of the noise in functions is to be seen in their graphs.
inline void checkFindingsAreShown(const Snapshot &State) {
  State.forEachProblem([&](const Snapshot::Part &, const Problem &Finding) {
    if (!llvm::StringRef(Finding.Code).starts_with("noise-") ||
        Finding.Code == "noise-no-effect")
      return;
    CAPTURE(Finding.Message);
    std::optional<NoiseGraph> Graph =
        getNoiseGraph(State, Finding.Range.Begin, /*NearLimit=*/0);
    if (!Graph)
      return;
    CHECK(Graph->Level > NoiseLevel::NearLimit);
    CHECK(llvm::any_of(Graph->Nodes, [](const NoiseNode &Node) {
      return Node.Level > NoiseLevel::NearLimit;
    }));
  });
}

/// That of the function at the `|`.
inline NoiseGraph graphOf(const std::string &MarkedText,
                          size_t MaxNodes = AllNodes) {
  AnnotatedText Source(MarkedText);
  REQUIRE(Source.Places.size() == 1);
  return graphAt(*snapshotOf(Source.Text), Source.Places[0], MaxNodes);
}

inline const NoiseNode &nodeOf(const NoiseGraph &Graph,
                               const std::string &Key) {
  for (const NoiseNode &Node : Graph.Nodes)
    if (Node.Key == Key)
      return Node;
  FAIL("no node " << Key);
  return Graph.Nodes.front();
}

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_FEATURES_NOISE_NOISEGRAPHS_H
