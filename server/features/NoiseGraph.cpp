//===- NoiseGraph.cpp - How noise flows through a function ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/NoiseGraph.h"
#include "server/features/CodeLenses.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using Index = Section::Index;

namespace {
/// A node before it is put into words.
struct Draft {
  /// A value, or the operation that is a sink.
  Index What = Section::None;
  bool IsSink = false;
  /// Null where nothing is known, and of a sink.
  const NoiseInfo *Known = nullptr;
  /// In the section's text.
  SectionRange Where = {};
  /// The place in that text at which it is there: of a result behind the
  /// regions of its operation.
  uint32_t Done = 0;
};

/// Makes the graph of one function. Nodes are numbered as they are found:
/// values in the order of the section, then sinks.
class GraphMaker {
public:
  GraphMaker(const Snapshot::Placed &In, Index Function)
      : In(In), Data(*In.Data), Function(Function),
        Body(Data.inside(Function)) {
    addValues();
    findUses();
    findPassed();
    addEdges();
    sortByText();
  }

  NoiseGraph make(size_t Offset, uint32_t NearLimit, size_t MaxNodes) const;

private:
  void addValues();
  void findUses();
  void findPassed();
  void addEdges();
  void sortByText();

  bool isEncrypted(const Section::Value &V);
  SectionRange placeOf(const Section::Value &V) const;
  /// The node of a value, or None.
  uint32_t nodeOf(Index Value) const {
    return Value >= Body.FirstValue && Value < Body.EndValue
               ? NodeOf[Value - Body.FirstValue]
               : Section::None;
  }
  /// The nodes that flow into one by what is known of it.
  llvm::SmallVector<uint32_t, 4> sourcesOf(const Draft &To) const;
  bool passesOn(Index Operation, llvm::ArrayRef<uint32_t> Operands) const;
  void addEdgesTo(uint32_t To, llvm::SmallVector<uint32_t, 4> From);

  uint32_t findNearest(size_t Offset) const;
  std::vector<bool> choose(size_t Offset, size_t AtMost) const;
  NoiseNode describe(uint32_t Node, uint32_t NearLimit) const;
  std::string nameOf(const Draft &Of) const;

  const Snapshot::Placed &In;
  const Section &Data;
  const Index Function;
  const Section::Inside Body;
  std::vector<Draft> Nodes;
  /// By values of the body.
  std::vector<uint32_t> NodeOf;
  /// Whether types are encrypted, by their strings, as far as was asked.
  llvm::DenseMap<Index, bool> Encrypted;
  /// Which operation of the body names which node as an operand, by operations.
  std::vector<std::pair<Index, uint32_t>> Uses;
  /// Nodes that flow into what an operation with regions defines: its results,
  /// and the arguments of its blocks.
  llvm::DenseSet<std::pair<Index, uint32_t>> Passed;
  /// By what they lead to.
  std::vector<NoiseEdge> Edges;
  /// The nodes in the order of the text.
  std::vector<uint32_t> Order;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool GraphMaker::isEncrypted(const Section::Value &V) {
  auto [Known, IsNew] = Encrypted.try_emplace(V.Type, false);
  if (IsNew)
    Known->second = isEncryptedType(Data.string(V.Type));
  return Known->second;
}

/// Where its name stands, or else that of what it belongs to.
SectionRange GraphMaker::placeOf(const Section::Value &V) const {
  if (!V.Name.empty())
    return V.Name;
  if (!V.IsArgument)
    return Data.operations()[V.Owner].Name;
  const Section::Block &Of = Data.blocks()[V.Owner];
  return Of.Name.empty() ? Data.operations()[Of.Parent].Name : Of.Name;
}

void GraphMaker::addValues() {
  NodeOf.assign(Body.EndValue - Body.FirstValue, Section::None);
  llvm::ArrayRef<NoiseInfo> Noise;
  if (In.Facts)
    Noise = In.Facts->Noise;
  const NoiseInfo *Next = llvm::partition_point(
      Noise, [&](const NoiseInfo &I) { return I.Value < Body.FirstValue; });
  for (Index I = Body.FirstValue; I < Body.EndValue; ++I) {
    const Section::Value &V = Data.values()[I];
    const NoiseInfo *Known =
        Next != Noise.end() && Next->Value == I ? Next++ : nullptr;
    if (!Known && !isEncrypted(V))
      continue;
    SectionRange Where = placeOf(V);
    NodeOf[I - Body.FirstValue] = uint32_t(Nodes.size());
    Nodes.push_back(
        {I, /*IsSink=*/false, Known, Where,
         V.IsArgument ? Where.Begin : Data.operations()[V.Owner].Where.End});
  }
}

//===----------------------------------------------------------------------===//
// What flows where
//===----------------------------------------------------------------------===//

void GraphMaker::findUses() {
  SectionRange Where = Data.operations()[Function].Where;
  llvm::ArrayRef<Section::Token> Tokens = Data.tokens();
  auto Token = llvm::partition_point(Tokens, [&](const Section::Token &T) {
    return T.Where.Begin < Where.Begin;
  });
  for (; Token != Tokens.end() && Token->Where.Begin < Where.End; ++Token) {
    if (Token->Of != Section::Kind::Value || Token->IsDefinition)
      continue;
    uint32_t Node = nodeOf(Token->What);
    if (Node == Section::None)
      continue;
    Index User = Data.operationAt(Token->Where.Begin);
    if (User >= Body.FirstOperation && User < Body.EndOperation)
      Uses.push_back({User, Node});
  }
  // In generic form an operation goes on behind its regions.
  if (!llvm::is_sorted(Uses, llvm::less_first()))
    llvm::stable_sort(Uses, llvm::less_first());
}

llvm::SmallVector<uint32_t, 4> GraphMaker::sourcesOf(const Draft &To) const {
  llvm::SmallVector<uint32_t, 4> Result;
  if (To.Known)
    for (Index Source : In.Facts->sourcesOf(*To.Known))
      if (uint32_t Node = nodeOf(Source); Node != Section::None)
        Result.push_back(Node);
  return Result;
}

void GraphMaker::findPassed() {
  llvm::ArrayRef<Section::Operation> Operations = Data.operations();
  for (const Draft &To : Nodes) {
    const Section::Value &V = Data.values()[To.What];
    Index Owner = V.Owner;
    if (V.IsArgument) {
      const Section::Block &Of = Data.blocks()[Owner];
      Owner = Of.Parent;
      // What is passed to a function comes from calls.
      if (Of.Number == 0 && Operations[Owner].IsFunction)
        continue;
    } else if (Owner + 1 == Operations.size() ||
               Operations[Owner + 1].Parent != Owner) {
      continue;
    }
    for (uint32_t From : sourcesOf(To))
      Passed.insert({Owner, From});
  }
}

/// Whether an operation without encrypted results only hands its operands on:
/// it ends a block, or is in what does, and they arrive at what is around it.
bool GraphMaker::passesOn(Index Operation,
                          llvm::ArrayRef<uint32_t> Operands) const {
  llvm::ArrayRef<Section::Operation> Operations = Data.operations();
  bool IsEnd = false;
  for (Index Op = Operation; Op != Function; Op = Operations[Op].Parent)
    IsEnd |= Operations[Op].IsTerminator;
  if (!IsEnd)
    return false;
  // Nothing flows where nothing is executed.
  const Section::Operation &Op = Operations[Operation];
  if (llvm::all_of(Operands, [&](uint32_t Node) {
        const NoiseInfo *Known = Nodes[Node].Known;
        return Known && Known->Bound.isUnreachable();
      }))
    return Op.HasSuccessors || !Operations[Op.Parent].IsFunction;
  for (Index Around = Op.Parent;; Around = Operations[Around].Parent) {
    if (llvm::any_of(Operands, [&](uint32_t Node) {
          return Passed.contains({Around, Node});
        }))
      return true;
    if (Around == Function)
      return false;
  }
}

void GraphMaker::addEdgesTo(uint32_t To, llvm::SmallVector<uint32_t, 4> From) {
  llvm::sort(From);
  From.erase(std::unique(From.begin(), From.end()), From.end());
  for (uint32_t Source : From)
    Edges.push_back({Source, To, Nodes[Source].Done >= Nodes[To].Done});
}

void GraphMaker::addEdges() {
  for (uint32_t I = 0; I < Nodes.size(); ++I)
    if (Data.values()[Nodes[I].What].IsArgument)
      addEdgesTo(I, sourcesOf(Nodes[I]));
  auto Use = Uses.begin();
  llvm::SmallVector<uint32_t, 4> Operands;
  for (Index I = Body.FirstOperation; I < Body.EndOperation; ++I) {
    Operands.clear();
    for (; Use != Uses.end() && Use->first == I; ++Use)
      Operands.push_back(Use->second);
    const Section::Operation &Op = Data.operations()[I];
    bool HasResult = false;
    for (Index V = Op.FirstResult; V < Op.FirstResult + Op.ResultCount; ++V) {
      uint32_t Node = nodeOf(V);
      if (Node == Section::None)
        continue;
      HasResult = true;
      // Of a call, and of what nobody knows, the operands are what is in sight.
      llvm::SmallVector<uint32_t, 4> Sources = sourcesOf(Nodes[Node]);
      addEdgesTo(Node, Sources.empty() ? Operands : std::move(Sources));
    }
    if (HasResult || Operands.empty() || passesOn(I, Operands))
      continue;
    Nodes.push_back({I, /*IsSink=*/true, nullptr, Op.Name, Op.Where.End});
    addEdgesTo(uint32_t(Nodes.size() - 1), Operands);
  }
}

void GraphMaker::sortByText() {
  Order.resize(Nodes.size());
  for (uint32_t I = 0; I < Order.size(); ++I)
    Order[I] = I;
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return Nodes[A].Where.Begin < Nodes[B].Where.Begin;
  });
}

//===----------------------------------------------------------------------===//
// Which of them
//===----------------------------------------------------------------------===//

/// The node whose name is at a place of the snapshot's text, or else the last
/// one before it. There is at least one.
uint32_t GraphMaker::findNearest(size_t Offset) const {
  if (std::optional<size_t> Here = In.toSection(Offset))
    if (const Section::Token *Token = Data.tokenAt(*Here);
        Token && Token->Of == Section::Kind::Value)
      if (uint32_t Node = nodeOf(Token->What); Node != Section::None)
        return Node;
  auto After = llvm::partition_point(Order, [&](uint32_t Node) {
    return In.toTextClamped(Nodes[Node].Where).Begin <= Offset;
  });
  return After == Order.begin() ? Order.front() : *std::prev(After);
}

std::vector<bool> GraphMaker::choose(size_t Offset, size_t AtMost) const {
  if (Nodes.size() <= AtMost)
    return std::vector<bool>(Nodes.size(), true);
  std::vector<bool> Chosen(Nodes.size());
  if (AtMost == 0)
    return Chosen;
  // Both ends of each edge, by nodes.
  std::vector<uint32_t> First(Nodes.size() + 1), Neighbours(2 * Edges.size());
  for (const NoiseEdge &Edge : Edges) {
    ++First[Edge.From];
    ++First[Edge.To];
  }
  for (size_t I = 1; I < First.size(); ++I)
    First[I] += First[I - 1];
  for (const NoiseEdge &Edge : llvm::reverse(Edges)) {
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
  for (uint32_t Node : Order)
    reach(Node);
  return Chosen;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string GraphMaker::nameOf(const Draft &Of) const {
  if (!Of.IsSink)
    return Data.nameOf(Of.What);
  return Data.string(Data.operations()[Of.What].FullName).str();
}

NoiseNode GraphMaker::describe(uint32_t Number, uint32_t NearLimit) const {
  const Draft &Of = Nodes[Number];
  NoiseNode Result;
  Result.Name = nameOf(Of);
  Result.Where = In.toTextClamped(Of.Where);
  if (Of.IsSink) {
    Result.Of = NoiseNode::Kind::Sink;
    Result.Operation = Result.Name;
    Result.Level = NoiseLevel::Safe;
    return Result;
  }
  const Section::Value &V = Data.values()[Of.What];
  if (V.IsArgument) {
    Result.Of = NoiseNode::Kind::Argument;
  } else {
    Result.Operation = Data.string(Data.operations()[V.Owner].FullName).str();
    if (isReduction(Data, V.Owner))
      Result.Of = NoiseNode::Kind::Reduction;
  }
  if (!Of.Known) {
    Result.Label = "unknown";
    Result.Remarks = {explainMissingNoise(In, Data.string(V.Type))};
    return Result;
  }
  Result.Level = getNoiseLevel(*Of.Known, NearLimit);
  Result.Label = describeNoiseShortly(*Of.Known, /*IsStale=*/false);
  if (Of.Known->Bound.isBits())
    Result.Noise = Of.Known->Bound.getBits();
  Result.Limit = Of.Known->Limit;
  Result.Equation = Of.Known->Equation;
  Result.Remarks = Of.Known->Remarks;
  return Result;
}

NoiseGraph GraphMaker::make(size_t Offset, uint32_t NearLimit,
                            size_t MaxNodes) const {
  NoiseGraph Result;
  const Section::Operation &Op = Data.operations()[Function];
  SectionRange Name = Op.Name;
  Result.Name = "<unnamed>";
  if (Op.Symbol != Section::None) {
    const Section::Symbol &Symbol = Data.symbols()[Op.Symbol];
    Result.Name = "@" + Symbol.Name;
    if (!Symbol.Where.empty())
      Name = Symbol.Where;
  }
  Result.Where = In.toTextClamped(Op.Where);
  Result.NameWhere = In.toTextClamped(Name);
  FunctionNoise Noise = getFunctionNoise(In, Function, NearLimit);
  Result.Summary = describeFunction(In, Function, Noise);
  Result.Level = Noise.Level;
  Result.IsStale = Noise.IsStale;

  Result.TotalNodes = Nodes.size();
  std::vector<bool> Chosen = choose(Offset, MaxNodes);
  std::vector<uint32_t> NumberOf(Nodes.size(), Section::None);
  llvm::StringMap<unsigned> Seen;
  for (uint32_t Node : Order) {
    std::string Key = nameOf(Nodes[Node]);
    // No name has a blank in it.
    if (unsigned Count = ++Seen[Key]; Count > 1)
      Key += " " + std::to_string(Count);
    if (!Chosen[Node])
      continue;
    NumberOf[Node] = uint32_t(Result.Nodes.size());
    Result.Nodes.push_back(describe(Node, NearLimit));
    Result.Nodes.back().Key = std::move(Key);
  }
  for (const NoiseEdge &Edge : Edges) {
    uint32_t From = NumberOf[Edge.From], To = NumberOf[Edge.To];
    if (To == Section::None)
      continue;
    // Also of what is left out, which may be the worst that a sink takes.
    if (const NoiseInfo *Known = Nodes[Edge.From].Known;
        Result.Nodes[To].Of == NoiseNode::Kind::Sink)
      Result.Nodes[To].Level = std::max(Result.Nodes[To].Level,
                                        Known ? getNoiseLevel(*Known, NearLimit)
                                              : NoiseLevel::Unknown);
    if (From != Section::None)
      Result.Edges.push_back({From, To, Edge.IsBack});
  }
  llvm::stable_sort(Result.Edges, [](const NoiseEdge &A, const NoiseEdge &B) {
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
  // Inner ones come later, and so do those that begin where another ends.
  const Snapshot::Placed *Found = nullptr;
  Index Function = Section::None;
  size_t Begin = 0;
  for (const Snapshot::Placed &Section : Part->Sections)
    for (auto [I, Op] : llvm::enumerate(Section.Data->operations())) {
      if (!Op.IsFunction || Op.Where.empty())
        continue;
      ByteRange Where = Section.toTextClamped(Op.Where);
      if (Offset < Where.Begin || Where.End < Offset ||
          (Found && Where.Begin < Begin))
        continue;
      Found = &Section;
      Function = Index(I);
      Begin = Where.Begin;
    }
  if (!Found)
    return std::nullopt;
  return GraphMaker(*Found, Function).make(Offset, NearLimit, MaxNodes);
}
