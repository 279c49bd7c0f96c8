//===- SectionReaderLetters.cpp - What a section has by letters -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names that MLIR's parser does not tell: symbols, aliases, and all in
// broken operations.
//
//===----------------------------------------------------------------------===//

#include "server/parse/SectionReader.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/SymbolName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

void SectionReader::addAliases(const PieceInfo &Info) {
  auto addAlias = [&](std::string Name,
                      const AsmParserState::SMDefinition &Source) {
    SectionRange DefinitionRange = toRange(Source.loc);
    Index AliasIndex = Index(Result->Aliases.size());
    bool IsUsed = !DefinitionRange.empty();
    addToken(DefinitionRange, Section::Kind::Alias, AliasIndex,
             /*IsDefinition=*/true);
    for (llvm::SMRange Use : Source.uses) {
      SectionRange UseRange = toRange(Use);
      IsUsed |= !UseRange.empty();
      addToken(UseRange, Section::Kind::Alias, AliasIndex,
               /*IsDefinition=*/false);
    }
    if (!IsUsed)
      return;
    Section::Alias New;
    New.Name = std::move(Name);
    // A binary search: the aliases are in the order of the text, and may be
    // very many.
    auto Line = llvm::partition_point(
        Info.Aliases, [&](const PieceInfo::AliasDefinition &L) {
          return L.Range.End <= DefinitionRange.Begin;
        });
    if (!DefinitionRange.empty() && Line != Info.Aliases.end() &&
        Line->Range.contains(DefinitionRange.Begin)) {
      llvm::StringRef Text = Result->textOf(Line->Range);
      size_t Equals = std::min(Text.find('='), Text.size() - 1);
      llvm::StringRef Value = Text.substr(Equals + 1).ltrim();
      New.Value = {uint32_t(Line->Range.End - Value.size()),
                   uint32_t(Line->Range.End)};
    }
    Result->Aliases.push_back(std::move(New));
  };
  for (const auto &Alias : Names.getAttributeAliasDefs())
    addAlias(("#" + Alias.name).str(), Alias.definition);
  for (const auto &Alias : Names.getTypeAliasDefs())
    addAlias(("!" + Alias.name).str(), Alias.definition);
}

void SectionReader::addSymbolNames() {
  forEachSymbolPath(Result->Text, [&](llvm::ArrayRef<ByteRange> Path) {
    addSymbolUse(Path);
  });
}

void SectionReader::setBrokenRanges(llvm::ArrayRef<ByteRange> Ranges) {
  for (ByteRange Range : Ranges)
    Result->BrokenRanges.push_back(
        {uint32_t(Range.Begin - Part.Begin), uint32_t(Range.End - Part.Begin)});
}

/// Adds the uses of values in broken operations, by their names alone. A name
/// that is defined more than once means nothing there.
void SectionReader::addNamesInBrokenRanges() {
  if (Result->BrokenRanges.empty())
    return;
  llvm::StringMap<Index> Groups;
  for (auto [I, Value] : llvm::enumerate(Result->Values))
    if (Value.Group == I && !Value.Name.empty())
      if (auto [Entry, IsNew] =
              Groups.try_emplace(Result->textOf(Value.Name), Index(I));
          !IsNew)
        Entry->second = Section::None;
  for (auto [Name, Number] : OuterNames)
    Groups[Name] = Number;
  for (SectionRange Range : Result->BrokenRanges) {
    Lexer Tokens(Result->Text, Range.Begin, Range.End);
    while (std::optional<MlirToken> Token = Tokens.next()) {
      if (Token->Kind != TokenKind::Value)
        continue;
      auto Match = Groups.find(Token->groupName());
      if (Match == Groups.end() || Match->second == Section::None)
        continue;
      const Section::Value &First = Result->Values[Match->second];
      uint32_t Begin = uint32_t(Token->Range.Begin);
      if (!First.Name.empty() && First.Name.Begin == Begin)
        continue;
      Index Place = 0;
      Token->Text.split('#').second.getAsInteger(10, Place);
      addToken({Begin, Begin + uint32_t(Token->groupName().size())},
               Section::Kind::Value,
               Match->second + std::min(Place, First.GroupSize - 1),
               /*IsDefinition=*/false);
    }
  }
}

static SectionRange toSection(ByteRange Range) {
  return {uint32_t(Range.Begin), uint32_t(Range.End)};
}

void SectionReader::addSymbolUse(llvm::ArrayRef<ByteRange> Path) {
  Index User = Result->operationAt(Path.front().Begin);
  std::string First = symbolName(Result->textOf(Path.front()));
  // The first name after an operation's own defines its symbol; in generic form
  // a string does.
  if (User != Section::None && Path.size() == 1) {
    const Section::Operation &Op = Result->Operations[User];
    bool IsGeneric = Result->textOf(Op.Name).starts_with("\"");
    if (Op.Symbol != Section::None && !IsGeneric) {
      Section::Symbol &DefinedSymbol = Result->Symbols[Op.Symbol];
      if (DefinedSymbol.Range.empty() && DefinedSymbol.Name == First &&
          Path.front().Begin >= Op.Name.End) {
        DefinedSymbol.Range = toSection(Path.front());
        addToken(DefinedSymbol.Range, Section::Kind::Symbol, Op.Symbol,
                 /*IsDefinition=*/true);
        return;
      }
    }
  }
  // Names used by a symbol table itself belong to the one around it.
  Index Scope = User;
  if (User != Section::None && Result->Operations[User].IsSymbolTable)
    Scope = Result->Operations[User].Parent;
  while (Scope != Section::None && !Result->Operations[Scope].IsSymbolTable)
    Scope = Result->Operations[Scope].Parent;
  Section::SymbolUse Use;
  Use.Scope = Scope;
  Use.User = User;
  std::vector<std::string> Names;
  for (ByteRange Part : Path)
    Names.push_back(symbolName(Result->textOf(Part)));
  SymbolPath Whole(std::move(Names));
  for (auto [I, Part] : llvm::enumerate(Path)) {
    Use.Path = Whole.prefix(I + 1);
    addToken(toSection(Part), Section::Kind::SymbolUse,
             Index(Result->SymbolUses.size()),
             /*IsDefinition=*/false);
    Result->SymbolUses.push_back(Use);
  }
}
