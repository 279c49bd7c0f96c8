//===- UpstreamDocuments.cpp - The open documents of LLVM's server --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/UpstreamDocuments.h"
#include "server/upstream/PositionTranslation.h"

using namespace mlir::noisy::lsp;

static json notification(const char *Method, json Params) {
  return {
      {"jsonrpc", "2.0"}, {"method", Method}, {"params", std::move(Params)}};
}

std::string UpstreamDocuments::uriOf(const std::string &ClientUri) {
  size_t Number = Documents.size();
  Known &Document = Documents[ClientUri];
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
  Known &Document = Documents[ClientUri];
  if (Document.Sent == Contents)
    return;
  bool IsOpen = Document.Sent.has_value();
  Document.Sent = Contents;
  ++Document.Version;
  json Item = {{"uri", Uri}, {"version", Document.Version}};
  std::string Sent = textForUpstream(Contents);
  if (IsOpen) {
    json Changes = json::array({json{{"text", std::move(Sent)}}});
    Child.send(notification("textDocument/didChange",
                            {{"textDocument", std::move(Item)},
                             {"contentChanges", std::move(Changes)}}));
    return;
  }
  Item["languageId"] = "mlir";
  Item["text"] = std::move(Sent);
  Child.send(notification("textDocument/didOpen",
                          {{"textDocument", std::move(Item)}}));
}

void UpstreamDocuments::markClosed(const std::string &ClientUri) {
  if (auto Found = Documents.find(ClientUri); Found != Documents.end())
    Found->second.IsClosing = Found->second.Sent.has_value();
}

void UpstreamDocuments::closeUnused(
    llvm::function_ref<bool(const std::string &ClientUri)> IsNeeded) {
  for (auto &[Uri, Document] : Documents) {
    if (!Document.IsClosing || IsNeeded(Uri))
      continue;
    if (Child.isOpen() && Document.Sent)
      Child.send(
          notification("textDocument/didClose",
                       {{"textDocument", {{"uri", Document.UpstreamUri}}}}));
    Document.Sent.reset();
    Document.IsClosing = false;
  }
}

void UpstreamDocuments::forgetAll() {
  for (auto &[Uri, Document] : Documents)
    Document.Sent.reset();
}
