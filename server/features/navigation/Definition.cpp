//===- Definition.cpp - Definitions of names ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/Definition.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

using Kind = Section::Kind;

/// Adds the source locations of an operation.
static void addForeign(Definitions &Result, OperationRef Operation) {
  for (const Section::ForeignLocation &Place :
       Operation.data().foreignLocations()) {
    if (Place.Operation != Operation.number())
      continue;
    Definitions::ForeignTarget Target{Place.File, Place.Line, Place.Column};
    if (!llvm::is_contained(Result.Foreign, Target))
      Result.Foreign.push_back(std::move(Target));
  }
}

/// Adds a definition that is no more than a name.
static void addName(Definitions &Result, const Snapshot::Placed &Section,
                    SectionRange Name) {
  if (Name.empty())
    return;
  if (std::optional<ByteRange> Where = Section.toText(Name))
    Result.Targets.push_back({*Where, *Where, *Where});
}

static void addSymbol(Definitions &Result, const Snapshot::SymbolPlace &Place) {
  const Section::Symbol &Symbol = Place.symbol();
  const OperationRef Operation = Place.operation();
  std::optional<ByteRange> Head = Place.Section->toText(Operation->Name);
  std::optional<ByteRange> Name;
  if (!Symbol.Where.empty())
    Name = Place.Section->toText(Symbol.Where);
  if (!Head)
    Head = Name;
  if (Head)
    Result.Targets.push_back({Place.Section->toTextClamped(Operation->Where),
                              *Head, Name.value_or(*Head)});
  addForeign(Result, Operation);
}

static void addAliases(Definitions &Result, const Snapshot &State,
                       const Snapshot::Found &Name) {
  llvm::StringRef Alias = Name.data().aliases()[Name.Token->What].Name;
  for (const Snapshot::Found &Place :
       State.findAliases(Name.In->Chunk, Alias)) {
    std::optional<ByteRange> Where = Place.Section->toText(Place.Token->Where);
    if (!Where)
      continue;
    SectionRange Value = Place.data().aliases()[Place.Token->What].Value;
    ByteRange All = Place.Section->toTextClamped(
        {Place.Token->Where.Begin,
         std::max(Place.Token->Where.End, Value.End)});
    Result.Targets.push_back({All, *Where, *Where});
  }
}

std::optional<Definitions>
mlir::noisy::lsp::findDefinitions(const Snapshot &State, size_t Offset) {
  Snapshot::Found Name = State.tokenAt(Offset);
  if (!Name)
    return std::nullopt;
  const Section &Data = Name.data();
  Section::Index What = Name.Token->What;

  Definitions Result;
  Result.Asked = Name.Section->toText(Name.Token->Where)
                     .value_or(ByteRange{Offset, Offset});
  switch (Name.Token->Of) {
  case Kind::Operation:
    addForeign(Result, Name.operation());
    break;
  case Kind::Block:
    addName(Result, *Name.Section, Name.block()->Name);
    break;
  case Kind::Value:
    addName(Result, *Name.Section, Name.value()->Name);
    if (!Name.value()->IsArgument)
      addForeign(Result, Name.value().operation());
    break;
  case Kind::Symbol:
    addSymbol(Result, {Name.In, Name.Section, What});
    break;
  case Kind::SymbolUse:
    for (const Snapshot::SymbolPlace &Place :
         State.findSymbols(*Name.In, *Name.Section, Data.symbolUses()[What]))
      addSymbol(Result, Place);
    break;
  case Kind::Alias:
    addAliases(Result, State, Name);
    break;
  }
  return Result;
}
