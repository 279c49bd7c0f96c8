//===- RenameRefusals.cpp - Reasons to refuse a renaming ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/Containers.h"
#include "server/features/navigation/Occurrences.h"
#include "server/features/navigation/SymbolString.h"
#include "server/features/rename/NameExtents.h"
#include "server/features/rename/NameRules.h"
#include "server/features/rename/Renamer.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using Kind = Section::Kind;

bool Renamer::isTarget(llvm::ArrayRef<Snapshot::SymbolPlace> Places) const {
  return llvm::any_of(Places, [&](const Snapshot::SymbolPlace &Place) {
    return Place.Section == Target.Section && Place.Symbol == Target.Symbol;
  });
}

//===----------------------------------------------------------------------===//
// Names that cannot be renamed
//===----------------------------------------------------------------------===//

llvm::Error Renamer::refuseUnknown(llvm::StringRef Word, size_t Offset,
                                   llvm::StringRef Reason) const {
  return refuse(("it is unknown what " + Word + " refers to in " +
                 lineOf(Offset) + Reason)
                    .str());
}

/// Refuses a name, with its sigil, that occurs in unparsed text in `Bounds`.
llvm::Error Renamer::refuseUnread(const std::string &Word, ByteRange Bounds) {
  for (const Snapshot::Part &Part : State.parts()) {
    if (Part.Chunk != Name.OwnerPart->Chunk || isRead(Part) ||
        !Part.Range.touches(Bounds))
      continue;
    llvm::StringRef Text = textOf(Part.Range);
    size_t Offset = findWord(Text, Word);
    if (isSymbol())
      Offset =
          std::min(Offset, Text.find("\"" + escapeName(Word.substr(1)) + "\""));
    if (Offset != llvm::StringRef::npos)
      return refuseUnknown(Word, Part.Range.Begin + Offset,
                           Part.Kind == PieceKind::Footer
                               ? ", after the end of a module"
                               : ", which is in a part that does not parse");
  }
  return llvm::Error::success();
}

/// Refuses a name with occurrences that the parser did not resolve.
llvm::Error Renamer::refuseStray(const std::string &Word, ByteRange Bounds) {
  llvm::Error Refusal = llvm::Error::success();
  forEachSection([&](const Snapshot::Part &, const PlacedSection &Section) {
    if (Refusal || !Section.Range.touches(Bounds))
      return;
    llvm::StringRef Text = Section.Data->text();
    if (!Text.contains(Word))
      return;
    forEachName(Text, Sigil, [&](ByteRange NameRange) {
      if (Refusal || Text.slice(NameRange.Begin, NameRange.End) != Word)
        return;
      // `#gpu<...>` is an attribute of a dialect, whatever aliases there are.
      bool IsAlias = Sigil == '#' || Sigil == '!';
      if (IsAlias && Text.substr(NameRange.End).starts_with("<"))
        return;
      const Section::Token *Token = Section.Data->tokenAt(NameRange.Begin);
      bool IsKnown = Token && Token->Range.Begin == NameRange.Begin &&
                     Token->TargetKind == Name.Token->TargetKind;
      ByteRange TextRange = *Section.toText(NameRange);
      if (!IsKnown && Bounds.touches(TextRange))
        Refusal = refuseUnknown(Word, TextRange.Begin);
    });
  });
  return Refusal;
}

/// Refuses a symbol, with its @, that broken operations name otherwise than as
/// a use of a symbol.
llvm::Error Renamer::refuseInBroken(const std::string &Word) {
  llvm::Error Refusal = llvm::Error::success();
  std::string InQuotes =
      "\"" + escapeName(llvm::StringRef(Word).substr(1)) + "\"";
  forEachSection([&](const Snapshot::Part &, const PlacedSection &Section) {
    const lsp::Section &Data = *Section.Data;
    auto refuseAt = [&](size_t Offset) {
      if (!Refusal)
        Refusal = refuseUnknown(
            Word, Section.toText(ByteRange{Offset, Offset})->Begin);
    };
    for (SectionRange Broken : Data.brokenRanges()) {
      llvm::StringRef Text = Data.text().slice(Broken.Begin, Broken.End);
      if (size_t Offset = Text.find(InQuotes); Offset != llvm::StringRef::npos)
        refuseAt(Broken.Begin + Offset);
      forEachName(Text, '@', [&](ByteRange NameRange) {
        const Section::Token *Token =
            Data.tokenAt(Broken.Begin + NameRange.Begin);
        if (Text.slice(NameRange.Begin, NameRange.End) == Word &&
            !(Token && Token->TargetKind == Kind::SymbolUse))
          refuseAt(Broken.Begin + NameRange.Begin);
      });
    }
  });
  return Refusal;
}

llvm::Error Renamer::refuseSymbol() {
  const Section &Data = Name.data();
  std::vector<Snapshot::SymbolPlace> Places;
  Section::SymbolUse Use;
  if (Name.Token->TargetKind == Kind::SymbolUse) {
    Use = Data.symbolUses()[Name.Token->Target];
  } else {
    Use.Path = SymbolPath({OldName});
    Use.Scope = Name.symbol()->Parent;
  }
  Places = State.findSymbols(*Name.OwnerPart, *Name.Section, Use);
  if (Name.Token->TargetKind == Kind::Symbol)
    Target = {Name.OwnerPart, Name.Section, Name.Token->Target};
  else if (Places.empty())
    return refuse("the symbol @" + OldName + " is not defined here");
  else
    Target = Places.front();
  IsCopy = Places.size() > 1 && Name.Token->TargetKind == Kind::Symbol &&
           isTarget(llvm::ArrayRef(Places).drop_front());
  if (IsCopy)
    return llvm::Error::success();
  if (Places.size() > 1)
    return refuse("the symbol @" + OldName + " is defined more than once: in " +
                  lineOf(Places[0]) + " and in " + lineOf(Places[1]));
  if (!isRead(*Target.OwnerPart))
    return refuse("the definition of @" + OldName + " in " + lineOf(Target) +
                  " does not parse");
  if (Target.symbol().Range.empty() &&
      !findSymbolString(Target.data(), Target.Symbol))
    return refuse("the name of @" + OldName +
                  " is not written where it is defined, in " + lineOf(Target));
  llvm::Error Refusal = llvm::Error::success();
  forEachSymbolUse([&](const Snapshot::Part &Part, const PlacedSection &Section,
                       const Section::SymbolUse &Use, ByteRange Range) {
    if (Refusal || Use.Path.back() != OldName)
      return;
    // The meaning of a name in an alias depends on where the alias is used.
    if (Use.User == Section::None)
      Refusal = refuseUnknown("@" + OldName, Range.Begin,
                              Part.Kind == PieceKind::Footer
                                  ? ", after the end of a module"
                                  : ", where an alias names it");
    else if (State.findSymbols(Part, Section, Use).empty())
      Refusal = refuseUnknown("@" + OldName, Range.Begin,
                              ", because no enclosing symbol table has it");
  });
  return Refusal;
}

llvm::Error Renamer::refuseAlias() {
  unsigned Definitions = 0;
  for (const Occurrence &Place :
       lsp::findOccurrences(State, Name, ResultGroups::Whole))
    Definitions += Place.IsDefinition;
  if (Definitions == 0)
    return refuse("the alias " + OldName + " is not defined here");
  if (Definitions > 1)
    return refuse("the alias " + OldName + " is defined more than once");
  return llvm::Error::success();
}

llvm::Error Renamer::refuseName() {
  if (Name.Token->TargetKind == Kind::Operation)
    return refuse("the name of an operation cannot be changed");
  if (!isRead(*Name.OwnerPart))
    return refuse("the text here does not parse, so not all uses of " +
                  OldName + " are known");
  if (isSymbol()) {
    if (llvm::Error Refusal = refuseSymbol())
      return Refusal;
    if (IsCopy)
      return llvm::Error::success();
    if (llvm::Error Refusal = refuseInBroken("@" + OldName))
      return Refusal;
    return refuseUnread("@" + OldName, Chunk);
  }
  if (Name.Token->TargetKind == Kind::Alias) {
    if (llvm::Error Refusal = refuseAlias())
      return Refusal;
    if (llvm::Error Refusal = refuseUnread(OldName, Chunk))
      return Refusal;
    return refuseStray(OldName, Chunk);
  }
  return refuseStray(OldName, Name.Section->Range);
}

//===----------------------------------------------------------------------===//
// Names that are taken
//===----------------------------------------------------------------------===//

llvm::Error Renamer::refuseTakenValue(const std::string &NewName) {
  const Section &Data = Name.data();
  std::vector<Container> Containers = findContainers(State);
  // The extent in bytes of the text; a value outside of all operations of its
  // section reaches to the end of the container.
  auto inText = [&](const Snapshot::Part &Part, const PlacedSection &Section,
                    const NameExtent &Extent) {
    ByteRange Result = *Section.toText({Extent.First, Extent.Last});
    if (Extent.IsOpen)
      Result.End = Part.Container == Piece::None
                       ? Chunk.End
                       : Containers[Part.Container].Body.End;
    return Result;
  };
  std::vector<Section::Index> Groups =
      Data.groupsNamedLike(Data.values()[Name.Token->Target].Group);
  std::vector<ByteRange> OwnRanges;
  for (const NameExtent &Extent : findNameExtents(Data, OldName))
    if (llvm::is_contained(Groups, Extent.Group))
      OwnRanges.push_back(inText(*Name.OwnerPart, *Name.Section, Extent));
  llvm::Error Refusal = llvm::Error::success();
  forEachSection([&](const Snapshot::Part &Part, const PlacedSection &Section) {
    if (Refusal || !llvm::StringRef(Section.Data->text()).contains(NewName))
      return;
    for (const NameExtent &Extent : findNameExtents(*Section.Data, NewName)) {
      ByteRange TakenRange = inText(Part, Section, Extent);
      if (llvm::none_of(OwnRanges, [&](ByteRange Mine) {
            return TakenRange.touches(Mine);
          }))
        continue;
      const Section::Value &OtherValue = Section.Data->values()[Extent.Group];
      Refusal = refuse("the name " + NewName + " is taken: " +
                       lineOf(Section.toText(OtherValue.Name)->Begin) +
                       " defines it, and both are known in the same place");
      return;
    }
  });
  for (ByteRange Mine : OwnRanges) {
    if (!Refusal)
      Refusal = refuseStray(NewName, Mine);
    if (!Refusal)
      Refusal = refuseUnread(NewName, Mine);
  }
  return Refusal;
}

llvm::Error Renamer::refuseTakenBlock(const std::string &NewName) {
  const Section &Data = Name.data();
  auto regionOf = [&](Section::Index Block) {
    return Block - Data.blocks()[Block].Number;
  };
  for (auto [I, Block] : llvm::enumerate(Data.blocks()))
    if (Data.textOf(Block.Name) == NewName &&
        regionOf(I) == regionOf(Name.Token->Target))
      return refuse("the name " + NewName + " is taken by the block in " +
                    lineOf(Name.Section->toText(Block.Name)->Begin));
  return refuseStray(NewName, Name.Section->Range);
}

llvm::Error Renamer::refuseTakenSymbol(llvm::StringRef NewName) {
  Section::SymbolUse NewUse;
  NewUse.Path = SymbolPath({NewName.str()});
  NewUse.Scope = Target.operation()->Parent;
  std::vector<Snapshot::SymbolPlace> Places =
      State.findSymbols(*Target.OwnerPart, *Target.Section, NewUse);
  if (!Places.empty())
    return refuse("the name @" + NewName.str() + " is taken by the symbol in " +
                  lineOf(Places[0]));
  llvm::Error Refusal = llvm::Error::success();
  forEachSymbolUse([&](const Snapshot::Part &Part, const PlacedSection &Section,
                       const Section::SymbolUse &Use, ByteRange Range) {
    if (Refusal || Use.Path.back() != NewName)
      return;
    Section::SymbolUse OldUse = Use;
    OldUse.Path = Use.Path.sibling(OldName);
    if (Use.User == Section::None ||
        isTarget(State.findSymbols(Part, Section, OldUse)))
      Refusal = refuse("the name @" + NewName.str() + " is used in " +
                       lineOf(Range.Begin) + " already, for something else");
  });
  if (!Refusal)
    Refusal = refuseInBroken("@" + NewName.str());
  if (!Refusal)
    Refusal = refuseUnread("@" + NewName.str(), Chunk);
  return Refusal;
}

llvm::Error Renamer::refuseTakenAlias(const std::string &NewName) {
  llvm::Error Refusal = llvm::Error::success();
  forEachSection([&](const Snapshot::Part &, const PlacedSection &Section) {
    if (Refusal)
      return;
    for (const Section::Token &Token : Section.Data->tokens())
      if (Token.TargetKind == Kind::Alias &&
          Section.Data->aliases()[Token.Target].Name == NewName) {
        Refusal = refuse("the name " + NewName + " is taken by the alias in " +
                         lineOf(Section.toText(Token.Range)->Begin));
        return;
      }
  });
  if (!Refusal)
    Refusal = refuseStray(NewName, Chunk);
  if (!Refusal)
    Refusal = refuseUnread(NewName, Chunk);
  return Refusal;
}

llvm::Error Renamer::refuseTaken(llvm::StringRef NewName) {
  std::string Whole = Sigil + NewName.str();
  switch (Name.Token->TargetKind) {
  case Kind::Operation:
    break;
  case Kind::Block:
    return refuseTakenBlock(Whole);
  case Kind::Value:
    return refuseTakenValue(Whole);
  case Kind::Symbol:
  case Kind::SymbolUse:
    return refuseTakenSymbol(NewName);
  case Kind::Alias:
    return refuseTakenAlias(Whole);
  }
  return llvm::Error::success();
}
