//===- Lsp.cpp - What LSP says about a document ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Lsp.h"
#include <limits>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

/// Sets `Out` if the member is there and not null.
template <typename T>
static void read(const json &Value, const char *Name, T &Out) {
  auto Member = Value.find(Name);
  if (Member != Value.end() && !Member->is_null())
    Member->get_to(Out);
}

template <typename T>
static void read(const json &Value, const char *Name, std::optional<T> &Out) {
  auto Member = Value.find(Name);
  if (Member != Value.end() && !Member->is_null())
    Out = Member->get<T>();
}

template <typename T>
static void write(json &Value, const char *Name, const std::optional<T> &In) {
  if (In)
    Value[Name] = *In;
}

template <typename T>
static void write(json &Value, const char *Name, const std::vector<T> &In) {
  if (!In.empty())
    Value[Name] = In;
}

static void write(json &Value, const char *Name, const std::string &In) {
  if (!In.empty())
    Value[Name] = In;
}

static void write(json &Value, const char *Name, const json &In) {
  if (!In.is_null())
    Value[Name] = In;
}

static uint32_t readCount(const json &Value, const char *Name) {
  const json &Member = Value.at(Name);
  // An exception of the library's own kind says which type was expected.
  if (!Member.is_number_integer() && !Member.is_number_float())
    return Member.get<uint32_t>();
  double Number = Member.get<double>();
  if (!(Number >= 0))
    throw json::out_of_range::create(
        406, std::string("negative ") + Name + " in a position", &Member);
  if (Number >= std::numeric_limits<uint32_t>::max())
    return std::numeric_limits<uint32_t>::max();
  return static_cast<uint32_t>(Number);
}

//===----------------------------------------------------------------------===//
// Places and edits
//===----------------------------------------------------------------------===//

void lsp::to_json(json &Value, const Position &Where) {
  Value = {{"line", Where.Line}, {"character", Where.Character}};
}

void lsp::from_json(const json &Value, Position &Where) {
  Where.Line = readCount(Value, "line");
  Where.Character = readCount(Value, "character");
}

void lsp::to_json(json &Value, const Range &Where) {
  Value = {{"start", Where.Start}, {"end", Where.End}};
}

void lsp::from_json(const json &Value, Range &Where) {
  Value.at("start").get_to(Where.Start);
  Value.at("end").get_to(Where.End);
}

void lsp::to_json(json &Value, const Location &Where) {
  Value = {{"uri", Where.Uri}, {"range", Where.Range}};
}

void lsp::from_json(const json &Value, Location &Where) {
  Value.at("uri").get_to(Where.Uri);
  Value.at("range").get_to(Where.Range);
}

void lsp::to_json(json &Value, const TextEdit &Edit) {
  Value = {{"range", Edit.Range}, {"newText", Edit.NewText}};
}

void lsp::from_json(const json &Value, TextEdit &Edit) {
  Value.at("range").get_to(Edit.Range);
  Value.at("newText").get_to(Edit.NewText);
}

void lsp::to_json(json &Value, const TextDocumentEdit &Edit) {
  json Document = {{"uri", Edit.Uri}, {"version", nullptr}};
  write(Document, "version", Edit.Version);
  Value = {{"textDocument", std::move(Document)}, {"edits", Edit.Edits}};
}

void lsp::from_json(const json &Value, TextDocumentEdit &Edit) {
  const json &Document = Value.at("textDocument");
  Document.at("uri").get_to(Edit.Uri);
  read(Document, "version", Edit.Version);
  Value.at("edits").get_to(Edit.Edits);
}

WorkspaceEdit::WorkspaceEdit(const ClientCapabilities &Client,
                             std::vector<TextDocumentEdit> Documents)
    : Documents(std::move(Documents)),
      Versioned(Client.VersionedDocumentChanges) {}

void lsp::to_json(json &Value, const WorkspaceEdit &Edit) {
  if (Edit.Versioned) {
    Value = {{"documentChanges", Edit.Documents}};
    return;
  }
  json Changes = json::object();
  for (const TextDocumentEdit &Document : Edit.Documents) {
    json &Edits = Changes[Document.Uri];
    if (Edits.is_null())
      Edits = json::array();
    for (const TextEdit &One : Document.Edits)
      Edits.push_back(One);
  }
  Value = json::object();
  Value["changes"] = std::move(Changes);
}

void lsp::from_json(const json &Value, WorkspaceEdit &Edit) {
  Edit.Documents.clear();
  Edit.Versioned = false;
  if (auto Changes = Value.find("documentChanges"); Changes != Value.end()) {
    Edit.Versioned = true;
    for (const json &Change : *Changes)
      if (Change.contains("textDocument"))
        Edit.Documents.push_back(Change.get<TextDocumentEdit>());
    return;
  }
  if (auto Changes = Value.find("changes"); Changes != Value.end())
    for (const auto &[Uri, Edits] : Changes->items())
      Edit.Documents.push_back(
          {Uri, std::nullopt, Edits.get<std::vector<TextEdit>>()});
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

void lsp::to_json(json &Value, const DiagnosticRelatedInformation &Related) {
  Value = {{"location", Related.Location}, {"message", Related.Message}};
}

void lsp::from_json(const json &Value, DiagnosticRelatedInformation &Related) {
  Value.at("location").get_to(Related.Location);
  Value.at("message").get_to(Related.Message);
}

void lsp::to_json(json &Value, const Diagnostic &Problem) {
  Value = {{"range", Problem.Range}, {"message", Problem.Message}};
  if (Problem.Severity)
    Value["severity"] = static_cast<int>(*Problem.Severity);
  write(Value, "code", Problem.Code);
  write(Value, "source", Problem.Source);
  write(Value, "category", Problem.Category);
  write(Value, "relatedInformation", Problem.RelatedInformation);
  for (DiagnosticTag Tag : Problem.Tags)
    Value["tags"].push_back(static_cast<int>(Tag));
  write(Value, "data", Problem.Data);
}

void lsp::from_json(const json &Value, Diagnostic &Problem) {
  Problem = Diagnostic();
  Value.at("range").get_to(Problem.Range);
  Value.at("message").get_to(Problem.Message);
  read(Value, "source", Problem.Source);
  read(Value, "category", Problem.Category);
  read(Value, "relatedInformation", Problem.RelatedInformation);
  if (auto Data = Value.find("data"); Data != Value.end())
    Problem.Data = *Data;

  int Severity = 0;
  read(Value, "severity", Severity);
  if (Severity >= 1 && Severity <= 4)
    Problem.Severity = static_cast<DiagnosticSeverity>(Severity);
  std::vector<int> Tags;
  read(Value, "tags", Tags);
  for (int Tag : Tags)
    if (Tag == 1 || Tag == 2)
      Problem.Tags.push_back(static_cast<DiagnosticTag>(Tag));
  if (auto Code = Value.find("code"); Code != Value.end()) {
    if (Code->is_string())
      Problem.Code = Code->get<std::string>();
    else if (Code->is_number_integer())
      Problem.Code = Code->dump();
  }
}

void lsp::to_json(json &Value, const DiagnosticReport &Report) {
  Value = {{"kind", Report.Items ? "full" : "unchanged"},
           {"resultId", Report.ResultId}};
  write(Value, "items", Report.Items);
}

//===----------------------------------------------------------------------===//
// Hover
//===----------------------------------------------------------------------===//

void lsp::to_json(json &Value, const MarkupContent &Content) {
  bool Markdown = Content.Kind == MarkupKind::Markdown;
  Value = {{"kind", Markdown ? "markdown" : "plaintext"},
           {"value", Content.Value}};
}

void lsp::from_json(const json &Value, MarkupContent &Content) {
  Content.Kind = Value.at("kind") == "markdown" ? MarkupKind::Markdown
                                                : MarkupKind::PlainText;
  Value.at("value").get_to(Content.Value);
}

void lsp::to_json(json &Value, const Hover &Shown) {
  // Not in one initializer list: with one member it would make an array.
  Value = json::object();
  Value["contents"] = Shown.Contents;
  write(Value, "range", Shown.Range);
}

void lsp::from_json(const json &Value, Hover &Shown) {
  Value.at("contents").get_to(Shown.Contents);
  Shown.Range.reset();
  read(Value, "range", Shown.Range);
}

//===----------------------------------------------------------------------===//
// Code actions
//===----------------------------------------------------------------------===//

void lsp::to_json(json &Value, const Command &Given) {
  Value = {{"title", Given.Title}, {"command", Given.Command}};
  write(Value, "arguments", Given.Arguments);
}

void lsp::from_json(const json &Value, Command &Given) {
  Value.at("title").get_to(Given.Title);
  Value.at("command").get_to(Given.Command);
  Given.Arguments = Value.value("arguments", json(nullptr));
}

void lsp::to_json(json &Value, const CodeAction &Action) {
  Value = json::object();
  Value["title"] = Action.Title;
  write(Value, "kind", Action.Kind);
  write(Value, "diagnostics", Action.Diagnostics);
  if (Action.IsPreferred)
    Value["isPreferred"] = true;
  if (Action.Disabled)
    Value["disabled"]["reason"] = *Action.Disabled;
  write(Value, "edit", Action.Edit);
  write(Value, "command", Action.Command);
  write(Value, "data", Action.Data);
}

void lsp::from_json(const json &Value, CodeAction &Action) {
  Action = CodeAction();
  Value.at("title").get_to(Action.Title);
  read(Value, "kind", Action.Kind);
  read(Value, "diagnostics", Action.Diagnostics);
  read(Value, "isPreferred", Action.IsPreferred);
  read(Value, "edit", Action.Edit);
  read(Value, "command", Action.Command);
  if (auto Disabled = Value.find("disabled"); Disabled != Value.end())
    Action.Disabled = Disabled->at("reason").get<std::string>();
  if (auto Data = Value.find("data"); Data != Value.end())
    Action.Data = *Data;
}

//===----------------------------------------------------------------------===//
// Client capabilities
//===----------------------------------------------------------------------===//

/// The member at a path like "/a/b", or null. Throws nothing.
static const json &at(const json &Value, const char *Path) {
  static const json Missing = nullptr;
  json::json_pointer Pointer(Path);
  const json *Found = &Value;
  std::vector<std::string> Names;
  for (; !Pointer.empty(); Pointer.pop_back())
    Names.push_back(Pointer.back());
  for (auto Name = Names.rbegin(); Name != Names.rend(); ++Name) {
    if (!Found->is_object())
      return Missing;
    auto Member = Found->find(*Name);
    if (Member == Found->end())
      return Missing;
    Found = &*Member;
  }
  return *Found;
}

static bool isTrue(const json &Value, const char *Path) {
  const json &Found = at(Value, Path);
  return Found.is_boolean() && Found.get<bool>();
}

static bool contains(const json &Array, const char *Wanted) {
  if (!Array.is_array())
    return false;
  for (const json &Value : Array)
    if (Value == Wanted)
      return true;
  return false;
}

void lsp::from_json(const json &Value, ClientCapabilities &Client) {
  Client = ClientCapabilities();
  if (const json &Names = at(Value, "/general/positionEncodings");
      Names.is_array())
    for (const json &Name : Names)
      if (Name.is_string())
        if (auto Encoding = positionEncodingNamed(Name.get<std::string>()))
          Client.PositionEncodings.push_back(*Encoding);

  const json &Document = at(Value, "/textDocument");
  Client.CodeActionLiterals =
      at(Document, "/codeAction/codeActionLiteralSupport").is_object();
  Client.CodeActionResolveEdit =
      contains(at(Document, "/codeAction/resolveSupport/properties"), "edit");
  Client.CodeActionData = isTrue(Document, "/codeAction/dataSupport");
  Client.CodeActionDisabled = isTrue(Document, "/codeAction/disabledSupport");
  Client.CodeActionIsPreferred =
      isTrue(Document, "/codeAction/isPreferredSupport");
  Client.RelatedInformation =
      isTrue(Document, "/publishDiagnostics/relatedInformation");
  Client.DiagnosticData = isTrue(Document, "/publishDiagnostics/dataSupport");
  // An object in 3.17, a boolean before.
  const json &Tags = at(Document, "/publishDiagnostics/tagSupport");
  Client.DiagnosticTags = Tags.is_object() || Tags == true;
  Client.PullDiagnostics = at(Document, "/diagnostic").is_object();
  Client.HoverMarkdown =
      contains(at(Document, "/hover/contentFormat"), "markdown");
  Client.HierarchicalDocumentSymbols =
      isTrue(Document, "/documentSymbol/hierarchicalDocumentSymbolSupport");
  Client.DefinitionLinks = isTrue(Document, "/definition/linkSupport");
  Client.FoldWholeLines = isTrue(Document, "/foldingRange/lineFoldingOnly");
  Client.CompletionMarkdown =
      contains(at(Document, "/completion/completionItem/documentationFormat"),
               "markdown");
  Client.RenamePrepare = isTrue(Document, "/rename/prepareSupport");

  const json &Workspace = at(Value, "/workspace");
  Client.VersionedDocumentChanges =
      isTrue(Workspace, "/workspaceEdit/documentChanges");
  Client.ApplyEdit = isTrue(Workspace, "/applyEdit");
  Client.Configuration = isTrue(Workspace, "/configuration");
  Client.DynamicConfiguration =
      isTrue(Workspace, "/didChangeConfiguration/dynamicRegistration");
  Client.InlayHintRefresh = isTrue(Workspace, "/inlayHint/refreshSupport");
  Client.CodeLensRefresh = isTrue(Workspace, "/codeLens/refreshSupport");
  Client.SemanticTokensRefresh =
      isTrue(Workspace, "/semanticTokens/refreshSupport");
  Client.DiagnosticRefresh = isTrue(Workspace, "/diagnostics/refreshSupport");
  Client.WorkDoneProgress = isTrue(Value, "/window/workDoneProgress");
  Client.Analysed = isTrue(Value, "/experimental/noisy/analysed");
}

PositionEncoding ClientCapabilities::positionEncoding() const {
  return PositionEncodings.empty() ? PositionEncoding::UTF16
                                   : PositionEncodings.front();
}

const char *lsp::nameOf(PositionEncoding Encoding) {
  switch (Encoding) {
  case PositionEncoding::UTF8:
    return "utf-8";
  case PositionEncoding::UTF16:
    return "utf-16";
  case PositionEncoding::UTF32:
    return "utf-32";
  }
  return "utf-16";
}

std::optional<PositionEncoding>
lsp::positionEncodingNamed(const std::string &Name) {
  for (PositionEncoding Encoding :
       {PositionEncoding::UTF8, PositionEncoding::UTF16,
        PositionEncoding::UTF32})
    if (Name == nameOf(Encoding))
      return Encoding;
  return std::nullopt;
}
