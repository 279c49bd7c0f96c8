//===- UpstreamRequests.cpp - Requests to LLVM's server -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/UpstreamRequests.h"

using namespace mlir::noisy::lsp;

void UpstreamRequests::start(UpstreamOptions Options) {
  Server = std::make_unique<UpstreamServer>(std::move(Options));
}

void UpstreamRequests::fromBytecode(UpstreamParams Params, Reply Answer) {
  forward(std::nullopt, "mlir/convertFromBytecode", std::move(Params.Params),
          std::move(Answer));
}

void UpstreamRequests::toBytecode(UpstreamParams Params, Reply Answer) {
  // LLVM's protocol has only the URI in this request.
  auto Uri = memberAt(Params.Params, "uri").get<std::string>();
  Text Contents = Documents.get(Uri)->text();
  forward(UpstreamServer::Document{std::move(Uri), std::move(Contents)},
          "mlir/convertToBytecode", std::move(Params.Params),
          std::move(Answer));
}

void UpstreamRequests::forward(std::optional<UpstreamServer::Document> Document,
                               const std::string &Method, json Params,
                               Reply Answer) {
  // Cancellation and completion of the reply are on different threads.
  auto SharedAnswer = std::make_shared<Reply>(std::move(Answer));
  ask(std::move(Document), Method, std::move(Params), SharedAnswer,
      [SharedAnswer](Outcome Result) {
        SharedAnswer->complete(std::move(Result));
      });
}

void UpstreamRequests::ask(std::optional<UpstreamServer::Document> Document,
                           const std::string &Method, json Params,
                           const std::shared_ptr<Reply> &Answer,
                           UpstreamServer::Callback OnOutcome) {
  UpstreamServer::RequestId Id = Server->request(
      std::move(Document), Method, std::move(Params), std::move(OnOutcome));
  Answer->onCancel([this, Id] { Server->cancel(Id); });
}
