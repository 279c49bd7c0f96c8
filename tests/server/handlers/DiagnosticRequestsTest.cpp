//===- DiagnosticRequestsTest.cpp - Diagnostics on request ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/ServerSession.h"
#include <map>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static json pullCapabilities() {
  json Capabilities = modernCapabilities();
  Capabilities["textDocument"]["diagnostic"] = {{"dynamicRegistration", true}};
  return Capabilities;
}

TEST_CASE("Protocol: diagnostics on request", "[protocol]") {
  ServerSession S(pullCapabilities());
  CHECK(S.Info["capabilities"]["diagnosticProvider"] ==
        json{{"identifier", "noisy"},
             {"interFileDependencies", false},
             {"workspaceDiagnostics", false}});
  auto Pull = [&](json Previous) {
    json Params = documentParams(Uri);
    Params["identifier"] = "noisy";
    if (!Previous.is_null())
      Params["previousResultId"] = std::move(Previous);
    return S.ask("textDocument/diagnostic", Params);
  };
  S.open(Uri, OverflowText);
  json First = Pull(nullptr);
  CHECK(First["kind"] == "full");
  REQUIRE(First["items"].size() == 1);
  CHECK(First["items"][0]["code"] == "noise-overflow");
  CHECK(First["items"][0]["range"] == rangeJson(2, 2, 2, 4));

  // An edit that moves nothing changes nothing.
  S.changeRanges(Uri,
                 {{{"range", rangeJson(3, 0, 3, 0)}, {"text", "  // x\n"}}}, 2);
  json UnchangedReport = Pull(First["resultId"]);
  CHECK(UnchangedReport ==
        json{{"kind", "unchanged"}, {"resultId", First["resultId"]}});
  CHECK(Pull("something else")["items"] == First["items"]);

  S.changeRanges(Uri, {{{"range", rangeJson(0, 0, 0, 0)}, {"text", "//\n"}}},
                 3);
  json MovedReport = Pull(First["resultId"]);
  CHECK(MovedReport["kind"] == "full");
  CHECK(MovedReport["items"][0]["range"] == rangeJson(3, 2, 3, 4));
  CHECK(MovedReport["resultId"] != First["resultId"]);

  S.change(Uri, "module {}", 4);
  json EmptyReport = Pull(MovedReport["resultId"]);
  CHECK(EmptyReport["kind"] == "full");
  CHECK(EmptyReport["items"] == json::array());
  CHECK(Pull(EmptyReport["resultId"])["kind"] == "unchanged");

  // Fixes are offered for what was asked for.
  S.change(Uri, OverflowText, 5);
  json Actions =
      S.ask("textDocument/codeAction",
            {{"textDocument", {{"uri", Uri}}},
             {"range", rangeJson(2, 2, 2, 4)},
             {"context", {{"diagnostics", Pull(nullptr)["items"]}}}});
  CHECK(Actions.size() == 1);

  S.close(Uri);
  CHECK(S.errorCode("textDocument/diagnostic", documentParams(Uri)) ==
        int(ErrorCode::InvalidParams));
  CHECK(S.shutdown() == 0);
  // Nothing was sent unasked: it would be shown beside the rest.
  CHECK(S.unread().empty());
}

TEST_CASE("Protocol: what is never executed or used is faded", "[protocol]") {
  json Capabilities = pullCapabilities();
  Capabilities["textDocument"]["publishDiagnostics"]["tagSupport"] = {
      {"valueSet", {1, 2}}};
  ServerSession S(Capabilities);
  const std::string Text = "func.func private @unused()\n"
                           "func.func @f(%c: i1, %n: i32) {\n"
                           "  %false = arith.constant false\n"
                           "  scf.if %false {\n"
                           "    func.call @g(%n) : (i32) -> ()\n"
                           "    func.call @g(%n) : (i32) -> ()\n"
                           "  }\n"
                           "  %sum = arith.addi %n, %n : i32\n"
                           "  return\n"
                           "^bb1:\n"
                           "  return\n"
                           "}\n"
                           "func.func private @g(i32)\n";
  S.open(Uri, Text);
  std::map<std::string, std::vector<json>> Faded;
  json Report = S.ask("textDocument/diagnostic", documentParams(Uri));
  for (const json &Item : Report["items"]) {
    // Unnecessary, and a hint, which is not underlined.
    CHECK(Item["tags"] == json{1});
    CHECK(Item["severity"] == 4);
    Faded[Item["code"]].push_back(Item["range"]);
  }
  CHECK(Faded == std::map<std::string, std::vector<json>>{
                     {"unused-function", {rangeJson(0, 18, 0, 25)}},
                     {"never-executed",
                      {rangeJson(4, 4, 5, 34), rangeJson(9, 0, 10, 8)}},
                     {"unused-value", {rangeJson(7, 2, 7, 32)}}});
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: diagnostics that are overtaken are asked for again",
          "[protocol]") {
  ServerSession S(pullCapabilities());
  std::string Big;
  for (int I = 0; I < 200; ++I)
    Big += "func.func @f" + std::to_string(I) + "() {\n  return\n}\n";
  S.open(Uri, Big);
  std::vector<int64_t> Pulls;
  for (int I = 0; I < 20; ++I) {
    S.changeRanges(Uri, {{{"range", rangeJson(0, 0, 0, 0)}, {"text", "//\n"}}},
                   I + 2);
    Pulls.push_back(S.send("textDocument/diagnostic", documentParams(Uri)));
  }
  int64_t Last = Pulls.back();
  Pulls.pop_back();
  int Overtaken = 0;
  for (int64_t Request : Pulls) {
    Outcome Answer = S.wait(Request);
    if (Answer)
      continue;
    ++Overtaken;
    CHECK(Answer.Error->Code == int(ErrorCode::ServerCancelled));
    CHECK(Answer.Error->Data == json{{"retriggerRequest", true}});
  }
  CHECK(Overtaken > 0);
  Outcome Final = S.wait(Last);
  REQUIRE(Final);
  CHECK(Final.Result["items"] == json::array());
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: diagnostics are sent again only if details change them",
          "[protocol]") {
  // Too large for its details to come with the rest.
  auto program = [](const char *Limit) {
    std::string Result = "func.func @f(%n: index {noisy.range = [0, 63]}) {\n"
                         "  %limit = arith.constant " +
                         std::string(Limit) +
                         " : index\n"
                         "  %c = arith.cmpi ult, %n, %limit : index\n";
    for (int I = 0; I < 1000; ++I)
      Result += "  %x" + std::to_string(I) + " = arith.addi %n, %n : index\n";
    return Result + "  return\n}\n";
  };
  json Capabilities = modernCapabilities();
  Capabilities["experimental"]["noisy"]["analysed"] = true;
  ServerSession S(Capabilities);
  // The numbers of diagnostics that are sent until all is known.
  auto sent = [&] {
    std::vector<size_t> Counts;
    while (true) {
      json Message =
          S.waitFor("any message", [](const json &) { return true; });
      const json &Params = Message["params"];
      if (Message["method"] == "textDocument/publishDiagnostics")
        Counts.push_back(Params["diagnostics"].size());
      else if (Message["method"] == "noisy/analysed" && Params["isComplete"])
        return Counts;
    }
  };
  S.open(Uri, program("64"), 1);
  CHECK(sent() == std::vector<size_t>{0, 1});
  // Those from before stay, and stay the same.
  S.changeRanges(Uri, {insertion(4, 0, " ")}, 2);
  CHECK(sent() == std::vector<size_t>{1});
  S.changeRanges(Uri, {{{"range", rangeJson(1, 26, 1, 27)}, {"text", "3"}}}, 3);
  CHECK(sent() == std::vector<size_t>{1, 0});
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: who cannot ask is told, and may ask all the same",
          "[protocol]") {
  ServerSession S;
  CHECK_FALSE(S.Info["capabilities"].contains("diagnosticProvider"));
  json PushedDiagnostics = S.openOverflow(OverflowText);
  CHECK(S.ask("textDocument/diagnostic", documentParams(Uri))["items"] ==
        PushedDiagnostics);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: what a snippet leaves to be filled in is no error yet",
          "[protocol]") {
  const std::string Before = "func.func @f(%a: !noisy.i32) {\n  ";
  const std::string Written = "%0 = noisy.add %lhs, %rhs : !noisy.i32";
  json Capabilities = modernCapabilities();
  Capabilities["textDocument"]["completion"]["completionItem"] = {
      {"snippetSupport", true}};
  ServerSession S(Capabilities);
  int Version = 0;
  // The messages that are sent next.
  auto errors = [&] {
    json Message = S.waitFor("diagnostics", [](const json &Each) {
      return Each["method"] == "textDocument/publishDiagnostics";
    });
    CHECK(Message["params"]["version"] == Version);
    std::vector<std::string> Result;
    for (const json &Each : Message["params"]["diagnostics"])
      if (Each["severity"] == 1)
        Result.push_back(Each["message"]);
    return Result;
  };
  auto change = [&](json Edit) {
    S.changeRanges(Uri, {std::move(Edit)}, ++Version);
    return errors();
  };
  auto accept = [&] {
    S.change(Uri, Before + "noisy.add\n  return\n}\n", ++Version);
    CHECK(errors().size() == 1);
    json List = S.ask("textDocument/completion", positionParams(Uri, 1, 11));
    CHECK_FALSE(List["items"].empty());
    return change({{"range", rangeJson(1, 2, 11)}, {"text", Written}});
  };
  using Strings = std::vector<std::string>;
  const Strings Both = {"undefined value '%lhs'", "undefined value '%rhs'"};
  const Strings One = {"undefined value '%rhs'"};
  S.open(Uri, "", ++Version);
  CHECK(errors().empty());

  // Until something else is edited.
  CHECK(accept().empty());
  CHECK(change({{"range", rangeJson(1, 17, 21)}, {"text", "%a"}}).empty());
  CHECK(change(insertion(2, 8, " ")) == One);

  // Until the cursor is elsewhere.
  CHECK(accept().empty());
  S.ask("textDocument/documentHighlight", positionParams(Uri, 1, 3));
  S.ask("textDocument/documentHighlight", positionParams(Uri, 2, 4));
  CHECK(errors() == Both);
  CHECK(accept().empty());
  S.ask("textDocument/codeAction",
        {{"textDocument", {{"uri", Uri}}},
         {"range", rangeJson(0, 3, 3)},
         {"context", {{"diagnostics", json::array()}}}});
  CHECK(errors() == Both);

  // Until it is in a field behind.
  CHECK(accept().empty());
  S.ask("textDocument/documentHighlight", positionParams(Uri, 1, 30));
  CHECK(errors() == Both);

  // Until the text is saved, if that is what the user asked for.
  auto save = [&](int Reason) {
    json Params = documentParams(Uri);
    Params["reason"] = Reason;
    S.notify("textDocument/willSave", Params);
    S.notify("textDocument/didSave", documentParams(Uri));
  };
  CHECK(accept().empty());
  save(/*AfterDelay*/ 2);
  CHECK(change({{"range", rangeJson(1, 17, 21)}, {"text", "%a"}}).empty());
  save(/*Manual*/ 1);
  CHECK(errors() == One);

  // Who writes the same without a list means it.
  S.change(Uri, Before + "noisy.add\n  return\n}\n", ++Version);
  CHECK(errors().size() == 1);
  CHECK(change({{"range", rangeJson(1, 2, 11)}, {"text", Written}}) == Both);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: a lens tells what is unfinished from what is wrong",
          "[protocol]") {
  const std::string Before = "func.func @f(%a: !noisy.i32) {\n  ";
  json Capabilities = modernCapabilities();
  Capabilities["textDocument"]["completion"]["completionItem"] = {
      {"snippetSupport", true}};
  Capabilities["workspace"]["codeLens"]["refreshSupport"] = true;
  ServerSession S(Capabilities);
  S.open(Uri, Before + "noisy.add\n  return\n}\n");
  S.ask("textDocument/completion", positionParams(Uri, 1, 11));
  S.changeRanges(Uri,
                 {{{"range", rangeJson(1, 2, 11)},
                   {"text", "%0 = noisy.add %lhs, %rhs : !noisy.i32"}}},
                 2);
  auto doubt = [&] {
    json Lenses = S.ask("textDocument/codeLens", documentParams(Uri));
    return Lenses.back()["command"]["title"].get<std::string>();
  };
  CHECK(doubt() == "unfinished lines are left out");
  // The client asks again when the fields are left.
  S.ask("textDocument/documentHighlight", positionParams(Uri, 2, 4));
  S.waitFor("a refresh", [](const json &Each) {
    return Each["method"] == "workspace/codeLens/refresh";
  });
  CHECK(doubt() == "lines with errors are left out");
  CHECK(S.shutdown() == 0);
}
