//===- PlacementGraph.cpp - The noise of a program in numbers -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/PlacementGraph.h"

#include <algorithm>

using namespace mlir::noisy;

PlacementGraph::Node PlacementGraph::addNode(NodeData Data,
                                             std::span<const Node> Inputs) {
  Data.FirstInput = static_cast<uint32_t>(InputList.size());
  Data.NumInputs = static_cast<uint32_t>(Inputs.size());
  InputList.insert(InputList.end(), Inputs.begin(), Inputs.end());
  Nodes.push_back(Data);
  return size() - 1;
}

void PlacementGraph::addColumn(int64_t Cost, uint32_t Fresh, bool FallsBelow,
                               std::span<const Step> ColumnSteps) {
  ColumnData Data;
  Data.Cost = Cost;
  Data.Fresh = Fresh;
  Data.FallsBelow = FallsBelow;
  Data.FirstStep = static_cast<uint32_t>(Steps.size());
  Data.NumSteps = static_cast<uint32_t>(ColumnSteps.size());
  Steps.insert(Steps.end(), ColumnSteps.begin(), ColumnSteps.end());
  Columns.push_back(Data);
}

void PlacementGraph::addCycle(Node Begin, Node End) {
  Cycles.push_back({Begin, End});
}

std::pair<PlacementGraph::Node, PlacementGraph::Node>
PlacementGraph::cycle(Node N) const {
  return *std::prev(std::upper_bound(
      Cycles.begin(), Cycles.end(), N,
      [](Node Number, const auto &Cycle) { return Number < Cycle.first; }));
}

void PlacementGraph::finish() {
  auto isRepeated = [&](Node User, const Node *Input) {
    const Node *First = InputList.data() + Nodes[User].FirstInput;
    return std::find(First, Input, *Input) != Input;
  };
  auto forEachUse = [&](auto Visit) {
    for (Node User = 0; User != size(); ++User)
      for (const Node &Input : inputs(User))
        if (!isRepeated(User, &Input))
          Visit(User, Input);
  };
  forEachUse([&](Node, Node Input) { ++Nodes[Input].NumUsers; });
  uint32_t NextUser = 0, NextNode = 0;
  for (NodeData &Data : Nodes) {
    Data.FirstUser = NextUser;
    NextUser += Data.NumUsers;
    Data.NumUsers = 0;
    if (Data.Column != NoColumn)
      ++Columns[Data.Column].NumNodes;
    for (uint32_t Limit : {Data.Limit, Data.UseLimit})
      if (Limit != NoLimit)
        LargestLimit = std::max(LargestLimit, Limit);
  }
  UserList.resize(NextUser);
  forEachUse([&](Node User, Node Input) {
    UserList[Nodes[Input].FirstUser + Nodes[Input].NumUsers++] = User;
  });
  for (ColumnData &Column : Columns) {
    Column.FirstNode = NextNode;
    NextNode += Column.NumNodes;
    Column.NumNodes = 0;
  }
  ColumnNodes.resize(NextNode);
  for (Node N = 0; N != size(); ++N) {
    if (uint32_t Column = Nodes[N].Column; Column != NoColumn)
      ColumnNodes[Columns[Column].FirstNode + Columns[Column].NumNodes++] = N;
    if (Nodes[N].ResetColumn != NoColumn)
      Resets.push_back({Nodes[N].ResetColumn, N});
  }
  std::sort(Resets.begin(), Resets.end());
  std::sort(Cycles.begin(), Cycles.end());
  for (auto [Begin, End] : Cycles)
    for (Node N = Begin; N != End; ++N)
      Nodes[N].IsOnCycle = true;
  if (hasSteps())
    findLeastCosts();
}

//===----------------------------------------------------------------------===//
// Costs by noise
//===----------------------------------------------------------------------===//

bool PlacementGraph::hasFallingCosts() const {
  auto IsFalling = [](const Step &S, const Step &Next) {
    return Next.Cost < S.Cost;
  };
  for (uint32_t Column = 0; Column != columns(); ++Column)
    if (std::span<const Step> Of = steps(Column);
        std::adjacent_find(Of.begin(), Of.end(), IsFalling) != Of.end())
      return true;
  return false;
}

int64_t PlacementGraph::costAt(uint32_t Column, uint32_t Raw) const {
  int64_t Cost = Columns[Column].Cost;
  for (const Step &S : steps(Column)) {
    if (S.From > Raw)
      break;
    Cost = S.Cost;
  }
  return Cost;
}

int64_t PlacementGraph::leastCost(uint32_t Column, uint32_t Low,
                                  uint32_t High) const {
  int64_t Least = costAt(Column, Low);
  for (const Step &S : steps(Column))
    if (S.From > Low && S.From <= High)
      Least = std::min(Least, S.Cost);
  return Least;
}

uint32_t PlacementGraph::mostRaw(uint32_t Column) const {
  uint32_t Most = 0;
  for (Node N : nodes(Column))
    Most = std::max(Most, PassesExcess ? NoLimit : Nodes[N].Limit);
  return Most;
}

/// Finds what the columns with steps cost at least, from the least noise that
/// their nodes can have: with everything reduced.
void PlacementGraph::findLeastCosts() {
  std::vector<uint32_t> Raw(size()), Visible(size());
  for (Node N = 0; N != size(); ++N) {
    const NodeData &Data = Nodes[N];
    Raw[N] = Data.Start;
    if (!Data.IsOnCycle) {
      auto At = [&](bool IsReset) {
        return evaluate(N, [&](Node I) { return Visible[I]; }, IsReset);
      };
      Raw[N] = std::min(At(false), At(true));
    }
    Visible[N] = Data.Column == NoColumn
                     ? Raw[N]
                     : std::min(Raw[N], Columns[Data.Column].Fresh);
  }
  for (uint32_t Column = 0; Column != columns(); ++Column) {
    if (steps(Column).empty())
      continue;
    uint32_t Low = 0;
    for (Node N : nodes(Column))
      Low = std::max(Low, Raw[N]);
    Columns[Column].Cost = leastCost(Column, Low, mostRaw(Column));
  }
}
