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
    Definitions::ForeignTarget Target{Operation.data().string(Place.File).str(),
                                      Place.Line, Place.Column};
    if (!llvm::is_contained(Result.Foreign, Target))
      Result.Foreign.push_back(std::move(Target));
  }
}

/// Adds a definition that is no more than a name.
static void addName(Definitions &Result, const PlacedSection &Section,
                    SectionRange Name) {
  if (Name.empty())
    return;
  if (std::optional<ByteRange> Range = Section.toText(Name))
    Result.Targets.push_back({*Range, *Range, *Range});
}

static void addSymbol(Definitions &Result, const Snapshot::SymbolPlace &Place) {
  const Section::Symbol &Symbol = Place.symbol();
  const OperationRef Operation = Place.operation();
  std::optional<ByteRange> Head = Place.Section->toText(Operation->Name);
  std::optional<ByteRange> Name;
  if (!Symbol.Range.empty())
    Name = Place.Section->toText(Symbol.Range);
  if (!Head)
    Head = Name;
  if (Head)
    Result.Targets.push_back({Place.Section->toTextClamped(Operation->Range),
                              *Head, Name.value_or(*Head)});
  addForeign(Result, Operation);
}

static void addAliases(Definitions &Result, const Snapshot &State,
                       const Snapshot::TokenPlace &Name) {
  llvm::StringRef Alias = Name.data().aliases()[Name.Token->Target].Name;
  for (const Snapshot::TokenPlace &Place :
       State.findAliases(Name.OwnerPart->Chunk, Alias)) {
    std::optional<ByteRange> Range = Place.Section->toText(Place.Token->Range);
    if (!Range)
      continue;
    SectionRange Value = Place.data().aliases()[Place.Token->Target].Value;
    ByteRange WholeRange = Place.Section->toTextClamped(
        {Place.Token->Range.Begin,
         std::max(Place.Token->Range.End, Value.End)});
    Result.Targets.push_back({WholeRange, *Range, *Range});
  }
}

std::optional<Definitions>
mlir::noisy::lsp::findDefinitions(const Snapshot &State, size_t Offset) {
  Snapshot::TokenPlace Name = State.tokenAt(Offset);
  if (!Name)
    return std::nullopt;
  const Section &Data = Name.data();
  Section::Index Index = Name.Token->Target;

  Definitions Result;
  Result.OriginRange = Name.Section->toText(Name.Token->Range)
                           .value_or(ByteRange{Offset, Offset});
  switch (Name.Token->TargetKind) {
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
    addSymbol(Result, {Name.OwnerPart, Name.Section, Index});
    break;
  case Kind::SymbolUse:
    for (const Snapshot::SymbolPlace &Place : State.findSymbols(
             *Name.OwnerPart, *Name.Section, Data.symbolUses()[Index]))
      addSymbol(Result, Place);
    break;
  case Kind::Alias:
    addAliases(Result, State, Name);
    break;
  }
  return Result;
}
