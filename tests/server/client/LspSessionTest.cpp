//===- LspSessionTest.cpp - A session with a language server --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/ServerSession.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Clock = LspSession::Clock;
using std::chrono::milliseconds;

static LspSession startServer() { return LspSession(lsp::test::ourServer()); }

TEST_CASE("LspSession: answers are taken as they come", "[lspsession]") {
  LspSession S = startServer();
  S.initialize(modernCapabilities());
  int64_t First = S.send("$/first", nullptr);
  int64_t Second = S.send("$/second", nullptr);
  Clock::time_point SendTime = Clock::now();
  std::optional<Outcome> Answers[2];
  while (!Answers[0] || !Answers[1]) {
    REQUIRE(S.readUntil(Clock::now() + std::chrono::seconds(60)));
    CHECK(S.lastRead() >= SendTime);
    CHECK(S.lastRead() <= Clock::now());
    if (!Answers[0])
      Answers[0] = S.takeAnswer(First);
    if (!Answers[1])
      Answers[1] = S.takeAnswer(Second);
  }
  CHECK(!*Answers[0]);
  // Once each.
  CHECK(!S.takeAnswer(First));
  CHECK_THROWS_AS(S.wait(First), SessionError);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("LspSession: reading ends when nothing comes", "[lspsession]") {
  LspSession S = startServer();
  S.initialize(modernCapabilities());
  CHECK(!S.readUntil(Clock::now() - milliseconds(1)));
  CHECK(!S.readUntil(Clock::now() + milliseconds(5)));
  CHECK(S.pid() > 0);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("LspSession: a framed message is one to the server", "[lspsession]") {
  LspSession S = startServer();
  json Capabilities = modernCapabilities();
  S.initialize(Capabilities);
  S.sendRaw(frameMessage(
      notification("textDocument/didOpen",
                   openParams("file:///a.mlir",
                              "// h\u00fcbsch\nfunc.func private @f()", 3))));
  CHECK(S.waitForDiagnostics("file:///a.mlir", 3).empty());
  CHECK(S.shutdown() == 0);
}
