//===- NoiseGraph.cpp - The graph of noise in a function ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/NoiseGraph.h"
#include "server/features/noise/FunctionSummary.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using Index = Section::Index;

namespace {
/// Turns the flow through one function into a graph with texts.
class GraphMaker {
public:
  explicit GraphMaker(OperationRef Function)
      : In(Function.section()), Function(Function), Flow(findFlow(Function)) {
    findBreaking();
  }

  NoiseGraph make(size_t Offset, uint32_t NearLimit, size_t MaxNodes) const;

private:
  void findBreaking();
  uint32_t findNearest(size_t Offset) const;
  std::vector<bool> choose(size_t Offset, size_t AtMost) const;
  NoiseNode describe(uint32_t Node, uint32_t NearLimit) const;
  void addBroken(uint32_t Node, NoiseNode &Described) const;
  std::string nameOf(const FlowNode &Of) const;

  const Snapshot::Placed &In;
  const OperationRef Function;
  const FunctionFlow Flow;
  /// The operations by which nodes break contracts.
  llvm::DenseMap<uint32_t, Index> Breaking;
};
} // namespace

/// Marks an operation that breaks a contract if it is a node, and its results
/// otherwise.
void GraphMaker::findBreaking() {
  if (Flow.Broken.empty())
    return;
  llvm::DenseSet<Index> AreNodes;
  for (auto [I, Node] : llvm::enumerate(Flow.Nodes))
    if (Node.Of != FlowNode::Kind::Value && Flow.Broken.contains(Node.What)) {
      Breaking[I] = Node.What;
      AreNodes.insert(Node.What);
    }
  for (const auto &[Operation, Contracts] : Flow.Broken) {
    if (AreNodes.contains(Operation))
      continue;
    for (ValueRef Result : OperationRef(In, Operation).results())
      if (uint32_t Node = Flow.nodeOf(Result.number()); Node != Section::None)
        Breaking[Node] = Operation;
  }
}

//===----------------------------------------------------------------------===//
// Choice of the nodes
//===----------------------------------------------------------------------===//

/// Returns the node whose name is at an offset in the snapshot's text, or the
/// last node before it. The graph must not be empty.
uint32_t GraphMaker::findNearest(size_t Offset) const {
  if (std::optional<size_t> Here = In.toSection(Offset))
    if (const Section::Token *Token = In.Data->tokenAt(*Here);
        Token && Token->Of == Section::Kind::Value)
      if (uint32_t Node = Flow.nodeOf(Token->What); Node != Section::None)
        return Node;
  auto After = llvm::partition_point(Flow.Order, [&](uint32_t Node) {
    return In.toTextClamped(Flow.Nodes[Node].Where).Begin <= Offset;
  });
  return After == Flow.Order.begin() ? Flow.Order.front() : *std::prev(After);
}

std::vector<bool> GraphMaker::choose(size_t Offset, size_t AtMost) const {
  if (Flow.Nodes.size() <= AtMost)
    return std::vector<bool>(Flow.Nodes.size(), true);
  std::vector<bool> Chosen(Flow.Nodes.size());
  if (AtMost == 0)
    return Chosen;
  // Both ends of each edge, grouped by nodes.
  std::vector<uint32_t> First(Flow.Nodes.size() + 1),
      Neighbours(2 * Flow.Edges.size());
  for (const FlowEdge &Edge : Flow.Edges) {
    ++First[Edge.From];
    ++First[Edge.To];
  }
  for (size_t I = 1; I < First.size(); ++I)
    First[I] += First[I - 1];
  for (const FlowEdge &Edge : llvm::reverse(Flow.Edges)) {
    Neighbours[--First[Edge.From]] = Edge.To;
    Neighbours[--First[Edge.To]] = Edge.From;
  }
  std::vector<uint32_t> Reached = {findNearest(Offset)};
  Chosen[Reached.front()] = true;
  auto reach = [&](uint32_t Node) {
    if (Reached.size() == AtMost || Chosen[Node])
      return;
    Chosen[Node] = true;
    Reached.push_back(Node);
  };
  for (size_t I = 0; I < Reached.size() && Reached.size() < AtMost; ++I)
    for (uint32_t At = First[Reached[I]]; At < First[Reached[I] + 1]; ++At)
      reach(Neighbours[At]);
  for (uint32_t Node : Flow.Order)
    reach(Node);
  return Chosen;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

std::string GraphMaker::nameOf(const FlowNode &Of) const {
  if (Of.Of == FlowNode::Kind::Value)
    return ValueRef(In, Of.What).name();
  return OperationRef(In, Of.What).name().str();
}

NoiseNode GraphMaker::describe(uint32_t Number, uint32_t NearLimit) const {
  const FlowNode &Of = Flow.Nodes[Number];
  NoiseNode Result;
  Result.Name = nameOf(Of);
  Result.Where = In.toTextClamped(Of.Where);
  if (Of.Of != FlowNode::Kind::Value) {
    Result.Of = Of.Of == FlowNode::Kind::Sink ? NoiseNode::Kind::Sink
                                              : NoiseNode::Kind::Call;
    Result.Operation = Result.Name;
    Result.Level = NoiseLevel::Safe;
    return Result;
  }
  ValueRef Value(In, Of.What);
  if (Value->IsArgument) {
    Result.Of = NoiseNode::Kind::Argument;
  } else {
    Result.Operation = Value.operation().name().str();
    if (Value.operation().kind() == Section::OperationKind::Reduction)
      Result.Of = NoiseNode::Kind::Reduction;
  }
  if (!Of.Known) {
    Result.Label = "unknown";
    Result.Remarks = {explainMissingNoise(Value)};
    return Result;
  }
  Result.Level = getNoiseLevel(*Of.Known, NearLimit);
  Result.Label = describeNoiseShortly(*Of.Known, /*IsStale=*/false);
  if (Of.Known->Bound.isBits())
    Result.Noise = Of.Known->Bound.getBits();
  Result.Limit = Of.Known->Limit;
  Result.Equation = Of.Known->Equation;
  Result.Remarks = Of.Known->Remarks;
  Result.IsSpoiled = Of.Known->IsSpoiled;
  Result.IsAssumed = Of.Known->IsAssumed;
  return Result;
}

void GraphMaker::addBroken(uint32_t Number, NoiseNode &Described) const {
  auto By = Breaking.find(Number);
  if (By == Breaking.end())
    return;
  Described.Level = NoiseLevel::Over;
  for (const Problem *Contract : Flow.Broken.lookup(By->second))
    Described.Remarks.push_back(Contract->Message);
}

NoiseGraph GraphMaker::make(size_t Offset, uint32_t NearLimit,
                            size_t MaxNodes) const {
  NoiseGraph Result;
  SectionRange Name = Function->Name;
  Result.Name = "<unnamed>";
  if (const Section::Symbol *Symbol = Function.symbol()) {
    Result.Name = "@" + Symbol->Name;
    if (!Symbol->Where.empty())
      Name = Symbol->Where;
  }
  Result.Where = In.toTextClamped(Function->Where);
  Result.NameWhere = In.toTextClamped(Name);
  FunctionNoise Noise = getFunctionNoise(Function, NearLimit);
  Result.Summary = describeFunction(In, Noise);
  Result.Level = Noise.BrokenContracts > 0 ? NoiseLevel::Over : Noise.Level;
  Result.IsStale = Noise.IsStale;

  Result.TotalNodes = Flow.Nodes.size();
  std::vector<bool> Chosen = choose(Offset, MaxNodes);
  std::vector<uint32_t> NumberOf(Flow.Nodes.size(), Section::None);
  llvm::StringMap<unsigned> Seen;
  for (uint32_t Node : Flow.Order) {
    std::string Key = nameOf(Flow.Nodes[Node]);
    // Names contain no blanks.
    if (unsigned Count = ++Seen[Key]; Count > 1)
      Key += " " + std::to_string(Count);
    if (!Chosen[Node])
      continue;
    NumberOf[Node] = uint32_t(Result.Nodes.size());
    Result.Nodes.push_back(describe(Node, NearLimit));
    addBroken(Node, Result.Nodes.back());
    Result.Nodes.back().Key = std::move(Key);
  }
  for (const FlowEdge &Edge : Flow.Edges) {
    uint32_t From = NumberOf[Edge.From], To = NumberOf[Edge.To];
    if (To == Section::None)
      continue;
    // Nodes that are left out count too: the worst operand may be among them.
    if (const NoiseInfo *Known = Flow.Nodes[Edge.From].Known;
        Flow.Nodes[Edge.To].Of != FlowNode::Kind::Value)
      Result.Nodes[To].Level = std::max(Result.Nodes[To].Level,
                                        Known ? getNoiseLevel(*Known, NearLimit)
                                              : NoiseLevel::Unknown);
    if (From != Section::None)
      Result.Edges.push_back({From, To, Edge.IsBack});
  }
  llvm::stable_sort(Result.Edges, [](const FlowEdge &A, const FlowEdge &B) {
    return std::pair(A.To, A.From) < std::pair(B.To, B.From);
  });
  return Result;
}

std::optional<NoiseGraph> mlir::noisy::lsp::getNoiseGraph(const Snapshot &State,
                                                          size_t Offset,
                                                          uint32_t NearLimit,
                                                          size_t MaxNodes) {
  const Snapshot::Part *Part = State.partAt(Offset);
  if (!Part)
    return std::nullopt;
  // Inner functions come later, and so do those that begin where another ends.
  OperationRef Function;
  size_t Begin = 0;
  for (const PlacedSection &Section : Part->Sections)
    for (OperationRef Operation : operationsOf(Section)) {
      if (!Operation->IsFunction || Operation->Where.empty())
        continue;
      ByteRange Range = Section.toTextClamped(Operation->Where);
      if (Offset < Range.Begin || Range.End < Offset ||
          (Function && Range.Begin < Begin))
        continue;
      Function = Operation;
      Begin = Range.Begin;
    }
  if (!Function)
    return std::nullopt;
  return GraphMaker(Function).make(Offset, NearLimit, MaxNodes);
}
