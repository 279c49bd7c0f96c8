//===- SurroundingsMaker.cpp - Text around a unit -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SurroundingsMaker.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <iterator>

using namespace mlir::noisy::lsp;

std::vector<std::string>
mlir::noisy::lsp::findAliasNames(llvm::StringRef Text) {
  std::vector<std::string> Names;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next())
    if (Token->isAlias())
      Names.push_back(Token->Text.str());
  return Names;
}

SurroundingsMaker::SurroundingsMaker(llvm::StringRef Text,
                                     llvm::ArrayRef<Slot> Slots)
    : Text(Text), Slots(Slots) {
  TopLevel.IsKnown = true;
  for (auto [I, S] : llvm::enumerate(Slots))
    if (S.Kind == PieceKind::Footer)
      Footers[S.Container] = I;
}

/// Finds the definitions of aliases, of which there may be very many.
void SurroundingsMaker::findDefinitions() {
  Chunks.resize(1);
  for (auto [I, S] : llvm::enumerate(Slots)) {
    if (S.Chunk >= Chunks.size())
      Chunks.resize(S.Chunk + 1);
    Chunk &SlotChunk = Chunks[S.Chunk];
    // Not only runs of aliases have them: an operation may contain some.
    for (const PieceInfo::AliasDefinition &Line : S.Info->Aliases) {
      ByteRange AliasRange = Line.Range.shift(S.Range.Begin);
      llvm::StringRef Value = Text.slice(AliasRange.Begin, AliasRange.End);
      SlotChunk.Aliases[Line.Name].push_back(
          {I, AliasRange, findAliasNames(Value.substr(Value.find('=')))});
    }
  }
}

static bool isGeneric(const PieceInfo &Header, llvm::StringRef Text) {
  return Text.starts_with("\"");
}

/// A plain header in place of a broken one.
static std::string plainHeader(const PieceInfo &Header, llvm::StringRef Text) {
  std::string Name = Header.Operation;
  bool NeedsSymbol = Name != "module" && Name != "builtin.module";
  if (isGeneric(Header, Text))
    return NeedsSymbol ? "\"" + Name + "\"() <{sym_name = \"" + "broken\"}> ({"
                       : "\"" + Name + "\"() ({";
  return NeedsSymbol ? Name + " @broken {" : Name + " {";
}

/// The text that ends the container of a header.
std::string SurroundingsMaker::closerOf(uint32_t Header) const {
  const Slot &S = Slots[Header];
  if (!isGeneric(*S.Info, Text.substr(S.Range.Begin)))
    return "}";
  // Its attributes may follow its body.
  auto Footer = Footers.find(Header);
  if (Footer == Footers.end() || (S.Parsed && !S.Parsed->isValid()))
    return "}) : () -> ()";
  ByteRange FooterRange = Slots[Footer->second].Range;
  return Text.slice(FooterRange.Begin, FooterRange.End).str();
}

const SurroundingsMaker::Container &
SurroundingsMaker::getContainer(uint32_t Header) {
  if (Header == Piece::None)
    return TopLevel;
  if (Container &Entry = Containers[Header]; Entry.IsKnown)
    return Entry;
  const Slot &S = Slots[Header];
  const Container &Outer = getContainer(S.Container);
  llvm::StringRef HeaderText = Text.slice(S.Range.Begin, S.Range.End);
  Container New;
  New.IsKnown = true;
  New.Depth = Outer.Depth + 1;
  New.Uses = Outer.Uses;
  if (S.isValid()) {
    New.Prefix = Outer.Prefix + HeaderText.str() + "\n";
    llvm::append_range(New.Uses, S.Info->AliasUses);
    auto Footer = Footers.find(Header);
    if (Footer != Footers.end() && isGeneric(*S.Info, HeaderText))
      llvm::append_range(New.Uses, Slots[Footer->second].Info->AliasUses);
  } else {
    New.Prefix = Outer.Prefix + plainHeader(*S.Info, HeaderText) + "\n";
  }
  New.Suffix = "\n" + closerOf(Header) + Outer.Suffix;
  return Containers[Header] = std::move(New);
}

SurroundingsMaker::AliasText
SurroundingsMaker::writeAliases(size_t SlotIndex,
                                llvm::ArrayRef<std::string> Names) const {
  const auto &Aliases = Chunks[Slots[SlotIndex].Chunk].Aliases;
  llvm::DenseSet<const Definition *> Visited;
  std::vector<const Definition *> Definitions;
  // An alias sees only definitions before it, wherever the unit is. The first
  // definition counts: a second one is an error, reported in its own place.
  auto need = [&](llvm::StringRef Name, size_t End) {
    auto Match = Aliases.find(Name);
    if (Match == Aliases.end())
      return;
    const Definition &First = Match->second.front();
    if (First.Range.Begin < End && First.InSlot != SlotIndex &&
        Visited.insert(&First).second)
      Definitions.push_back(&First);
  };
  for (llvm::StringRef Name : Names)
    need(Name, Text.size());
  for (size_t I = 0; I < Definitions.size(); ++I)
    for (llvm::StringRef Name : Definitions[I]->Uses)
      need(Name, Definitions[I]->Range.Begin);
  llvm::sort(Definitions, [](const Definition *A, const Definition *B) {
    return A->Range.Begin < B->Range.Begin;
  });
  // A definition that is being written must not go on into what is behind it:
  // an empty dictionary of the file ends it, whatever it lacks.
  constexpr llvm::StringLiteral End = "{-# #-}\n";
  AliasText Result;
  for (const Definition *D : Definitions) {
    llvm::StringRef DefinitionText = Text.slice(D->Range.Begin, D->Range.End);
    if (D->InSlot < SlotIndex)
      (Result.Prefix += DefinitionText) += "\n";
    else
      (Result.Suffix += "\n") += DefinitionText;
  }
  if (!Result.Prefix.empty())
    Result.Prefix += End;
  return Result;
}

/// True if an alias with this name is defined in a chunk.
bool SurroundingsMaker::defines(uint32_t ChunkNumber, llvm::StringRef Name) {
  auto [Entry, IsNew] =
      KnownNames.try_emplace({ChunkNumber, Name.str()}, false);
  if (IsNew)
    Entry->second = llvm::any_of(Slots, [&](const Slot &S) {
      return S.Chunk == ChunkNumber &&
             llvm::any_of(S.Info->Aliases,
                          [&](const PieceInfo::AliasDefinition &Line) {
                            return Line.Name == Name;
                          });
    });
  return Entry->second;
}

/// True if two sorted lists of names differ only in names that are not defined,
/// as those of types that are being typed.
bool SurroundingsMaker::nameSame(llvm::ArrayRef<std::string> Uses,
                                 llvm::ArrayRef<std::string> OldUses,
                                 uint32_t ChunkNumber) {
  std::vector<std::string> Others;
  std::set_symmetric_difference(Uses.begin(), Uses.end(), OldUses.begin(),
                                OldUses.end(), std::back_inserter(Others));
  // Each new name takes a look at all definitions.
  constexpr size_t MaxOthers = 4, MaxNames = 16;
  return Others.size() <= MaxOthers && KnownNames.size() < MaxNames &&
         llvm::none_of(
             Others,
             [&](llvm::StringRef Name) { return defines(ChunkNumber, Name); });
}

std::shared_ptr<const Surroundings>
SurroundingsMaker::getLike(size_t SlotIndex, const Slot &Old) {
  const Slot &S = Slots[SlotIndex];
  const Container &Outer = getContainer(S.Container);
  if (!Old.SurroundingText || S.Kind != PieceKind::Operation ||
      Old.Kind != PieceKind::Operation || !S.Info->Aliases.empty() ||
      !Old.Info->Aliases.empty() ||
      !nameSame(S.Info->AliasUses, Old.Info->AliasUses, S.Chunk))
    return nullptr;
  auto [Prefix, Suffix] = Old.SurroundingText->containers();
  bool IsSame = Outer.Prefix == Prefix && Outer.Suffix == Suffix &&
                Outer.Depth == Old.SurroundingText->Containers;
  return IsSame ? Old.SurroundingText : nullptr;
}

std::shared_ptr<const Surroundings> SurroundingsMaker::get(size_t SlotIndex) {
  if (Chunks.empty())
    findDefinitions();
  const Slot &S = Slots[SlotIndex];
  bool AtTopLevel =
      S.Kind == PieceKind::Aliases || S.Kind == PieceKind::Metadata;
  const Container &Outer = getContainer(AtTopLevel ? Piece::None : S.Container);
  bool IsPlain = S.Kind == PieceKind::Operation && S.Info->AliasUses.empty() &&
                 S.Info->Aliases.empty();
  std::pair<uint32_t, uint32_t> Key(S.Container, S.Chunk);
  if (IsPlain)
    if (auto CacheEntry = Cache.lookup(Key))
      return CacheEntry;

  Surroundings Result;
  std::vector<std::string> Names = S.Info->AliasUses;
  // A redefinition is an error, so the parser needs the first definition.
  for (const PieceInfo::AliasDefinition &Line : S.Info->Aliases) {
    const auto &Definitions = Chunks[S.Chunk].Aliases[Line.Name];
    if (!Definitions.empty() && Definitions.front().InSlot < SlotIndex)
      Names.push_back(Line.Name);
  }
  llvm::append_range(Names, Outer.Uses);
  AliasText Aliases = writeAliases(SlotIndex, Names);
  Result.Prefix = std::move(Aliases.Prefix);
  Result.AliasBytes = Result.Prefix.size();
  Result.Prefix += Outer.Prefix;
  Result.Suffix = Outer.Suffix;
  Result.Containers = Outer.Depth;
  if (S.Kind == PieceKind::Header) {
    Result.Suffix = "\n" + closerOf(uint32_t(SlotIndex)) + Outer.Suffix;
    // A region in generic form gets no implicit block; it has one if it has
    // contents.
    bool IsEmpty = SlotIndex + 1 == Slots.size() ||
                   Slots[SlotIndex + 1].Container != SlotIndex ||
                   Slots[SlotIndex + 1].Kind == PieceKind::Footer;
    if (isGeneric(*S.Info, Text.substr(S.Range.Begin)) && !IsEmpty)
      Result.Suffix = "\n^bb0:" + Result.Suffix;
  } else if (S.Kind == PieceKind::Footer) {
    // A footer ends its container itself.
    Result.Suffix = getContainer(Slots[S.Container].Container).Suffix;
  }
  if (!AtTopLevel) {
    Result.AliasBytesAfter = Aliases.Suffix.size();
    Result.Suffix += Aliases.Suffix;
  }
  auto SharedResult = std::make_shared<const Surroundings>(std::move(Result));
  if (IsPlain)
    Cache[Key] = SharedResult;
  return SharedResult;
}
