//===- Occurrences.cpp - Occurrences of a name ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/Occurrences.h"
#include "server/snapshot/Handles.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

using Kind = Section::Kind;

namespace {
/// Collects the tokens of sections that have the same target.
class Collector {
public:
  Collector(const Snapshot &State, const Snapshot::TokenPlace &Name)
      : State(State), Name(Name) {}

  void addValues(ResultGroups Results);
  void addResults();
  void addBlocks();
  void addSymbols();
  void addAliases();

  std::vector<Occurrence> Result;

private:
  void add(const PlacedSection &Section, const Section::Token &Token) {
    if (auto Range = Section.toText(Token.Range))
      Result.push_back({*Range, Token.IsDefinition});
  }
  /// Adds the tokens of one kind in the section of the name.
  void addInSection(Kind TargetKind,
                    llvm::function_ref<bool(const Section::Token &)> IsSame);
  /// Visits the sections in the chunk of the name.
  void forEachSection(
      llvm::function_ref<void(const Snapshot::Part &, const PlacedSection &)>
          Visit);

  const Snapshot &State;
  const Snapshot::TokenPlace &Name;
};
} // namespace

void Collector::addInSection(
    Kind TargetKind, llvm::function_ref<bool(const Section::Token &)> IsSame) {
  for (const Section::Token &Token : Name.data().tokens())
    if (Token.TargetKind == TargetKind && IsSame(Token))
      add(*Name.Section, Token);
}

void Collector::forEachSection(
    llvm::function_ref<void(const Snapshot::Part &, const PlacedSection &)>
        Visit) {
  for (const Snapshot::Part &Part : State.parts())
    if (Part.Chunk == Name.OwnerPart->Chunk)
      for (const PlacedSection &Section : Part.Sections)
        Visit(Part, Section);
}

void Collector::addValues(ResultGroups Results) {
  llvm::ArrayRef<Section::Value> Values = Name.data().values();
  bool OneOnly = Results == ResultGroups::Single && !Name.Token->IsDefinition;
  std::vector<Section::Index> Groups =
      Name.data().groupsNamedLike(Values[Name.Token->Target].Group);
  OneOnly = OneOnly && Groups.size() == 1;
  addInSection(Kind::Value, [&](const Section::Token &Token) {
    if (OneOnly && !Token.IsDefinition)
      return Token.Target == Name.Token->Target;
    return llvm::is_contained(Groups, Values[Token.Target].Group);
  });
}

void Collector::addResults() {
  addInSection(Kind::Value, [&](const Section::Token &Token) {
    ValueRef Value(*Name.Section, Token.Target);
    return !Value->IsArgument && Value->Owner == Name.Token->Target;
  });
}

void Collector::addBlocks() {
  addInSection(Kind::Block, [&](const Section::Token &Token) {
    return Token.Target == Name.Token->Target;
  });
}

void Collector::addSymbols() {
  const Section &Data = Name.data();
  std::vector<Snapshot::SymbolPlace> Targets;
  llvm::StringRef LastName;
  if (Name.Token->TargetKind == Kind::Symbol) {
    Targets = {{Name.OwnerPart, Name.Section, Name.Token->Target}};
    LastName = Data.symbols()[Name.Token->Target].Name;
  } else {
    const Section::SymbolUse &Use = Data.symbolUses()[Name.Token->Target];
    Targets = State.findSymbols(*Name.OwnerPart, *Name.Section, Use);
    LastName = Use.Path.back();
  }
  auto isWanted = [&](const Snapshot::SymbolPlace &Place) {
    return llvm::any_of(Targets, [&](const Snapshot::SymbolPlace &Target) {
      return Place.Section == Target.Section && Place.Symbol == Target.Symbol;
    });
  };
  // Comparing names is cheaper than looking symbols up.
  auto isSameUse = [&](const Snapshot::Part &Part, const PlacedSection &Section,
                       const Section::SymbolUse &Use) {
    if (Use.Path.back() != LastName)
      return false;
    std::vector<Snapshot::SymbolPlace> Places =
        State.findSymbols(Part, Section, Use);
    if (!Targets.empty())
      return llvm::any_of(Places, isWanted);
    return Places.empty() &&
           Use.Path == Data.symbolUses()[Name.Token->Target].Path;
  };
  forEachSection([&](const Snapshot::Part &Part, const PlacedSection &Section) {
    for (const Section::Token &Token : Section.Data->tokens()) {
      bool IsSame =
          Token.TargetKind == Kind::Symbol
              ? isWanted({&Part, &Section, Token.Target})
              : Token.TargetKind == Kind::SymbolUse &&
                    isSameUse(Part, Section,
                              Section.Data->symbolUses()[Token.Target]);
      if (IsSame)
        add(Section, Token);
    }
  });
}

void Collector::addAliases() {
  llvm::StringRef Alias = Name.data().aliases()[Name.Token->Target].Name;
  forEachSection([&](const Snapshot::Part &, const PlacedSection &Section) {
    const class Section &Data = *Section.Data;
    // Most sections name few aliases, and many none.
    if (llvm::none_of(Data.aliases(), [&](const Section::Alias &Candidate) {
          return Candidate.Name == Alias;
        }))
      return;
    for (const Section::Token &Token : Data.tokens())
      if (Token.TargetKind == Kind::Alias &&
          Data.aliases()[Token.Target].Name == Alias)
        add(Section, Token);
  });
}

std::vector<Occurrence>
mlir::noisy::lsp::findOccurrences(const Snapshot &State,
                                  const Snapshot::TokenPlace &Name,
                                  ResultGroups Groups) {
  Collector Finder(State, Name);
  switch (Name.Token->TargetKind) {
  case Kind::Operation:
    Finder.addResults();
    break;
  case Kind::Block:
    Finder.addBlocks();
    break;
  case Kind::Value:
    Finder.addValues(Groups);
    break;
  case Kind::Symbol:
  case Kind::SymbolUse:
    Finder.addSymbols();
    break;
  case Kind::Alias:
    Finder.addAliases();
    break;
  }
  return std::move(Finder.Result);
}
