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

void PlacementGraph::addCharge(std::span<const Step> ChargeSteps,
                               std::span<const Node> Operands) {
  ChargeData Data;
  Data.FirstNode = static_cast<uint32_t>(ChargeNodes.size());
  Data.NumNodes = static_cast<uint32_t>(Operands.size());
  Data.FirstStep = static_cast<uint32_t>(Steps.size());
  Data.NumSteps = static_cast<uint32_t>(ChargeSteps.size());
  ChargeNodes.insert(ChargeNodes.end(), Operands.begin(), Operands.end());
  Steps.insert(Steps.end(), ChargeSteps.begin(), ChargeSteps.end());
  Charges.push_back(Data);
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
  if (!hasSteps())
    return;
  indexCharges();
  findLeastCosts();
}

void PlacementGraph::indexCharges() {
  if (Charges.empty())
    return;
  FirstCharges.assign(size() + 2, 0);
  for (Node N : ChargeNodes)
    ++FirstCharges[N + 2];
  for (Node N = 0; N != size(); ++N)
    FirstCharges[N + 2] += FirstCharges[N + 1];
  ChargeList.resize(ChargeNodes.size());
  for (uint32_t Charge = 0; Charge != charges(); ++Charge)
    for (Node N : nodesOfCharge(Charge))
      ChargeList[FirstCharges[N + 1]++] = Charge;
  FirstCharges.pop_back();
}

//===----------------------------------------------------------------------===//
// Costs by noise
//===----------------------------------------------------------------------===//

bool PlacementGraph::hasFallingCosts() const {
  auto IsFalling = [](const Step &S, const Step &Next) {
    return Next.Cost < S.Cost;
  };
  auto HasFalling = [&](std::span<const Step> Table) {
    return std::adjacent_find(Table.begin(), Table.end(), IsFalling) !=
           Table.end();
  };
  for (uint32_t Column = 0; Column != columns(); ++Column)
    if (HasFalling(steps(Column)))
      return true;
  for (uint32_t Charge = 0; Charge != charges(); ++Charge)
    if (HasFalling(stepsOfCharge(Charge)))
      return true;
  return false;
}

int64_t PlacementGraph::costIn(std::span<const Step> Table, int64_t Default,
                               uint32_t Noise) {
  int64_t Cost = Default;
  for (const Step &S : Table) {
    if (S.From > Noise)
      break;
    Cost = S.Cost;
  }
  return Cost;
}

int64_t PlacementGraph::leastIn(std::span<const Step> Table, int64_t Default,
                                uint32_t Low, uint32_t High) {
  int64_t Least = costIn(Table, Default, Low);
  for (const Step &S : Table)
    if (S.From > Low && S.From <= High)
      Least = std::min(Least, S.Cost);
  return Least;
}

int64_t PlacementGraph::costAt(uint32_t Column, uint32_t Raw) const {
  return costIn(steps(Column), Columns[Column].Cost, Raw);
}

int64_t PlacementGraph::leastCost(uint32_t Column, uint32_t Low,
                                  uint32_t High) const {
  return leastIn(steps(Column), Columns[Column].Cost, Low, High);
}

/// The most of some nodes.
static uint32_t greatest(const std::vector<uint32_t> &Noise,
                         std::span<const PlacementGraph::Node> Nodes) {
  uint32_t Most = 0;
  for (PlacementGraph::Node N : Nodes)
    Most = std::max(Most, Noise[N]);
  return Most;
}

uint32_t PlacementGraph::Noises::columnNoise(const PlacementGraph &Graph,
                                             uint32_t Column) const {
  return greatest(Raw, Graph.nodes(Column));
}

uint32_t PlacementGraph::Noises::chargeNoise(const PlacementGraph &Graph,
                                             uint32_t Charge) const {
  return greatest(Visible, Graph.nodesOfCharge(Charge));
}

PlacementGraph::Noises PlacementGraph::leastNoises() const {
  Noises Least{std::vector<uint32_t>(size()), std::vector<uint32_t>(size())};
  for (Node N = 0; N != size(); ++N) {
    const NodeData &Data = Nodes[N];
    uint32_t Raw = Data.Start;
    if (!Data.IsOnCycle) {
      auto At = [&](bool IsReset) {
        return evaluate(N, [&](Node I) { return Least.Visible[I]; }, IsReset);
      };
      Raw = std::min(At(false), At(true));
    }
    Least.Raw[N] = Raw;
    Least.Visible[N] = Data.Column == NoColumn
                           ? Raw
                           : std::min(Raw, Columns[Data.Column].Fresh);
  }
  return Least;
}

PlacementGraph::Noises
PlacementGraph::mostNoises(const std::vector<char> &IsChosen) const {
  Noises Greatest{std::vector<uint32_t>(size()), std::vector<uint32_t>(size())};
  for (Node N = 0; N != size(); ++N) {
    const NodeData &Data = Nodes[N];
    uint32_t Raw = NoLimit;
    if (!Data.IsOnCycle && HasAllNoise) {
      auto At = [&](bool IsReset) {
        return evaluate(
            N, [&](Node I) { return Greatest.Visible[I]; }, IsReset);
      };
      Raw = std::max(At(false), At(true));
    }
    // Beyond a limit no choice is legal, but for excess that comes in.
    if (!PassesExcess)
      Raw = std::min(Raw, Data.Limit);
    uint32_t Visible = Raw;
    if (Data.Column != NoColumn && IsChosen[Data.Column])
      Visible = std::min(Raw, Columns[Data.Column].Fresh);
    if (!PassesExcess)
      Visible = std::min(Visible, Data.UseLimit);
    Greatest.Raw[N] = Raw;
    // Sums must not wrap round.
    Greatest.Visible[N] = std::min(Visible, Most);
  }
  return Greatest;
}

/// Finds what the columns with steps cost at least, and the charges.
void PlacementGraph::findLeastCosts() {
  const Noises Low = leastNoises(),
               High = mostNoises(std::vector<char>(columns()));
  for (uint32_t Column = 0; Column != columns(); ++Column) {
    if (steps(Column).empty())
      continue;
    Columns[Column].MostRaw = High.columnNoise(*this, Column);
    Columns[Column].Cost =
        leastCost(Column, Low.columnNoise(*this, Column), mostRaw(Column));
  }
  for (uint32_t Charge = 0; Charge != charges(); ++Charge) {
    const uint32_t Least = Low.chargeNoise(*this, Charge),
                   Greatest = High.chargeNoise(*this, Charge);
    Charges[Charge].Least = leastCharge(Charge, Least, Greatest);
    LeastCharges += Charges[Charge].Least;
    // Reduced, a value has no more noise than that in any of its nodes. Where
    // an operation has no other operand, it is one of what is added up.
    const std::span<const Node> Operands = nodesOfCharge(Charge);
    const uint32_t Column =
        Operands.empty() ? NoColumn : Nodes[Operands.front()].Column;
    if (Column == NoColumn ||
        std::any_of(Operands.begin(), Operands.end(),
                    [&](Node N) { return Nodes[N].Column != Column; }))
      continue;
    Columns[Column].LeastAdded +=
        leastCharge(Charge, Least, std::min(Greatest, Columns[Column].Fresh)) -
        Charges[Charge].Least;
  }
}
