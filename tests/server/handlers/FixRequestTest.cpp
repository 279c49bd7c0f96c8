//===- FixRequestTest.cpp - Fixes that are proposed -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/handlers/FixRequestSession.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static json proposal(const std::string &Scope,
                     json ExtraParams = json::object()) {
  ExtraParams["textDocument"] = {{"uri", TestUri}};
  ExtraParams["position"] = Position{2, 2};
  ExtraParams["scope"] = Scope;
  return ExtraParams;
}

TEST_CASE("Action requests: a fix is proposed, with progress", "[actions]") {
  FixRequestSession S;
  json Capabilities = announceRequests({});
  CHECK(Capabilities["experimental"]["noisy"]["proposeFix"] == true);
  S.start();
  auto [Scope, Kind] = GENERATE(table<std::string, const FixKind *>(
      {{"function", &fixes::ReduceFunction},
       {"chunk", &fixes::ReduceChunk},
       {"document", &fixes::ReduceDocument}}));
  int64_t Id =
      S.send("noisy/proposeFix", proposal(Scope, {{"workDoneToken", 7}}));
  S.BeginPromise.get_future().wait();
  CHECK(S.Kind == Kind);
  CHECK(S.Offset == OverflowText.find("%c"));
  S.Report("so far");
  json Begin = S.waitForNotification("$/progress");
  CHECK(Begin["token"] == 7);
  CHECK(Begin["value"]["message"] == "so far");
  S.ResultPromise.set_value(SampleFix);
  json Notice = S.wait(Id).Result;
  CHECK(Notice["version"] == 1);
  CHECK(Notice["message"] == "it is done");
  CHECK(Notice["edit"]["documentChanges"][0]["textDocument"]["version"] == 1);
  // Not asked for.
  CHECK(Notice["graph"].is_null());
  CHECK(S.waitForNotification("$/progress")["value"]["kind"] == "end");
  // The client shows it.
  S.settle();
  CHECK(S.unread().empty());
  S.ResultPromise = {};
}

TEST_CASE("Action requests: what is proposed is what a code action does",
          "[actions]") {
  FixRequestSession S;
  S.IsReal = true;
  S.start();
  json Action = S.ask("codeAction/resolve", S.firstFix());
  json Notice =
      S.ask("noisy/proposeFix", proposal("chunk", {{"withGraph", true}}));
  CHECK(Notice["edit"] == Action["edit"]);
  CHECK(Notice["message"] == "would insert 1 reduction, the fewest possible");
  CHECK(Notice["done"] == "inserted 1 reduction, the fewest possible");
  const json &Graph = Notice["graph"];
  CHECK(Graph["version"] == 1);
  CHECK(Graph["name"] == "@f");
  CHECK(Graph["isStale"] == false);
  json Keys = json::array(), Insertions = json::array();
  for (const json &Node : Graph["nodes"]) {
    Keys.push_back(Node["key"]);
    CHECK((Node["level"] == "safe" || Node["level"] == "nearLimit"));
    if (Node["isInserted"] == true)
      Insertions.push_back(Node);
  }
  CHECK(Keys == json({"%a", "%b", "%b_reduced", "%c", "func.return"}));
  REQUIRE(Insertions.size() == 1);
  // Where the text without it has place for it; others where they are there.
  CHECK(Insertions[0]["key"] == "%b_reduced");
  CHECK(Insertions[0]["kind"] == "reduction");
  CHECK(Insertions[0]["range"] == json(Range{{1, 36}, {1, 36}}));
  CHECK(Graph["nodes"][3]["range"] == json(Range{{2, 2}, {2, 4}}));
  CHECK(Graph["range"] == json(Range{{0, 0}, {4, 1}}));
  CHECK(Graph["nameRange"] == json(Range{{0, 10}, {0, 12}}));
  // Fewer of them.
  Notice = S.ask("noisy/proposeFix",
                 proposal("function", {{"withGraph", true}, {"maxNodes", 2}}));
  CHECK(Notice["graph"]["nodes"].size() == 2);
  CHECK(Notice["graph"]["totalNodes"] == 5);
}

TEST_CASE("Action requests: that there is nothing to propose is an answer",
          "[actions]") {
  FixRequestSession S;
  S.IsReal = true;
  S.start();
  auto propose = [&](const std::string &Contents) {
    S.notify("test/change", {{"text", Contents}});
    return S.ask("noisy/proposeFix",
                 proposal("function", {{"withGraph", true}}));
  };
  // Right as it is: the graph of that.
  json Notice =
      propose("// \xc3\xa4\n\n  func.func @f(%a: !noisy.i32) { return }");
  CHECK(Notice["version"] == 2);
  CHECK(Notice["edit"].is_null());
  CHECK_FALSE(Notice["message"].get<std::string>().empty());
  CHECK(Notice["graph"]["nodes"][0]["range"] == json(Range{{2, 15}, {2, 17}}));
  // In the second of two chunks.
  Notice = propose("// -----\n\n  func.func @f(%a: !noisy.i32) { return }");
  CHECK(Notice["graph"]["nodes"][0]["range"] == json(Range{{2, 15}, {2, 17}}));
  // No solution, and no function.
  Notice =
      propose("\n\n  func.func @f(%a: !noisy.i32 {noisy.bound = 40 : i64}) "
              "{ %b = noisy.decode %a : !noisy.i32 -> i5 return }");
  CHECK(Notice["edit"].is_null());
  CHECK_FALSE(Notice["message"].get<std::string>().empty());
  Notice = propose("\n\n    \n");
  CHECK(Notice["edit"].is_null());
  CHECK(Notice["graph"].is_null());
  // An operation is broken: the graph of the others.
  Notice = propose("\n\n  func.func @f(%a: !noisy.i32) { return %b }");
  CHECK(Notice["edit"].is_null());
  CHECK_FALSE(Notice["message"].get<std::string>().empty());
  CHECK(Notice["graph"]["isStale"] == false);
  CHECK(Notice["graph"]["nodes"].size() == 1);
  // The signature is.
  Notice = propose("\n\n  func.func @f(%a: !noisy.i32 x) { return }");
  CHECK(Notice["edit"].is_null());
  CHECK(Notice["graph"].is_null());
  CHECK(S.unread().empty());
}

TEST_CASE("Action requests: a proposal that ends early", "[actions]") {
  FixRequestSession S;
  S.start();
  int64_t Id = S.send("noisy/proposeFix", proposal("chunk"));
  S.BeginPromise.get_future().wait();
  SECTION("cancelled") {
    S.notify("$/cancelRequest", {{"id", Id}});
    CHECK(S.errorOf(Id) == int(ErrorCode::RequestCancelled));
  }
  SECTION("overtaken") {
    S.notify("test/change", {{"text", "// x\n" + OverflowText}});
    CHECK(S.errorOf(Id) == int(ErrorCode::ContentModified));
  }
  SECTION("for another model") {
    S.notify("test/model", json::object());
    Outcome Reply = S.wait(Id);
    REQUIRE_FALSE(Reply);
    CHECK(Reply.Error->Code == int(ErrorCode::ContentModified));
    CHECK(Reply.Error->Message == FixModelChanged);
  }
  // What computes may hear of it after the client.
  S.settle();
  CHECK(S.CancellationCheck());
  S.ResultPromise.set_value(SampleFix);
  S.settle();
  CHECK(S.unread().empty());
  S.ResultPromise = {};
}

TEST_CASE("Action requests: proposals that make no sense", "[actions]") {
  FixRequestSession S;
  S.start();
  int InvalidParams = int(ErrorCode::InvalidParams);
  auto errorOf = [&](const json &Params) {
    return S.errorOf(S.send("noisy/proposeFix", Params));
  };
  CHECK(errorOf(nullptr) == InvalidParams);
  CHECK(errorOf(proposal("module")) == InvalidParams);
  json Params = proposal("chunk");
  Params.erase("position");
  CHECK(errorOf(Params) == InvalidParams);
  Params = proposal("chunk");
  Params["textDocument"]["uri"] = "file:///other.mlir";
  CHECK(errorOf(Params) == InvalidParams);
  CHECK(errorOf(proposal("chunk", {{"withGraph", true}, {"maxNodes", "x"}})) ==
        InvalidParams);
}

/// x^6, which takes 4 reductions as it is written, and 2 by squaring.
static const std::string Power =
    "\n\nfunc.func @f(%x: !noisy.i32) -> !noisy.i32 {\n\n"
    "  %0 = noisy.mul %x, %x : !noisy.i32\n"
    "  %1 = noisy.mul %0, %x : !noisy.i32\n"
    "  %2 = noisy.mul %1, %x : !noisy.i32\n"
    "  %3 = noisy.mul %2, %x : !noisy.i32\n"
    "  %4 = noisy.mul %3, %x : !noisy.i32\n"
    "  return %4 : !noisy.i32\n}\n";

TEST_CASE("Action requests: what rewriting saves is proposed", "[actions]") {
  FixRequestSession S;
  S.IsReal = true;
  S.start();
  S.notify("test/change", {{"text", Power}});
  json Notice =
      S.ask("noisy/proposeFix",
            proposal("function", {{"withGraph", true}, {"rewrite", true}}));
  CHECK(Notice["message"] == "2 reductions instead of 4");
  CHECK(Notice["done"] == "rewritten: 2 reductions instead of 4");
  REQUIRE(Notice["edit"].is_object());
  // The graph is that of the new text.
  unsigned Inserted = 0, Products = 0;
  for (const json &Node : Notice["graph"]["nodes"]) {
    Inserted += Node["isInserted"] == true;
    Products += Node["operation"] == "noisy.mul";
  }
  CHECK(Inserted == 2);
  CHECK(Products == 3);
}

TEST_CASE("Action requests: menus say what rewriting saves, or why nothing",
          "[actions]") {
  FixRequestSession S;
  S.IsReal = true;
  S.Client.CodeActionDisabled = true;
  S.start();
  S.notify("test/change", {{"text", Power}});
  auto rewriting = [&](json Context = json::object()) {
    json Found;
    for (json &Action : S.askList(5, 2, 4, std::move(Context)))
      if (Action["title"].get<std::string>().starts_with("Rewrite"))
        Found = Action;
    return Found;
  };
  json Action = rewriting();
  CHECK(Action["title"] == "Rewrite, then insert optimal reduce_noise "
                           "(2 reductions instead of 4)");
  json Resolved = S.ask("codeAction/resolve", Action);
  CHECK(Resolved["title"] == Action["title"]);
  CHECK(Resolved["edit"]["documentChanges"][0]["edits"].size() > 0);
  // The product of different values takes as many in whatever order.
  S.notify("test/change",
           {{"text", "\n\nfunc.func @f(%x: !noisy.i32, %y: !noisy.i32, %z: "
                     "!noisy.i32) -> !noisy.i32 {\n\n"
                     "  %0 = noisy.mul %x, %y : !noisy.i32\n"
                     "  %1 = noisy.mul %0, %z : !noisy.i32\n"
                     "  return %1 : !noisy.i32\n}\n"}});
  Action = rewriting();
  CHECK(Action["title"] == "Rewrite, then insert optimal reduce_noise");
  CHECK(Action["disabled"]["reason"] == "not rewritten: nothing is cheaper "
                                        "than inserting alone, 1 reduction");
  CHECK_FALSE(Action.contains("data"));
  // Nobody asked.
  CHECK(rewriting({{"triggerKind", 2}}).is_null());
}
