//===- Lsp.cpp - The document structures of LSP ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Lsp.h"
#include "server/protocol/JsonPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static uint32_t readCount(const json &Value, const char *Name) {
  const json &Member = Value.at(Name);
  // The library's exception names the expected type.
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

void lsp::to_json(json &Value, const Position &Pos) {
  Value = {{"line", Pos.Line}, {"character", Pos.Character}};
}

void lsp::from_json(const json &Value, Position &Pos) {
  Pos.Line = readCount(Value, "line");
  Pos.Character = readCount(Value, "character");
}

void lsp::to_json(json &Value, const Range &Span) {
  Value = {{"start", Span.Start}, {"end", Span.End}};
}

void lsp::from_json(const json &Value, Range &Span) {
  Value.at("start").get_to(Span.Start);
  Value.at("end").get_to(Span.End);
}

void lsp::printJson(std::string &Text, const Position &Pos) {
  detail::JsonPrinter Json(Text);
  Json.required("line", Pos.Line);
  Json.required("character", Pos.Character);
}

void lsp::printJson(std::string &Text, const Range &Span) {
  detail::JsonPrinter Json(Text);
  Json.required("start", Span.Start);
  Json.required("end", Span.End);
}

WorkspaceEdit::WorkspaceEdit(const ClientCapabilities &Client,
                             std::vector<TextDocumentEdit> Documents)
    : Documents(std::move(Documents)),
      IsVersioned(Client.VersionedDocumentChanges) {}

void lsp::to_json(json &Value, const WorkspaceEdit &Edit) {
  if (Edit.IsVersioned) {
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
  Edit.IsVersioned = false;
  if (auto Changes = Value.find("documentChanges"); Changes != Value.end()) {
    Edit.IsVersioned = true;
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

void lsp::from_json(const json &Value, Diagnostic &Problem) {
  Problem = Diagnostic();
  memberAt(Value, "range").get_to(Problem.Range);
  memberAt(Value, "message").get_to(Problem.Message);
  if (const json *Source = findMember(Value, "source"))
    Source->get_to(Problem.Source);
  if (const json *Category = findMember(Value, "category"))
    Category->get_to(Problem.Category);
  if (const json *Info = findMember(Value, "relatedInformation"))
    Info->get_to(Problem.RelatedInformation);
  if (const json *Data = findMember(Value, "data"))
    Problem.Data = *Data;
  if (const json *Cmd = findMember(Value, "severity"))
    if (int Severity = Cmd->get<int>(); Severity >= 1 && Severity <= 4)
      Problem.Severity = static_cast<DiagnosticSeverity>(Severity);
  if (const json *Tags = findMember(Value, "tags"))
    for (int Tag : Tags->get<std::vector<int>>())
      if (Tag == 1 || Tag == 2)
        Problem.Tags.push_back(static_cast<DiagnosticTag>(Tag));
  if (const json *Code = findMember(Value, "code")) {
    if (Code->is_string())
      Code->get_to(Problem.Code);
    else if (Code->is_number_integer())
      Problem.Code = Code->dump();
  }
}

//===----------------------------------------------------------------------===//
// Client capabilities
//===----------------------------------------------------------------------===//

static bool isTrue(const json &Value, const char *Path) {
  const json *Member = findMember(Value, Path);
  return Member && *Member == true;
}

static bool isObject(const json &Value, const char *Path) {
  const json *Member = findMember(Value, Path);
  return Member && Member->is_object();
}

static bool contains(const json &Value, const char *Path, const char *Item) {
  const json *Member = findMember(Value, Path);
  return Member && Member->is_array() && llvm::count(*Member, Item) != 0;
}

void lsp::from_json(const json &Value, ClientCapabilities &Client) {
  Client = ClientCapabilities();
  if (const json *Names = findMember(Value, "general/positionEncodings");
      Names && Names->is_array())
    for (const json &Name : *Names)
      if (Name.is_string())
        if (auto Encoding = positionEncodingNamed(Name.get<std::string>()))
          Client.PositionEncodings.push_back(*Encoding);

  static constexpr std::pair<const char *, bool ClientCapabilities::*>
      Booleans[] = {
          {"textDocument/codeAction/dataSupport",
           &ClientCapabilities::CodeActionData},
          {"textDocument/codeAction/disabledSupport",
           &ClientCapabilities::CodeActionDisabled},
          {"textDocument/publishDiagnostics/relatedInformation",
           &ClientCapabilities::RelatedInformation},
          {"textDocument/publishDiagnostics/dataSupport",
           &ClientCapabilities::DiagnosticData},
          {"textDocument/publishDiagnostics/codeDescriptionSupport",
           &ClientCapabilities::CodeDescriptions},
          {"textDocument/documentSymbol/hierarchicalDocumentSymbolSupport",
           &ClientCapabilities::HierarchicalDocumentSymbols},
          {"textDocument/definition/linkSupport",
           &ClientCapabilities::DefinitionLinks},
          {"textDocument/typeDefinition/linkSupport",
           &ClientCapabilities::TypeDefinitionLinks},
          {"textDocument/documentLink/tooltipSupport",
           &ClientCapabilities::DocumentLinkTooltips},
          {"textDocument/foldingRange/lineFoldingOnly",
           &ClientCapabilities::FoldWholeLines},
          {"textDocument/rename/prepareSupport",
           &ClientCapabilities::RenamePrepare},
          {"workspace/workspaceEdit/documentChanges",
           &ClientCapabilities::VersionedDocumentChanges},
          {"workspace/configuration", &ClientCapabilities::Configuration},
          {"workspace/didChangeConfiguration/dynamicRegistration",
           &ClientCapabilities::DynamicConfiguration},
          {"workspace/inlayHint/refreshSupport",
           &ClientCapabilities::InlayHintRefresh},
          {"workspace/codeLens/refreshSupport",
           &ClientCapabilities::CodeLensRefresh},
          {"workspace/semanticTokens/refreshSupport",
           &ClientCapabilities::SemanticTokensRefresh},
          {"workspace/diagnostics/refreshSupport",
           &ClientCapabilities::DiagnosticRefresh},
          {"window/workDoneProgress", &ClientCapabilities::WorkDoneProgress},
          {"experimental/noisy/analysed",
           &ClientCapabilities::AnalysedNotification},
          {"experimental/noisy/runLines", &ClientCapabilities::RunLines}};
  for (auto [Path, Member] : Booleans)
    Client.*Member = isTrue(Value, Path);

  Client.CodeActionLiterals =
      isObject(Value, "textDocument/codeAction/codeActionLiteralSupport");
  Client.CodeActionResolveEdit = contains(
      Value, "textDocument/codeAction/resolveSupport/properties", "edit");
  // An object in 3.17, a boolean before.
  const char *Tags = "textDocument/publishDiagnostics/tagSupport";
  Client.DiagnosticTags = isObject(Value, Tags) || isTrue(Value, Tags);
  Client.PullDiagnostics = isObject(Value, "textDocument/diagnostic");
  Client.MessageActions =
      isObject(Value, "window/showMessage/messageActionItem");
  Client.HoverMarkdown =
      contains(Value, "textDocument/hover/contentFormat", "markdown");
  Client.CompletionMarkdown = contains(
      Value, "textDocument/completion/completionItem/documentationFormat",
      "markdown");
  Client.MarkdownFolds =
      contains(Value, "general/markdown/allowedTags", "details") &&
      contains(Value, "general/markdown/allowedTags", "summary");
  Client.CompletionSnippets =
      isTrue(Value, "textDocument/completion/completionItem/snippetSupport");
  Client.CompletionLabelDetails = isTrue(
      Value, "textDocument/completion/completionItem/labelDetailsSupport");
  Client.SignatureOffsets =
      isTrue(Value, "textDocument/signatureHelp/signatureInformation/"
                    "parameterInformation/labelOffsetSupport");
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
