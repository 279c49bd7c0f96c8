//===- ProgressTest.cpp - What is under way, shown to the user ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Progress.h"
#include "tests/server/handlers/PipeSession.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using namespace std::chrono_literals;

static constexpr char Create[] = "window/workDoneProgress/create";
static constexpr char CancelIt[] = "window/workDoneProgress/cancel";

namespace {
/// A client that shows progress.
struct WatchedSession {
  explicit WatchedSession(std::chrono::milliseconds Patience = 0ms)
      : Tokens(S.Server, Clock, Client, Patience) {
    Client.WorkDoneProgress = true;
    S.start();
  }
  ~WatchedSession() { S.end(); }

  json nextValue(const json &Token) {
    json Params = S.waitForNotification("$/progress");
    CHECK(Params["token"] == Token);
    return Params["value"];
  }
  /// Nothing was said that was not waited for.
  void checkSilence() {
    S.settle();
    CHECK(S.unread().empty());
  }

  ClientCapabilities Client;
  PipeSession S;
  TaskQueue Clock{WorkKind::Timing};
  ProgressTokens Tokens;
};
} // namespace

TEST_CASE("Progress: begin, report, end", "[progress]") {
  WatchedSession W;
  Progress Bar = W.Tokens.begin("Work", json::object(), nullptr);
  Bar.report("one");
  json Request = W.S.waitForMessage(Create);
  json Token = Request["params"]["token"];
  // The client has not agreed yet.
  W.checkSilence();
  W.S.answer(Request);
  CHECK(W.nextValue(Token) == json{{"kind", "begin"},
                                   {"title", "Work"},
                                   {"cancellable", true},
                                   {"message", "one"}});
  // Of several reports the newest comes in any case.
  Bar.report("two");
  Bar.report("three");
  json Value = W.nextValue(Token);
  if (Value["message"] == "two")
    Value = W.nextValue(Token);
  CHECK(Value ==
        json{{"kind", "report"}, {"cancellable", true}, {"message", "three"}});
  Bar.end("done");
  CHECK(W.nextValue(Token) == json{{"kind", "end"}, {"message", "done"}});
  Bar.report("five");
  Bar.end("again");
  W.checkSilence();
}

TEST_CASE("Progress: a token of the client is used as it is", "[progress]") {
  WatchedSession W;
  W.Client.WorkDoneProgress = false;
  for (const json &Token : {json("t"), json(7)}) {
    Progress Bar = W.Tokens.begin("Work", Token, nullptr);
    CHECK(W.nextValue(Token)["kind"] == "begin");
    Progress Next = W.Tokens.begin("Other", 8, nullptr);
    CHECK(W.nextValue(8)["title"] == "Other");
    // What is replaced, or goes, has ended.
    Next = std::move(Bar);
    CHECK(W.nextValue(8) == json{{"kind", "end"}});
    {
      Progress Last = std::move(Next);
    }
    CHECK(W.nextValue(Token) == json{{"kind", "end"}});
  }
  W.checkSilence();
}

TEST_CASE("Progress: nothing is shown of what ends soon", "[progress]") {
  WatchedSession W(1h);
  {
    Progress Bar = W.Tokens.begin("Work", 1, nullptr);
    Bar.report("one");
    Progress Ours = W.Tokens.begin("Work", nullptr, nullptr);
    Ours.end("done");
  }
  W.checkSilence();
}

TEST_CASE("Progress: nothing for clients that cannot or will not show it",
          "[progress]") {
  WatchedSession W;
  {
    Progress Bar = W.Tokens.begin("Work", json::object(), nullptr);
    W.S.refuse(W.S.waitForMessage(Create));
    Bar.report("one");
  }
  W.Client.WorkDoneProgress = false;
  {
    Progress Bar = W.Tokens.begin("Work", json::object(), nullptr);
    Bar.report("one");
  }
  W.checkSilence();
  // It ended before the client agreed.
  W.Client.WorkDoneProgress = true;
  json Request;
  {
    Progress Bar = W.Tokens.begin("Work", json::object(), nullptr);
    Request = W.S.waitForMessage(Create);
  }
  W.S.answer(Request);
  W.checkSilence();
}

TEST_CASE("Progress: the user cancels it once", "[progress]") {
  WatchedSession W;
  int Cancellations = 0;
  Progress Bar = W.Tokens.begin("Work", "t", [&] { ++Cancellations; });
  // Also before it is shown, and not another.
  W.S.notify(CancelIt, {{"token", "u"}});
  W.S.notify(CancelIt, json::object());
  W.S.settle();
  CHECK(Cancellations == 0);
  W.S.notify(CancelIt, {{"token", "t"}});
  W.S.notify(CancelIt, {{"token", "t"}});
  W.S.settle();
  CHECK(Cancellations == 1);
  Bar.end("cancelled");

  // Not what has ended.
  Progress Next = W.Tokens.begin("Work", "t", [&] { ++Cancellations; });
  Next.end();
  W.S.notify(CancelIt, {{"token", "t"}});
  W.S.settle();
  CHECK(Cancellations == 1);
}
