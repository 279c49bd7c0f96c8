//===- NavigationRequests.cpp - Places in the text, in LSP ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/Definition.h"
#include "server/features/navigation/DocumentHighlight.h"
#include "server/features/navigation/DocumentLinks.h"
#include "server/features/navigation/DocumentSymbols.h"
#include "server/features/navigation/FoldingRanges.h"
#include "server/features/navigation/References.h"
#include "server/features/navigation/SelectionRanges.h"
#include "server/features/navigation/TypeDefinition.h"
#include "server/features/navigation/WorkspaceSymbols.h"
#include "server/handlers/Handlers.h"
#include "server/ods/OdsCatalog.h"
#include "server/protocol/FileUri.h"
#include "server/protocol/LspNavigation.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The most symbols of a workspace in an answer, as in clangd.
static constexpr size_t MaxWorkspaceSymbols = 100;

//===----------------------------------------------------------------------===//
// Definitions, references, highlights
//===----------------------------------------------------------------------===//

/// The place in TableGen of the operation, type or attribute whose name is at a
/// byte of a text; and the range of the name.
static std::optional<std::pair<OdsPlace, ByteRange>>
findInTableGen(llvm::StringRef Text, size_t Offset) {
  ByteRange Word = findRun(Text, Offset, lex::isWordChar);
  if (Word.empty() || findTextPlace(Text, Word.Begin) == TextPlace::Comment)
    return std::nullopt;
  OdsCatalogPtr Catalog = currentOds();
  char Sigil = Word.Begin > 0 ? Text[Word.Begin - 1] : ' ';
  OdsPlace Place;
  if (Sigil == '!' || Sigil == '#') {
    --Word.Begin;
    if (const OdsDefinition *Found =
            Catalog->findDefinition(Text.slice(Word.Begin, Word.End)))
      Place = Found->Place;
  } else if (!lex::isSigil(Sigil)) {
    if (const OdsOperation *Found =
            Catalog->findOperation(Text.slice(Word.Begin, Word.End)))
      Place = Found->Place;
  }
  if (Place.Line == 0)
    return std::nullopt;
  return std::pair(Place, Word);
}

namespace {

/// Definitions for a client, as places or as links.
class DefinitionAnswer {
public:
  explicit DefinitionAnswer(const DocumentView &View) : View(View) {}

  /// A line of a TableGen file.
  void add(const Range &Origin, const OdsPlace &Place) {
    Range Line{{Place.Line - 1, 0}, {Place.Line - 1, 0}};
    std::string Uri = fileUri(Place.File);
    Links.push_back({Origin, Uri, Line, Line});
    Locations.push_back({Uri, Line});
  }

  void add(const Range &Origin, const Definitions::Target &Target) {
    if (std::optional<Range> Head = View.Places.toClient(Target.Head))
      Locations.push_back({View.Uri, *Head});
    if (std::optional<Range> Name = View.Places.toClient(Target.Name))
      Links.push_back(
          {Origin, View.Uri, View.Places.toClientClamped(Target.Range), *Name});
  }

  void add(const Range &Origin, const Definitions::ForeignTarget &Target) {
    std::string Uri = fileUri(Target.File);
    if (Uri.empty() || Uri == View.Uri)
      return;
    // The encoding of that file is unknown, so columns stay bytes.
    Position Pos{std::max(Target.Line, 1u) - 1,
                 std::max(Target.Column, 1u) - 1};
    Range TargetRange{Pos, Pos};
    Links.push_back({Origin, Uri, TargetRange, TargetRange});
    Locations.push_back({Uri, TargetRange});
  }

  std::variant<std::vector<Location>, std::vector<LocationLink>>
  take(bool AsLinks) {
    if (AsLinks)
      return std::move(Links);
    return std::move(Locations);
  }

private:
  const DocumentView &View;
  std::vector<Location> Locations;
  std::vector<LocationLink> Links;
};

} // namespace

std::variant<std::vector<Location>, std::vector<LocationLink>>
lsp::definitions(const PositionParams &Params, const DocumentView &View) {
  DefinitionAnswer Answer(View);
  std::optional<size_t> Offset = View.offset(Params.Position);
  std::optional<Definitions> Targets;
  if (Offset)
    Targets = findDefinitions(View.state(), *Offset);
  if (auto Defined = findInTableGen(View.ClientText.bytes(),
                                    View.clientOffset(Params.Position))) {
    auto [Place, Word] = *Defined;
    Answer.add(
        View.ClientText.rangeAt(Word.Begin, Word.End, View.Places.encoding()),
        Place);
  }
  if (Targets) {
    Range Origin = View.Places.toClientClamped(Targets->OriginRange);
    for (const Definitions::Target &Target : Targets->Targets)
      Answer.add(Origin, Target);
    for (const Definitions::ForeignTarget &Target : Targets->Foreign)
      Answer.add(Origin, Target);
  }
  return Answer.take(View.Client.DefinitionLinks);
}

std::variant<std::vector<Location>, std::vector<LocationLink>>
lsp::typeDefinitions(const PositionParams &Params, const DocumentView &View) {
  DefinitionAnswer Answer(View);
  std::optional<size_t> Offset = View.offset(Params.Position);
  std::optional<TypeDefinition> Definition;
  if (Offset)
    Definition = findTypeDefinition(View.state(), *Offset);
  if (Definition) {
    Range Origin = View.Places.toClientClamped(Definition->OriginRange);
    for (const Definitions::Target &Target : Definition->Aliases)
      Answer.add(Origin, Target);
    // The first type of a dialect in it: !toy.value, tensor<4x!toy.value>.
    if (size_t Sigil = Definition->Type.find('!'); Sigil != std::string::npos)
      if (auto Defined = findInTableGen(Definition->Type, Sigil + 1))
        Answer.add(Origin, Defined->first);
  }
  return Answer.take(View.Client.TypeDefinitionLinks);
}

std::vector<Location> lsp::references(const ReferenceParams &Params,
                                      const DocumentView &View) {
  std::vector<Location> Result;
  std::optional<size_t> Offset = View.offset(Params.Position);
  if (!Offset)
    return Result;
  for (ByteRange Place :
       findReferences(View.state(), *Offset, Params.IncludeDeclaration))
    if (std::optional<Range> Name = View.Places.toClient(Place))
      Result.push_back({View.Uri, *Name});
  return Result;
}

std::vector<DocumentHighlight> lsp::highlights(const PositionParams &Params,
                                               const DocumentView &View) {
  std::vector<DocumentHighlight> Result;
  std::optional<size_t> Offset = View.offset(Params.Position);
  if (!Offset)
    return Result;
  for (const Occurrence &Place : findHighlights(View.state(), *Offset))
    if (std::optional<Range> Name = View.Places.toClient(Place.Range))
      Result.push_back({*Name, Place.IsDefinition
                                   ? DocumentHighlightKind::Write
                                   : DocumentHighlightKind::Read});
  return Result;
}

//===----------------------------------------------------------------------===//
// Links
//===----------------------------------------------------------------------===//

std::vector<DocumentLink> lsp::documentLinks(const DocumentParams &,
                                             const DocumentView &View) {
  const Text &Contents = View.ClientText;
  // "L3,4": as VS Code reads it.
  auto fragment = [](size_t Line, size_t Column) {
    return "#L" + std::to_string(Line) + "," + std::to_string(Column);
  };
  std::vector<DocumentLink> Result;
  std::string Folder = llvm::sys::path::parent_path(filePath(View.Uri)).str();
  for (const TextLink &Link : findLinks(Contents.bytes(), Folder)) {
    DocumentLink Item;
    Item.Range = Contents.rangeAt(Link.Range.Begin, Link.Range.End,
                                  View.Places.encoding());
    if (Link.File.empty()) {
      Position Place =
          Contents.positionAt(Link.Definition.Begin, View.Places.encoding());
      Item.Target = View.Uri + fragment(Place.Line + 1, Place.Character + 1);
      Item.Tooltip = "Go to the definition";
    } else {
      Item.Target = fileUri(Link.File);
      if (Link.Line > 0)
        Item.Target += fragment(Link.Line, std::max(Link.Column, 1u));
      Item.Tooltip = "Open the file";
    }
    if (!View.Client.DocumentLinkTooltips)
      Item.Tooltip.clear();
    Result.push_back(std::move(Item));
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static SymbolKind toKind(SymbolClass Class) {
  switch (Class) {
  case SymbolClass::Function:
    return SymbolKind::Function;
  case SymbolClass::Symbol:
    return SymbolKind::Class;
  case SymbolClass::Scope:
    break;
  }
  return SymbolKind::Namespace;
}

/// The deepest level of symbols in an answer; deeper ones are put on this
/// level. Deeply nested JSON crashes its readers.
static constexpr size_t MaxSymbolLevels = 200;

/// Symbols as a tree.
static std::vector<DocumentSymbol>
symbolTree(const std::vector<SymbolEntry> &Entries, const Positions &Places) {
  std::vector<DocumentSymbol> Symbols, Roots;
  // Outer entries come before inner ones.
  std::vector<size_t> Parents, Levels;
  for (const SymbolEntry &Entry : Entries) {
    size_t Parent = Entry.Parent;
    if (Parent != SymbolEntry::None && Levels[Parent] == MaxSymbolLevels)
      Parent = Parents[Parent];
    Parents.push_back(Parent);
    Levels.push_back(Parent == SymbolEntry::None ? 1 : Levels[Parent] + 1);
  }
  for (const SymbolEntry &Entry : Entries)
    Symbols.push_back({Entry.Name,
                       toKind(Entry.Class),
                       Places.toClientClamped(Entry.Range),
                       Places.toClientClamped(Entry.Head),
                       {}});
  // From the end, so that each entry is complete when it moves into its parent.
  for (size_t I = Symbols.size(); I-- != 0;) {
    std::reverse(Symbols[I].Children.begin(), Symbols[I].Children.end());
    size_t Parent = Parents[I];
    (Parent == SymbolEntry::None ? Roots : Symbols[Parent].Children)
        .push_back(std::move(Symbols[I]));
  }
  std::reverse(Roots.begin(), Roots.end());
  return Roots;
}

std::variant<std::vector<SymbolInformation>, std::vector<DocumentSymbol>>
lsp::documentSymbols(const DocumentParams &Params, const DocumentView &View) {
  std::vector<SymbolEntry> Entries = findDocumentSymbols(View.state());
  if (View.Client.HierarchicalDocumentSymbols)
    return symbolTree(Entries, View.Places);
  std::vector<SymbolInformation> Result;
  for (const SymbolEntry &Entry : Entries) {
    std::string Container;
    if (Entry.Parent != SymbolEntry::None)
      Container = Entries[Entry.Parent].Name;
    Result.push_back({Entry.Name,
                      toKind(Entry.Class),
                      {View.Uri, View.Places.toClientClamped(Entry.Range)},
                      std::move(Container)});
  }
  return Result;
}

std::vector<SymbolInformation>
lsp::workspaceSymbols(const WorkspaceSymbolParams &Params,
                      llvm::ArrayRef<DocumentView> Views) {
  std::vector<const Snapshot *> States;
  for (const DocumentView &View : Views)
    States.push_back(&View.state());
  std::vector<SymbolInformation> Result;
  for (WorkspaceSymbol &Symbol :
       findWorkspaceSymbols(States, Params.Query, MaxWorkspaceSymbols)) {
    const DocumentView &View = Views[Symbol.Document];
    Result.push_back(
        {Symbol.Symbol.Name,
         toKind(Symbol.Symbol.Class),
         {View.Uri, View.Places.toClientClamped(Symbol.Symbol.Head)},
         Symbol.Container});
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Folding and selection
//===----------------------------------------------------------------------===//

static const char *kindOf(Fold::Class FoldClass) {
  switch (FoldClass) {
  case Fold::Class::Brackets:
    break;
  case Fold::Class::Comment:
    return CommentFold;
  case Fold::Class::Aliases:
    return ImportsFold;
  case Fold::Class::Chunk:
    return RegionFold;
  }
  return "";
}

std::vector<FoldingRange> lsp::foldingRanges(const DocumentParams &Params,
                                             const DocumentView &View) {
  const Text &CurrentText = View.Places.currentText();
  std::vector<FoldingRange> Result;
  for (const Fold &Region : findFolds(View.state())) {
    ByteRange Range = View.Places.toNowClamped(Region.Range);
    FoldingRange Item{
        CurrentText.rangeAt(Range.Begin, Range.End, View.Places.encoding()),
        kindOf(Region.Kind)};
    // Editors hide whole lines; the line with the closing bracket stays.
    size_t LastLine = CurrentText.lineStart(Item.Range.End.Line);
    if (View.Client.FoldWholeLines && Region.Kind == Fold::Class::Brackets &&
        Item.Range.End.Line != Item.Range.Start.Line &&
        CurrentText.bytes().slice(LastLine, Range.End).trim().empty()) {
      size_t End = CurrentText.lineEnd(Item.Range.End.Line - 1);
      Item.Range.End = CurrentText.positionAt(End, View.Places.encoding());
    }
    if (Item.Range.Start.Line < Item.Range.End.Line)
      Result.push_back(Item);
  }
  return Result;
}

std::vector<SelectionRange>
lsp::selectionRanges(const SelectionRangeParams &Params,
                     const DocumentView &View) {
  // Each position has an answer, at least the whole text.
  std::vector<size_t> InAsked, InState;
  for (Position Place : Params.Positions)
    InAsked.push_back(View.clientOffset(Place));
  for (size_t Offset : InAsked)
    if (std::optional<size_t> SnapshotOffset = View.Places.toSnapshot(Offset))
      InState.push_back(*SnapshotOffset);
  std::vector<std::vector<ByteRange>> RangesByOffset =
      findSelectionRanges(View.state(), InState);

  const Text &CurrentText = View.Places.currentText();
  std::vector<SelectionRange> Result;
  size_t Next = 0;
  for (size_t Offset : InAsked) {
    std::vector<ByteRange> Ranges;
    // Edits may have made some ranges equal.
    if (View.Places.toSnapshot(Offset))
      for (ByteRange Range : RangesByOffset[Next++]) {
        Range = View.Places.toNowClamped(Range);
        if (Ranges.empty() || (Range.contains(Ranges.back()) &&
                               Range.size() > Ranges.back().size()))
          Ranges.push_back(Range);
      }
    if (Ranges.empty())
      Ranges.push_back({0, CurrentText.size()});
    SelectionRange Selection;
    for (ByteRange Range : Ranges)
      Selection.Ranges.push_back(
          CurrentText.rangeAt(Range.Begin, Range.End, View.Places.encoding()));
    Result.push_back(Selection);
  }
  return Result;
}
