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
  // Where a bracket is missing, what is inside of what is a guess.
  auto isGuess = [](SectionRange Broken) { return Broken.Begin == Broken.End; };
  return !Part.Sections.empty() &&
         llvm::none_of(Part.Sections, [&](const PlacedSection &Section) {
           return Section.isStale() ||
                  llvm::any_of(Section.Data->brokenRanges(), isGuess);
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
  if (Part && isRead(*Part) &&
      (!Name || Name.Token->TargetKind == Kind::Operation))
    for (const PlacedSection &Section : Part->Sections) {
      std::optional<size_t> SectionOffset = Section.toSection(Offset);
      Section::Index Symbol =
          SectionOffset ? symbolStringAt(*Section.Data, *SectionOffset)
                        : Section::None;
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
  Section::Index Index = Name.Token->Target;
  switch (Name.Token->TargetKind) {
  case Kind::Operation:
    OldName = Data.textOf(Name.Token->Range);
    return true;
  case Kind::Block:
    OldName = Data.textOf(Name.block()->Name);
    break;
  case Kind::Value:
    OldName = Data.textOf(Name.value()->Name);
    break;
  case Kind::Symbol:
    OldName = Data.symbols()[Index].Name;
    break;
  case Kind::SymbolUse:
    OldName = Data.symbolUses()[Index].Path.back();
    break;
  case Kind::Alias:
    OldName = Data.aliases()[Index].Name;
    break;
  }
  Sigil = isSymbol() ? '@' : OldName.front();
  return true;
}

llvm::Expected<RenamePlace> Renamer::place() {
  if (llvm::Error Refusal = refuseName())
    return Refusal;
  return RenamePlace{coreOf(Name.Section->toText(Name.Token->Range).value()),
                     isSymbol() ? OldName : OldName.substr(1)};
}

void Renamer::forEachSection(
    llvm::function_ref<void(const Snapshot::Part &, const PlacedSection &)>
        Visit) const {
  for (const Snapshot::Part &Part : State.parts())
    if (Part.Chunk == Name.OwnerPart->Chunk && isRead(Part))
      for (const PlacedSection &Section : Part.Sections)
        Visit(Part, Section);
}

void Renamer::forEachSymbolUse(
    llvm::function_ref<void(const Snapshot::Part &, const PlacedSection &,
                            const Section::SymbolUse &, ByteRange)>
        Visit) const {
  forEachSection([&](const Snapshot::Part &Part, const PlacedSection &Section) {
    if (Section.Data->symbolUses().empty())
      return;
    for (const Section::Token &Token : Section.Data->tokens())
      if (Token.TargetKind == Kind::SymbolUse)
        Visit(Part, Section, Section.Data->symbolUses()[Token.Target],
              *Section.toText(Token.Range));
  });
}

void Renamer::findOccurrences() {
  if (IsCopy) {
    Occurrences = {*Name.Section->toText(Name.Token->Range)};
    return;
  }
  for (const Occurrence &Place :
       lsp::findOccurrences(State, Name, ResultGroups::Whole))
    Occurrences.push_back(Place.Range);
  if (!isSymbol())
    return;
  if (std::optional<SectionRange> Range =
          findSymbolString(Target.data(), Target.Symbol))
    Occurrences.push_back(*Target.Section->toText(*Range));
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

llvm::Expected<std::vector<ByteEdit>> Renamer::rename(llvm::StringRef Input) {
  if (llvm::Error Refusal = refuseName())
    return Refusal;
  llvm::Expected<std::string> NewName = readNewName(Sigil, Input);
  if (!NewName)
    return NewName.takeError();
  std::vector<ByteEdit> Edits;
  if (*NewName == (isSymbol() ? OldName : OldName.substr(1)))
    return Edits;
  if (llvm::Error Refusal = refuseTaken(*NewName))
    return Refusal;
  findOccurrences();
  for (ByteRange Place : Occurrences) {
    std::optional<ByteEdit> Change = edit(Place, *NewName);
    if (!Change)
      return refuse("the new name would run into what follows it in " +
                    lineOf(Place.Begin));
    Edits.push_back(std::move(*Change));
  }
  return Edits;
}

llvm::Expected<std::optional<RenamePlace>>
lsp::prepareRename(const Snapshot &State, size_t Offset) {
  Renamer Names(State);
  if (!Names.find(Offset))
    return std::nullopt;
  return Names.place();
}

llvm::Expected<std::vector<ByteEdit>>
lsp::rename(const Snapshot &State, size_t Offset, llvm::StringRef NewName) {
  Renamer Names(State);
  if (!Names.find(Offset))
    return refuse("there is no name here");
  return Names.rename(NewName);
}
