//===- SearchLongerTest.cpp - Searches that go on -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/handlers/FixRequestSession.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// A fix of a search that its time limit ended.
static Fix stoppedFix(const std::string &NewText, int64_t Cost) {
  return {{{{0, 0}, NewText}},
          "inserted " + std::to_string(Cost) + " reductions",
          "",
          Cost,
          /*EndedEarly=*/true};
}

namespace {
struct LongerSession : FixRequestSession {
  LongerSession() {
    Client.MessageActions = true;
    Client.WorkDoneProgress = false;
    start();
  }

  /// The first search ends at its limit; returns the server's question.
  json stopFirst() {
    int64_t Id = send("codeAction/resolve", firstFix());
    ResultPromise.set_value(stoppedFix("// fixed\n", 3));
    CHECK(wait(Id).Result.contains("edit"));
    ResultPromise = {};
    BeginPromise = {};
    json Question = waitForMessage("window/showMessageRequest");
    CHECK(Question["params"] ==
          json{{"type", 3},
               {"message", "inserted 3 reductions"},
               {"actions", {{{"title", "Search longer (1 min)"}}}}});
    return Question;
  }
  void choose(const json &Question) {
    answer(Question, {Question["params"]["actions"][0], std::nullopt});
  }
};
} // namespace

TEST_CASE("SearchLonger: a better fix takes the place of the first",
          "[actions]") {
  LongerSession S;
  json Question = S.stopFirst();
  S.notify("test/change", {{"text", "// fixed\n" + OverflowText}});
  S.choose(Question);
  S.ResultPromise.set_value(stoppedFix("// better\n", 2));
  json Apply = S.waitForMessage("workspace/applyEdit");
  CHECK(S.TimeLimit == std::chrono::minutes(1));
  CHECK(S.Offset == OverflowText.find("%c"));
  json Edit = Apply["params"]["edit"]["documentChanges"][0];
  CHECK(Edit["textDocument"]["version"] == 2);
  CHECK(Edit["edits"] ==
        json::array({{{"range",
                       {{"start", {{"line", 0}, {"character", 0}}},
                        {"end", {{"line", 1}, {"character", 0}}}}},
                      {"newText", "// better\n"}}}));
  S.answer(Apply, {json{{"applied", true}}, std::nullopt});
  json Params = S.waitForMessage("window/showMessageRequest")["params"];
  CHECK(Params["message"] == "a better fix: 2 reductions");
  CHECK(Params["actions"][0]["title"] == "Search longer (6 min)");
  S.ResultPromise = {};
}

TEST_CASE("SearchLonger: by command, without a better one", "[actions]") {
  LongerSession S;
  S.answer(S.stopFirst(), {nullptr, std::nullopt});
  S.notify("test/change", {{"text", "// fixed\n" + OverflowText}});
  int64_t Id =
      S.send("workspace/executeCommand", {{"command", "noisy.searchLonger"},
                                          {"arguments", {{{"uri", TestUri}}}}});
  Fix Same = stoppedFix("// other\n", 3);
  Same.EndedEarly = false;
  S.ResultPromise.set_value(Same);
  CHECK(S.wait(Id).Result.is_null());
  CHECK(
      S.waitForNotification("window/showMessage") ==
      json{{"type", 3}, {"message", "nothing better was found: 3 reductions"}});
  S.ResultPromise = {};
}

TEST_CASE("SearchLonger: a user who cancels it hears what was found",
          "[actions]") {
  LongerSession S;
  S.answer(S.stopFirst(), {nullptr, std::nullopt});
  S.notify("test/change", {{"text", "// fixed\n" + OverflowText}});
  int64_t Id =
      S.send("workspace/executeCommand", {{"command", "noisy.searchLonger"},
                                          {"arguments", {{{"uri", TestUri}}}},
                                          {"workDoneToken", "t"}});
  CHECK(S.waitForNotification("$/progress")["value"]["kind"] == "begin");
  S.OnChoice();
  S.notify("window/workDoneProgress/cancel", {{"token", "t"}});
  S.waitForNotification("$/progress");
  CHECK(S.StopCheck());
  S.ResultPromise.set_value(stoppedFix("// other\n", 3));
  CHECK(S.waitForMessage("window/showMessageRequest")["params"]["message"] ==
        "nothing better was found: 3 reductions");
  CHECK(S.wait(Id).Result.is_null());
  S.ResultPromise = {};
}

TEST_CASE("SearchLonger: in the text of before, it is a fix as any",
          "[actions]") {
  LongerSession S;
  S.choose(S.stopFirst());
  S.ResultPromise.set_value(stoppedFix("// better\n", 3));
  json Apply = S.waitForMessage("workspace/applyEdit");
  CHECK(Apply["params"]["edit"]["documentChanges"][0]["edits"][0]["newText"] ==
        "// better\n");
  S.answer(Apply, {json{{"applied", true}}, std::nullopt});
  S.waitForMessage("window/showMessageRequest");
  S.ResultPromise = {};
}

TEST_CASE("SearchLonger: not after another edit", "[actions]") {
  LongerSession S;
  json Question = S.stopFirst();
  S.notify("test/change", {{"text", "// typed\n" + OverflowText}});
  S.choose(Question);
  CHECK(S.waitForNotification("window/showMessage") ==
        json{{"type", 2}, {"message", FixIsOutdated}});
}

TEST_CASE("SearchLonger: a proposal has the title of the button", "[actions]") {
  LongerSession S;
  int64_t Id = S.send("noisy/proposeFix", {{"textDocument", {{"uri", TestUri}}},
                                           {"position", Position{2, 2}},
                                           {"scope", "chunk"}});
  S.ResultPromise.set_value(stoppedFix("// fixed\n", 3));
  CHECK(S.wait(Id).Result["searchLonger"] == "Search longer (1 min)");
  S.ResultPromise = {};
}
