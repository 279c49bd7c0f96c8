//===- PlacementStateTest.cpp - Noise under a changing choice -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/PlacementState.h"
#include "tests/optimizer/placement/RandomGraph.h"
#include "tests/support/RandomSeed.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("changes of a choice give the noise of sweeps over all", "[random]") {
  std::mt19937 Random(randomSeed(59));
  unsigned Refused = 0, Kept = 0;
  for (int Round = 0; Round < 400; ++Round) {
    PlacementGraph Graph = makeGraph(Random, makeShape(Random, 40));
    if (Graph.columns() == 0)
      continue;
    PlacementState State(Graph);
    std::set<uint32_t> Chosen;
    for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
      if (!Graph.nodes(Column).empty())
        Chosen.insert(Column);
    bool IsLegal = State.assign({Chosen.begin(), Chosen.end()});
    REQUIRE(IsLegal == sweep(Graph, Chosen).has_value());
    std::vector<std::pair<size_t, std::set<uint32_t>>> Marks;
    for (int Step = 0; IsLegal && Step < 100; ++Step) {
      if (Random() % 8 == 0)
        Marks.push_back({State.mark(), Chosen});
      if (Random() % 16 == 0 && !Marks.empty()) {
        State.rollBack(Marks.back().first);
        Chosen = Marks.back().second;
        Marks.pop_back();
      }
      uint32_t Column = Random() % Graph.columns();
      std::set<uint32_t> Next = Chosen;
      bool IsReduced = Next.erase(Column);
      if (!IsReduced)
        Next.insert(Column);
      REQUIRE(State.isReduced(Column) == IsReduced);
      bool IsDone = IsReduced ? State.restore(Column) : State.reduce(Column);
      REQUIRE(IsDone == sweep(Graph, Next).has_value());
      (IsDone ? Kept : Refused) += 1;
      if (IsDone)
        Chosen = Next;
      std::vector<uint32_t> Visible = *sweep(Graph, Chosen);
      for (uint32_t N = 0; N != Graph.size(); ++N)
        REQUIRE(State.visible(N) == Visible[N]);
      int64_t Cost = 0;
      for (uint32_t C : Chosen)
        Cost += Graph.column(C).Cost;
      REQUIRE(State.cost() == Cost);
    }
  }
  CHECK(Refused > 1000);
  CHECK(Kept > 1000);
}

TEST_CASE("a choice is completed to a legal one wherever there is one",
          "[random]") {
  std::mt19937 Random(randomSeed(61));
  unsigned Completed = 0;
  for (int Round = 0; Round < 1000; ++Round) {
    PlacementGraph Graph = makeGraph(Random, makeShape(Random, 30));
    std::set<uint32_t> All, Some;
    for (uint32_t Column = 0; Column != Graph.columns(); ++Column) {
      All.insert(Column);
      if (Random() % 4 == 0)
        Some.insert(Column);
    }
    // Reducing more is never worse, so this is legal if anything is.
    bool IsPossible = sweep(Graph, All).has_value();
    PlacementState State(Graph);
    bool IsLegal = State.complete({Some.begin(), Some.end()});
    REQUIRE(IsLegal <= IsPossible);
    if (!IsPossible)
      continue;
    // A last resort takes more than the operands.
    REQUIRE(IsLegal);
    ++Completed;
    std::set<uint32_t> Chosen(State.chosen().begin(), State.chosen().end());
    REQUIRE(sweep(Graph, Chosen).has_value());
    REQUIRE(
        std::includes(Chosen.begin(), Chosen.end(), Some.begin(), Some.end()));
  }
  CHECK(Completed > 500);
}

TEST_CASE("what cannot be taken out has a row that every legal choice hits",
          "[random]") {
  std::mt19937 Random(randomSeed(83));
  unsigned Rows = 0;
  for (int Round = 0; Round < 300; ++Round) {
    GraphShape Shape = makeShape(Random, 14);
    PlacementGraph Graph = makeGraph(Random, Shape);
    if (Graph.columns() > 10)
      continue;
    CAPTURE(Shape.HasCycles, Shape.HasInstances, Shape.HasUses, Shape.IsLevels);
    std::string Text;
    for (uint32_t N = 0; N != Graph.size(); ++N) {
      const auto &Data = Graph.node(N);
      Text += std::to_string(N) + ": " + std::to_string(int(Data.Kind)) + " +" +
              std::to_string(Data.Added) + " column " +
              std::to_string(int(Data.Column)) + " limit " +
              std::to_string(Data.Limit) + " use " +
              std::to_string(int(Data.UseLimit)) + " of";
      for (uint32_t Input : Graph.inputs(N))
        Text += " " + std::to_string(Input);
      Text += Data.IsOnCycle ? " cycle\n" : "\n";
    }
    CAPTURE(Text);
    std::vector<uint32_t> Legal;
    for (uint32_t Mask = 0; Mask >> Graph.columns() == 0; ++Mask) {
      std::set<uint32_t> Chosen;
      for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
        if (Mask >> Column & 1)
          Chosen.insert(Column);
      if (sweep(Graph, Chosen))
        Legal.push_back(Mask);
    }
    PlacementState State(Graph);
    for (uint32_t Mask : Legal) {
      std::vector<uint32_t> Columns, Row;
      for (uint32_t Column = 0; Column != Graph.columns(); ++Column)
        if (Mask >> Column & 1)
          Columns.push_back(Column);
      REQUIRE(State.assign(Columns));
      for (uint32_t Column : Columns) {
        size_t Mark = State.mark();
        if (State.restore(Column, &Row)) {
          State.rollBack(Mark);
          continue;
        }
        ++Rows;
        uint32_t RowMask = 0;
        for (uint32_t Other : Row)
          RowMask |= 1u << Other;
        REQUIRE((RowMask & Mask) == 1u << Column);
        CAPTURE(Mask, Column, RowMask);
        for (uint32_t Other : Legal)
          REQUIRE((RowMask & Other) != 0);
      }
    }
  }
  CHECK(Rows > 1000);
}
