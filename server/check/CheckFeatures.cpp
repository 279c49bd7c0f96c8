//===- CheckFeatures.cpp - The features that --check tries out ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/CheckFeatures.h"
#include "server/check/CheckFixes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace mlir::noisy::lsp;

using Refusal = Examination::Refusal;

/// The number of places that are tried where an answer is quick.
static constexpr size_t ManyPlaces = 200;
/// Names that are changed, and items whose calls are asked for.
static constexpr size_t MaxRenames = 12, MaxCallItems = 20;
/// The nodes of one graph.
static constexpr size_t GraphNodes = 500;
/// The lines of one request for what is visible.
static constexpr uint32_t VisibleLines = 50;

/// Three screens: the beginning, the middle and the end of the text.
static std::vector<Range> screens(const Examination &File) {
  Position End = File.whole().End;
  std::vector<Range> Result;
  for (uint32_t First :
       {0u, End.Line / 2, End.Line - std::min(End.Line, VisibleLines)}) {
    Position Last = {First + VisibleLines, 0};
    Result.push_back({{First, 0}, std::min(Last, End)});
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Usual requests
//===----------------------------------------------------------------------===//

using Look = std::function<void(AnswerCheck &, const json &Answer, Position)>;
using Try = std::function<void(Examination &)>;

/// A request with a position, at so many places; `ExtraParams` has other
/// parameters.
static Try atPlaces(const std::string &Method, size_t AtMost, Look LookAt,
                    json ExtraParams = json::object()) {
  return [=](Examination &File) {
    for (Position Pos : File.places(AtMost)) {
      json Params = positionParams(File.uri(), Pos.Line, Pos.Character);
      Params.update(ExtraParams);
      if (auto Answer = File.ask(Method, std::move(Params), Pos))
        File.look([&](AnswerCheck &Check) { LookAt(Check, *Answer, Pos); });
    }
  };
}

/// One whose answer has places in the text.
static Try rangesAtPlaces(const std::string &Method,
                          json ExtraParams = json::object()) {
  auto LookAt = [](AnswerCheck &Check, const json &Answer, Position) {
    Check.ranges(Answer);
  };
  return atPlaces(Method, ManyPlaces, LookAt, std::move(ExtraParams));
}

static std::optional<json> askDocument(Examination &File,
                                       const std::string &Method) {
  return File.ask(Method, documentParams(File.uri()), Position());
}

/// A request about the document.
static Try ofDocument(const std::string &Method,
                      void (AnswerCheck::*LookAt)(const json &)) {
  return [=](Examination &File) {
    if (auto Answer = askDocument(File, Method))
      File.look([&](AnswerCheck &Check) { (Check.*LookAt)(*Answer); });
  };
}

//===----------------------------------------------------------------------===//
// At a place
//===----------------------------------------------------------------------===//

static void trySelections(Examination &File) {
  std::vector<Position> Places = File.places(ManyPlaces);
  json Params = documentParams(File.uri());
  Params["positions"] = Places;
  if (auto Answer = File.ask("textDocument/selectionRange", Params, Position()))
    File.look([&](AnswerCheck &Check) { Check.selections(*Answer, Places); });
}

/// The first item that stands for something, with what the server adds to it.
static void tryResolving(Examination &File, const json &Items, Position Pos) {
  auto Item = llvm::find_if(
      Items, [](const json &Candidate) { return Candidate.contains("data"); });
  if (Item == Items.end() ||
      File.capability("/completionProvider/resolveProvider") != true)
    return;
  auto Reply = File.ask("completionItem/resolve", *Item, Pos);
  if (Reply && (!Reply->is_object() ||
                Reply->value("label", json()) != Item->at("label")))
    File.complain(Pos, "a different item than the requested one");
}

static void tryCompletion(Examination &File) {
  for (Position Pos : File.places(SomePlaces)) {
    auto Answer = File.askAt("textDocument/completion", Pos);
    if (!Answer)
      continue;
    json Items;
    File.look([&](AnswerCheck &Check) {
      Check.completions(*Answer, Pos);
      Items = Answer->is_object() ? Answer->at("items") : *Answer;
    });
    tryResolving(File, Items, Pos);
  }
}

static void trySignatures(Examination &File) {
  for (Position Pos : File.places(SomePlaces)) {
    auto Answer = File.askAt("textDocument/signatureHelp", Pos);
    if (!Answer || Answer->is_null())
      continue;
    File.look([&](AnswerCheck &Check) { Check.signature(*Answer, Pos); });
  }
}

//===----------------------------------------------------------------------===//
// Requests about the document
//===----------------------------------------------------------------------===//

static void tryWorkspaceSymbols(Examination &File) {
  for (const char *Query : {"", "a", "@main"})
    if (auto Answer =
            File.ask("workspace/symbol", {{"query", Query}}, Position()))
      File.look([&](AnswerCheck &Check) { Check.ranges(*Answer); });
}

static void tryInlayHints(Examination &File) {
  std::vector<Range> Ranges = screens(File);
  Ranges.push_back(File.whole());
  for (Range Bounds : Ranges) {
    json Params = documentParams(File.uri());
    Params["range"] = Bounds;
    auto Answer = File.ask("textDocument/inlayHint", Params, Bounds.Start);
    if (Answer)
      File.look([&](AnswerCheck &Check) { Check.inlayHints(*Answer, Bounds); });
  }
}

static void trySemanticTokens(Examination &File) {
  json Legend = File.capability("/semanticTokensProvider/legend");
  auto Full = askDocument(File, "textDocument/semanticTokens/full");
  if (Full)
    File.look([&](AnswerCheck &Check) {
      Check.semanticTokens(*Full, Legend, File.whole());
    });
  if (File.capability("/semanticTokensProvider/range") != json())
    for (Range Bounds : screens(File)) {
      json Params = documentParams(File.uri());
      Params["range"] = Bounds;
      if (auto Answer = File.ask("textDocument/semanticTokens/range", Params,
                                 Bounds.Start))
        File.look([&](AnswerCheck &Check) {
          Check.semanticTokens(*Answer, Legend, Bounds);
        });
    }
  // Nothing was edited since, so nothing may have changed.
  if (!Full || !Full->is_object() || !Full->contains("resultId") ||
      File.capability("/semanticTokensProvider/full/delta") != true)
    return;
  json Params = documentParams(File.uri());
  Params["previousResultId"] = (*Full)["resultId"];
  auto Delta =
      File.ask("textDocument/semanticTokens/full/delta", Params, Position());
  if (!Delta)
    return;
  bool IsSame = Delta->is_object() &&
                (Delta->contains("edits")
                     ? (*Delta)["edits"].empty()
                     : Delta->value("data", json()) == (*Full)["data"]);
  if (!IsSame)
    File.complain(Position(), "tokens changed without an edit");
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static void tryCallHierarchy(Examination &File) {
  std::set<json> Items;
  for (Position Pos : File.places(ManyPlaces)) {
    auto Answer = File.askAt("textDocument/prepareCallHierarchy", Pos);
    if (!Answer || Answer->is_null())
      continue;
    File.look([&](AnswerCheck &Check) {
      Check.symbols(*Answer);
      for (const json &Item : *Answer)
        if (Items.size() < MaxCallItems)
          Items.insert(Item);
    });
  }
  for (const json &Item : Items)
    for (const char *Method :
         {"callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"}) {
      Range NameRange = Item["selectionRange"].get<Range>();
      if (auto Answer = File.ask(Method, {{"item", Item}}, NameRange.Start))
        File.look([&](AnswerCheck &Check) { Check.ranges(*Answer); });
    }
}

//===----------------------------------------------------------------------===//
// Renaming
//===----------------------------------------------------------------------===//

/// The numbers of diagnostics by severity: names in messages may change.
static std::map<int, size_t>
countBySeverity(const std::vector<Diagnostic> &Diagnostics) {
  std::map<int, size_t> Result;
  for (const Diagnostic &Diag : Diagnostics)
    ++Result[Diag.Severity ? int(*Diag.Severity) : 0];
  return Result;
}

static void tryRename(Examination &File, Position Pos, Range Name) {
  const Text &Contents = File.text();
  size_t Begin = Contents.offsetAt(Name.Start, PositionEncoding::UTF8);
  llvm::StringRef Sigil = Contents.bytes().substr(Begin, 1);
  if (!Sigil.empty() && !llvm::StringRef("%^#!@").contains(Sigil.front()))
    Sigil = "";
  json Params = positionParams(File.uri(), Pos.Line, Pos.Character);
  Params["newName"] = Sigil.str() + "noisy_checked_name";
  auto Edit = File.ask("textDocument/rename", Params, Pos, Refusal::IsFine);
  if (!Edit || Edit->is_null())
    return;
  auto NewDiagnostics = File.tryEdit(*Edit);
  if (NewDiagnostics &&
      countBySeverity(*NewDiagnostics) != countBySeverity(File.diagnostics()))
    File.complain(Pos, "renaming changes the problems of the program");
}

static void tryRenames(Examination &File) {
  if (File.capability("/renameProvider/prepareProvider") != true)
    return;
  std::set<Range> Names;
  size_t Renames = 0;
  for (Position Pos : File.places(ManyPlaces)) {
    auto Answer = File.ask("textDocument/prepareRename",
                           positionParams(File.uri(), Pos.Line, Pos.Character),
                           Pos, Refusal::IsFine);
    if (!Answer || !Answer->is_object())
      continue;
    Range Name;
    File.look([&](AnswerCheck &Check) {
      Check.renameRange(*Answer, Pos);
      const json &RangeValue =
          Answer->contains("range") ? (*Answer)["range"] : *Answer;
      Name = RangeValue.get<Range>();
    });
    if (Names.insert(Name).second && File.admitsEdit(Renames, MaxRenames))
      tryRename(File, Pos, Name);
  }
}

//===----------------------------------------------------------------------===//
// Formatting
//===----------------------------------------------------------------------===//

/// The text without white space.
static std::string withoutSpace(llvm::StringRef Text) {
  std::string Result;
  llvm::copy_if(Text, std::back_inserter(Result),
                [](char C) { return !llvm::isSpace(C); });
  return Result;
}

/// Formats with a request; nothing but white space may change, and no problem
/// may come or go.
static void tryFormatting(Examination &File, const std::string &Method,
                          json Params, Position Pos, bool IsTried) {
  Params["options"] = {{"tabSize", 2}, {"insertSpaces", true}};
  auto Answer = File.ask(Method, std::move(Params), Pos);
  if (!Answer || Answer->is_null())
    return;
  json Edit = {{"changes", {{File.uri(), *Answer}}}};
  bool IsSame = false;
  File.look([&](AnswerCheck &Check) {
    Check.workspaceEdit(Edit);
    IsSame = withoutSpace(applyWorkspaceEdit(File.text(), File.uri(), Edit)) ==
             withoutSpace(File.text().bytes());
  });
  if (!IsSame)
    File.complain(Pos, "formatting changes more than white space");
  if (!IsTried || Answer->empty())
    return;
  auto NewDiagnostics = File.tryEdit(Edit);
  if (NewDiagnostics &&
      countBySeverity(*NewDiagnostics) != countBySeverity(File.diagnostics()))
    File.complain(Pos, "formatting changes the problems of the program");
}

static void tryFormattingAll(Examination &File) {
  size_t EditCount = 0;
  tryFormatting(File, "textDocument/formatting", documentParams(File.uri()),
                Position(), File.admitsEdit(EditCount, 1));
}

static void tryFormattingRanges(Examination &File) {
  size_t EditCount = 0;
  for (Range Bounds : screens(File)) {
    json Params = documentParams(File.uri());
    Params["range"] = Bounds;
    tryFormatting(File, "textDocument/rangeFormatting", Params, Bounds.Start,
                  File.admitsEdit(EditCount, 3));
  }
}

static void tryFormattingOnType(Examination &File) {
  for (Position Pos : File.places(SomePlaces))
    for (uint32_t Character : {0u, Pos.Character}) {
      json Params = positionParams(File.uri(), Pos.Line, Character);
      Params["ch"] = Character == 0 ? "\n" : "}";
      tryFormatting(File, "textDocument/onTypeFormatting", Params, Pos,
                    /*IsTried=*/false);
    }
}

//===----------------------------------------------------------------------===//
// Beyond LSP
//===----------------------------------------------------------------------===//

static void tryNoiseGraph(Examination &File) {
  for (Position Pos : File.places(SomePlaces)) {
    json Params = positionParams(File.uri(), Pos.Line, Pos.Character);
    Params["maxNodes"] = GraphNodes;
    if (auto Answer = File.ask("noisy/noiseGraph", Params, Pos))
      File.look([&](AnswerCheck &Check) {
        Check.noiseGraph(*Answer);
        if (Answer->is_object() && (*Answer)["nodes"].size() > GraphNodes)
          File.complain(Pos, "more nodes than requested");
      });
    Params["focusAbove"] = 0;
    if (auto Answer = File.ask("noisy/noiseGraph", Params, Pos))
      File.look([&](AnswerCheck &Check) { Check.noiseGraph(*Answer); });
  }
}

static void tryProposals(Examination &File) {
  size_t ProposalCount = 0;
  for (Position Pos : File.places(FixesOfAKind))
    for (const char *Scope : {"function", "chunk", "document"}) {
      if (!File.admitsEdit(ProposalCount, FixesOfAKind))
        return;
      json Params = positionParams(File.uri(), Pos.Line, Pos.Character);
      Params["scope"] = Scope;
      Params["withGraph"] = true;
      Params["maxNodes"] = GraphNodes;
      auto Answer = File.ask("noisy/proposeFix", Params, Pos);
      if (!Answer)
        continue;
      json Edit;
      File.look([&](AnswerCheck &Check) {
        Check.noiseGraph(Answer->at("graph"));
        if (Answer->at("message").get<std::string>().empty())
          File.complain(Pos, "a proposal without a message");
        if (Answer->at("version") != File.version())
          File.complain(Pos, "a proposal for another version");
        Edit = Answer->at("edit");
      });
      if (!Edit.is_null())
        tryFix(File, Edit, Pos, /*IsPreferred=*/true);
    }
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// The features that are tried out in a way of their own.
static std::vector<CheckedFeature> specialFeatures() {
  // For features that other requests try out.
  auto doNothing = [](Examination &) {};
  return {
      {"hoverProvider",
       atPlaces("textDocument/hover", ManyPlaces, &AnswerCheck::hover)},
      {"documentLinkProvider",
       ofDocument("textDocument/documentLink", &AnswerCheck::ranges)},
      {"referencesProvider",
       rangesAtPlaces("textDocument/references",
                      {{"context", {{"includeDeclaration", true}}}})},
      {"selectionRangeProvider", trySelections},
      {"documentSymbolProvider",
       ofDocument("textDocument/documentSymbol", &AnswerCheck::symbols)},
      {"workspaceSymbolProvider", tryWorkspaceSymbols},
      {"foldingRangeProvider",
       ofDocument("textDocument/foldingRange", &AnswerCheck::folds)},
      {"inlayHintProvider", tryInlayHints},
      {"semanticTokensProvider", trySemanticTokens},
      {"callHierarchyProvider", tryCallHierarchy},
      {"completionProvider", tryCompletion},
      {"signatureHelpProvider", trySignatures},
      {"renameProvider", tryRenames},
      {"documentFormattingProvider", tryFormattingAll},
      {"documentRangeFormattingProvider", tryFormattingRanges},
      {"documentOnTypeFormattingProvider", tryFormattingOnType},
      {"codeLensProvider", tryLenses},
      {"codeActionProvider", tryCodeActions},
      {"experimental/noisy/noiseGraph", tryNoiseGraph},
      {"experimental/noisy/proposeFix", tryProposals},
      // With the file itself, and with code actions and lenses.
      {"diagnosticProvider", doNothing},
      {"executeCommandProvider", doNothing},
  };
}

std::vector<CheckedFeature>
mlir::noisy::lsp::checkedFeatures(const json &Capabilities) {
  std::vector<CheckedFeature> Result = specialFeatures();
  auto AddUsual = [&](const std::string &Provider, const std::string &Method) {
    if (llvm::none_of(Result, [&](const CheckedFeature &Feature) {
          return Feature.Provider == Provider;
        }))
      Result.push_back({Provider, rangesAtPlaces(Method)});
  };
  for (const auto &[Name, Value] : Capabilities.items())
    if (llvm::StringRef Stem = Name; Stem.consume_back("Provider"))
      AddUsual(Name, "textDocument/" + Stem.str());
  if (const json *Ours = findMember(Capabilities, "experimental/noisy"))
    for (const auto &[Name, Value] : Ours->items())
      AddUsual("experimental/noisy/" + Name, "noisy/" + Name);
  return Result;
}
