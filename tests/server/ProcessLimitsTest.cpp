//===- ProcessLimitsTest.cpp - Little memory, and pipes nobody reads ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The server as a process that is given less than it would like: limits of the
// system, a client that does not read, and computations that do not end.
//
//===----------------------------------------------------------------------===//

#include "tests/server/ServerSession.h"
#include "tests/server/TestPipe.h"
#include <fcntl.h>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// MLIR parses it for minutes, and cannot be stopped.
static std::string endlessText() {
  std::string Text = "func.func @f(%a: tensor<";
  for (unsigned I = 0; I != 200000; ++I)
    Text += "1x";
  return Text + "i32>) {\n  \n  return\n}\n";
}

namespace {
/// A server that a shell starts, which first runs `Setup`.
struct LimitedSession : LspSession {
  explicit LimitedSession(const std::string &Setup)
      : LspSession({.Program = ourServer(), .Setup = Setup}) {
    json Capabilities = modernCapabilities();
    Capabilities["experimental"]["noisy"]["analysed"] = true;
    initialize(std::move(Capabilities));
  }

  /// Opens a document with an overflow, which is found.
  void checkOverflowIn(const std::string &Name) {
    open(Name, OverflowText);
    CHECK(waitForDiagnostics(Name, 1).size() == 1);
  }
};
} // namespace

static json selectionAt(uint32_t Character) {
  json Params = documentParams(Uri);
  Params["positions"] = {{{"line", 0}, {"character", Character}}};
  return Params;
}

TEST_CASE("Limits: deep nesting, with the stack of the system or a small one",
          "[limits]") {
  for (const char *Setup : {":", "ulimit -s 512"}) {
    CAPTURE(Setup);
    LimitedSession S(Setup);
    for (unsigned Depth : {1000, 20000, 200000}) {
      CAPTURE(Depth);
      std::string Begin = "func.func private @f() attributes {a = ";
      S.open(Uri,
             Begin + std::string(Depth, '[') + std::string(Depth, ']') + "}\n");
      json Selections =
          S.ask("textDocument/selectionRange",
                selectionAt(static_cast<uint32_t>(Begin.size()) + Depth));
      unsigned Levels = 0;
      for (const json *Level = &Selections[0]; Level;) {
        ++Levels;
        auto Outer = Level->find("parent");
        Level = Outer == Level->end() ? nullptr : &*Outer;
      }
      CHECK(Levels == 200);
      for (const char *Method :
           {"textDocument/documentSymbol", "textDocument/foldingRange",
            "textDocument/semanticTokens/full"})
        S.ask(Method, documentParams(Uri));
      S.ask("textDocument/hover", positionParams(Uri, 0, 20));
      S.ask("textDocument/completion", positionParams(Uri, 0, 100));
      S.close(Uri);
    }
    // Modules in modules.
    std::string Modules, End;
    for (unsigned I = 0; I != 5000; ++I) {
      Modules += "module {\n";
      End += "}\n";
    }
    S.open(Uri, Modules + End);
    CHECK(S.ask("textDocument/documentSymbol", documentParams(Uri)).size() > 0);
    S.close(Uri);
    // JSON that nests as deep as is allowed, and deeper.
    json NestedParams = json::object();
    for (unsigned I = 0; I != 250; ++I)
      NestedParams = {{"data", std::move(NestedParams)}};
    for (const char *Method : {"no/such/method", "textDocument/hover",
                               "completionItem/resolve", "codeAction/resolve"})
      S.request(Method, NestedParams);
    S.sendRaw("Content-Length: 200000\r\n\r\n" + std::string(200000, '['));
    CHECK(S.waitForNullAnswer().Code == int(ErrorCode::ParseError));
    S.checkOverflowIn("file:///b.mlir");
    CHECK(S.shutdown() == 0);
  }
}

TEST_CASE("Limits: many documents in little address space", "[limits]") {
  LimitedSession S("ulimit -v 4000000");
  for (unsigned I = 0; I != 40; ++I)
    S.checkOverflowIn("file:///" + std::to_string(I) + ".mlir");
  // That it is slower is said once.
  std::string Notice =
      S.waitForNotification("window/showMessage")["message"].get<std::string>();
  CHECK(Notice.find("ulimit") != std::string::npos);
  for (const json &Message : S.unread())
    CHECK(Message["method"] != "window/showMessage");
  // What nests deeper than its stacks allow is refused, not tried.
  S.open(Uri, "func.func private @f() attributes {a = " +
                  std::string(1900, '[') + std::string(1900, ']') + "}\n");
  json Problems = S.waitForDiagnostics(Uri, 1);
  REQUIRE(Problems.size() == 1);
  CHECK(Problems[0]["message"].get<std::string>().find("nests deeper") !=
        std::string::npos);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Limits: log lines that nobody reads", "[limits]") {
  TestPipe Unread;
  // The shell gives the server a pipe for its standard error.
  std::string Number = std::to_string(Unread.writeEnd());
  ::fcntl(Unread.writeEnd(), F_SETFD, 0);
  LimitedSession S("exec 2>/proc/self/fd/" + Number);
  for (unsigned I = 0; I != 4000; ++I)
    S.notify("textDocument/didClose", {{"x", I}});
  S.checkOverflowIn(Uri);
  for (unsigned I = 0; I != 4000; ++I)
    S.notify("no/such/notification", {{"x", I}});
  CHECK(S.ask("textDocument/hover", positionParams(Uri, 2, 3)).is_object());
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Limits: a computation that does not end is abandoned at the end",
          "[limits]") {
  for (bool IsShutdown : {false, true}) {
    CAPTURE(IsShutdown);
    LimitedSession S(":");
    S.open(Uri, endlessText());
    S.checkOverflowIn("file:///b.mlir");
    int64_t Completion =
        S.send("textDocument/completion", positionParams(Uri, 1, 2));
    int64_t Symbols =
        S.send("textDocument/documentSymbol", documentParams(Uri));
    if (IsShutdown) {
      CHECK(S.ask("shutdown", nullptr).is_null());
      S.notify("exit", nullptr);
      CHECK(S.waitForExit() == 0);
    } else {
      S.closeInput();
      CHECK(S.waitForExit() == 1);
    }
    for (int64_t Request : {Completion, Symbols}) {
      std::optional<Outcome> Answer = S.takeAnswer(Request);
      REQUIRE(Answer);
      INFO(Answer->Result);
      REQUIRE(Answer->Error);
      CHECK(Answer->Error->Code == int(ErrorCode::ServerCancelled));
    }
  }
}

TEST_CASE("Limits: a client that does not read is not waited for at the end",
          "[limits]") {
  for (bool IsShutdown : {false, true}) {
    CAPTURE(IsShutdown);
    std::string Error;
    auto Server = ChildProcess::start(ourServer(), {"--log=error"}, Error);
    REQUIRE(Server);
    auto Send = [&](const json &Message) {
      REQUIRE(Server->writeAll(frameMessage(Message)));
    };
    Send({{"jsonrpc", "2.0"},
          {"id", 1},
          {"method", "initialize"},
          {"params", {{"capabilities", json::object()}}}});
    // Each gets an error, until the pipe is full.
    for (unsigned I = 2; I != 3000; ++I)
      Send({{"jsonrpc", "2.0"}, {"id", I}, {"method", "no/such/method"}});
    if (IsShutdown) {
      Send({{"jsonrpc", "2.0"}, {"id", 3000}, {"method", "shutdown"}});
      Send({{"jsonrpc", "2.0"}, {"method", "exit"}});
    }
    Server->closeInput();
    CHECK(Server->waitFor(LspSession::DefaultTimeout) == (IsShutdown ? 0 : 1));
  }
}
