//===- CallHierarchy.cpp - The call hierarchy -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/CallHierarchy.h"
#include "dialect/units/NumberText.h"
#include "server/features/navigation/Containers.h"
#include "server/features/navigation/SymbolString.h"
#include "server/features/noise/FunctionSummary.h"
#include "server/features/noise/NoiseLevel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using Index = Section::Index;
using Kind = Section::Kind;
using SymbolPlace = Snapshot::SymbolPlace;

/// The maximum number of calls in an item's details; the rest is counted.
static constexpr size_t MaxCallsTold = 4;

namespace {
/// An operation that calls or is called, in the text's parts; or the part
/// itself for calls outside of all operations.
struct Place {
  const Snapshot::Part *OwnerPart = nullptr;
  /// The operation; none for code outside of all operations in a chunk.
  OperationRef Operation;

  friend bool operator==(const Place &A, const Place &B) {
    return A.Operation == B.Operation &&
           (A.Operation || A.OwnerPart->Chunk == B.OwnerPart->Chunk);
  }
};

/// One operation that names a function.
struct Call {
  const Snapshot::Part *OwnerPart;
  OperationRef Operation;
  /// The name of the callee, or the rest of it after edits.
  ByteRange Range;
  const lsp::Section::SymbolUse *Callee;
};

/// The calls of a document.
class Calls {
public:
  explicit Calls(const Snapshot &State);

  CallItem itemOf(const Place &Node) const;
  std::vector<Place> findFunctions(const Call &Site) const;
  /// The places that match a key; mostly one.
  std::vector<Place> findPlaces(const SymbolKey &Key) const;
  Place callerOf(const Call &Site) const;
  std::vector<CallGroup> group(llvm::ArrayRef<std::pair<Place, Call>> Sites);
  /// Visits the calls in a chunk.
  void forEachCall(uint32_t Chunk,
                   llvm::function_ref<void(const Call &)> Visit) const;
  /// Visits the calls in one section.
  void forEachCall(const Snapshot::Part &Part, const PlacedSection &Section,
                   llvm::function_ref<void(const Call &)> Visit) const;

private:
  std::vector<std::string> pathOf(const Place &Node) const;
  SymbolKey keyOf(const Place &Node) const;

  const Snapshot &State;
  std::vector<Container> Containers;
  /// The symbols by their names, in the order of the text.
  llvm::StringMap<std::vector<Place>> Symbols;
};
} // namespace

static bool isCall(OperationRef Operation) {
  return Operation.kind() == Section::OperationKind::Call;
}

static Place placeOf(const SymbolPlace &Symbol) {
  return {Symbol.OwnerPart, Symbol.operation()};
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

static std::string describeNoise(OperationRef Function) {
  FunctionNoise Noise = getFunctionNoise(Function, /*NearLimit=*/0);
  if (Noise.Worst) {
    std::string Result =
        (Noise.Worst->Bound.isBits() ? "noise at most " : "noise ") +
        describeNoiseInWords(*Noise.Worst);
    if (Noise.NotAnalysed > 0)
      Result += ", not fully analysed";
    if (std::string Doubt = describeDoubt(Noise); !Doubt.empty())
      Result += ", " + Doubt;
    return Result;
  }
  if (Noise.NotAnalysed > 0)
    return "noise not analysed";
  return "";
}

/// The noise of a call's operands, "passes %a: 24 bits, limit 26"; empty if no
/// operand carries noise.
static std::string describeOperands(OperationRef Call) {
  const Section &Data = Call.data();
  SectionRange Range = Call->Range;
  auto First =
      llvm::partition_point(Data.tokens(), [&](const Section::Token &T) {
        return T.Range.Begin < Range.Begin;
      });
  llvm::SmallVector<std::string> OperandTexts;
  for (; First != Data.tokens().end() && First->Range.Begin < Range.End;
       ++First) {
    if (First->TargetKind != Kind::Value || First->IsDefinition ||
        Data.operationAt(First->Range.Begin) != Call.number())
      continue;
    const ValueRef Value(Call.section(), First->Target);
    const NoiseInfo *Info = Value.shownNoise().Info;
    std::string Noise;
    if (Info)
      Noise = Info->Bound.isUnreachable() ? "never executed"
                                          : describeNoiseInWords(*Info);
    else if (Value.isEncrypted())
      Noise = "not analysed";
    if (!Noise.empty())
      OperandTexts.push_back(Value.name() + ": " + Noise);
  }
  return OperandTexts.empty() ? "" : "passes " + llvm::join(OperandTexts, "; ");
}

/// The details of one call, in a few words; mostly the noise that it passes.
static std::string describeCall(OperationRef Call) {
  llvm::SmallVector<std::string, 3> Parts;
  if (!isCall(Call))
    Parts.push_back("by " + Call.name().str());
  if (std::string Operands = describeOperands(Call); !Operands.empty())
    Parts.push_back(Operands);
  if (Call.section().isStale())
    Parts.push_back("from before the error");
  return llvm::join(Parts, " ");
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::vector<std::string> Calls::pathOf(const Place &Node) const {
  // The path is built from the inside out.
  std::vector<std::string> Path;
  auto addOperations = [&](OperationRef Operation) {
    for (bool IsOwn = true; Operation;
         Operation = Operation.parent(), IsOwn = false) {
      if (const Section::Symbol *Symbol = Operation.symbol())
        Path.push_back(Symbol->Name);
      else if (Operation->IsSymbolTable || IsOwn)
        Path.push_back("");
    }
  };
  addOperations(Node.Operation);
  for (uint32_t I = Node.OwnerPart->Container; I != Piece::None;
       I = State.parts()[I].Container) {
    const Snapshot::Part &Header = State.parts()[I];
    if (Header.Sections.empty())
      Path.push_back("");
    else
      addOperations({Header.Sections.front(), 0});
  }
  return {Path.rbegin(), Path.rend()};
}

Calls::Calls(const Snapshot &State)
    : State(State), Containers(findContainers(State)) {
  for (const Snapshot::Part &Part : State.parts())
    for (const PlacedSection &Section : Part.Sections)
      for (const Section::Symbol &Symbol : Section.Data->symbols())
        Symbols[Symbol.Name].push_back({&Part, {Section, Symbol.Operation}});
}

std::vector<Place> Calls::findPlaces(const SymbolKey &Key) const {
  std::vector<Place> Result;
  if (Key.Path.empty())
    return Result;
  if (auto It = Symbols.find(Key.Path.back()); It != Symbols.end())
    for (const Place &Node : It->second)
      if (Node.OwnerPart->Chunk == Key.Chunk && pathOf(Node) == Key.Path)
        Result.push_back(Node);
  return Result;
}

SymbolKey Calls::keyOf(const Place &Node) const {
  SymbolKey Key{Node.OwnerPart->Chunk, pathOf(Node), 0};
  std::vector<Place> Namesakes = findPlaces(Key);
  Key.Ordinal = uint32_t(llvm::find(Namesakes, Node) - Namesakes.begin());
  return Key;
}

CallItem Calls::itemOf(const Place &Node) const {
  CallItem Result;
  if (!Node.Operation) {
    Result.Name = "<top level>";
    Result.Class = SymbolClass::Scope;
    Result.Range = State.chunkAt(Node.OwnerPart->Range.Begin);
    Result.Head = {Result.Range.Begin, Result.Range.Begin};
    return Result;
  }
  const OperationRef Op = Node.Operation;
  bool IsContainer = Node.OwnerPart->Kind == PieceKind::Header && !Op.parent();
  Result.Range = IsContainer
                     ? Containers[Node.OwnerPart - State.parts().data()].Whole
                     : Op.section().toTextClamped(Op->Range);
  Result.Head = Op.section().toTextClamped(Op->Name);
  const Section::Symbol *Symbol = Op.symbol();
  if (!Symbol) {
    Result.Name = "<" + Op.name().str() + ">";
    Result.Class = SymbolClass::Scope;
    return Result;
  }
  Result.Name = Symbol->Name;
  Result.Class = Op->IsFunction ? SymbolClass::Function : SymbolClass::Symbol;
  if (!Symbol->Range.empty())
    Result.Head = Op.section().toTextClamped(Symbol->Range);
  else if (auto String = findSymbolString(Op.data(), Op->Symbol))
    Result.Head = Op.section().toTextClamped(*String);
  // After edits the rest of the head may lie outside of the rest of the whole.
  if (!Result.Range.contains(Result.Head))
    Result.Head = {Result.Range.Begin, Result.Range.Begin};
  if (Op->IsFunction)
    Result.Detail = describeNoise(Op);
  Result.Key = keyOf(Node);
  return Result;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void Calls::forEachCall(const Snapshot::Part &Part,
                        const PlacedSection &Section,
                        llvm::function_ref<void(const Call &)> Visit) const {
  const lsp::Section &Data = *Section.Data;
  if (Data.symbolUses().empty())
    return;
  // The parts of `@m::@f` follow each other; the last one is the callee.
  auto isLastPart = [&](Index UseIndex) {
    llvm::ArrayRef<Section::SymbolUse> Uses = Data.symbolUses();
    return UseIndex + 1 == Uses.size() ||
           Uses[UseIndex + 1].Path.size() != Uses[UseIndex].Path.size() + 1;
  };
  Index Last = Section::None;
  for (const Section::Token &Token : Data.tokens()) {
    if (Token.TargetKind != Kind::SymbolUse || !isLastPart(Token.Target))
      continue;
    const Section::SymbolUse &Use = Data.symbolUses()[Token.Target];
    if (Use.User == Section::None)
      continue;
    const OperationRef User(Section, Use.User);
    bool IsFirst = Last != Use.User;
    Last = Use.User;
    if (User.symbol() || User->IsSymbolTable || (!IsFirst && isCall(User)))
      continue;
    if (std::optional<ByteRange> Range = Section.toText(Token.Range))
      Visit({&Part, User, *Range, &Use});
  }
}

void Calls::forEachCall(uint32_t Chunk,
                        llvm::function_ref<void(const Call &)> Visit) const {
  for (const Snapshot::Part &Part : State.parts())
    if (Part.Chunk == Chunk)
      for (const PlacedSection &Section : Part.Sections)
        forEachCall(Part, Section, Visit);
}

std::vector<Place> Calls::findFunctions(const Call &Site) const {
  std::vector<Place> Result;
  for (const SymbolPlace &Symbol : State.findSymbols(
           *Site.OwnerPart, Site.Operation.section(), *Site.Callee))
    if (Symbol.operation()->IsFunction)
      Result.push_back(placeOf(Symbol));
  return Result;
}

Place Calls::callerOf(const Call &Site) const {
  for (OperationRef Outer = Site.Operation.parent(); Outer;
       Outer = Outer.parent())
    if (Outer.symbol() || Outer->IsSymbolTable)
      return {Site.OwnerPart, Outer};
  if (Site.OwnerPart->Container == Piece::None)
    return {Site.OwnerPart, {}};
  const Snapshot::Part &Header = State.parts()[Site.OwnerPart->Container];
  if (Header.Sections.empty())
    return {Site.OwnerPart, {}};
  return {&Header, {Header.Sections.front(), 0}};
}

std::vector<CallGroup>
Calls::group(llvm::ArrayRef<std::pair<Place, Call>> Sites) {
  std::vector<CallGroup> Result;
  std::map<OperationRef, size_t> GroupIndices;
  std::vector<std::vector<std::string>> Descriptions;
  for (const auto &[End, Site] : Sites) {
    // All callers are in one chunk, so callers in no section are the same.
    auto [Entry, IsNew] =
        GroupIndices.try_emplace(End.Operation, Result.size());
    size_t I = Entry->second;
    if (IsNew) {
      Result.push_back({itemOf(End), {}});
      Descriptions.emplace_back();
    }
    Result[I].Calls.push_back(Site.Range);
    if (std::string Text = describeCall(Site.Operation); !Text.empty())
      Descriptions[I].push_back(std::move(Text));
  }
  for (auto [Group, Texts] : llvm::zip_equal(Result, Descriptions)) {
    size_t Rest = Texts.size() - std::min(Texts.size(), MaxCallsTold);
    Texts.resize(Texts.size() - Rest);
    if (Rest > 0)
      Texts.push_back("and " + formatNumber(Rest) + " more");
    std::string &Detail = Group.Item.Detail;
    if (!Detail.empty() && !Texts.empty())
      Detail += "; ";
    Detail += llvm::join(Texts, " | ");
  }
  return Result;
}

std::vector<CallItem> lsp::prepareCallHierarchy(const Snapshot &State,
                                                size_t Offset) {
  Calls Graph(State);
  std::vector<Place> Nodes;
  auto addFunction = [&](const Snapshot::Part &Part, OperationRef Operation) {
    if (Operation && Operation->IsFunction)
      Nodes.push_back({&Part, Operation});
  };
  Snapshot::TokenPlace Name = State.tokenAt(Offset);
  if (!Name) {
    if (const Snapshot::Part *Part = State.partAt(Offset))
      for (const PlacedSection &Section : Part->Sections)
        if (std::optional<size_t> SectionOffset = Section.toSection(Offset))
          if (Index Symbol = symbolStringAt(*Section.Data, *SectionOffset);
              Symbol != Section::None)
            addFunction(*Part,
                        {Section, Section.Data->symbols()[Symbol].Operation});
  } else if (Name.Token->TargetKind == Kind::Symbol) {
    addFunction(*Name.OwnerPart, Name.symbol());
  } else if (Name.Token->TargetKind == Kind::SymbolUse) {
    for (const SymbolPlace &Symbol :
         State.findSymbols(*Name.OwnerPart, *Name.Section,
                           Name.data().symbolUses()[Name.Token->Target]))
      addFunction(*Symbol.OwnerPart, Symbol.operation());
  } else if (Name.Token->TargetKind == Kind::Operation) {
    addFunction(*Name.OwnerPart, Name.operation());
    Graph.forEachCall(*Name.OwnerPart, *Name.Section, [&](const Call &Site) {
      if (Site.Operation == Name.operation())
        llvm::append_range(Nodes, Graph.findFunctions(Site));
    });
  }
  std::vector<CallItem> Result;
  for (const Place &Node : Nodes)
    Result.push_back(Graph.itemOf(Node));
  return Result;
}

std::vector<CallGroup> lsp::findIncomingCalls(const Snapshot &State,
                                              const SymbolKey &Callee) {
  Calls Graph(State);
  std::vector<Place> Nodes = Graph.findPlaces(Callee);
  std::vector<std::pair<Place, Call>> Sites;
  if (Callee.Ordinal >= Nodes.size())
    return {};
  Graph.forEachCall(Callee.Chunk, [&](const Call &Site) {
    // Comparing names is cheaper than looking symbols up.
    if (Site.Callee->Path.back() == Callee.Path.back() &&
        llvm::is_contained(Graph.findFunctions(Site), Nodes[Callee.Ordinal]))
      Sites.push_back({Graph.callerOf(Site), Site});
  });
  return Graph.group(Sites);
}

std::vector<CallGroup> lsp::findOutgoingCalls(const Snapshot &State,
                                              const SymbolKey &Caller) {
  Calls Graph(State);
  std::vector<Place> Nodes = Graph.findPlaces(Caller);
  std::vector<std::pair<Place, Call>> Sites;
  if (Caller.Ordinal >= Nodes.size())
    return {};
  const Place &CallerNode = Nodes[Caller.Ordinal];
  Graph.forEachCall(Caller.Chunk, [&](const Call &Site) {
    if (Graph.callerOf(Site) == CallerNode)
      for (const Place &Callee : Graph.findFunctions(Site))
        Sites.push_back({Callee, Site});
  });
  return Graph.group(Sites);
}
