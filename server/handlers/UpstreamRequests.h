//===- UpstreamRequests.h - Requests that LLVM's server answers  -*- C++
//-*-===//
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

/// Parameters that go to LLVM's server as they are.
struct UpstreamParams {
  json Params;
};
inline void from_json(json &Value, UpstreamParams &Result) {
  Result.Params = std::move(Value);
}

/// Answers what LLVM's server does well: a file on disk as text, and the text
/// of a document as what such a file holds.
class UpstreamRequests {
public:
  explicit UpstreamRequests(Workspace &Documents) : Documents(Documents) {}

  /// To be called before all others: the encoding of the client is known.
  void start(UpstreamOptions Options);
  /// Ends it. Waiters may ask it until then.
  void stop() { Server.reset(); }
  void onClosed(const std::string &Uri) { Server->closeDocument(Uri); }

  void fromBytecode(UpstreamParams Params, Reply Answer);
  void toBytecode(UpstreamParams Params, Reply Answer);

  /// Asks LLVM's server; `OnOutcome` answers, and the request is withdrawn when
  /// the client cancels `Answer`.
  void ask(std::optional<UpstreamServer::Document> Document,
           const std::string &Method, json Params,
           const std::shared_ptr<Reply> &Answer,
           UpstreamServer::Callback OnOutcome);

private:
  void forward(std::optional<UpstreamServer::Document> Document,
               const std::string &Method, json Params, Reply Answer);

  Workspace &Documents;
  std::unique_ptr<UpstreamServer> Server;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_UPSTREAMREQUESTS_H
