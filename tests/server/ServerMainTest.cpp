//===- ServerMainTest.cpp - The command line of the server ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/ServerSession.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("Server: --version and --help", "[server]") {
  ServerRun Version = runServer({"--version"}, "");
  CHECK(Version.Status == 0);
  CHECK(contains(Version.Output, "noisy-lsp-server "));
  CHECK(contains(Version.Output, "LLVM 22."));
  ServerRun Help = runServer({"--help"}, "");
  CHECK(Help.Status == 0);
  for (const char *Option :
       {"--input-style", "--lit-test", "--log", "--pretty"})
    CHECK(contains(Help.Output, Option));
  ServerRun Wrong = runServer({"--no-such-option"}, "");
  CHECK(Wrong.Status == 1);
  CHECK(Wrong.Output == "");
}

/// `Messages` as `--input-style=delimited` reads them.
static std::string delimitMessages(const std::vector<json> &Messages) {
  std::string Text = "// RUN: nothing\n";
  for (const json &Message : Messages)
    Text += Message.dump(2) + "\n// -----\n";
  return Text;
}

TEST_CASE("Server: the flags of mlir-lsp-server", "[server]") {
  for (const std::vector<std::string> &Flags :
       std::vector<std::vector<std::string>>{{},
                                             {"--log=verbose"},
                                             {"--log=info"},
                                             {"--log=error"},
                                             {"--pretty"},
                                             {"--input-style=standard"},
                                             {"-log=verbose"},
                                             {"-pretty"},
                                             {"-input-style=standard"},
                                             {"--log", "error", "--pretty"}}) {
    CAPTURE(Flags);
    // Nothing but the protocol comes, or the session would end.
    ServerSession S(modernCapabilities(), Flags);
    S.openOverflow();
    CHECK(contains(S.hover(Uri, 6, 3), "noisy.mul"));
    CHECK(S.shutdown() == 0);
  }

  std::vector<json> Messages = {
      {{"jsonrpc", "2.0"},
       {"id", 0},
       {"method", "initialize"},
       {"params", {{"capabilities", json::object()}}}},
      {{"jsonrpc", "2.0"}, {"id", 1}, {"method", "shutdown"}},
      {{"jsonrpc", "2.0"}, {"method", "exit"}}};
  for (const std::vector<std::string> &Flags :
       std::vector<std::vector<std::string>>{{"--lit-test"},
                                             {"-lit-test"},
                                             {"--input-style=delimited"},
                                             {"-input-style=delimited"}}) {
    CAPTURE(Flags);
    ServerRun Result = runServer(Flags, delimitMessages(Messages));
    CHECK(Result.Status == 0);
    CHECK(Result.Output.find("Content-Length: ") == 0);
    bool Pretty = contains(Flags[0], "lit-test");
    CHECK(contains(Result.Output, Pretty ? "\"id\": 1" : "\"id\":1"));
  }
}

//===----------------------------------------------------------------------===//
// The default model
//===----------------------------------------------------------------------===//

TEST_CASE("the model of the command line holds in both servers") {
  LspSession S(ourServer(), {"--noisy-model=initial=20,max=50"});
  S.initialize();
  // A contract of 45 bits is beyond the default limit: where the default held,
  // the verifier would say so.
  S.open(Uri,
         "func.func @f(%a: !noisy.i32 {noisy.bound = 45 : i64}, %x: i5) {\n"
         "  %0 = noisy.encode %x : i5 -> !noisy.i32\n"
         "  %1 = noisy.mul %0, %0 : !noisy.i32\n"
         "  %2 = noisy.mul %1, %0 : !noisy.i32\n"
         "  return\n"
         "}\n");
  json Reply = S.waitForDiagnostics(Uri, 1);
  REQUIRE(Reply.size() == 1);
  CHECK(Reply[0]["code"] == "noise-overflow");
  std::string Message = Reply[0]["message"];
  CHECK_THAT(Message, Catch::Contains("60 = 40 + 20 bits of noise, limit 50"));
  // LLVM's server has parsed it too.
  json Symbols =
      S.ask("textDocument/documentSymbol", {{"textDocument", {{"uri", Uri}}}});
  CHECK(Symbols.size() == 1);
  S.shutdown();
}

TEST_CASE("a model that is none ends the server with a message") {
  CHECK_THROWS_AS(
      LspSession(ourServer(), {"--noisy-model=initial=60,max=50"}).initialize(),
      SessionError);
}
