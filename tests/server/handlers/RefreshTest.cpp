//===- RefreshTest.cpp - Has the client ask again -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/Refresh.h"
#include "tests/server/handlers/PipeSession.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
/// A server that tells of changes, and the client at the other end.
class Session : public PipeSession {
public:
  explicit Session(const ClientCapabilities &Capabilities)
      : Client(Capabilities) {
    start();
  }
  ~Session() { end(); }

  /// The kind that the client is to ask for again; keeps the request.
  std::string requests() {
    Request = waitFor("a request", [](const json &) { return true; });
    CHECK_FALSE(Request.contains("params"));
    return Request.at("method");
  }

  const ClientCapabilities Client;
  Refresh Subject{Server, Client};
  json Request;
};
} // namespace

static ClientCapabilities able() {
  ClientCapabilities Client;
  Client.InlayHintRefresh = true;
  Client.CodeLensRefresh = true;
  Client.SemanticTokensRefresh = true;
  Client.DiagnosticRefresh = true;
  return Client;
}

TEST_CASE("Refresh: what changed, where the client can", "[refresh]") {
  {
    Session S(able());
    S.Subject.noteChange(ShownAll);
    CHECK(S.requests() == "workspace/inlayHint/refresh");
    CHECK(S.requests() == "workspace/codeLens/refresh");
    CHECK(S.requests() == "workspace/semanticTokens/refresh");
    CHECK(S.requests() == "workspace/diagnostic/refresh");
  }
  {
    Session S(able());
    S.Subject.noteChange(0);
    S.Subject.noteChange(ShownTokens);
    CHECK(S.requests() == "workspace/semanticTokens/refresh");
    S.Subject.noteChange(ShownTokens | ShownHints);
    CHECK(S.requests() == "workspace/inlayHint/refresh");
  }
  ClientCapabilities LensesOnly;
  LensesOnly.CodeLensRefresh = true;
  Session S(LensesOnly);
  S.Subject.noteChange(ShownAll);
  CHECK(S.requests() == "workspace/codeLens/refresh");
}

TEST_CASE("Refresh: one at a time, and none without a change", "[refresh]") {
  Session S(able());
  S.Subject.noteChange(ShownHints);
  CHECK(S.requests() == "workspace/inlayHint/refresh");
  // However often it changes until the client has answered, once more is
  // enough; and that much is needed.
  for (int I = 0; I < 5; ++I)
    S.Subject.noteChange(ShownHints);
  S.Subject.noteChange(ShownLenses);
  CHECK(S.requests() == "workspace/codeLens/refresh");
  S.answer(S.Request);
  S.Subject.noteChange(ShownLenses);
  CHECK(S.requests() == "workspace/codeLens/refresh");
}

TEST_CASE("Refresh: once more for what changed meanwhile", "[refresh]") {
  Session S(able());
  S.Subject.noteChange(ShownHints);
  CHECK(S.requests() == "workspace/inlayHint/refresh");
  for (int I = 0; I < 5; ++I)
    S.Subject.noteChange(ShownHints);
  S.answer(S.Request);
  CHECK(S.requests() == "workspace/inlayHint/refresh");
  // A client that refuses is asked the next time as well.
  S.refuse(S.Request);
  S.Subject.noteChange(ShownTokens);
  CHECK(S.requests() == "workspace/semanticTokens/refresh");
  S.Subject.noteChange(ShownHints);
  CHECK(S.requests() == "workspace/inlayHint/refresh");
}

TEST_CASE("Refresh: nothing hangs when the connection ends", "[refresh]") {
  Session S(able());
  S.Subject.noteChange(ShownHints);
  S.Subject.noteChange(ShownHints);
  S.end();
  S.Subject.noteChange(ShownAll);
}
