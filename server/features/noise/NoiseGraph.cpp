//===- NoiseGraph.cpp - The graph of noise in a function ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/NoiseGraph.h"
#include "server/features/noise/FunctionSummary.h"
#include "server/snapshot/CallPlaces.h"
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
  GraphMaker(OperationRef Function, const Snapshot &State, uint32_t Chunk)
      : Placement(Function.section()), Function(Function),
        Flow(findFlow(Function)), Calls(State, Chunk) {
    findBreaking();
  }

  NoiseGraph make(size_t Offset, uint32_t NearLimit, size_t MaxNodes);

private:
  void findBreaking();
  uint32_t findNearest(size_t Offset) const;
  std::vector<bool> choose(size_t Offset, size_t AtMost) const;
  NoiseNode describe(uint32_t Node, uint32_t NearLimit);
  void addBroken(uint32_t Node, NoiseNode &Result) const;
  std::string nameOf(const FlowNode &Node) const;

  const PlacedSection &Placement;
  const OperationRef Function;
  const FunctionFlow Flow;
  CallPlaces Calls;
  /// The operations by which nodes break contracts.
  llvm::DenseMap<uint32_t, Index> BreakingOperations;
};
} // namespace

/// Marks an operation that breaks a contract if it is a node, and its results
/// otherwise.
void GraphMaker::findBreaking() {
  if (Flow.BrokenContracts.empty())
    return;
  llvm::DenseSet<Index> AreNodes;
  for (auto [I, Node] : llvm::enumerate(Flow.Nodes))
    if (Node.Role != FlowNode::Kind::Value &&
        Flow.BrokenContracts.contains(Node.Index)) {
      BreakingOperations[I] = Node.Index;
      AreNodes.insert(Node.Index);
    }
  for (const auto &[Operation, Contracts] : Flow.BrokenContracts) {
    if (AreNodes.contains(Operation))
      continue;
    for (ValueRef Result : OperationRef(Placement, Operation).results())
      if (uint32_t Node = Flow.nodeOf(Result.number()); Node != Section::None)
        BreakingOperations[Node] = Operation;
  }
}

//===----------------------------------------------------------------------===//
// Choice of the nodes
//===----------------------------------------------------------------------===//

/// Returns the node whose name is at an offset in the snapshot's text, or the
/// last node before it. The graph must not be empty.
uint32_t GraphMaker::findNearest(size_t Offset) const {
  if (std::optional<size_t> SectionOffset = Placement.toSection(Offset))
    if (const Section::Token *Token = Placement.Data->tokenAt(*SectionOffset);
        Token && Token->TargetKind == Section::Kind::Value)
      if (uint32_t Node = Flow.nodeOf(Token->Target); Node != Section::None)
        return Node;
  auto Next = llvm::partition_point(Flow.Order, [&](uint32_t Node) {
    return Placement.toTextClamped(Flow.Nodes[Node].Range).Begin <= Offset;
  });
  return Next == Flow.Order.begin() ? Flow.Order.front() : *std::prev(Next);
}

std::vector<bool> GraphMaker::choose(size_t Offset, size_t AtMost) const {
  if (Flow.Nodes.size() <= AtMost)
    return std::vector<bool>(Flow.Nodes.size(), true);
  std::vector<bool> IsChosen(Flow.Nodes.size());
  if (AtMost == 0)
    return IsChosen;
  // Both ends of each edge, grouped by nodes.
  std::vector<uint32_t> First(Flow.Nodes.size() + 1),
      Neighbours(2 * Flow.Edges.size());
  for (const FlowEdge &Edge : Flow.Edges) {
    ++First[Edge.Source];
    ++First[Edge.Target];
  }
  for (size_t I = 1; I < First.size(); ++I)
    First[I] += First[I - 1];
  for (const FlowEdge &Edge : llvm::reverse(Flow.Edges)) {
    Neighbours[--First[Edge.Source]] = Edge.Target;
    Neighbours[--First[Edge.Target]] = Edge.Source;
  }
  std::vector<uint32_t> Queue = {findNearest(Offset)};
  IsChosen[Queue.front()] = true;
  auto reach = [&](uint32_t Node) {
    if (Queue.size() == AtMost || IsChosen[Node])
      return;
    IsChosen[Node] = true;
    Queue.push_back(Node);
  };
  for (size_t I = 0; I < Queue.size() && Queue.size() < AtMost; ++I)
    for (uint32_t NeighbourIndex = First[Queue[I]];
         NeighbourIndex < First[Queue[I] + 1]; ++NeighbourIndex)
      reach(Neighbours[NeighbourIndex]);
  for (uint32_t Node : Flow.Order)
    reach(Node);
  return IsChosen;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

std::string GraphMaker::nameOf(const FlowNode &Node) const {
  if (Node.Role == FlowNode::Kind::Value)
    return ValueRef(Placement, Node.Index).name();
  return OperationRef(Placement, Node.Index).name().str();
}

NoiseNode GraphMaker::describe(uint32_t Number, uint32_t NearLimit) {
  const FlowNode &Node = Flow.Nodes[Number];
  NoiseNode Result;
  Result.Name = nameOf(Node);
  Result.Range = Placement.toTextClamped(Node.Range);
  if (Node.Role != FlowNode::Kind::Value) {
    Result.Role = Node.Role == FlowNode::Kind::Sink ? NoiseNode::Kind::Sink
                                                    : NoiseNode::Kind::Call;
    Result.Operation = Result.Name;
    Result.Level = NoiseLevel::Safe;
    return Result;
  }
  ValueRef Value(Placement, Node.Index);
  if (Value->IsArgument) {
    Result.Role = NoiseNode::Kind::Argument;
  } else {
    Result.Operation = Value.isOfBrokenOperation()
                           ? "(error)"
                           : Value.operation().name().str();
    if (Value.operation().kind() == Section::OperationKind::Reduction)
      Result.Role = NoiseNode::Kind::Reduction;
  }
  if (!Node.Info) {
    Result.Label = "unknown";
    Result.Remarks = {explainMissingNoise(Value)};
    return Result;
  }
  Result.Level = getNoiseLevel(*Node.Info, NearLimit);
  Result.Label = describeNoiseShortly(*Node.Info);
  if (Node.Info->Bound.isBits())
    Result.Noise = Node.Info->Bound.getBits();
  Result.Limit = Node.Info->Limit;
  Result.Unit = Node.Info->Unit;
  static_cast<NoiseReasons &>(Result) = Placement.Facts->reasonsFor(*Node.Info);
  if (Placement.FactsAreStale)
    CallPlaces::removeMarks(Result.Remarks);
  else
    Calls.replaceMarks(Result.Remarks);
  return Result;
}

void GraphMaker::addBroken(uint32_t Number, NoiseNode &Result) const {
  auto It = BreakingOperations.find(Number);
  if (It == BreakingOperations.end())
    return;
  Result.Level = NoiseLevel::OverLimit;
  for (const Problem *Contract : Flow.BrokenContracts.lookup(It->second))
    Result.Remarks.push_back(Contract->Message);
}

NoiseGraph GraphMaker::make(size_t Offset, uint32_t NearLimit,
                            size_t MaxNodes) {
  NoiseGraph Result;
  SectionRange Name = Function->Name;
  Result.Name = "<unnamed>";
  if (const Section::Symbol *Symbol = Function.symbol()) {
    Result.Name = "@" + Symbol->Name;
    if (!Symbol->Range.empty())
      Name = Symbol->Range;
  }
  Result.Range = Placement.toTextClamped(Function->Range);
  Result.NameRange = Placement.toTextClamped(Name);
  FunctionNoise Noise = getFunctionNoise(Function, NearLimit);
  Result.Summary = describeFunction(Placement, Noise);
  if (std::string Doubt = describeDoubt(Noise); !Doubt.empty())
    Result.Summary += "; " + Doubt;
  Result.Level =
      Noise.BrokenContracts > 0 ? NoiseLevel::OverLimit : Noise.Level;
  Result.IsStale = isNoiseStale(Placement);

  Result.TotalNodes = Flow.Nodes.size();
  std::vector<bool> IsChosen = choose(Offset, MaxNodes);
  std::vector<uint32_t> NumberOf(Flow.Nodes.size(), Section::None);
  llvm::StringMap<unsigned> KeyCounts;
  for (uint32_t Node : Flow.Order) {
    std::string Key = nameOf(Flow.Nodes[Node]);
    // Names contain no blanks.
    if (unsigned Count = ++KeyCounts[Key]; Count > 1)
      Key += " " + std::to_string(Count);
    if (!IsChosen[Node])
      continue;
    NumberOf[Node] = uint32_t(Result.Nodes.size());
    Result.Nodes.push_back(describe(Node, NearLimit));
    addBroken(Node, Result.Nodes.back());
    Result.Nodes.back().Key = std::move(Key);
  }
  for (const FlowEdge &Edge : Flow.Edges) {
    uint32_t Source = NumberOf[Edge.Source], Target = NumberOf[Edge.Target];
    if (Target == Section::None)
      continue;
    // Nodes that are left out count too: the worst operand may be among them.
    if (const NoiseInfo *Info = Flow.Nodes[Edge.Source].Info;
        Flow.Nodes[Edge.Target].Role != FlowNode::Kind::Value)
      Result.Nodes[Target].Level = std::max(
          Result.Nodes[Target].Level,
          Info ? getNoiseLevel(*Info, NearLimit) : NoiseLevel::Unknown);
    if (Source != Section::None)
      Result.Edges.push_back({Source, Target, Edge.IsBack});
  }
  llvm::stable_sort(Result.Edges, [](const FlowEdge &A, const FlowEdge &B) {
    return std::pair(A.Target, A.Source) < std::pair(B.Target, B.Source);
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
      if (!Operation->IsFunction || Operation->Range.empty())
        continue;
      ByteRange Range = Section.toTextClamped(Operation->Range);
      if (Offset < Range.Begin || Range.End < Offset ||
          (Function && Range.Begin < Begin))
        continue;
      Function = Operation;
      Begin = Range.Begin;
    }
  if (!Function)
    return std::nullopt;
  return GraphMaker(Function, State, Part->Chunk)
      .make(Offset, NearLimit, MaxNodes);
}
