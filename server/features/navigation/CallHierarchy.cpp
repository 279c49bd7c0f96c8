//===- CallHierarchy.cpp - The call hierarchy -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/CallHierarchy.h"
#include "server/features/navigation/Containers.h"
#include "server/features/navigation/SymbolString.h"
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
  const Snapshot::Part *In = nullptr;
  /// The operation; none for code outside of all operations in a chunk.
  OperationRef Operation;

  friend bool operator==(const Place &A, const Place &B) {
    return A.Operation == B.Operation &&
           (A.Operation || A.In->Chunk == B.In->Chunk);
  }
};

/// One operation that names a function.
struct Call {
  const Snapshot::Part *In;
  OperationRef Operation;
  /// The name of the callee, or the rest of it after edits.
  ByteRange Where;
  const lsp::Section::SymbolUse *Callee;
};

/// The calls of a document.
class Calls {
public:
  explicit Calls(const Snapshot &State);

  CallItem itemOf(const Place &Of) const;
  std::vector<Place> findFunctions(const Call &From) const;
  /// The places that match a key; mostly one.
  std::vector<Place> findPlaces(const SymbolKey &Key) const;
  Place callerOf(const Call &From) const;
  std::vector<CallGroup> group(llvm::ArrayRef<std::pair<Place, Call>> Found);
  /// Visits the calls in a chunk.
  void forEachCall(uint32_t Chunk,
                   llvm::function_ref<void(const Call &)> Visit) const;
  /// Visits the calls in one section.
  void forEachCall(const Snapshot::Part &In, const Snapshot::Placed &Section,
                   llvm::function_ref<void(const Call &)> Visit) const;

private:
  std::vector<std::string> pathOf(const Place &Of) const;
  SymbolKey keyOf(const Place &Of) const;

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
  return {Symbol.In, Symbol.operation()};
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

static std::string describeNoise(OperationRef Function) {
  FunctionNoise Noise = getFunctionNoise(Function, /*NearLimit=*/0);
  if (Noise.Worst) {
    std::string Result =
        "noise up to " + describeNoiseShortly(*Noise.Worst, Noise.IsStale);
    if (Noise.NotAnalysed > 0)
      Result += ", not all of it analysed";
    return Result;
  }
  if (Noise.NotAnalysed > 0)
    return "noise not analysed";
  return Function.section().isStale() ? "stale" : "";
}

/// The noise of a call's operands, "passes %a: 24/26, %b: 12/26"; empty if no
/// operand carries noise.
static std::string describeOperands(OperationRef Call) {
  const Section &Data = Call.data();
  SectionRange Where = Call->Where;
  auto First =
      llvm::partition_point(Data.tokens(), [&](const Section::Token &T) {
        return T.Where.Begin < Where.Begin;
      });
  llvm::SmallVector<std::string> Passed;
  for (; First != Data.tokens().end() && First->Where.Begin < Where.End;
       ++First) {
    if (First->Of != Kind::Value || First->IsDefinition ||
        Data.operationAt(First->Where.Begin) != Call.number())
      continue;
    const ValueRef Value(Call.section(), First->What);
    const NoiseInfo *Known = Value.noise();
    std::string Noise;
    if (Known)
      Noise = Known->Bound.isUnreachable()
                  ? "never executed"
                  : describeNoiseShortly(*Known, isNoiseStale(Call.section()));
    else if (Value.isEncrypted())
      Noise = "not analysed";
    if (!Noise.empty())
      Passed.push_back(Value.name() + ": " + Noise);
  }
  return Passed.empty() ? "" : "passes " + llvm::join(Passed, ", ");
}

/// The details of one call, in a few words; mostly the noise that it passes.
static std::string describeCall(OperationRef Call) {
  llvm::SmallVector<std::string, 3> Parts;
  if (!isCall(Call))
    Parts.push_back("by " + Call.name().str());
  if (std::string Passed = describeOperands(Call); !Passed.empty())
    Parts.push_back(Passed);
  if (Call.section().isStale())
    Parts.push_back("stale call");
  return llvm::join(Parts, " ");
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::vector<std::string> Calls::pathOf(const Place &Of) const {
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
  addOperations(Of.Operation);
  for (uint32_t I = Of.In->Container; I != Piece::None;
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
    for (const Snapshot::Placed &Section : Part.Sections)
      for (const Section::Symbol &Symbol : Section.Data->symbols())
        Symbols[Symbol.Name].push_back({&Part, {Section, Symbol.Operation}});
}

std::vector<Place> Calls::findPlaces(const SymbolKey &Key) const {
  std::vector<Place> Result;
  if (Key.Path.empty())
    return Result;
  if (auto Named = Symbols.find(Key.Path.back()); Named != Symbols.end())
    for (const Place &Each : Named->second)
      if (Each.In->Chunk == Key.Chunk && pathOf(Each) == Key.Path)
        Result.push_back(Each);
  return Result;
}

SymbolKey Calls::keyOf(const Place &Of) const {
  SymbolKey Key{Of.In->Chunk, pathOf(Of), 0};
  std::vector<Place> Same = findPlaces(Key);
  Key.Which = uint32_t(llvm::find(Same, Of) - Same.begin());
  return Key;
}

CallItem Calls::itemOf(const Place &Of) const {
  CallItem Result;
  if (!Of.Operation) {
    Result.Name = "<top level>";
    Result.Class = SymbolClass::Scope;
    Result.Where = State.chunkAt(Of.In->Where.Begin);
    Result.Head = {Result.Where.Begin, Result.Where.Begin};
    return Result;
  }
  const OperationRef Op = Of.Operation;
  bool IsContainer = Of.In->Kind == PieceKind::Header && !Op.parent();
  Result.Where = IsContainer ? Containers[Of.In - State.parts().data()].Whole
                             : Op.section().toTextClamped(Op->Where);
  Result.Head = Op.section().toTextClamped(Op->Name);
  const Section::Symbol *Symbol = Op.symbol();
  if (!Symbol) {
    Result.Name = "<" + Op.name().str() + ">";
    Result.Class = SymbolClass::Scope;
    return Result;
  }
  Result.Name = Symbol->Name;
  Result.Class = Op->IsFunction ? SymbolClass::Function : SymbolClass::Named;
  if (!Symbol->Where.empty())
    Result.Head = Op.section().toTextClamped(Symbol->Where);
  else if (auto String = findSymbolString(Op.data(), Op->Symbol))
    Result.Head = Op.section().toTextClamped(*String);
  // After edits the rest of the head may lie outside of the rest of the whole.
  if (!Result.Where.contains(Result.Head))
    Result.Head = {Result.Where.Begin, Result.Where.Begin};
  if (Op->IsFunction)
    Result.Detail = describeNoise(Op);
  Result.Key = keyOf(Of);
  return Result;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void Calls::forEachCall(const Snapshot::Part &In,
                        const Snapshot::Placed &Section,
                        llvm::function_ref<void(const Call &)> Visit) const {
  const lsp::Section &Data = *Section.Data;
  if (Data.symbolUses().empty())
    return;
  // The parts of `@m::@f` follow each other; the last one is the callee.
  auto isLastPart = [&](Index Of) {
    llvm::ArrayRef<Section::SymbolUse> Uses = Data.symbolUses();
    return Of + 1 == Uses.size() ||
           Uses[Of + 1].Path.size() != Uses[Of].Path.size() + 1;
  };
  Index Last = Section::None;
  for (const Section::Token &Token : Data.tokens()) {
    if (Token.Of != Kind::SymbolUse || !isLastPart(Token.What))
      continue;
    const Section::SymbolUse &Use = Data.symbolUses()[Token.What];
    if (Use.User == Section::None)
      continue;
    const OperationRef User(Section, Use.User);
    bool IsFirst = Last != Use.User;
    Last = Use.User;
    if (User.symbol() || User->IsSymbolTable || (!IsFirst && isCall(User)))
      continue;
    if (std::optional<ByteRange> Where = Section.toText(Token.Where))
      Visit({&In, User, *Where, &Use});
  }
}

void Calls::forEachCall(uint32_t Chunk,
                        llvm::function_ref<void(const Call &)> Visit) const {
  for (const Snapshot::Part &Part : State.parts())
    if (Part.Chunk == Chunk)
      for (const Snapshot::Placed &Section : Part.Sections)
        forEachCall(Part, Section, Visit);
}

std::vector<Place> Calls::findFunctions(const Call &From) const {
  std::vector<Place> Result;
  for (const SymbolPlace &Symbol :
       State.findSymbols(*From.In, From.Operation.section(), *From.Callee))
    if (Symbol.operation()->IsFunction)
      Result.push_back(placeOf(Symbol));
  return Result;
}

Place Calls::callerOf(const Call &From) const {
  for (OperationRef Outer = From.Operation.parent(); Outer;
       Outer = Outer.parent())
    if (Outer.symbol() || Outer->IsSymbolTable)
      return {From.In, Outer};
  if (From.In->Container == Piece::None)
    return {From.In, {}};
  const Snapshot::Part &Header = State.parts()[From.In->Container];
  if (Header.Sections.empty())
    return {From.In, {}};
  return {&Header, {Header.Sections.front(), 0}};
}

std::vector<CallGroup>
Calls::group(llvm::ArrayRef<std::pair<Place, Call>> Found) {
  std::vector<CallGroup> Result;
  std::map<OperationRef, size_t> Known;
  std::vector<std::vector<std::string>> Told;
  for (const auto &[End, Of] : Found) {
    // All callers are in one chunk, so callers in no section are the same.
    auto [Entry, IsNew] = Known.try_emplace(End.Operation, Result.size());
    size_t I = Entry->second;
    if (IsNew) {
      Result.push_back({itemOf(End), {}});
      Told.emplace_back();
    }
    Result[I].Calls.push_back(Of.Where);
    if (std::string Text = describeCall(Of.Operation); !Text.empty())
      Told[I].push_back(std::move(Text));
  }
  for (auto [Group, Texts] : llvm::zip_equal(Result, Told)) {
    size_t Rest = Texts.size() - std::min(Texts.size(), MaxCallsTold);
    Texts.resize(Texts.size() - Rest);
    if (Rest > 0)
      Texts.push_back("and " + std::to_string(Rest) + " more");
    std::string &Detail = Group.Item.Detail;
    if (!Detail.empty() && !Texts.empty())
      Detail += "; ";
    Detail += llvm::join(Texts, " | ");
  }
  return Result;
}

std::vector<CallItem> lsp::prepareCallHierarchy(const Snapshot &State,
                                                size_t Offset) {
  Calls All(State);
  std::vector<Place> Found;
  auto addFunction = [&](const Snapshot::Part &In, OperationRef Operation) {
    if (Operation && Operation->IsFunction)
      Found.push_back({&In, Operation});
  };
  Snapshot::Found Name = State.tokenAt(Offset);
  if (!Name) {
    if (const Snapshot::Part *In = State.partAt(Offset))
      for (const Snapshot::Placed &Section : In->Sections)
        if (std::optional<size_t> Inside = Section.toSection(Offset))
          if (Index Symbol = symbolStringAt(*Section.Data, *Inside);
              Symbol != Section::None)
            addFunction(*In,
                        {Section, Section.Data->symbols()[Symbol].Operation});
  } else if (Name.Token->Of == Kind::Symbol) {
    addFunction(*Name.In, Name.symbol());
  } else if (Name.Token->Of == Kind::SymbolUse) {
    for (const SymbolPlace &Symbol :
         State.findSymbols(*Name.In, *Name.Section,
                           Name.data().symbolUses()[Name.Token->What]))
      addFunction(*Symbol.In, Symbol.operation());
  } else if (Name.Token->Of == Kind::Operation) {
    addFunction(*Name.In, Name.operation());
    All.forEachCall(*Name.In, *Name.Section, [&](const Call &Each) {
      if (Each.Operation == Name.operation())
        llvm::append_range(Found, All.findFunctions(Each));
    });
  }
  std::vector<CallItem> Result;
  for (const Place &Each : Found)
    Result.push_back(All.itemOf(Each));
  return Result;
}

std::vector<CallGroup> lsp::findIncomingCalls(const Snapshot &State,
                                              const SymbolKey &Callee) {
  Calls All(State);
  std::vector<Place> Wanted = All.findPlaces(Callee);
  std::vector<std::pair<Place, Call>> Found;
  if (Callee.Which >= Wanted.size())
    return {};
  All.forEachCall(Callee.Chunk, [&](const Call &Each) {
    // Comparing names is cheaper than looking symbols up.
    if (Each.Callee->Path.back() == Callee.Path.back() &&
        llvm::is_contained(All.findFunctions(Each), Wanted[Callee.Which]))
      Found.push_back({All.callerOf(Each), Each});
  });
  return All.group(Found);
}

std::vector<CallGroup> lsp::findOutgoingCalls(const Snapshot &State,
                                              const SymbolKey &Caller) {
  Calls All(State);
  std::vector<Place> Wanted = All.findPlaces(Caller);
  std::vector<std::pair<Place, Call>> Found;
  if (Caller.Which >= Wanted.size())
    return {};
  const Place &From = Wanted[Caller.Which];
  All.forEachCall(Caller.Chunk, [&](const Call &Each) {
    if (All.callerOf(Each) == From)
      for (const Place &Callee : All.findFunctions(Each))
        Found.push_back({Callee, Each});
  });
  return All.group(Found);
}
