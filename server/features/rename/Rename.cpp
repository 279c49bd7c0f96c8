//===- Rename.cpp - Renaming of values, blocks and symbols ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/Occurrences.h"
#include "server/features/navigation/SymbolString.h"
#include "server/features/rename/NameRules.h"
#include "server/features/rename/Renamer.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using Kind = Section::Kind;

//===----------------------------------------------------------------------===//
// The name under the cursor
//===----------------------------------------------------------------------===//

bool Renamer::isRead(const Snapshot::Part &Part) {
  return !Part.Sections.empty() &&
         llvm::none_of(Part.Sections, [](const Snapshot::Placed &Section) {
           return Section.isStale();
         });
}

ByteRange Renamer::coreOf(ByteRange Place) const {
  // MLIR's parser reports the place of `%4-` for `%4->`.
  if (!isSymbol())
    return {Place.Begin + 1, Place.Begin + OldName.size()};
  llvm::StringRef Text = textOf(Place);
  if (Text.ends_with("\""))
    return {Place.Begin + Text.find('"') + 1, Place.End - 1};
  return {Place.Begin + 1, Place.End};
}

bool Renamer::find(size_t Offset) {
  Name = State.tokenAt(Offset);
  const Snapshot::Part *Part = State.partAt(Offset);
  // The end of a string touches no other name.
  if (Part && isRead(*Part) && (!Name || Name.Token->Of == Kind::Operation))
    for (const Snapshot::Placed &Section : Part->Sections) {
      std::optional<size_t> Inside = Section.toSection(Offset);
      Section::Index Symbol =
          Inside ? symbolStringAt(*Section.Data, *Inside) : Section::None;
      if (Symbol == Section::None)
        continue;
      AsString = {*findSymbolString(*Section.Data, Symbol), Symbol,
                  Kind::Symbol, true};
      Name = {Part, &Section, &AsString};
    }
  if (!Name)
    return false;
  Chunk = State.chunkAt(Offset);
  const Section &Data = Name.data();
  Section::Index What = Name.Token->What;
  switch (Name.Token->Of) {
  case Kind::Operation:
    OldName = Data.textOf(Name.Token->Where);
    return true;
  case Kind::Block:
    OldName = Data.textOf(Name.block()->Name);
    break;
  case Kind::Value:
    OldName = Data.textOf(Name.value()->Name);
    break;
  case Kind::Symbol:
    OldName = Data.symbols()[What].Name;
    break;
  case Kind::SymbolUse:
    OldName = Data.symbolUses()[What].Path.back();
    break;
  case Kind::Alias:
    OldName = Data.aliases()[What].Name;
    break;
  }
  Sigil = isSymbol() ? '@' : OldName.front();
  return true;
}

RenamePlace Renamer::place() {
  RenamePlace Result;
  ByteRange Where = Name.Section->toText(Name.Token->Where).value();
  Result.Refusal = refuse();
  Result.Where = Sigil ? coreOf(Where) : Where;
  Result.Name = Sigil && !isSymbol() ? OldName.substr(1) : OldName;
  return Result;
}

void Renamer::forEachSection(
    llvm::function_ref<void(const Snapshot::Part &, const Snapshot::Placed &)>
        Visit) const {
  for (const Snapshot::Part &Part : State.parts())
    if (Part.Chunk == Name.In->Chunk && isRead(Part))
      for (const Snapshot::Placed &Section : Part.Sections)
        Visit(Part, Section);
}

void Renamer::forEachSymbolUse(
    llvm::function_ref<void(const Snapshot::Part &, const Snapshot::Placed &,
                            const Section::SymbolUse &, ByteRange)>
        Visit) const {
  forEachSection(
      [&](const Snapshot::Part &Part, const Snapshot::Placed &Section) {
        if (Section.Data->symbolUses().empty())
          return;
        for (const Section::Token &Token : Section.Data->tokens())
          if (Token.Of == Kind::SymbolUse)
            Visit(Part, Section, Section.Data->symbolUses()[Token.What],
                  *Section.toText(Token.Where));
      });
}

void Renamer::findOccurrences() {
  for (const Occurrence &Place :
       lsp::findOccurrences(State, Name, ResultGroups::Whole))
    Occurrences.push_back(Place.Where);
  if (!isSymbol())
    return;
  if (std::optional<SectionRange> Where =
          findSymbolString(Target.data(), Target.Symbol))
    Occurrences.push_back(*Target.Section->toText(*Where));
  llvm::sort(Occurrences, [](const ByteRange &A, const ByteRange &B) {
    return A.Begin < B.Begin;
  });
}

//===----------------------------------------------------------------------===//
// The edits
//===----------------------------------------------------------------------===//

/// Returns the edit of one place; nothing if the name would run into the text
/// after it.
std::optional<ByteEdit> Renamer::edit(ByteRange Place,
                                      llvm::StringRef NewName) const {
  ByteRange Core = coreOf(Place);
  // Names in quotes stay in quotes, so that the old name fits in again.
  if (isSymbol() && textOf(Place).ends_with("\""))
    return ByteEdit{Core, escapeName(NewName)};
  if (isSymbol() && !isBareSymbol(NewName))
    return ByteEdit{Core, "\"" + escapeName(NewName) + "\""};
  if (Core.End < Bytes.size() && goesOn(Sigil, NewName, Bytes[Core.End]))
    return std::nullopt;
  return ByteEdit{Core, NewName.str()};
}

Renaming Renamer::rename(llvm::StringRef Given) {
  Renaming Result;
  Result.Refusal = refuse();
  if (!Result.Refusal.empty())
    return Result;
  NewName New = readNewName(Sigil, Given);
  Result.Refusal = New.Refusal;
  bool IsSame = New.Name == (isSymbol() ? OldName : OldName.substr(1));
  if (!Result.Refusal.empty() || IsSame)
    return Result;
  Result.Refusal = refuseTaken(New.Name);
  if (!Result.Refusal.empty())
    return Result;
  findOccurrences();
  for (ByteRange Place : Occurrences) {
    std::optional<ByteEdit> Change = edit(Place, New.Name);
    if (!Change)
      return {{},
              "the new name would run into what follows it in " +
                  lineOf(Place.Begin)};
    Result.Edits.push_back(std::move(*Change));
  }
  return Result;
}

std::optional<RenamePlace> lsp::prepareRename(const Snapshot &State,
                                              size_t Offset) {
  Renamer Names(State);
  if (!Names.find(Offset))
    return std::nullopt;
  return Names.place();
}

Renaming lsp::rename(const Snapshot &State, size_t Offset,
                     llvm::StringRef NewName) {
  Renamer Names(State);
  if (!Names.find(Offset))
    return {{}, "there is no name here"};
  return Names.rename(NewName);
}
