//===- ConfigurationRequestsTest.cpp - Settings, from a client ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sessions with noisy-lsp-server, over its standard input and output.
//
//===----------------------------------------------------------------------===//

#include "server/client/LspSession.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static const std::string A = "file:///a.mlir", B = "file:///b.mlir";

/// %p has twice the noise of a fresh value: 24 bits under the default model,
/// within 26; 32 under the other one, where the limit is 30.
static const std::string Program = R"mlir(func.func @f(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %p = noisy.mul %a, %a : !noisy.i32
  return %p : !noisy.i32
}
)mlir";
static const json OtherSettings = {{"model", "initial=16,max=30"}};

static LspSession startServer(std::vector<std::string> Arguments = {}) {
  return LspSession(executableFolder() + "/noisy-lsp-server", Arguments);
}

static json capableOf(const std::string &WorkspaceFeatures) {
  json Result = modernCapabilities();
  Result["workspace"].update(json::parse(WorkspaceFeatures));
  return Result;
}
static json canBeAsked() { return capableOf(R"({"configuration": true})"); }

/// Answers what the server asks with the settings of each document, which may
/// change.
static void answerFrom(LspSession &S,
                       const std::map<std::string, json> &SettingsByUri) {
  S.answerWith("workspace/configuration", [&SettingsByUri](const json &Params) {
    json Answers = json::array();
    for (const json &Item : Params.at("items")) {
      auto Match = SettingsByUri.find(Item.at("scopeUri"));
      bool IsOurs =
          Item.at("section") == "noisy" && Match != SettingsByUri.end();
      Answers.push_back(IsOurs ? Match->second : json());
    }
    return Outcome{Answers, std::nullopt};
  });
}

static void changeSettings(LspSession &S, json Settings) {
  S.notify("workspace/didChangeConfiguration", {{"settings", Settings}});
}

/// The messages of the errors in diagnostics.
static std::vector<std::string> errorsIn(const json &Diagnostics) {
  std::vector<std::string> Result;
  for (const json &Item : Diagnostics)
    if (Item.at("severity") == 1)
      Result.push_back(Item.at("message"));
  return Result;
}
static bool overflows(const json &Diagnostics) {
  std::vector<std::string> Errors = errorsIn(Diagnostics);
  return Errors.size() == 1 &&
         llvm::StringRef(Errors.front())
             .starts_with("noise overflow: %p can have 32 = 16 + 16 bits of "
                          "noise, limit 30");
}

/// Waits until the diagnostics of a document are such; they may come more than
/// once while settings arrive.
static void waitUntil(LspSession &S, const std::string &Uri,
                      bool (*IsExpected)(const json &)) {
  while (!IsExpected(S.waitForDiagnostics(Uri)))
    continue;
}
static bool areNone(const json &Diagnostics) { return Diagnostics.empty(); }

static std::string hover(LspSession &S, const std::string &Uri) {
  return S.ask("textDocument/hover", positionParams(Uri, 2, 3))
      .at("contents")
      .at("value");
}

//===----------------------------------------------------------------------===//
// Where settings come from
//===----------------------------------------------------------------------===//

TEST_CASE("Settings: the options of initialize", "[configurationrequests]") {
  LspSession S = startServer();
  S.initialize(modernCapabilities(), {{"noisy", OtherSettings}});
  S.open(A, Program);
  CHECK(overflows(S.waitForDiagnostics(A)));
  CHECK_THAT(hover(S, A), Catch::Contains("32"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Settings: more than the command line", "[configurationrequests]") {
  LspSession S = startServer({"--noisy-model=initial=5,max=9"});
  S.initialize(modernCapabilities());
  S.open(A, Program);
  CHECK(errorsIn(S.waitForDiagnostics(A)).size() == 1);
  changeSettings(S, {{"noisy", OtherSettings}});
  CHECK(overflows(S.waitForDiagnostics(A)));
  // And back to it.
  changeSettings(S, {{"noisy", {{"model", ""}}}});
  CHECK_THAT(errorsIn(S.waitForDiagnostics(A)).at(0),
             Catch::Contains("10 = 5 + 5 bits of noise, limit 9"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Settings: a client that tells changes", "[configurationrequests]") {
  LspSession S = startServer();
  S.initialize(modernCapabilities());
  S.open(A, Program);
  S.open(B, Program);
  CHECK(S.waitForDiagnostics(A).empty());
  CHECK(S.waitForDiagnostics(B).empty());
  changeSettings(S, {{"noisy.model", "initial=16,max=30"}, {"editor", 1}});
  CHECK(overflows(S.waitForDiagnostics(A)));
  CHECK(overflows(S.waitForDiagnostics(B)));
  CHECK_THAT(hover(S, A), Catch::Contains("32"));
  // Edits go on from there.
  S.changeRanges(A,
                 json::array({{{"range",
                                {{"start", {{"line", 2}, {"character", 13}}},
                                 {"end", {{"line", 2}, {"character", 16}}}}},
                               {"text", "add"}}}),
                 2);
  CHECK(S.waitForDiagnostics(A, 2).empty());
  changeSettings(S, json::object());
  CHECK(S.waitForDiagnostics(A, 2).empty());
  CHECK(S.waitForDiagnostics(B).empty());
  CHECK_THAT(hover(S, A), Catch::Contains("13"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Settings: of each document, from a client that is asked",
          "[configurationrequests]") {
  std::map<std::string, json> SettingsByUri = {{B, OtherSettings}};
  LspSession S = startServer();
  answerFrom(S, SettingsByUri);
  S.initialize(canBeAsked());
  S.open(A, Program);
  S.open(B, Program);
  waitUntil(S, B, overflows);
  CHECK(S.waitForDiagnostics(A).empty());

  // It says only that something changed.
  SettingsByUri = {{A, OtherSettings}, {B, {{"nearLimit", 5}}}};
  changeSettings(S, nullptr);
  waitUntil(S, A, overflows);
  waitUntil(S, B, areNone);
  CHECK_THAT(hover(S, A), Catch::Contains("32"));
  CHECK_THAT(hover(S, B), Catch::Contains("24"));

  // The fix is for the model that it is shown with.
  SettingsByUri = {{A, {{"model", "initial=13,max=26"}}}};
  std::string Longer = Program;
  Longer.replace(Longer.find("return %p"), 9,
                 "%q = noisy.add %p, %p : !noisy.i32\n  return %q");
  S.change(A, Longer, 2);
  changeSettings(S, nullptr);
  waitUntil(S, A, [](const json &Diagnostics) {
    return errorsIn(Diagnostics).size() == 1 &&
           llvm::StringRef(errorsIn(Diagnostics)[0]).contains("%q can have 27");
  });
  S.ask("workspace/executeCommand",
        {{"command", "noisy.applyFix"},
         {"arguments",
          {{{"fix", "reduceChunk"},
            {"uri", A},
            {"version", 2},
            {"position", {{"line", 3}, {"character", 3}}}}}}});
  CHECK_THAT(dumpJson(S.waitForNotification("workspace/applyEdit")),
             Catch::Contains("noisy.reduce_noise %p"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Settings: a document that is opened again is asked for again",
          "[configurationrequests]") {
  std::map<std::string, json> SettingsByUri = {{A, OtherSettings}};
  LspSession S = startServer();
  answerFrom(S, SettingsByUri);
  S.initialize(canBeAsked());
  S.open(A, Program);
  waitUntil(S, A, overflows);
  S.close(A);
  waitUntil(S, A, areNone);
  SettingsByUri.clear();
  S.open(A, Program, 2);
  CHECK(S.waitForDiagnostics(A, 2).empty());
  CHECK_THAT(hover(S, A), Catch::Contains("24"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Settings: the client is asked to tell of changes",
          "[configurationrequests]") {
  LspSession S = startServer();
  S.initialize(capableOf(
      R"({"didChangeConfiguration": {"dynamicRegistration": true}})"));
  json Request = S.waitForNotification("client/registerCapability");
  REQUIRE(Request.at("registrations").size() == 1);
  CHECK(Request["registrations"][0]["method"] ==
        "workspace/didChangeConfiguration");
  CHECK(Request["registrations"][0]["registerOptions"]["section"] == "noisy");
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Settings: nobody is asked who cannot be",
          "[configurationrequests]") {
  LspSession S = startServer();
  S.initialize(modernCapabilities());
  S.open(A, Program);
  changeSettings(S, nullptr);
  S.waitForDiagnostics(A);
  hover(S, A);
  CHECK(S.shutdown() == 0);
  for (const json &Message : S.unread())
    CHECK_FALSE(Message.contains("id"));
}

//===----------------------------------------------------------------------===//
// What can go wrong
//===----------------------------------------------------------------------===//

TEST_CASE("Settings: wrong values are told, once", "[configurationrequests]") {
  LspSession S = startServer();
  S.initialize(modernCapabilities(), {{"nearLimit", -1}});
  json Notice = S.waitForNotification("window/showMessage");
  CHECK(Notice["type"] == 2);
  CHECK(Notice["message"] == "noisy.nearLimit must be a whole number from 0 to "
                             "65535, not -1. It is ignored.");
  // The rest holds.
  changeSettings(S, {{"noisy",
                      {{"nearLimit", -1},
                       {"optimizer", {{"gap", "none"}}},
                       {"model", "initial=16,max=30"}}}});
  Notice = S.waitForNotification("window/showMessage");
  CHECK(Notice["message"] == "noisy.optimizer.gap must be a number from 0 to "
                             "1, not \"none\". It is ignored.");
  S.open(A, Program);
  CHECK(overflows(S.waitForDiagnostics(A)));
  // A model that is none: the one before does not hold any more either.
  changeSettings(S, {{"noisy", {{"model", "initial=30,max=16"}}}});
  Notice = S.waitForNotification("window/showMessage");
  CHECK_THAT(Notice["message"].get<std::string>(),
             Catch::Contains("must not be below"));
  CHECK(S.waitForDiagnostics(A).empty());
  CHECK(S.shutdown() == 0);
  for (const json &Message : S.unread())
    CHECK(Message["method"] != "window/showMessage");
}

TEST_CASE("Settings: a client that refuses to say", "[configurationrequests]") {
  Outcome Answer;
  SECTION("an error") {
    Answer = Outcome::failure(ErrorCode::MethodNotFound, "no");
  }
  SECTION("null") {}
  SECTION("too few") { Answer.Result = json::array(); }
  SECTION("no array") { Answer.Result = OtherSettings; }
  LspSession S = startServer();
  S.answerWith("workspace/configuration", [&](const json &) { return Answer; });
  S.initialize(canBeAsked(), OtherSettings);
  S.open(A, Program);
  CHECK(overflows(S.waitForDiagnostics(A)));
  changeSettings(S, nullptr);
  CHECK_THAT(hover(S, A), Catch::Contains("32"));
  CHECK(S.shutdown() == 0);
}

//===----------------------------------------------------------------------===//
// What follows
//===----------------------------------------------------------------------===//

TEST_CASE("Settings: clients that ask for diagnostics ask again",
          "[configurationrequests]") {
  LspSession S = startServer();
  json Capabilities = capableOf(R"({"diagnostics": {"refreshSupport": true}})");
  Capabilities["textDocument"]["diagnostic"] = json::object();
  S.initialize(Capabilities);
  S.open(A, Program);
  json Report = S.ask("textDocument/diagnostic", documentParams(A));
  CHECK(Report.at("items").empty());
  changeSettings(S, OtherSettings);
  S.waitForNotification("workspace/diagnostic/refresh");
  json Request = documentParams(A);
  Request["previousResultId"] = Report["resultId"];
  CHECK(overflows(S.ask("textDocument/diagnostic", Request).at("items")));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Settings: clients hear of what was analysed with another model",
          "[configurationrequests]") {
  LspSession S = startServer();
  json Capabilities = modernCapabilities();
  Capabilities["experimental"]["noisy"]["analysed"] = true;
  bool Pulls = GENERATE(false, true);
  if (Pulls)
    Capabilities["textDocument"]["diagnostic"] = json::object();
  S.initialize(Capabilities);
  S.open(A, Program);
  json AnalysisParams = {{"uri", A}, {"version", 1}, {"isComplete", true}};
  CHECK(S.waitForNotification("noisy/analysed") == AnalysisParams);
  auto limit = [&] {
    return S.ask("noisy/noiseGraph",
                 positionParams(A, 2, 3))["nodes"][0]["limit"];
  };
  CHECK(limit() == 26);
  if (!Pulls)
    S.waitForDiagnostics(A);
  // Of the same version, and after its diagnostics.
  changeSettings(S, OtherSettings);
  CHECK(S.waitForNotification("noisy/analysed") == AnalysisParams);
  if (!Pulls) {
    REQUIRE(S.unread().size() == 1);
    CHECK(overflows(S.waitForDiagnostics(A)));
  }
  CHECK(limit() == 30);
  // Asked for at once it is that of the new one, too.
  changeSettings(S, json{{"model", ""}});
  CHECK(limit() == 26);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Settings: what changes nothing asks for nothing",
          "[configurationrequests]") {
  LspSession S = startServer();
  S.initialize(capableOf(R"({"inlayHint": {"refreshSupport": true},
                             "codeLens": {"refreshSupport": true},
                             "semanticTokens": {"refreshSupport": true}})"));
  S.open(A, Program);
  S.waitForDiagnostics(A);
  changeSettings(S, {{"nearLimit", 2}});
  changeSettings(S, {{"nearLimit", 3}});
  for (const char *Method :
       {"workspace/inlayHint/refresh", "workspace/codeLens/refresh",
        "workspace/semanticTokens/refresh"})
    S.waitForNotification(Method);
  changeSettings(S, {{"nearLimit", 3}});
  hover(S, A);
  CHECK(S.shutdown() == 0);
  CHECK(S.unread().empty());
}
