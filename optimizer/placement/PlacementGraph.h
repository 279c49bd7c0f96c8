//===- PlacementGraph.h - The noise of a program in numbers -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_PLACEMENT_PLACEMENTGRAPH_H
#define NOISY_OPTIMIZER_PLACEMENT_PLACEMENTGRAPH_H

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace mlir::noisy {

/// The flow of noise as a graph of numbers, free of MLIR: what a search over
/// placements evaluates millions of times. A node has a *raw* noise, computed
/// from what the uses of its inputs see, and a *visible* one, which its own
/// uses see: if its column is reduced, `Fresh` of that where the raw one is not
/// less; else the raw one.
///
/// Noise is in bits; 0 stands for unreachable. Nodes come after their inputs,
/// except for those on common cycles, which are adjacent. An immutable value
/// once `finish` was called; then for any thread.
class PlacementGraph {
public:
  using Node = uint32_t;
  static constexpr uint32_t NoLimit = UINT32_MAX;
  static constexpr uint32_t NoColumn = UINT32_MAX;
  /// More than any limit; sums end here.
  static constexpr uint32_t Most = 1u << 17;

  enum class Form : uint8_t {
    /// `Added`.
    Constant,
    /// The maximum of `Floor` and of the inputs, plus `Added`; inputs that are
    /// unreachable do not count.
    Max,
    /// The sum of the inputs plus `Added`.
    Sum,
    /// By the function `Other`.
    Other
  };

  struct NodeData {
    Form Kind = Form::Constant;
    /// True if the node can reach itself.
    bool IsOnCycle = false;
    uint32_t Added = 0, Floor = 0;
    /// What the noise on a cycle begins with: what only ever feeds itself
    /// counts as well.
    uint32_t Start = 0;
    /// The column that reduces the node's value, and the one whose choice
    /// changes the function of a node of form `Other`.
    uint32_t Column = NoColumn, ResetColumn = NoColumn;
    /// The most raw noise, and the most visible noise.
    uint32_t Limit = NoLimit, UseLimit = NoLimit;
    /// Visible noise above this is not the fault of the use.
    uint32_t Excess = NoLimit;
    uint32_t FirstInput = 0, NumInputs = 0;
    uint32_t FirstUser = 0, NumUsers = 0;
  };

  /// A cost, and the raw noise from which on it holds.
  struct Step {
    uint32_t From = 0;
    int64_t Cost = 1;
  };

  struct ColumnData {
    /// What the reduction costs; with steps, what it costs at least, under any
    /// legal choice.
    int64_t Cost = 1;
    /// The noise right after the reduction.
    uint32_t Fresh = 1;
    /// True if a node may have less noise than that, under some choice.
    bool FallsBelow = false;
    uint32_t FirstNode = 0, NumNodes = 0;
    uint32_t FirstStep = 0, NumSteps = 0;
    /// The most raw noise of its nodes under a legal choice, where it matters.
    uint32_t MostRaw = NoLimit;
    /// What charges come to more, at least, if the column is chosen.
    int64_t LeastAdded = 0;
  };

  /// Something that is paid for whatever is chosen: an operation. What it costs
  /// depends on the most visible noise of some nodes, its operands.
  struct ChargeData {
    uint32_t FirstNode = 0, NumNodes = 0;
    uint32_t FirstStep = 0, NumSteps = 0;
    /// What it costs at least, under any legal choice.
    int64_t Least = 0;
  };

  /// Adds a node with these inputs, which may follow later if they are on a
  /// common cycle. The lists in `Data` are set here.
  Node addNode(NodeData Data, std::span<const Node> Inputs);
  /// Adds a column. With \p ColumnSteps, which rise from 0 on, its cost depends
  /// on the most raw noise that its nodes have.
  void addColumn(int64_t Cost, uint32_t Fresh, bool FallsBelow = false,
                 std::span<const Step> ColumnSteps = {});
  /// Adds a charge by the noise of these nodes, of which there may be none;
  /// steps as for a column, at least one.
  void addCharge(std::span<const Step> ChargeSteps,
                 std::span<const Node> ChargeNodes);
  /// Nodes [Begin, End) are on common cycles.
  void addCycle(Node Begin, Node End);
  /// Computes what follows from the rest.
  void finish();

  uint32_t size() const { return static_cast<uint32_t>(Nodes.size()); }
  uint32_t columns() const { return static_cast<uint32_t>(Columns.size()); }
  const NodeData &node(Node N) const { return Nodes[N]; }
  const ColumnData &column(uint32_t C) const { return Columns[C]; }
  std::span<const Node> inputs(Node N) const {
    return {InputList.data() + Nodes[N].FirstInput, Nodes[N].NumInputs};
  }
  /// The nodes with \p N as an input, each once; nodes that \p N resets are not
  /// among them.
  std::span<const Node> users(Node N) const {
    return {UserList.data() + Nodes[N].FirstUser, Nodes[N].NumUsers};
  }
  /// The nodes that a column reduces.
  std::span<const Node> nodes(uint32_t Column) const {
    return {ColumnNodes.data() + Columns[Column].FirstNode,
            Columns[Column].NumNodes};
  }
  /// The nodes whose function a column resets.
  std::span<const std::pair<uint32_t, Node>> resets() const { return Resets; }
  /// The cycle that a node is on, as a range of nodes.
  std::pair<Node, Node> cycle(Node N) const;
  bool hasCycles() const { return !Cycles.empty(); }
  /// True if costs depend on noise: those of some columns, or charges.
  bool hasSteps() const { return !Steps.empty(); }
  /// True if what some column or charge costs falls where its noise rises.
  bool hasFallingCosts() const;
  std::span<const Step> steps(uint32_t Column) const {
    return {Steps.data() + Columns[Column].FirstStep, Columns[Column].NumSteps};
  }
  /// What a column costs where the most raw noise of its nodes is \p Raw, and
  /// what it costs at least where that is between \p Low and \p High.
  int64_t costAt(uint32_t Column, uint32_t Raw) const;
  int64_t leastCost(uint32_t Column, uint32_t Low, uint32_t High) const;
  uint32_t charges() const { return static_cast<uint32_t>(Charges.size()); }
  std::span<const Node> nodesOfCharge(uint32_t Charge) const {
    return {ChargeNodes.data() + Charges[Charge].FirstNode,
            Charges[Charge].NumNodes};
  }
  /// The charges that depend on a node.
  std::span<const uint32_t> chargesOf(Node N) const {
    if (FirstCharges.empty())
      return {};
    return {ChargeList.data() + FirstCharges[N],
            FirstCharges[N + 1] - FirstCharges[N]};
  }
  /// What a charge comes to at this noise, and at least where the noise is
  /// between \p Low and \p High.
  int64_t chargeAt(uint32_t Charge, uint32_t Noise) const {
    return costIn(stepsOfCharge(Charge), 0, Noise);
  }
  int64_t leastCharge(uint32_t Charge, uint32_t Low, uint32_t High) const {
    return leastIn(stepsOfCharge(Charge), 0, Low, High);
  }
  /// What all charges come to at least, under any legal choice.
  int64_t leastCharges() const { return LeastCharges; }

  /// The raw and the visible noise of all nodes.
  struct Noises {
    std::vector<uint32_t> Raw, Visible;
    /// The most raw noise of a column's nodes, and the most visible noise of
    /// those of a charge.
    uint32_t columnNoise(const PlacementGraph &Graph, uint32_t Column) const;
    uint32_t chargeNoise(const PlacementGraph &Graph, uint32_t Charge) const;
  };
  /// Noise that no choice goes below: with everything reduced.
  Noises leastNoises() const;
  /// Noise that no legal choice exceeds in which at least these columns are
  /// chosen, one flag for each.
  Noises mostNoises(const std::vector<char> &IsChosen) const;

  /// The most raw noise that a column can have under a legal choice.
  uint32_t mostRaw(uint32_t Column) const { return Columns[Column].MostRaw; }
  /// The largest limit: what grows beyond it on a cycle grows without end.
  uint32_t largestLimit() const { return LargestLimit; }

  /// The raw noise of \p N, whose inputs have the noise that \p VisibleOf
  /// returns.
  template <typename Function>
  uint32_t evaluate(Node N, Function VisibleOf, bool IsReset) const;

  /// True if noise above a limit that comes in from an input passes on.
  bool PassesExcess = false;
  /// False if there may be more noise than this graph has: then only limits
  /// bound it from above.
  bool HasAllNoise = true;
  /// The noise of a node of form `Other`, from that of its inputs.
  std::function<uint32_t(Node, std::span<const uint32_t>, bool IsReset)> Other;

private:
  void findLeastCosts();
  void indexCharges();
  std::span<const Step> stepsOfCharge(uint32_t Charge) const {
    return {Steps.data() + Charges[Charge].FirstStep, Charges[Charge].NumSteps};
  }
  static int64_t costIn(std::span<const Step> Table, int64_t Default,
                        uint32_t Noise);
  static int64_t leastIn(std::span<const Step> Table, int64_t Default,
                         uint32_t Low, uint32_t High);

  std::vector<NodeData> Nodes;
  std::vector<ColumnData> Columns;
  std::vector<ChargeData> Charges;
  std::vector<Node> ChargeNodes;
  /// The charges of each node: those in `ChargeList` from its place on to that
  /// of the next. Empty without charges.
  std::vector<uint32_t> FirstCharges, ChargeList;
  int64_t LeastCharges = 0;
  std::vector<Step> Steps;
  std::vector<Node> InputList, UserList, ColumnNodes;
  std::vector<std::pair<uint32_t, Node>> Resets;
  std::vector<std::pair<Node, Node>> Cycles;
  uint32_t LargestLimit = 0;
};

template <typename Function>
uint32_t PlacementGraph::evaluate(Node N, Function VisibleOf,
                                  bool IsReset) const {
  const NodeData &Data = Nodes[N];
  const Node *Input = InputList.data() + Data.FirstInput;
  const Node *End = Input + Data.NumInputs;
  switch (Data.Kind) {
  case Form::Constant:
    return Data.Added;
  case Form::Max: {
    uint32_t Value = Data.Floor;
    for (; Input != End; ++Input)
      Value = std::max(Value, VisibleOf(*Input));
    return Value ? std::min(Value + Data.Added, Most) : 0;
  }
  case Form::Sum: {
    uint32_t Value = Data.Added;
    for (; Input != End; ++Input) {
      uint32_t Noise = VisibleOf(*Input);
      if (!Noise)
        return 0;
      Value = std::min(Value + Noise, Most);
    }
    return Value;
  }
  case Form::Other:
    break;
  }
  std::vector<uint32_t> Noises;
  for (; Input != End; ++Input)
    Noises.push_back(VisibleOf(*Input));
  return Other(N, Noises, IsReset);
}

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PLACEMENT_PLACEMENTGRAPH_H
