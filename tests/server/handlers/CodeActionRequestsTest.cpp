//===- CodeActionRequestsTest.cpp - Fixes, offered and computed -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/handlers/FixRequestSession.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

TEST_CASE("Action requests: kinds that are asked for", "[actions]") {
  FixRequestSession S;
  S.start();
  auto titles = [&](json OnlyKinds, int Line = 2) {
    json Context = json::object();
    Context["only"] = std::move(OnlyKinds);
    std::vector<std::string> Titles;
    for (const json &Action : S.askList(Line, 2, 3, Context))
      Titles.push_back(Action["kind"].get<std::string>());
    return Titles;
  };
  using Kinds = std::vector<std::string>;
  CHECK(titles(nullptr, 1) == Kinds{"refactor.rewrite"});
  CHECK(titles(nullptr) == Kinds{"quickfix"});
  CHECK(titles({""}) == Kinds{"quickfix"});
  CHECK(titles({"quickfix"}) == Kinds{"quickfix"});
  CHECK(titles({"quick"}) == Kinds{});
  CHECK(titles({"quickfix"}, 1) == Kinds{});
  for (const char *Kind : {"refactor", "refactor.rewrite"})
    CHECK(titles({Kind}, 1) == Kinds{"refactor.rewrite"});
  CHECK(titles({"refactor.inline"}, 1) == Kinds{});
  // Wherever the cursor is.
  for (const char *Kind : {"source", "source.fixAll", "source.fixAll.noisy"})
    CHECK(titles({Kind}, 0) == Kinds{"source.fixAll.noisy"});
  CHECK(titles({"source.fixAll.other"}) == Kinds{});
  CHECK(titles({"source.fixAll.noisyIntegers"}, 0) == Kinds{});
  CHECK(titles({"source.organizeImports"}) == Kinds{});
  CHECK(titles({"source.fixAll", "quickfix"}) ==
        Kinds{"quickfix", "source.fixAll.noisy"});
}

TEST_CASE("Action requests: what is refused is for those who show it",
          "[actions]") {
  FixRequestSession S;
  S.start();
  json OnlyKinds = {{"only", {"refactor"}}};
  CHECK(S.askList(2, 2, 3, OnlyKinds) == json::array());
  S.Client.CodeActionDisabled = true;
  json Actions = S.askList(2, 2, 3, OnlyKinds);
  REQUIRE(Actions.size() == 1);
  CHECK(Actions[0]["title"] == "Reduce %c here");
  CHECK(Actions[0]["disabled"]["reason"] ==
        "its noise is over the limit already; reduce its operands");
  CHECK_FALSE(Actions[0].contains("data"));
  CHECK_FALSE(Actions[0].contains("command"));
  OnlyKinds["triggerKind"] = 2;
  CHECK(S.askList(2, 2, 3, OnlyKinds) == json::array());
}

TEST_CASE("Action requests: LLVM's actions, if they come in time",
          "[actions]") {
  FixRequestSession S;
  S.start();
  json Problem = {{"source", "mlir"}, {"message", "m"}};
  json Params = S.list(2, 2, 3, {{"diagnostics", {Problem}}});
  auto makeTest = [&] {
    S.notify("test/change",
             {{"text",
               OverflowText + "// RUN: mlir-opt %s --verify-diagnostics\n"}});
  };
  SECTION("in time") {
    makeTest();
    int64_t Id = S.send("textDocument/codeAction", Params);
    json TheirAction = {{"title", "Add expected-error diagnostic checks"},
                        {"kind", "quickfix"},
                        {"diagnostics", {Problem}}};
    S.Upstream.get_future().get()({{TheirAction}, std::nullopt});
    json Actions = S.wait(Id).Result;
    // Without what rewriting would save: LLVM's server takes its time.
    REQUIRE(Actions.size() == 3);
    CHECK(Actions[0]["kind"] == "quickfix");
    CHECK(Actions[1]["title"] == "Rewrite, then insert optimal reduce_noise");
    // It writes a test and fixes nothing.
    CHECK(Actions[2] == json{{"title", "Add expected-error diagnostic checks"},
                             {"kind", "refactor"}});
  }
  SECTION("never") {
    makeTest();
    json Actions = S.ask("textDocument/codeAction", Params);
    CHECK(Actions.size() == 2);
    // Too late.
    S.Upstream.get_future().get()({json::array(), std::nullopt});
    S.settle();
    CHECK(S.unread().empty());
  }
  SECTION("not in programs that are no tests") {
    CHECK(S.ask("textDocument/codeAction", Params).size() == 1);
  }
  SECTION("not where they are no use") {
    makeTest();
    Params["context"]["only"] = {"quickfix"};
    CHECK(S.ask("textDocument/codeAction", Params).size() == 1);
    Params["context"].erase("only");
    Params["context"]["triggerKind"] = 2;
    CHECK(S.ask("textDocument/codeAction", Params).size() == 1);
  }
}

//===----------------------------------------------------------------------===//
// Computing
//===----------------------------------------------------------------------===//

TEST_CASE("Action requests: an action is resolved, with progress",
          "[actions]") {
  FixRequestSession S;
  S.start();
  json Action = S.firstFix();
  int64_t Id = S.send("codeAction/resolve", Action);
  S.BeginPromise.get_future().wait();
  CHECK(S.Kind == &fixes::ReduceChunk);
  CHECK(S.Offset == OverflowText.find("%c"));
  S.Report("so far");
  json Create = S.waitForMessage("window/workDoneProgress/create");
  S.answer(Create);
  json Begin = S.waitForNotification("$/progress");
  CHECK(Begin["token"] == Create["params"]["token"]);
  CHECK(Begin["value"]["title"] == "Insert optimal reduce_noise");
  CHECK(Begin["value"]["message"] == "so far");
  S.ResultPromise.set_value(SampleFix);
  json ResolvedItem = S.wait(Id).Result;
  CHECK(ResolvedItem["title"] == "Insert optimal reduce_noise (it is done)");
  CHECK(ResolvedItem["edit"]["documentChanges"][0]["textDocument"]["version"] ==
        1);
  CHECK(ResolvedItem["edit"]["documentChanges"][0]["edits"].size() == 1);
  CHECK(S.waitForNotification("$/progress")["value"] ==
        json{{"kind", "end"}, {"message", "it is done"}});
  // Nothing pops up where all is visible.
  CHECK(S.waitForNotification("window/logMessage") ==
        json{{"type", 3}, {"message", "it is done"}});
  S.settle();
  CHECK(S.unread().empty());
  S.ResultPromise = {};
}

TEST_CASE("Action requests: what the new text does not show is told",
          "[actions]") {
  FixRequestSession S;
  S.start();
  int64_t Id = S.send("codeAction/resolve", S.firstFix());
  Fix Notable = SampleFix;
  Notable.IsNotable = true;
  S.ResultPromise.set_value(Notable);
  CHECK(S.wait(Id).Result.contains("edit"));
  CHECK(S.waitForNotification("window/showMessage") ==
        json{{"type", 3}, {"message", "it is done"}});
  S.ResultPromise = {};
}

TEST_CASE("Action requests: a fix that is cancelled ends at once",
          "[actions]") {
  FixRequestSession S;
  S.start();
  json Action = S.firstFix();
  Action["workDoneToken"] = "t";
  int64_t Id = S.send("codeAction/resolve", Action);
  S.BeginPromise.get_future().wait();
  CHECK(S.waitForNotification("$/progress")["value"]["kind"] == "begin");
  CHECK_FALSE(S.CancellationCheck());
  // By either way that there is; what computes has not noticed yet.
  SECTION("the request") { S.notify("$/cancelRequest", {{"id", Id}}); }
  SECTION("the request, with something to keep") {
    S.OnChoice();
    S.notify("$/cancelRequest", {{"id", Id}});
  }
  SECTION("the progress, without anything to keep") {
    S.notify("window/workDoneProgress/cancel", {{"token", "t"}});
  }
  CHECK(S.errorOf(Id) == int(ErrorCode::RequestCancelled));
  CHECK(S.waitForNotification("$/progress")["value"]["kind"] == "end");
  CHECK(S.CancellationCheck());
  S.ResultPromise.set_value(SampleFix);
  S.settle();
  CHECK(S.unread().empty());
  S.ResultPromise = {};
}

TEST_CASE("Action requests: a user who cancels gets the best so far",
          "[actions]") {
  FixRequestSession S;
  S.start();
  json Action = S.firstFix();
  Action["workDoneToken"] = "t";
  int64_t Id = S.send("codeAction/resolve", Action);
  S.BeginPromise.get_future().wait();
  CHECK(S.waitForNotification("$/progress")["value"]["kind"] == "begin");
  CHECK_FALSE(S.StopCheck());
  S.OnChoice();
  S.notify("window/workDoneProgress/cancel", {{"token", "t"}});
  CHECK(S.waitForNotification("$/progress")["value"]["message"] ==
        "taking the best so far");
  CHECK(S.StopCheck());
  CHECK_FALSE(S.CancellationCheck());
  CHECK_FALSE(S.takeAnswer(Id));
  SECTION("there is one") {
    Fix Best = SampleFix;
    Best.IsNotable = true;
    S.ResultPromise.set_value(Best);
    CHECK(S.wait(Id).Result.contains("edit"));
    CHECK(S.waitForNotification("window/showMessage") ==
          json{{"type", 3}, {"message", "it is done"}});
  }
  SECTION("it changes nothing") {
    S.ResultPromise.set_value({{}, "nothing is cheaper"});
    CHECK(S.errorOf(Id) == int(ErrorCode::RequestCancelled));
  }
  SECTION("the request is withdrawn") {
    S.notify("$/cancelRequest", {{"id", Id}});
    CHECK(S.errorOf(Id) == int(ErrorCode::RequestCancelled));
    // What computes may hear of it after the client.
    S.settle();
    CHECK(S.CancellationCheck());
    S.ResultPromise.set_value(SampleFix);
  }
  SECTION("the text changes") {
    S.notify("test/change", {{"text", "// x\n" + OverflowText}});
    CHECK(S.errorOf(Id) == int(ErrorCode::ContentModified));
    CHECK(S.CancellationCheck());
    S.waitForNotification("window/showMessage");
    S.ResultPromise.set_value(SampleFix);
  }
  CHECK(S.waitForNotification("$/progress")["value"]["kind"] == "end");
  S.settle();
  CHECK(S.unread().empty());
  S.ResultPromise = {};
}

TEST_CASE("Action requests: a fix ends when its text changes", "[actions]") {
  FixRequestSession S;
  S.start();
  json Action = S.firstFix();
  int64_t Id = S.send("codeAction/resolve", Action);
  S.BeginPromise.get_future().wait();
  SECTION("typed") {
    S.notify("test/change", {{"text", "// x\n" + OverflowText}});
  }
  SECTION("closed") { S.notify("test/close", json::object()); }
  CHECK(S.errorOf(Id) == int(ErrorCode::ContentModified));
  CHECK(S.waitForNotification("window/showMessage") ==
        json{{"type", 2}, {"message", FixIsOutdated}});
  CHECK(S.CancellationCheck());
  S.ResultPromise.set_value(SampleFix);
  // The same offer does not even begin.
  CHECK(S.errorOf(S.send("codeAction/resolve", Action)) ==
        int(ErrorCode::ContentModified));
  S.ResultPromise = {};
}

TEST_CASE("Action requests: a fix ends when another model holds", "[actions]") {
  FixRequestSession S;
  S.start();
  json Action = S.firstFix();
  int64_t Id = S.send("codeAction/resolve", Action);
  S.BeginPromise.get_future().wait();
  S.notify("test/model", json::object());
  CHECK(S.errorOf(Id) == int(ErrorCode::ContentModified));
  CHECK(S.waitForNotification("window/showMessage") ==
        json{{"type", 2}, {"message", FixModelChanged}});
  CHECK(S.CancellationCheck());
  S.ResultPromise.set_value(SampleFix);
  S.settle();
  S.ResultPromise = {};
}

TEST_CASE("Action requests: on save nobody hears of what cannot be had",
          "[actions]") {
  FixRequestSession S;
  S.start();
  json Actions =
      S.askList(0, 0, 0, {{"only", {"source.fixAll"}}, {"triggerKind", 2}});
  REQUIRE(Actions.size() == 1);
  int64_t Id = S.send("codeAction/resolve", Actions[0]);
  S.ResultPromise.set_value({{}, "nothing helps"});
  CHECK(S.wait(Id).Result == Actions[0]);
  CHECK(S.Kind == &fixes::ReduceDocument);
  CHECK(S.waitForNotification("window/logMessage")["message"] ==
        "nothing helps");
  S.settle();
  CHECK(S.unread().empty());
  S.ResultPromise = {};
}

TEST_CASE("Action requests: a command that the client applies, or not",
          "[actions]") {
  FixRequestSession S;
  // Or knows commands only.
  S.Client.CodeActionLiterals = GENERATE(true, false);
  S.Client.CodeActionResolveEdit = false;
  S.start();
  json Params = S.firstFix();
  json Command = S.Client.CodeActionLiterals ? Params["command"] : Params;
  CHECK(Command["title"] == "Insert optimal reduce_noise");
  bool Applies = GENERATE(true, false);
  int64_t Id =
      S.send("workspace/executeCommand", {{"command", Command["command"]},
                                          {"arguments", Command["arguments"]}});
  S.ResultPromise.set_value(SampleFix);
  CHECK(S.wait(Id).Result.is_null());
  json Apply = S.waitForMessage("workspace/applyEdit");
  CHECK(Apply["params"]["label"] == "Insert optimal reduce_noise (it is done)");
  CHECK(S.unread().empty());
  json Reply = {{"applied", Applies}};
  S.answer(Apply, {Reply, std::nullopt});
  json Notice = S.waitForNotification(Applies ? "window/logMessage"
                                              : "window/showMessage");
  CHECK(Notice["type"] == (Applies ? 3 : 1));
  CHECK(Notice["message"] ==
        (Applies ? "it is done" : "the client did not apply the fix"));
  S.ResultPromise = {};
}
