//===- UpstreamServer.cpp - LLVM's own server in a child ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/UpstreamServer.h"
#include "server/upstream/UpstreamWorker.h"

using namespace mlir::noisy::lsp;

/// A request that only waits for the diagnostics of its document.
static constexpr char DiagnosedBy[] = "textDocument/documentSymbol";

UpstreamServer::UpstreamServer(UpstreamOptions Options)
    : Work(std::make_unique<Worker>(std::move(Options))) {}

UpstreamServer::~UpstreamServer() = default;

UpstreamServer::RequestId
UpstreamServer::request(std::optional<Document> TargetDocument,
                        std::string Method, json Params, Callback OnAnswer) {
  return Work->start({.Id = Work->newId(),
                      .TargetDocument = std::move(TargetDocument),
                      .Method = std::move(Method),
                      .Params = std::move(Params),
                      .OnAnswer = std::move(OnAnswer),
                      .Deadline = {}});
}

UpstreamServer::RequestId UpstreamServer::diagnose(Document TargetDocument,
                                                   Callback OnAnswer) {
  json Params = {{"textDocument", {{"uri", TargetDocument.Uri}}}};
  return Work->start({.Id = Work->newId(),
                      .TargetDocument = std::move(TargetDocument),
                      .Method = DiagnosedBy,
                      .Params = std::move(Params),
                      .OnAnswer = std::move(OnAnswer),
                      .Deadline = {},
                      .WantsDiagnostics = true});
}

void UpstreamServer::cancel(RequestId Request) {
  Work->post([this, Request] { Work->cancel(Request); });
}

void UpstreamServer::closeDocument(std::string Uri) {
  Work->post([this, Uri = std::move(Uri)] { Work->close(Uri); });
}
