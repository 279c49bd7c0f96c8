//===- RequestTable.cpp - All requests of the server ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/RequestTable.h"
#include "server/features/annotations/SemanticTokens.h"
#include "server/handlers/CodeActionRequests.h"
#include "server/handlers/CompletionRequests.h"
#include "server/handlers/ConfigurationRequests.h"
#include "server/handlers/DiagnosticRequests.h"
#include "server/handlers/Handlers.h"
#include "server/handlers/UpstreamRequests.h"
#include "server/project/OdsRequests.h"
#include "server/project/ProjectChecks.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

//===----------------------------------------------------------------------===//
// Options of capabilities
//===----------------------------------------------------------------------===//

static json completionOptions(const ClientCapabilities &) {
  // No commit characters: they would change what is typed.
  return {{"triggerCharacters",
           {".", "%", "^", "!", "#", "(", ",", "<", ":", "[", " ", "\"", "/",
            "@", "{"}}};
}

static json signatureOptions(const ClientCapabilities &Client) {
  // The names of parts are in the label more than once: clients without ranges
  // would mark the wrong one.
  if (!Client.SignatureOffsets)
    return nullptr;
  return {{"triggerCharacters", {" ", ",", ":", "("}}};
}

static json diagnosticOptions(const ClientCapabilities &Client) {
  if (!Client.PullDiagnostics)
    return nullptr;
  return {{"identifier", "noisy"},
          {"interFileDependencies", false},
          {"workspaceDiagnostics", false}};
}

static json codeActionOptions(const ClientCapabilities &) {
  return {{"codeActionKinds",
           {QuickFixKind, RefactorKind, RefactorRewriteKind, FixAllKind,
            SimplifyAllKind}},
          {"workDoneProgress", true}};
}

static json commandOptions(const ClientCapabilities &) {
  return {{"commands", {ApplyFixCommand, SearchLongerCommand}},
          {"workDoneProgress", true}};
}

static json codeLensOptions(const ClientCapabilities &) {
  return {{"resolveProvider", false}};
}

static json linkOptions(const ClientCapabilities &) {
  return {{"resolveProvider", false}};
}

static json tokenOptions(const ClientCapabilities &) {
  return {{"legend",
           {{"tokenTypes", semanticTokenTypes},
            {"tokenModifiers", semanticTokenModifiers}}}};
}

static json typedOptions(const ClientCapabilities &) {
  // In a terminal Emacs 28 takes Enter for a carriage return.
  return {{"firstTriggerCharacter", "}"},
          {"moreTriggerCharacter", {"\n", "\r", "@"}}};
}

static json renameOptions(const ClientCapabilities &Client) {
  return Client.RenamePrepare ? json(true) : json();
}

//===----------------------------------------------------------------------===//
// The tables
//===----------------------------------------------------------------------===//

llvm::ArrayRef<RequestRow> mlir::noisy::lsp::requestTable() {
  using enum Freshness;
  static const RequestRow Table[] = {
      {"textDocument/hover", reads(hover), "hoverProvider"},
      {"textDocument/definition", reads(definitions), "definitionProvider"},
      {"textDocument/typeDefinition", reads(typeDefinitions),
       "typeDefinitionProvider"},
      {"textDocument/documentLink", reads(documentLinks),
       "documentLinkProvider", linkOptions},
      {"textDocument/references", reads(references), "referencesProvider"},
      {"textDocument/documentHighlight", reads(highlights),
       "documentHighlightProvider", nullptr, /*TellsCursor=*/true},
      {"textDocument/selectionRange", reads(selectionRanges),
       "selectionRangeProvider"},
      // Outlines and folds stay on screen until the next edit.
      {"textDocument/documentSymbol", reads(documentSymbols, CurrentOrLater),
       "documentSymbolProvider"},
      {"textDocument/foldingRange", reads(foldingRanges, Current),
       "foldingRangeProvider"},
      {"workspace/symbol", readsAll(workspaceSymbols),
       "workspaceSymbolProvider"},
      {"textDocument/prepareCallHierarchy", reads(callHierarchyItems),
       "callHierarchyProvider"},
      {"callHierarchy/incomingCalls", reads(incomingCalls),
       "callHierarchyProvider"},
      {"callHierarchy/outgoingCalls", reads(outgoingCalls),
       "callHierarchyProvider"},
      // VS Code removes lenses when their request fails, and Neovim drops
      // answers to an older version by itself.
      {"textDocument/inlayHint", reads(inlayHints, CurrentOrLater),
       "inlayHintProvider"},
      {"textDocument/codeLens", reads(codeLenses, CurrentOrLater),
       "codeLensProvider", codeLensOptions},
      // Tokens need the current text: text between moved words is unknown.
      // Clients keep the old tokens when such a request fails, and ask again.
      {"textDocument/semanticTokens/full", reads(semanticTokens, Current),
       "semanticTokensProvider", tokenOptions},
      {"textDocument/semanticTokens/full/delta", reads(semanticTokens, Current),
       "semanticTokensProvider/full/delta"},
      {"textDocument/semanticTokens/range",
       reads(semanticTokensInRange, Current), "semanticTokensProvider/range"},
      // The text alone matters, not what is known of it.
      {"textDocument/formatting", reads(formatDocument),
       "documentFormattingProvider"},
      {"textDocument/rangeFormatting", reads(formatRange),
       "documentRangeFormattingProvider"},
      {"textDocument/onTypeFormatting", reads(formatOnType),
       "documentOnTypeFormattingProvider", typedOptions},
      // An edit applies to the current text only.
      {"textDocument/rename", reads(lsp::rename, Current), "renameProvider"},
      {"textDocument/prepareRename", reads(prepareRename, Current),
       "renameProvider/prepareProvider", renameOptions},
      // The noise view follows the edits; it has a graph for the newest text.
      {"noisy/noiseGraph", reads(noiseGraph, CurrentOrLater),
       "experimental/noisy/noiseGraph"},
      {"textDocument/completion", defers(&CompletionRequests::onCompletion),
       "completionProvider", completionOptions, /*TellsCursor=*/true},
      {"textDocument/signatureHelp",
       defers(&CompletionRequests::onSignatureHelp), "signatureHelpProvider",
       signatureOptions, /*TellsCursor=*/true},
      {"completionItem/resolve", answers(resolveCompletion),
       "completionProvider/resolveProvider"},
      {"textDocument/diagnostic", defers(&DiagnosticRequests::onDiagnostic),
       "diagnosticProvider", diagnosticOptions},
      {"textDocument/codeAction", defers(&CodeActionRequests::onList),
       "codeActionProvider", codeActionOptions, /*TellsCursor=*/true},
      {"codeAction/resolve", defers(&CodeActionRequests::onResolve),
       "codeActionProvider/resolveProvider"},
      {"workspace/executeCommand", defers(&CodeActionRequests::onCommand),
       "executeCommandProvider", commandOptions},
      {"noisy/proposeFix", defers(&CodeActionRequests::onPropose),
       "experimental/noisy/proposeFix"},
      {"mlir/convertFromBytecode", defers(&UpstreamRequests::fromBytecode)},
      {"mlir/convertToBytecode", defers(&UpstreamRequests::toBytecode)},
  };
  return Table;
}

/// A notification to a part of the server.
template <typename Part, typename Params>
static std::function<void(const Services &, json &)>
hears(void (Part::*Handle)(Params)) {
  return [Handle](const Services &Parts, json &ParamsJson) {
    (std::get<Part *>(Parts)->*Handle)(
        decode<std::remove_cvref_t<Params>>(ParamsJson));
  };
}

llvm::ArrayRef<NotificationRow> mlir::noisy::lsp::notificationTable() {
  auto Ignore = [](const Services &, json &) {};
  static const NotificationRow Table[] = {
      {"textDocument/didOpen",
       [](const Services &Parts, json &ParamsJson) {
         auto Params = decode<DidOpenParams>(ParamsJson);
         if (std::get<OdsRequests *>(Parts)->onOpened(Params))
           return;
         std::string Uri = Params.Uri;
         std::get<Workspace *>(Parts)->open(std::move(Params));
         std::get<ProjectChecks *>(Parts)->onOpened(Uri);
       }},
      {"textDocument/didChange",
       [](const Services &Parts, json &ParamsJson) {
         auto Params = decode<DidChangeParams>(ParamsJson);
         if (!std::get<OdsRequests *>(Parts)->onChanged(Params))
           std::get<Workspace *>(Parts)->change(Params);
       }},
      {"textDocument/didClose",
       [](const Services &Parts, json &ParamsJson) {
         auto Params = decode<DocumentParams>(ParamsJson);
         if (!std::get<OdsRequests *>(Parts)->onClosed(Params))
           std::get<Workspace *>(Parts)->close(Params);
       }},
      {"initialized",
       [](const Services &Parts, json &) {
         std::get<ConfigurationRequests *>(Parts)->onInitialized();
         std::get<OdsRequests *>(Parts)->onInitialized();
       }},
      {"workspace/didChangeConfiguration",
       hears(&ConfigurationRequests::onDidChange)},
      {"textDocument/willSave",
       [](const Services &Parts, json &ParamsJson) {
         const json *Reason = findMember(ParamsJson, "reason");
         // 1 is `Manual`.
         bool IsAutomatic = Reason && *Reason != 1;
         std::get<Workspace *>(Parts)->willSave(
             decode<DocumentParams>(ParamsJson).Uri, IsAutomatic);
       }},
      {"textDocument/didSave",
       [](const Services &Parts, json &ParamsJson) {
         std::get<OdsRequests *>(Parts)->onSaved();
         auto Params = decode<DocumentParams>(ParamsJson);
         std::get<Workspace *>(Parts)->saved(Params);
         std::get<ProjectChecks *>(Parts)->onSaved(Params.Uri);
       }},
      {"workspace/didChangeWatchedFiles", hears(&OdsRequests::onFilesChanged)},
      {"workspace/didChangeWorkspaceFolders", Ignore},
  };
  return Table;
}

//===----------------------------------------------------------------------===//
// Dispatch and announcement
//===----------------------------------------------------------------------===//

/// Tells the documents where the cursor is, as far as the parameters show: a
/// range within a line is that of the cursor. Others are refused elsewhere.
static void noteCursor(Workspace &Documents, const json &Params) {
  const json *Uri = findMember(Params, "textDocument/uri");
  const json *Place = findMember(Params, "position");
  if (!Place) {
    Place = findMember(Params, "range/start");
    const json *Line = findMember(Params, "range/start/line");
    const json *LastLine = findMember(Params, "range/end/line");
    if (!Line || !LastLine || *Line != *LastLine)
      return;
  }
  if (!Uri || !Uri->is_string() || !Place)
    return;
  json Copy = *Place;
  Documents.noteCursor(Uri->get<std::string>(), decode<Position>(Copy));
}

void mlir::noisy::lsp::addHandlers(Dispatcher &Peer, const Services &Parts) {
  for (const RequestRow &Row : requestTable())
    Peer.onRequest(Row.Method, [&Row, Parts](json &Params, Reply Answer) {
      if (Row.TellsCursor)
        noteCursor(*std::get<Workspace *>(Parts), Params);
      Row.Handler(Parts, Row.Method, Params, std::move(Answer));
    });
  for (const NotificationRow &Row : notificationTable())
    Peer.onNotification(
        Row.Method, [&Row, Parts](json &Params) { Row.Handle(Parts, Params); });
}

json mlir::noisy::lsp::announceRequests(const ClientCapabilities &Client) {
  json Capabilities = json::object();
  for (const RequestRow &Row : requestTable()) {
    json Options = Row.Options ? Row.Options(Client) : json(true);
    if (!Row.Capability || Options.is_null())
      continue;
    json &Place = makeMember(Capabilities, Row.Capability);
    if (Place.is_null())
      Place = std::move(Options);
    else if (Options.is_object())
      Place.update(Options);
  }
  return Capabilities;
}
