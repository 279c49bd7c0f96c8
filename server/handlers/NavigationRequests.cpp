//===- NavigationRequests.cpp - Where things are, in LSP ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/NavigationRequests.h"
#include "server/features/navigation/Definition.h"
#include "server/features/navigation/DocumentHighlight.h"
#include "server/features/navigation/DocumentSymbols.h"
#include "server/features/navigation/FoldingRanges.h"
#include "server/features/navigation/References.h"
#include "server/features/navigation/SelectionRanges.h"
#include "server/features/navigation/WorkspaceSymbols.h"
#include "server/protocol/FileUri.h"
#include "server/protocol/LspNavigation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

using Question = ReadingRequests::Question;

/// How many symbols of a workspace are listed, as in clangd.
static constexpr size_t MaxWorkspaceSymbols = 100;

//===----------------------------------------------------------------------===//
// Definitions, references, highlights
//===----------------------------------------------------------------------===//

static json definitions(const Question &Asked, bool AsLinks) {
  json Result = json::array();
  std::optional<size_t> Offset = Asked.offset();
  std::optional<Definitions> Found;
  if (Offset)
    Found = findDefinitions(Asked.Places.state(), *Offset);
  if (!Found)
    return Result;
  Range Origin = Asked.Places.toClientClamped(Found->Asked);
  for (const Definitions::Target &Target : Found->Targets) {
    if (!AsLinks) {
      if (std::optional<Range> Where = Asked.Places.toClient(Target.Head))
        Result.push_back(Location{Asked.Uri, *Where});
    } else if (std::optional<Range> Name = Asked.Places.toClient(Target.Name)) {
      Result.push_back(LocationLink{Origin, Asked.Uri,
                                    Asked.Places.toClientClamped(Target.Where),
                                    *Name});
    }
  }
  for (const Definitions::ForeignTarget &Target : Found->Foreign) {
    std::string Uri = fileUri(Target.File);
    if (Uri.empty() || Uri == Asked.Uri)
      continue;
    // Nothing is known of that file, so columns stay bytes.
    Position Where{std::max(Target.Line, 1u) - 1,
                   std::max(Target.Column, 1u) - 1};
    Range There{Where, Where};
    if (AsLinks)
      Result.push_back(LocationLink{Origin, Uri, There, There});
    else
      Result.push_back(Location{Uri, There});
  }
  return Result;
}

static json references(const Question &Asked) {
  bool WithDeclaration = true;
  if (auto Context = Asked.Params.find("context");
      Context != Asked.Params.end() && Context->is_object())
    WithDeclaration = Context->value("includeDeclaration", true);
  json Result = json::array();
  std::optional<size_t> Offset = Asked.offset();
  if (!Offset)
    return Result;
  for (ByteRange Place :
       findReferences(Asked.Places.state(), *Offset, WithDeclaration))
    if (std::optional<Range> Where = Asked.Places.toClient(Place))
      Result.push_back(Location{Asked.Uri, *Where});
  return Result;
}

static json highlights(const Question &Asked) {
  json Result = json::array();
  std::optional<size_t> Offset = Asked.offset();
  if (!Offset)
    return Result;
  for (const Occurrence &Place : findHighlights(Asked.Places.state(), *Offset))
    if (std::optional<Range> Where = Asked.Places.toClient(Place.Where))
      Result.push_back(DocumentHighlight{
          *Where, Place.IsDefinition ? DocumentHighlightKind::Write
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
static json symbolTree(const std::vector<SymbolEntry> &Entries,
                       const Positions &Places) {
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

static json documentSymbols(const Question &Asked, bool AsTree) {
  std::vector<SymbolEntry> Entries = findDocumentSymbols(Asked.Places.state());
  if (AsTree)
    return symbolTree(Entries, Asked.Places);
  json Result = json::array();
  for (const SymbolEntry &Entry : Entries) {
    std::string Container;
    if (Entry.Parent != SymbolEntry::None)
      Container = Entries[Entry.Parent].Name;
    Result.push_back(SymbolInformation{
        Entry.Name,
        toKind(Entry.Class),
        {Asked.Uri, Asked.Places.toClientClamped(Entry.Where)},
        std::move(Container)});
  }
  return Result;
}

static json workspaceSymbols(const json &Params,
                             const std::vector<ReadingRequests::Open> &Open) {
  std::string Query = Params.at("query").get<std::string>();
  std::vector<const Snapshot *> States;
  for (const ReadingRequests::Open &Each : Open)
    States.push_back(&Each.Places.state());
  json Result = json::array();
  for (WorkspaceSymbol &Found :
       findWorkspaceSymbols(States, Query, MaxWorkspaceSymbols)) {
    const ReadingRequests::Open &In = Open[Found.Document];
    Result.push_back(SymbolInformation{
        Found.Symbol.Name,
        toKind(Found.Symbol.Class),
        {In.Uri, In.Places.toClientClamped(Found.Symbol.Head)},
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

static json foldingRanges(const Question &Asked, bool WholeLines) {
  const Text &Now = Asked.Places.now();
  json Result = json::array();
  for (const Fold &Each : findFolds(Asked.Places.state())) {
    ByteRange Where = Asked.Places.toNowClamped(Each.Where);
    FoldingRange Folded{
        Now.rangeAt(Where.Begin, Where.End, Asked.Places.encoding()),
        kindOf(Each.What)};
    // Where whole lines disappear, the one with the closing bracket stays.
    size_t LastLine = Now.lineStart(Folded.Range.End.Line);
    if (WholeLines && Each.What == Fold::Class::Brackets &&
        Folded.Range.End.Line != Folded.Range.Start.Line &&
        Now.bytes().slice(LastLine, Where.End).trim().empty()) {
      size_t End = Now.lineEnd(Folded.Range.End.Line - 1);
      Folded.Range.End = Now.positionAt(End, Asked.Places.encoding());
    }
    if (Folded.Range.Start.Line < Folded.Range.End.Line)
      Result.push_back(Folded);
  }
  return Result;
}

static json selectionRanges(const Question &Asked) {
  // Each position has an answer, the whole text where there is no better one.
  std::vector<size_t> InAsked, InState;
  for (const json &Where : Asked.Params.at("positions"))
    InAsked.push_back(Asked.askedOffset(Where));
  for (size_t Offset : InAsked)
    if (std::optional<size_t> There = Asked.Places.toSnapshot(Offset))
      InState.push_back(*There);
  std::vector<std::vector<ByteRange>> Found =
      findSelectionRanges(Asked.Places.state(), InState);

  const Text &Now = Asked.Places.now();
  json Result = json::array();
  size_t Next = 0;
  for (size_t Offset : InAsked) {
    std::vector<ByteRange> Ranges;
    // Edits may have made some of them equal.
    if (Asked.Places.toSnapshot(Offset))
      for (ByteRange Where : Found[Next++]) {
        Where = Asked.Places.toNowClamped(Where);
        if (Ranges.empty() || (Where.contains(Ranges.back()) &&
                               Where.size() > Ranges.back().size()))
          Ranges.push_back(Where);
      }
    if (Ranges.empty())
      Ranges.push_back({0, Now.size()});
    SelectionRange Selected;
    for (ByteRange Where : Ranges)
      Selected.Ranges.push_back(
          Now.rangeAt(Where.Begin, Where.End, Asked.Places.encoding()));
    Result.push_back(Selected);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void lsp::addNavigation(ReadingRequests &Requests,
                        const ClientCapabilities &Client) {
  Requests.add("textDocument/definition", [&](const Question &Asked) {
    return definitions(Asked, Client.DefinitionLinks);
  });
  Requests.add("textDocument/references", references);
  Requests.add("textDocument/documentHighlight", highlights);
  // Outlines and folds stay on screen until the next edit.
  Requests.add(
      "textDocument/documentSymbol",
      [&](const Question &Asked) {
        return documentSymbols(Asked, Client.HierarchicalDocumentSymbols);
      },
      ReadingRequests::Which::Current);
  Requests.addForAll("workspace/symbol", workspaceSymbols);
  Requests.add(
      "textDocument/foldingRange",
      [&](const Question &Asked) {
        return foldingRanges(Asked, Client.FoldWholeLines);
      },
      ReadingRequests::Which::Current);
  Requests.add("textDocument/selectionRange", selectionRanges);
}

void lsp::announceNavigation(json &Capabilities) {
  for (const char *Provider :
       {"definitionProvider", "referencesProvider", "documentHighlightProvider",
        "documentSymbolProvider", "workspaceSymbolProvider",
        "foldingRangeProvider", "selectionRangeProvider"})
    Capabilities[Provider] = true;
}
