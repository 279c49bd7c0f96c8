//===- FunctionFlow.cpp - The flow of encrypted values --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/FunctionFlow.h"
#include "server/features/noise/NoiseLevel.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using Index = Section::Index;

namespace {
class FlowFinder {
public:
  explicit FlowFinder(OperationRef Function)
      : Placement(Function.section()), Data(Function.data()),
        Function(Function) {
    Flow.Body = Data.subtree(Function.number());
    findBroken();
    addValues();
    findUses();
    findPassed();
    addEdges();
    sortByText();
  }

  FunctionFlow take() { return std::move(Flow); }

private:
  void findBroken();
  void addValues();
  void findUses();
  void findPassed();
  void addEdges();
  void sortByText();

  OperationRef operation(Index Number) const { return {Placement, Number}; }
  ValueRef value(const FlowNode &Node) const { return {Placement, Node.Index}; }
  bool hasRegions(Index Operation) const;
  /// The nodes that flow into `Target` by its known noise, without duplicates.
  llvm::SmallVector<uint32_t, 4> sourcesOf(const FlowNode &Target) const;
  bool passesOn(OperationRef Operation,
                llvm::ArrayRef<uint32_t> Operands) const;
  uint32_t addOperation(Index Operation, FlowNode::Kind Role);
  void addEdge(uint32_t Source, uint32_t Target);
  void addEdgesTo(uint32_t Target, llvm::ArrayRef<uint32_t> Sources);
  void addOperationEdges(Index Operation, llvm::ArrayRef<uint32_t> Operands);

  const PlacedSection &Placement;
  const Section &Data;
  const OperationRef Function;
  FunctionFlow Flow;
  /// Pairs of an operation of the body and a node that it uses as an operand,
  /// sorted by operation.
  std::vector<std::pair<Index, uint32_t>> Uses;
  /// How often more than once an operation without regions, the one whose edges
  /// are being added, has a node as an operand; only those that it has several
  /// times.
  llvm::SmallDenseMap<uint32_t, uint32_t, 2> Repetitions;
  /// Pairs of an operation with regions and a node that flows into the values
  /// that it defines: its results and the arguments of its blocks.
  llvm::DenseSet<std::pair<Index, uint32_t>> RegionSources;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void FlowFinder::findBroken() {
  ByteRange Range = Function->Range;
  for (const Problem &P : ownProblems(Placement))
    if (isBrokenContract(P) && Range.contains(P.Range.Begin))
      if (Index Operation = Data.operationAt(P.Range.Begin);
          Operation != Section::None)
        Flow.BrokenContracts[Operation].push_back(&P);
}

void FlowFinder::addValues() {
  Flow.NodeOf.assign(Flow.Body.EndValue - Flow.Body.FirstValue, Section::None);
  llvm::ArrayRef<NoiseInfo> Noise;
  if (Placement.Facts)
    Noise = Placement.Facts->Noise;
  const NoiseInfo *Next = llvm::partition_point(Noise, [&](const NoiseInfo &I) {
    return I.Value < Flow.Body.FirstValue;
  });
  for (ValueRef Value : Function.valuesInside()) {
    const Index I = Value.number();
    const NoiseInfo *Info =
        Next != Noise.end() && Next->Value == I ? Next++ : nullptr;
    if (!Info && !Value.isEncrypted())
      continue;
    // It stands for a name that nothing defines.
    if (Value.isOfBrokenOperation() && Value->Name.empty())
      continue;
    SectionRange Place = Value.place();
    Flow.NodeOf[I - Flow.Body.FirstValue] = uint32_t(Flow.Nodes.size());
    Flow.Nodes.push_back(
        {I, FlowNode::Kind::Value, Info, Place,
         Value->IsArgument ? Place.Begin : Value.operation()->Range.End});
  }
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

void FlowFinder::findUses() {
  SectionRange Range = Function->Range;
  llvm::ArrayRef<Section::Token> Tokens = Data.tokens();
  auto Token = llvm::partition_point(Tokens, [&](const Section::Token &T) {
    return T.Range.Begin < Range.Begin;
  });
  for (; Token != Tokens.end() && Token->Range.Begin < Range.End; ++Token) {
    if (Token->TargetKind != Section::Kind::Value || Token->IsDefinition)
      continue;
    uint32_t Node = Flow.nodeOf(Token->Target);
    if (Node == Section::None)
      continue;
    Index User = Data.operationAt(Token->Range.Begin);
    if (User >= Flow.Body.FirstOperation && User < Flow.Body.EndOperation)
      Uses.push_back({User, Node});
  }
  // The generic form of an operation goes on after its regions.
  if (!llvm::is_sorted(Uses, llvm::less_first()))
    llvm::stable_sort(Uses, llvm::less_first());
}

llvm::SmallVector<uint32_t, 4>
FlowFinder::sourcesOf(const FlowNode &Target) const {
  llvm::SmallVector<uint32_t, 4> Result;
  if (Target.Info)
    for (Index Source : Placement.Facts->sourcesOf(*Target.Info))
      if (uint32_t Node = Flow.nodeOf(Source); Node != Section::None)
        Result.push_back(Node);
  llvm::sort(Result);
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

/// True if the operation contains any operations.
bool FlowFinder::hasRegions(Index Operation) const {
  llvm::ArrayRef<Section::Operation> Operations = Data.operations();
  return Operation + 1 < Operations.size() &&
         Operations[Operation + 1].Parent == Operation;
}

void FlowFinder::findPassed() {
  for (const FlowNode &Target : Flow.Nodes) {
    ValueRef Value = value(Target);
    OperationRef Operation = Value.operation();
    // The arguments of a function come from its calls.
    if (Value->IsArgument ? Value.block()->Number == 0 && Operation->IsFunction
                          : !hasRegions(Operation.number()))
      continue;
    for (uint32_t Source : sourcesOf(Target))
      RegionSources.insert({Operation.number(), Source});
  }
}

/// True if an operation without encrypted results only hands its operands on:
/// it ends a block, or is inside an operation that does, and they arrive at the
/// operation around it.
bool FlowFinder::passesOn(OperationRef Operation,
                          llvm::ArrayRef<uint32_t> Operands) const {
  if (Flow.BrokenContracts.contains(Operation.number()))
    return false;
  bool IsEnd = false;
  for (OperationRef Op = Operation; Op != Function; Op = Op.parent())
    IsEnd |= Op->IsTerminator;
  if (!IsEnd)
    return false;
  // Nothing flows where nothing is executed.
  if (llvm::all_of(Operands, [&](uint32_t Node) {
        const NoiseInfo *Info = Flow.Nodes[Node].Info;
        return Info && Info->Bound.isUnreachable();
      }))
    return Operation->HasSuccessors || !Operation.parent()->IsFunction;
  for (OperationRef Outer = Operation.parent();; Outer = Outer.parent()) {
    // Branches to another block of the function, but not out of it.
    if (Outer == Function && !Operation->HasSuccessors)
      return false;
    if (llvm::any_of(Operands, [&](uint32_t Node) {
          return RegionSources.contains({Outer.number(), Node});
        }))
      return true;
    if (Outer == Function)
      return false;
  }
}

uint32_t FlowFinder::addOperation(Index Operation, FlowNode::Kind Role) {
  OperationRef Op = operation(Operation);
  // The results of a call exist from its end on.
  Flow.Nodes.push_back(
      {Operation, Role, nullptr, Op->Name,
       Role == FlowNode::Kind::Call ? Op->Name.End : Op->Range.End});
  return uint32_t(Flow.Nodes.size() - 1);
}

void FlowFinder::addEdge(uint32_t Source, uint32_t Target) {
  Flow.Edges.push_back(
      {Source, Target,
       Flow.Nodes[Source].DefinitionEnd >= Flow.Nodes[Target].DefinitionEnd,
       1 + Repetitions.lookup(Source)});
}

void FlowFinder::addEdgesTo(uint32_t Target, llvm::ArrayRef<uint32_t> Sources) {
  for (uint32_t Source : Sources)
    addEdge(Source, Target);
}

void FlowFinder::addOperationEdges(Index Operation,
                                   llvm::ArrayRef<uint32_t> Operands) {
  // The maximum number of followed return values of a recursive function.
  static constexpr size_t MostReturned = 16;
  const bool HasRegions = hasRegions(Operation);
  bool HasResult = false;
  // Results with several sources, all of them operands; and the sources of the
  // first such result.
  llvm::SmallVector<uint32_t, 4> OfSeveral, SourcesOfFirst;
  for (ValueRef Result : operation(Operation).results()) {
    uint32_t Node = Flow.nodeOf(Result.number());
    if (Node == Section::None)
      continue;
    HasResult = true;
    llvm::SmallVector<uint32_t, 4> Sources = sourcesOf(Flow.Nodes[Node]);
    // The operands stand in for unknown sources.
    if (Sources.empty() ||
        (!HasRegions && Sources.size() > Operands.size() + MostReturned))
      Sources.assign(Operands.begin(), Operands.end());
    // The results of regions follow the text.
    else if (HasRegions) {
      addEdgesTo(Node, Sources);
      continue;
    }
    if (Sources.size() > 1 && std::includes(Operands.begin(), Operands.end(),
                                            Sources.begin(), Sources.end())) {
      OfSeveral.push_back(Node);
      if (OfSeveral.size() == 1)
        SourcesOfFirst = std::move(Sources);
    } else {
      addEdgesTo(Node, Sources);
    }
  }
  if (OfSeveral.size() > 1) {
    uint32_t Call = addOperation(Operation, FlowNode::Kind::Call);
    addEdgesTo(Call, Operands);
    for (uint32_t Result : OfSeveral)
      addEdge(Call, Result);
  } else if (!OfSeveral.empty()) {
    addEdgesTo(OfSeveral.front(), SourcesOfFirst);
  }
  if (!HasResult && !Operands.empty() &&
      !passesOn(operation(Operation), Operands))
    addEdgesTo(addOperation(Operation, FlowNode::Kind::Sink), Operands);
}

void FlowFinder::addEdges() {
  for (uint32_t I = 0; I < Flow.Nodes.size(); ++I)
    if (value(Flow.Nodes[I])->IsArgument)
      addEdgesTo(I, sourcesOf(Flow.Nodes[I]));
  auto Use = Uses.begin();
  llvm::SmallVector<uint32_t, 4> Operands;
  for (Index I = Flow.Body.FirstOperation; I < Flow.Body.EndOperation; ++I) {
    Operands.clear();
    for (; Use != Uses.end() && Use->first == I; ++Use)
      Operands.push_back(Use->second);
    llvm::sort(Operands);
    Repetitions.clear();
    if (!hasRegions(I))
      for (size_t K = 1; K < Operands.size(); ++K)
        if (Operands[K] == Operands[K - 1])
          ++Repetitions[Operands[K]];
    Operands.erase(std::unique(Operands.begin(), Operands.end()),
                   Operands.end());
    addOperationEdges(I, Operands);
  }
}

void FlowFinder::sortByText() {
  Flow.Order.resize(Flow.Nodes.size());
  for (uint32_t I = 0; I < Flow.Order.size(); ++I)
    Flow.Order[I] = I;
  llvm::stable_sort(Flow.Order, [&](uint32_t A, uint32_t B) {
    return Flow.Nodes[A].Range.Begin < Flow.Nodes[B].Range.Begin;
  });
}

FunctionFlow mlir::noisy::lsp::findFlow(OperationRef Function) {
  return FlowFinder(Function).take();
}
