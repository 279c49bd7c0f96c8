//===- Occurrences.cpp - Occurrences of a name ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/Occurrences.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

using Kind = Section::Kind;

namespace {
/// Collects the tokens of sections that have the same target.
class Collector {
public:
  Collector(const Snapshot &State, const Snapshot::Found &Name)
      : State(State), Name(Name) {}

  void addValues(ResultGroups Results);
  void addResults();
  void addBlocks();
  void addSymbols();
  void addAliases();

  std::vector<Occurrence> Result;

private:
  void add(const Snapshot::Placed &Section, const Section::Token &Token) {
    if (auto Where = Section.toText(Token.Where))
      Result.push_back({*Where, Token.IsDefinition});
  }
  /// Adds the tokens of one kind in the section of the name.
  void addInSection(Kind Of,
                    llvm::function_ref<bool(const Section::Token &)> IsSame);
  /// Visits the sections in the chunk of the name.
  void forEachSection(
      llvm::function_ref<void(const Snapshot::Part &, const Snapshot::Placed &)>
          Visit);

  const Snapshot &State;
  const Snapshot::Found &Name;
};
} // namespace

void Collector::addInSection(
    Kind Of, llvm::function_ref<bool(const Section::Token &)> IsSame) {
  for (const Section::Token &Token : Name.data().tokens())
    if (Token.Of == Of && IsSame(Token))
      add(*Name.Section, Token);
}

void Collector::forEachSection(
    llvm::function_ref<void(const Snapshot::Part &, const Snapshot::Placed &)>
        Visit) {
  for (const Snapshot::Part &Part : State.parts())
    if (Part.Chunk == Name.In->Chunk)
      for (const Snapshot::Placed &Section : Part.Sections)
        Visit(Part, Section);
}

void Collector::addValues(ResultGroups Results) {
  llvm::ArrayRef<Section::Value> Values = Name.data().values();
  bool OneOnly = Results == ResultGroups::Single && !Name.Token->IsDefinition;
  std::vector<Section::Index> Groups =
      Name.data().groupsNamedLike(Values[Name.Token->What].Group);
  OneOnly = OneOnly && Groups.size() == 1;
  addInSection(Kind::Value, [&](const Section::Token &Token) {
    if (OneOnly && !Token.IsDefinition)
      return Token.What == Name.Token->What;
    return llvm::is_contained(Groups, Values[Token.What].Group);
  });
}

void Collector::addResults() {
  llvm::ArrayRef<Section::Value> Values = Name.data().values();
  Section::Index Op = Name.Token->What;
  addInSection(Kind::Value, [&](const Section::Token &Token) {
    const Section::Value &Value = Values[Token.What];
    return !Value.IsArgument && Value.Owner == Op;
  });
}

void Collector::addBlocks() {
  addInSection(Kind::Block, [&](const Section::Token &Token) {
    return Token.What == Name.Token->What;
  });
}

void Collector::addSymbols() {
  const Section &Data = Name.data();
  std::vector<Snapshot::SymbolPlace> Wanted;
  llvm::StringRef LastName;
  if (Name.Token->Of == Kind::Symbol) {
    Wanted = {{Name.In, Name.Section, Name.Token->What}};
    LastName = Data.symbols()[Name.Token->What].Name;
  } else {
    const Section::SymbolUse &Use = Data.symbolUses()[Name.Token->What];
    Wanted = State.findSymbols(*Name.In, *Name.Section, Use);
    LastName = Use.Path.back();
  }
  auto isWanted = [&](const Snapshot::SymbolPlace &Place) {
    return llvm::any_of(Wanted, [&](const Snapshot::SymbolPlace &Other) {
      return Place.Section == Other.Section && Place.Symbol == Other.Symbol;
    });
  };
  // Comparing names is cheaper than looking symbols up.
  auto isSameUse = [&](const Snapshot::Part &In,
                       const Snapshot::Placed &Section,
                       const Section::SymbolUse &Use) {
    if (Use.Path.back() != LastName)
      return false;
    std::vector<Snapshot::SymbolPlace> Places =
        State.findSymbols(In, Section, Use);
    if (!Wanted.empty())
      return llvm::any_of(Places, isWanted);
    return Places.empty() &&
           Use.Path == Data.symbolUses()[Name.Token->What].Path;
  };
  forEachSection([&](const Snapshot::Part &In,
                     const Snapshot::Placed &Section) {
    for (const Section::Token &Token : Section.Data->tokens()) {
      bool IsSame = Token.Of == Kind::Symbol
                        ? isWanted({&In, &Section, Token.What})
                        : Token.Of == Kind::SymbolUse &&
                              isSameUse(In, Section,
                                        Section.Data->symbolUses()[Token.What]);
      if (IsSame)
        add(Section, Token);
    }
  });
}

void Collector::addAliases() {
  llvm::StringRef Alias = Name.data().aliases()[Name.Token->What].Name;
  forEachSection([&](const Snapshot::Part &, const Snapshot::Placed &Section) {
    const class Section &Data = *Section.Data;
    // Most sections name few aliases, and many none.
    if (llvm::none_of(Data.aliases(), [&](const Section::Alias &Other) {
          return Other.Name == Alias;
        }))
      return;
    for (const Section::Token &Token : Data.tokens())
      if (Token.Of == Kind::Alias && Data.aliases()[Token.What].Name == Alias)
        add(Section, Token);
  });
}

std::vector<Occurrence> mlir::noisy::lsp::findOccurrences(
    const Snapshot &State, const Snapshot::Found &Name, ResultGroups Groups) {
  Collector Found(State, Name);
  switch (Name.Token->Of) {
  case Kind::Operation:
    Found.addResults();
    break;
  case Kind::Block:
    Found.addBlocks();
    break;
  case Kind::Value:
    Found.addValues(Groups);
    break;
  case Kind::Symbol:
  case Kind::SymbolUse:
    Found.addSymbols();
    break;
  case Kind::Alias:
    Found.addAliases();
    break;
  }
  return std::move(Found.Result);
}
