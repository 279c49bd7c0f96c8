//===- SurroundingsMaker.cpp - Text around a unit -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SurroundingsMaker.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;

std::vector<std::string>
mlir::noisy::lsp::findAliasNames(llvm::StringRef Text) {
  std::vector<std::string> Names;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '"') {
      for (++I; I < Text.size() && Text[I] != '"'; ++I)
        if (Text[I] == '\\')
          ++I;
    } else if (Text[I] == '#' || Text[I] == '!') {
      llvm::StringRef Name = Text.substr(I).take_front(
          1 + Text.substr(I + 1)
                  .take_while([](char C) {
                    return llvm::isAlnum(C) || C == '_' || C == '$' || C == '-';
                  })
                  .size());
      if (Name.size() > 1)
        Names.push_back(Name.str());
    }
  }
  return Names;
}

SurroundingsMaker::SurroundingsMaker(llvm::StringRef Text,
                                     llvm::ArrayRef<Slot> Slots)
    : Text(Text), Slots(Slots) {
  TopLevel.Known = true;
  Chunks.resize(1);
  for (auto [I, S] : llvm::enumerate(Slots)) {
    if (S.Chunk >= Chunks.size())
      Chunks.resize(S.Chunk + 1);
    Chunk &In = Chunks[S.Chunk];
    // Not only runs of aliases have them: an operation may contain some.
    for (const PieceInfo::AliasDefinition &Line : S.Info->Aliases) {
      ByteRange Where = Line.Where.shifted(S.Where.Begin);
      llvm::StringRef Value = Text.slice(Where.Begin, Where.End);
      In.Aliases[Line.Name].push_back(
          {I, Where, findAliasNames(Value.substr(Value.find('=')))});
    }
    if (S.Kind == PieceKind::Footer)
      Footers[S.Container] = I;
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
  if (!isGeneric(*S.Info, Text.substr(S.Where.Begin)))
    return "}";
  // Its attributes may follow its body.
  auto Footer = Footers.find(Header);
  if (Footer == Footers.end() || (S.Of && !S.Of->isValid()))
    return "}) : () -> ()";
  ByteRange Where = Slots[Footer->second].Where;
  return Text.slice(Where.Begin, Where.End).str();
}

const SurroundingsMaker::Container &
SurroundingsMaker::getContainer(uint32_t Header) {
  if (Header == Piece::None)
    return TopLevel;
  if (Container &Found = Containers[Header]; Found.Known)
    return Found;
  const Slot &S = Slots[Header];
  const Container &Outer = getContainer(S.Container);
  llvm::StringRef Written = Text.slice(S.Where.Begin, S.Where.End);
  Container New;
  New.Known = true;
  New.Depth = Outer.Depth + 1;
  New.Uses = Outer.Uses;
  if (S.isValid()) {
    New.Prefix = Outer.Prefix + Written.str() + "\n";
    llvm::append_range(New.Uses, S.Info->AliasUses);
    auto Footer = Footers.find(Header);
    if (Footer != Footers.end() && isGeneric(*S.Info, Written))
      llvm::append_range(New.Uses, Slots[Footer->second].Info->AliasUses);
  } else {
    New.Prefix = Outer.Prefix + plainHeader(*S.Info, Written) + "\n";
  }
  New.Suffix = "\n" + closerOf(Header) + Outer.Suffix;
  return Containers[Header] = std::move(New);
}

SurroundingsMaker::AliasText
SurroundingsMaker::writeAliases(size_t Of,
                                llvm::ArrayRef<std::string> Names) const {
  const auto &Aliases = Chunks[Slots[Of].Chunk].Aliases;
  llvm::DenseSet<const Definition *> Seen;
  std::vector<const Definition *> Needed;
  // An alias sees only definitions before it, wherever the unit is. The first
  // definition counts: a second one is an error, reported in its own place.
  auto need = [&](llvm::StringRef Name, size_t End) {
    auto Found = Aliases.find(Name);
    if (Found == Aliases.end())
      return;
    const Definition &First = Found->second.front();
    if (First.Where.Begin < End && First.InSlot != Of &&
        Seen.insert(&First).second)
      Needed.push_back(&First);
  };
  for (llvm::StringRef Name : Names)
    need(Name, Text.size());
  for (size_t I = 0; I < Needed.size(); ++I)
    for (llvm::StringRef Name : Needed[I]->Uses)
      need(Name, Needed[I]->Where.Begin);
  llvm::sort(Needed, [](const Definition *A, const Definition *B) {
    return A->Where.Begin < B->Where.Begin;
  });
  AliasText Result;
  for (const Definition *D : Needed) {
    llvm::StringRef Written = Text.slice(D->Where.Begin, D->Where.End);
    if (D->InSlot < Of)
      (Result.Before += Written) += "\n";
    else
      (Result.Behind += "\n") += Written;
  }
  return Result;
}

std::shared_ptr<const Surroundings> SurroundingsMaker::get(size_t Of) {
  const Slot &S = Slots[Of];
  bool AtTopLevel =
      S.Kind == PieceKind::Aliases || S.Kind == PieceKind::Metadata;
  const Container &Around =
      getContainer(AtTopLevel ? Piece::None : S.Container);
  bool IsPlain = S.Kind == PieceKind::Operation && S.Info->AliasUses.empty();
  std::pair<uint32_t, uint32_t> Key(S.Container, S.Chunk);
  if (IsPlain)
    if (auto Known = Shared.lookup(Key))
      return Known;

  Surroundings Result;
  std::vector<std::string> Names = S.Info->AliasUses;
  // A redefinition is an error, so the parser needs the first definition.
  for (const PieceInfo::AliasDefinition &Line : S.Info->Aliases) {
    const auto &Known = Chunks[S.Chunk].Aliases[Line.Name];
    if (!Known.empty() && Known.front().InSlot < Of)
      Names.push_back(Line.Name);
  }
  llvm::append_range(Names, Around.Uses);
  AliasText Aliases = writeAliases(Of, Names);
  Result.Prefix = std::move(Aliases.Before);
  Result.AliasBytes = Result.Prefix.size();
  Result.Prefix += Around.Prefix;
  Result.Suffix = Around.Suffix;
  Result.Containers = Around.Depth;
  if (S.Kind == PieceKind::Header) {
    Result.Suffix = "\n" + closerOf(uint32_t(Of)) + Around.Suffix;
    // A region in generic form gets no implicit block; it has one if it has
    // contents.
    bool IsEmpty = Of + 1 == Slots.size() || Slots[Of + 1].Container != Of ||
                   Slots[Of + 1].Kind == PieceKind::Footer;
    if (isGeneric(*S.Info, Text.substr(S.Where.Begin)) && !IsEmpty)
      Result.Suffix = "\n^bb0:" + Result.Suffix;
  } else if (S.Kind == PieceKind::Footer) {
    // A footer ends its container itself.
    Result.Suffix = getContainer(Slots[S.Container].Container).Suffix;
  }
  if (!AtTopLevel) {
    Result.AliasBytesBehind = Aliases.Behind.size();
    Result.Suffix += Aliases.Behind;
  }
  auto Made = std::make_shared<const Surroundings>(std::move(Result));
  if (IsPlain)
    Shared[Key] = Made;
  return Made;
}
