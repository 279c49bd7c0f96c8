//===- NavigationRequests.cpp - Where things are, in LSP ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/Definition.h"
#include "server/features/navigation/DocumentHighlight.h"
#include "server/features/navigation/DocumentSymbols.h"
#include "server/features/navigation/FoldingRanges.h"
#include "server/features/navigation/References.h"
#include "server/features/navigation/SelectionRanges.h"
#include "server/features/navigation/WorkspaceSymbols.h"
#include "server/handlers/Handlers.h"
#include "server/protocol/FileUri.h"
#include "server/protocol/LspNavigation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// How many symbols of a workspace are listed, as in clangd.
static constexpr size_t MaxWorkspaceSymbols = 100;

//===----------------------------------------------------------------------===//
// Definitions, references, highlights
//===----------------------------------------------------------------------===//

std::variant<std::vector<Location>, std::vector<LocationLink>>
lsp::definitions(const PositionParams &Params, const DocumentView &View) {
  std::vector<Location> Locations;
  std::vector<LocationLink> Links;
  std::optional<size_t> Offset = View.offset(Params.Position);
  std::optional<Definitions> Found;
  if (Offset)
    Found = findDefinitions(View.state(), *Offset);
  if (!Found)
    return Locations;
  Range Origin = View.Places.toClientClamped(Found->Asked);
  for (const Definitions::Target &Target : Found->Targets) {
    if (std::optional<Range> Head = View.Places.toClient(Target.Head))
      Locations.push_back({View.Uri, *Head});
    if (std::optional<Range> Name = View.Places.toClient(Target.Name))
      Links.push_back(
          {Origin, View.Uri, View.Places.toClientClamped(Target.Where), *Name});
  }
  for (const Definitions::ForeignTarget &Target : Found->Foreign) {
    std::string Uri = fileUri(Target.File);
    if (Uri.empty() || Uri == View.Uri)
      continue;
    // Nothing is known of that file, so columns stay bytes.
    Position Where{std::max(Target.Line, 1u) - 1,
                   std::max(Target.Column, 1u) - 1};
    Range There{Where, Where};
    Links.push_back({Origin, Uri, There, There});
    Locations.push_back({Uri, There});
  }
  if (View.Client.DefinitionLinks)
    return Links;
  return Locations;
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
    if (std::optional<Range> Name = View.Places.toClient(Place.Where))
      Result.push_back({*Name, Place.IsDefinition
                                   ? DocumentHighlightKind::Write
                                   : DocumentHighlightKind::Read});
  return Result;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static SymbolKind toKind(SymbolClass Class) {
  switch (Class) {
  case SymbolClass::Function:
    return SymbolKind::Function;
  case SymbolClass::Named:
    return SymbolKind::Class;
  case SymbolClass::Scope:
    break;
  }
  return SymbolKind::Namespace;
}

/// How deep symbols nest in an answer; what is deeper is shown on the last
/// level. JSON that nests deep ends readers of it.
static constexpr size_t MaxSymbolLevels = 200;

/// Symbols with those inside of them.
static std::vector<DocumentSymbol>
symbolTree(const std::vector<SymbolEntry> &Entries, const Positions &Places) {
  std::vector<DocumentSymbol> Symbols, Roots;
  // What is around an entry comes before it.
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
                       Places.toClientClamped(Entry.Where),
                       Places.toClientClamped(Entry.Head),
                       {}});
  // From the end, so that each is complete when it moves into its parent.
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
                      {View.Uri, View.Places.toClientClamped(Entry.Where)},
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
  for (WorkspaceSymbol &Found :
       findWorkspaceSymbols(States, Params.Query, MaxWorkspaceSymbols)) {
    const DocumentView &View = Views[Found.Document];
    Result.push_back(
        {Found.Symbol.Name,
         toKind(Found.Symbol.Class),
         {View.Uri, View.Places.toClientClamped(Found.Symbol.Head)},
         Found.Container});
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Folding and selection
//===----------------------------------------------------------------------===//

static const char *kindOf(Fold::Class What) {
  switch (What) {
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
  const Text &Now = View.Places.now();
  std::vector<FoldingRange> Result;
  for (const Fold &Each : findFolds(View.state())) {
    ByteRange Where = View.Places.toNowClamped(Each.Where);
    FoldingRange Folded{
        Now.rangeAt(Where.Begin, Where.End, View.Places.encoding()),
        kindOf(Each.What)};
    // Where whole lines disappear, the one with the closing bracket stays.
    size_t LastLine = Now.lineStart(Folded.Range.End.Line);
    if (View.Client.FoldWholeLines && Each.What == Fold::Class::Brackets &&
        Folded.Range.End.Line != Folded.Range.Start.Line &&
        Now.bytes().slice(LastLine, Where.End).trim().empty()) {
      size_t End = Now.lineEnd(Folded.Range.End.Line - 1);
      Folded.Range.End = Now.positionAt(End, View.Places.encoding());
    }
    if (Folded.Range.Start.Line < Folded.Range.End.Line)
      Result.push_back(Folded);
  }
  return Result;
}

std::vector<SelectionRange>
lsp::selectionRanges(const SelectionRangeParams &Params,
                     const DocumentView &View) {
  // Each position has an answer, the whole text where there is no better one.
  std::vector<size_t> InAsked, InState;
  for (Position Place : Params.Positions)
    InAsked.push_back(View.clientOffset(Place));
  for (size_t Offset : InAsked)
    if (std::optional<size_t> There = View.Places.toSnapshot(Offset))
      InState.push_back(*There);
  std::vector<std::vector<ByteRange>> Found =
      findSelectionRanges(View.state(), InState);

  const Text &Now = View.Places.now();
  std::vector<SelectionRange> Result;
  size_t Next = 0;
  for (size_t Offset : InAsked) {
    std::vector<ByteRange> Ranges;
    // Edits may have made some of them equal.
    if (View.Places.toSnapshot(Offset))
      for (ByteRange Where : Found[Next++]) {
        Where = View.Places.toNowClamped(Where);
        if (Ranges.empty() || (Where.contains(Ranges.back()) &&
                               Where.size() > Ranges.back().size()))
          Ranges.push_back(Where);
      }
    if (Ranges.empty())
      Ranges.push_back({0, Now.size()});
    SelectionRange Selected;
    for (ByteRange Where : Ranges)
      Selected.Ranges.push_back(
          Now.rangeAt(Where.Begin, Where.End, View.Places.encoding()));
    Result.push_back(Selected);
  }
  return Result;
}
