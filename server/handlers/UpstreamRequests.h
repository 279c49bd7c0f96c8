//===- UpstreamRequests.h - Requests to LLVM's server -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_UPSTREAMREQUESTS_H
#define NOISY_SERVER_HANDLERS_UPSTREAMREQUESTS_H

#include "server/upstream/UpstreamServer.h"
#include "server/workspace/Workspace.h"

namespace mlir::noisy::lsp {

/// Parameters that are passed to LLVM's server unchanged.
struct UpstreamParams {
  json Params;
};
inline void from_json(json &Value, UpstreamParams &Result) {
  Result.Params = std::move(Value);
}

/// Answers by LLVM's server: a bytecode file on disk as text, and the text of a
/// document as bytecode.
class UpstreamRequests {
public:
  explicit UpstreamRequests(Workspace &Documents) : Documents(Documents) {}

  /// Starts LLVM's server. To be called first, when the client's encoding is
  /// known.
  void start(UpstreamOptions Options);
  /// Stops LLVM's server. Waiters may use it until then.
  void stop() { Server.reset(); }
  void onClosed(const std::string &Uri) { Server->closeDocument(Uri); }

  void fromBytecode(UpstreamParams Params, Reply Answer);
  void toBytecode(UpstreamParams Params, Reply Answer);

  /// Sends a request to LLVM's server; `OnOutcome` answers, and the request is
  /// withdrawn when the client cancels `Answer`.
  void ask(std::optional<UpstreamServer::Document> Document,
           const std::string &Method, json Params,
           const std::shared_ptr<Reply> &Answer,
           UpstreamServer::Callback OnOutcome);

  /// What LLVM's server, or that of the project, says of a document. Any
  /// thread.
  void diagnose(UpstreamServer::Document Document,
                UpstreamServer::Callback OnAnswer) {
    Server->diagnose(std::move(Document), std::move(OnAnswer));
  }

private:
  void forward(std::optional<UpstreamServer::Document> Document,
               const std::string &Method, json Params, Reply Answer);

  Workspace &Documents;
  std::unique_ptr<UpstreamServer> Server;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_UPSTREAMREQUESTS_H
