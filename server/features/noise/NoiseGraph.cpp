//===- NoiseGraph.cpp - The graph of noise in a function ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/NoiseGraph.h"
#include "dialect/units/NumberText.h"
#include "server/features/noise/FlowFocus.h"
#include "server/features/noise/FunctionSummary.h"
#include "server/snapshot/CallPlaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <numeric>

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
    findCallees();
    findKeys();
  }

  NoiseGraph make(size_t Offset, uint32_t NearLimit, const GraphPart &Part);

private:
  void findBreaking();
  void findCallees();
  uint32_t findNearest(size_t Offset) const;
  uint32_t findFocus(size_t Offset, llvm::StringRef Key) const;
  std::vector<bool> choose(size_t Offset, size_t AtMost) const;
  NoiseNode describe(uint32_t Node, uint32_t NearLimit);
  NoiseNode describeBundle(const FlowBundle &Bundle, uint32_t NearLimit) const;
  NoiseLevel levelIn(uint32_t Node, uint32_t NearLimit) const;
  void findKeys();
  void addBroken(uint32_t Node, NoiseNode &Result) const;
  std::string nameOf(const FlowNode &Node) const;
  std::string textOf(OperationRef Operation) const;

  const PlacedSection &Placement;
  const OperationRef Function;
  const FunctionFlow Flow;
  CallPlaces Calls;
  /// The operations by which nodes break contracts.
  llvm::DenseMap<uint32_t, Index> BreakingOperations;
  /// The key of each node.
  std::vector<std::string> Keys;
  /// The symbols that operations of the function name first: their callees.
  llvm::DenseMap<Index, llvm::StringRef> Callees;
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

/// Returns the node with a key, else the one at an offset. Before the body,
/// where only arguments are, and in a line without a name, it is the worst.
uint32_t GraphMaker::findFocus(size_t Offset, llvm::StringRef Key) const {
  if (!Key.empty())
    for (uint32_t Node : Flow.Order)
      if (Keys[Node] == Key)
        return Node;
  uint32_t Nearest = findNearest(Offset);
  const FlowNode &Found = Flow.Nodes[Nearest];
  ByteRange Name = Placement.toTextClamped(Found.Range);
  bool IsNamed = Name.Begin <= Offset && Offset <= Name.End;
  bool IsOfFunction = Found.Role == FlowNode::Kind::Value &&
                      ValueRef(Placement, Found.Index)->IsArgument;
  return IsNamed || (!IsOfFunction && Name.Begin <= Offset) ? Nearest
                                                            : findWorst(Flow);
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

void GraphMaker::findCallees() {
  const Section::Subtree &Body = Flow.Body;
  for (const Section::SymbolUse &Use : Placement.Data->symbolUses())
    if (Use.User >= Body.FirstOperation && Use.User < Body.EndOperation)
      Callees.try_emplace(Use.User, Use.Path.back());
}

/// An operation as the text has it, without its operands: "noisy.mul",
/// "call @relu", "return".
std::string GraphMaker::textOf(OperationRef Operation) const {
  llvm::StringRef Name = Operation.name();
  Name.consume_front("func.");
  auto Callee = Callees.find(Operation.number());
  return Callee == Callees.end() ? Name.str()
                                 : (Name + " @" + Callee->second).str();
}

std::string GraphMaker::nameOf(const FlowNode &Node) const {
  return Node.Role == FlowNode::Kind::Value
             ? ValueRef(Placement, Node.Index).name()
             : textOf(OperationRef(Placement, Node.Index));
}

void GraphMaker::findKeys() {
  Keys.resize(Flow.Nodes.size());
  llvm::StringMap<unsigned> Counts;
  for (uint32_t Node : Flow.Order) {
    const FlowNode &Described = Flow.Nodes[Node];
    Keys[Node] = Described.Role == FlowNode::Kind::Value
                     ? nameOf(Described)
                     : OperationRef(Placement, Described.Index).name().str();
    // Names contain no blanks.
    if (unsigned Count = ++Counts[Keys[Node]]; Count > 1)
      Keys[Node] += " " + std::to_string(Count);
  }
}

/// The level of a node in a bundle, without what its operands add to that of an
/// operation. A value that is over the limit because of another is unreliable:
/// the other one may be drawn.
NoiseLevel GraphMaker::levelIn(uint32_t Number, uint32_t NearLimit) const {
  if (BreakingOperations.contains(Number))
    return NoiseLevel::OverLimit;
  const FlowNode &Node = Flow.Nodes[Number];
  if (Node.Role != FlowNode::Kind::Value)
    return NoiseLevel::Safe;
  if (!Node.Info)
    return NoiseLevel::Unknown;
  NoiseLevel Level = getNoiseLevel(*Node.Info, NearLimit);
  return Level == NoiseLevel::OverLimit && Node.Info->IsUnreliable
             ? NoiseLevel::Unreliable
             : Level;
}

NoiseNode GraphMaker::describeBundle(const FlowBundle &Bundle,
                                     uint32_t NearLimit) const {
  const FlowNode &Heaviest = Flow.Nodes[Bundle.Heaviest];
  NoiseNode Result;
  Result.Role = NoiseNode::Kind::Bundle;
  Result.Count = Bundle.Size;
  Result.Heaviest = Keys[Bundle.Heaviest];
  Result.Name = formatNumber(Bundle.Size) + " more";
  Result.Range = Placement.toTextClamped(Heaviest.Range);
  Result.Level = levelIn(Bundle.Heaviest, NearLimit);
  switch (Bundle.Role) {
  case FlowBundle::Kind::Before:
    Result.Operation = "before " + Keys[Bundle.Owner];
    break;
  case FlowBundle::Kind::After:
    Result.Operation = "after it";
    break;
  case FlowBundle::Kind::Apart:
    Result.Operation = "apart";
    break;
  }
  Result.Key = "bundle " + Result.Operation;
  if (Heaviest.Role != FlowNode::Kind::Value)
    return Result;
  if (!Heaviest.Info) {
    Result.Label = "unknown";
    return Result;
  }
  Result.Label = describeNoiseShortly(*Heaviest.Info);
  if (Heaviest.Info->Bound.isBits())
    Result.Noise = Heaviest.Info->Bound.getBits();
  Result.Limit = Heaviest.Info->Limit;
  Result.Unit = Heaviest.Info->Unit;
  return Result;
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
    Result.Operation =
        Value.isOfBrokenOperation() ? "(error)" : textOf(Value.operation());
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

/// Brings the nodes into the order of the text: bundles are at their heaviest.
static void sortByText(NoiseGraph &Graph) {
  std::vector<uint32_t> Order(Graph.Nodes.size()), NumberOf(Order.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return Graph.Nodes[A].Range.Begin < Graph.Nodes[B].Range.Begin;
  });
  std::vector<NoiseNode> Nodes;
  for (auto [I, Old] : llvm::enumerate(Order)) {
    NumberOf[Old] = I;
    Nodes.push_back(std::move(Graph.Nodes[Old]));
  }
  Graph.Nodes = std::move(Nodes);
  for (FlowEdge &Edge : Graph.Edges)
    Edge = {NumberOf[Edge.Source], NumberOf[Edge.Target], Edge.IsBack,
            Edge.Times};
}

NoiseGraph GraphMaker::make(size_t Offset, uint32_t NearLimit,
                            const GraphPart &Part) {
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
  FlowFocus Focus;
  if (Flow.Nodes.size() > Part.FocusAbove) {
    Focus = focusFlow(Flow, findFocus(Offset, Part.FocusKey));
    Result.Focus = Keys[Focus.Focus];
  } else {
    Focus.IsDrawn = choose(Offset, Part.MaxNodes);
  }
  // The drawn nodes, then the bundles, by their numbers in the picture.
  std::vector<uint32_t> NumberOf(Flow.Nodes.size() + Focus.Bundles.size(),
                                 Section::None);
  for (uint32_t Node : Flow.Order) {
    if (!Focus.IsDrawn[Node])
      continue;
    NumberOf[Node] = uint32_t(Result.Nodes.size());
    NoiseNode &Described = Result.Nodes.emplace_back(describe(Node, NearLimit));
    addBroken(Node, Described);
    Described.Key = Keys[Node];
    Described.IsOnPath = !Focus.IsOnPath.empty() && Focus.IsOnPath[Node];
  }
  for (auto [I, Bundle] : llvm::enumerate(Focus.Bundles)) {
    NumberOf[Flow.Nodes.size() + I] = uint32_t(Result.Nodes.size());
    Result.Nodes.push_back(describeBundle(Bundle, NearLimit));
  }
  auto pictured = [&](uint32_t Node) {
    return Focus.BundleOf.empty() || Focus.IsDrawn[Node]
               ? NumberOf[Node]
               : NumberOf[Flow.Nodes.size() + Focus.BundleOf[Node]];
  };
  for (uint32_t Node = 0; Node < Focus.BundleOf.size(); ++Node)
    if (!Focus.IsDrawn[Node]) {
      NoiseLevel &Level = Result.Nodes[pictured(Node)].Level;
      Level = std::max(Level, levelIn(Node, NearLimit));
    }
  for (const FlowEdge &Edge : Flow.Edges) {
    uint32_t Target = pictured(Edge.Target);
    // Nodes that are left out count too: the worst operand may be among them.
    // In a bundle it is counted itself, or drawn.
    if (Target != Section::None && NumberOf[Edge.Target] != Section::None &&
        Flow.Nodes[Edge.Target].Role != FlowNode::Kind::Value) {
      const NoiseInfo *Info = Flow.Nodes[Edge.Source].Info;
      Result.Nodes[Target].Level = std::max(
          Result.Nodes[Target].Level,
          Info ? getNoiseLevel(*Info, NearLimit) : NoiseLevel::Unknown);
    }
  }
  for (const FlowEdge &Edge : Result.Focus.empty() ? Flow.Edges : Focus.Edges) {
    uint32_t Source = NumberOf[Edge.Source], Target = NumberOf[Edge.Target];
    if (Source != Section::None && Target != Section::None)
      Result.Edges.push_back({Source, Target, Edge.IsBack, Edge.Times});
  }
  if (!Focus.Bundles.empty())
    sortByText(Result);
  llvm::stable_sort(Result.Edges, [](const FlowEdge &A, const FlowEdge &B) {
    return std::pair(A.Target, A.Source) < std::pair(B.Target, B.Source);
  });
  return Result;
}

std::optional<NoiseGraph>
mlir::noisy::lsp::getNoiseGraph(const Snapshot &State, size_t Offset,
                                uint32_t NearLimit,
                                const GraphPart &DrawnPart) {
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
      .make(Offset, NearLimit, DrawnPart);
}
