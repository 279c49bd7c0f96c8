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
}
