//===- UpstreamDocuments.cpp - The open documents of LLVM's server --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/UpstreamDocuments.h"
#include "server/protocol/JsonMembers.h"
#include "server/upstream/PositionTranslation.h"

using namespace mlir::noisy::lsp;

static json notification(const char *Method, json Params) {
  return {
      {"jsonrpc", "2.0"}, {"method", Method}, {"params", std::move(Params)}};
}

std::string UpstreamDocuments::uriOf(const std::string &ClientUri) {
  size_t Number = Documents.size();
  Entry &Document = Documents[ClientUri];
  // A folder that does not exist: the child opens no file, but reports
  // locations under this name.
  if (Document.UpstreamUri.empty())
    Document.UpstreamUri =
        "file:///noisy-document/" + std::to_string(Number) + ".mlir";
  return Document.UpstreamUri;
}

void UpstreamDocuments::give(const std::string &ClientUri,
                             const Text &Contents) {
  std::string Uri = uriOf(ClientUri);
  Entry &Document = Documents[ClientUri];
  if (Document.LastText == Contents)
    return;
  bool IsOpen = Document.LastText.has_value();
  Document.LastText = Contents;
  Document.Diagnostics.reset();
  ++Document.Version;
  json Item = {{"uri", Uri}, {"version", Document.Version}};
  std::string NewText = textForUpstream(Contents);
  if (IsOpen) {
    json Changes = json::array({json{{"text", std::move(NewText)}}});
    Child.send(notification("textDocument/didChange",
                            {{"textDocument", std::move(Item)},
                             {"contentChanges", std::move(Changes)}}));
    return;
  }
  Item["languageId"] = "mlir";
  Item["text"] = std::move(NewText);
  Child.send(notification("textDocument/didOpen",
                          {{"textDocument", std::move(Item)}}));
}

void UpstreamDocuments::takeDiagnostics(const json &Params) {
  const json *Uri = findMember(Params, "uri");
  const json *Items = findMember(Params, "diagnostics");
  const json *Version = findMember(Params, "version");
  if (!Uri || !Items || !Items->is_array())
    return;
  for (auto &[ClientUri, Document] : Documents)
    if (*Uri == Document.UpstreamUri &&
        (!Version || !Version->is_number_integer() ||
         *Version == Document.Version))
      Document.Diagnostics = *Items;
}

const json *
UpstreamDocuments::diagnosticsOf(const std::string &ClientUri) const {
  auto It = Documents.find(ClientUri);
  return It != Documents.end() && It->second.Diagnostics
             ? &*It->second.Diagnostics
             : nullptr;
}

void UpstreamDocuments::markClosed(const std::string &ClientUri) {
  if (auto It = Documents.find(ClientUri); It != Documents.end())
    It->second.IsClosing = It->second.LastText.has_value();
}

void UpstreamDocuments::closeUnused(
    llvm::function_ref<bool(const std::string &ClientUri)> IsNeeded) {
  for (auto &[Uri, Document] : Documents) {
    if (!Document.IsClosing || IsNeeded(Uri))
      continue;
    if (Child.isOpen() && Document.LastText)
      Child.send(
          notification("textDocument/didClose",
                       {{"textDocument", {{"uri", Document.UpstreamUri}}}}));
    Document.LastText.reset();
    Document.IsClosing = false;
  }
}

void UpstreamDocuments::forgetAll() {
  for (auto &[Uri, Document] : Documents) {
    Document.LastText.reset();
    Document.Diagnostics.reset();
  }
}
