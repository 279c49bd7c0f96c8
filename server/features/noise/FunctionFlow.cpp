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
      : In(Function.section()), Data(Function.data()), Function(Function) {
    Found.Body = Data.inside(Function.number());
    findBroken();
    addValues();
    findUses();
    findPassed();
    addEdges();
    sortByText();
  }

  FunctionFlow take() { return std::move(Found); }

private:
  void findBroken();
  void addValues();
  void findUses();
  void findPassed();
  void addEdges();
  void sortByText();

  OperationRef operation(Index Number) const { return {In, Number}; }
  ValueRef value(const FlowNode &Node) const { return {In, Node.What}; }
  bool hasRegions(Index Operation) const;
  /// The nodes that flow into `To` by its known noise, without duplicates.
  llvm::SmallVector<uint32_t, 4> sourcesOf(const FlowNode &To) const;
  bool passesOn(OperationRef Operation,
                llvm::ArrayRef<uint32_t> Operands) const;
  uint32_t addOperation(Index Operation, FlowNode::Kind Of);
  void addEdge(uint32_t From, uint32_t To);
  void addEdgesTo(uint32_t To, llvm::ArrayRef<uint32_t> From);
  void addOperationEdges(Index Operation, llvm::ArrayRef<uint32_t> Operands);

  const Snapshot::Placed &In;
  const Section &Data;
  const OperationRef Function;
  FunctionFlow Found;
  /// Pairs of an operation of the body and a node that it uses as an operand,
  /// sorted by operation.
  std::vector<std::pair<Index, uint32_t>> Uses;
  /// Pairs of an operation with regions and a node that flows into the values
  /// that it defines: its results and the arguments of its blocks.
  llvm::DenseSet<std::pair<Index, uint32_t>> Passed;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void FlowFinder::findBroken() {
  ByteRange Where = Function->Where;
  for (const Problem &P : currentProblems(In))
    if (isBrokenContract(P) && Where.contains(P.Where.Begin))
      if (Index Breaking = Data.operationAt(P.Where.Begin);
          Breaking != Section::None)
        Found.Broken[Breaking].push_back(&P);
}

void FlowFinder::addValues() {
  Found.NodeOf.assign(Found.Body.EndValue - Found.Body.FirstValue,
                      Section::None);
  llvm::ArrayRef<NoiseInfo> Noise;
  if (In.Facts)
    Noise = In.Facts->Noise;
  const NoiseInfo *Next = llvm::partition_point(Noise, [&](const NoiseInfo &I) {
    return I.Value < Found.Body.FirstValue;
  });
  for (ValueRef Value : Function.valuesInside()) {
    const Index I = Value.number();
    const NoiseInfo *Known =
        Next != Noise.end() && Next->Value == I ? Next++ : nullptr;
    if (!Known && !Value.isEncrypted())
      continue;
    SectionRange Place = Value.place();
    Found.NodeOf[I - Found.Body.FirstValue] = uint32_t(Found.Nodes.size());
    Found.Nodes.push_back(
        {I, FlowNode::Kind::Value, Known, Place,
         Value->IsArgument ? Place.Begin : Value.operation()->Where.End});
  }
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

void FlowFinder::findUses() {
  SectionRange Where = Function->Where;
  llvm::ArrayRef<Section::Token> Tokens = Data.tokens();
  auto Token = llvm::partition_point(Tokens, [&](const Section::Token &T) {
    return T.Where.Begin < Where.Begin;
  });
  for (; Token != Tokens.end() && Token->Where.Begin < Where.End; ++Token) {
    if (Token->Of != Section::Kind::Value || Token->IsDefinition)
      continue;
    uint32_t Node = Found.nodeOf(Token->What);
    if (Node == Section::None)
      continue;
    Index User = Data.operationAt(Token->Where.Begin);
    if (User >= Found.Body.FirstOperation && User < Found.Body.EndOperation)
      Uses.push_back({User, Node});
  }
  // The generic form of an operation goes on after its regions.
  if (!llvm::is_sorted(Uses, llvm::less_first()))
    llvm::stable_sort(Uses, llvm::less_first());
}

llvm::SmallVector<uint32_t, 4> FlowFinder::sourcesOf(const FlowNode &To) const {
  llvm::SmallVector<uint32_t, 4> Result;
  if (To.Known)
    for (Index Source : In.Facts->sourcesOf(*To.Known))
      if (uint32_t Node = Found.nodeOf(Source); Node != Section::None)
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
  for (const FlowNode &To : Found.Nodes) {
    ValueRef Value = value(To);
    OperationRef Operation = Value.operation();
    // The arguments of a function come from its calls.
    if (Value->IsArgument ? Value.block()->Number == 0 && Operation->IsFunction
                          : !hasRegions(Operation.number()))
      continue;
    for (uint32_t From : sourcesOf(To))
      Passed.insert({Operation.number(), From});
  }
}

/// True if an operation without encrypted results only hands its operands on:
/// it ends a block, or is inside an operation that does, and they arrive at the
/// operation around it.
bool FlowFinder::passesOn(OperationRef Operation,
                          llvm::ArrayRef<uint32_t> Operands) const {
  if (Found.Broken.contains(Operation.number()))
    return false;
  bool IsEnd = false;
  for (OperationRef Op = Operation; Op != Function; Op = Op.parent())
    IsEnd |= Op->IsTerminator;
  if (!IsEnd)
    return false;
  // Nothing flows where nothing is executed.
  if (llvm::all_of(Operands, [&](uint32_t Node) {
        const NoiseInfo *Known = Found.Nodes[Node].Known;
        return Known && Known->Bound.isUnreachable();
      }))
    return Operation->HasSuccessors || !Operation.parent()->IsFunction;
  for (OperationRef Outer = Operation.parent();; Outer = Outer.parent()) {
    // Branches to another block of the function, but not out of it.
    if (Outer == Function && !Operation->HasSuccessors)
      return false;
    if (llvm::any_of(Operands, [&](uint32_t Node) {
          return Passed.contains({Outer.number(), Node});
        }))
      return true;
    if (Outer == Function)
      return false;
  }
}

uint32_t FlowFinder::addOperation(Index Operation, FlowNode::Kind Of) {
  OperationRef Op = operation(Operation);
  // The results of a call exist from its end on.
  Found.Nodes.push_back(
      {Operation, Of, nullptr, Op->Name,
       Of == FlowNode::Kind::Call ? Op->Name.End : Op->Where.End});
  return uint32_t(Found.Nodes.size() - 1);
}

void FlowFinder::addEdge(uint32_t From, uint32_t To) {
  Found.Edges.push_back(
      {From, To, Found.Nodes[From].Done >= Found.Nodes[To].Done});
}

void FlowFinder::addEdgesTo(uint32_t To, llvm::ArrayRef<uint32_t> From) {
  for (uint32_t Source : From)
    addEdge(Source, To);
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
    uint32_t Node = Found.nodeOf(Result.number());
    if (Node == Section::None)
      continue;
    HasResult = true;
    llvm::SmallVector<uint32_t, 4> Sources = sourcesOf(Found.Nodes[Node]);
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
  for (uint32_t I = 0; I < Found.Nodes.size(); ++I)
    if (value(Found.Nodes[I])->IsArgument)
      addEdgesTo(I, sourcesOf(Found.Nodes[I]));
  auto Use = Uses.begin();
  llvm::SmallVector<uint32_t, 4> Operands;
  for (Index I = Found.Body.FirstOperation; I < Found.Body.EndOperation; ++I) {
    Operands.clear();
    for (; Use != Uses.end() && Use->first == I; ++Use)
      Operands.push_back(Use->second);
    llvm::sort(Operands);
    Operands.erase(std::unique(Operands.begin(), Operands.end()),
                   Operands.end());
    addOperationEdges(I, Operands);
  }
}

void FlowFinder::sortByText() {
  Found.Order.resize(Found.Nodes.size());
  for (uint32_t I = 0; I < Found.Order.size(); ++I)
    Found.Order[I] = I;
  llvm::stable_sort(Found.Order, [&](uint32_t A, uint32_t B) {
    return Found.Nodes[A].Where.Begin < Found.Nodes[B].Where.Begin;
  });
}

FunctionFlow mlir::noisy::lsp::findFlow(OperationRef Function) {
  return FlowFinder(Function).take();
}
