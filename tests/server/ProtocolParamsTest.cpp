//===- ProtocolParamsTest.cpp - Parameters of any kind --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/ServerSession.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The server is there, and has OverflowText.
static void checkAlive(ServerSession &S) {
  CHECK(contains(S.hover(Uri, 2, 3), "48 bits, limit 26"));
}

TEST_CASE("Protocol: any parameters of any method get an answer",
          "[protocol]") {
  json Capabilities = modernCapabilities();
  Capabilities["textDocument"]["diagnostic"] = json::object();
  ServerSession S(Capabilities);
  S.open(Uri, OverflowText);
  json Document = {{"uri", Uri}}, Start = {{"line", 0}, {"character", 0}};
  json Whole = rangeJson(0, 0, 5, 0);
  // What is good of each member, and what is not.
  const std::vector<std::pair<std::string, std::vector<json>>> Members = {
      {"textDocument",
       {Document,
        nullptr,
        5,
        "x",
        json::array(),
        json::object(),
        {{"uri", nullptr}},
        {{"uri", 7}},
        {{"uri", ""}},
        {{"uri", "file:///not/open"}}}},
      {"position",
       {Start,
        nullptr,
        json::array({0, 0}),
        {{"line", 0}},
        {{"line", -1}, {"character", 0}},
        {{"line", 0}, {"character", -5}},
        {{"line", "0"}, {"character", 0}},
        {{"line", 1e300}, {"character", 0}},
        {{"line", 0}, {"character", uint64_t(-1)}},
        {{"line", 0.5}, {"character", 2147483648u}}}},
      {"range",
       {Whole,
        nullptr,
        1,
        {{"start", Start}},
        rangeJson(-1, 0, 0, 0),
        rangeJson(3, 1, 1, 0),
        rangeJson(1u << 31, 0, 1u << 31, 9)}},
      {"context",
       {json{{"diagnostics", json::array()},
             {"triggerKind", 1},
             {"includeDeclaration", true}},
        nullptr,
        3,
        json::object(),
        {{"diagnostics", nullptr}},
        {{"diagnostics", {1, "x", nullptr, json::object()}}},
        {{"diagnostics", json::array()}, {"only", nullptr}},
        {{"diagnostics", json::array()}, {"only", "quickfix"}},
        {{"diagnostics", json::array()}, {"only", {1, nullptr}}},
        {{"triggerKind", "x"}},
        {{"includeDeclaration", 5}}}},
      {"previousResultId", {nullptr, 5, "x", ""}},
      {"command", {nullptr, 5, "no.such", "noisy.applyFix"}},
      {"arguments",
       {nullptr,
        json::array(),
        {1},
        json::array({json::object()}),
        json::array({{{"uri", 1}}}),
        json::array({{{"uri", Uri}, {"version", 77}, {"position", Start}}}),
        json::array({{{"uri", Uri}, {"version", 1}, {"position", 7}}})}},
      {"data", {nullptr, 5, json::object(), {{"uri", Uri}}}},
      {"uri", {nullptr, 5, "file:///does/not/exist", "no uri at all"}},
  };
  std::vector<std::string> Methods;
  for (auto &[Name, Value] : S.Info["capabilities"].items()) {
    // hoverProvider is textDocument/hover, and so on.
    size_t End = Name.find("Provider");
    if (End != std::string::npos && Value != false &&
        Name != "executeCommandProvider")
      Methods.push_back("textDocument/" + Name.substr(0, End));
  }
  CHECK(Methods.size() >= 7);
  Methods.insert(Methods.end(),
                 {"codeAction/resolve", "workspace/executeCommand",
                  "mlir/convertFromBytecode", "mlir/convertToBytecode"});
  for (const std::string &Method : Methods) {
    CAPTURE(Method);
    // All good members, then each of them spoilt.
    json Good;
    for (auto &[Name, Values] : Members)
      Good[Name] = Values.front();
    std::vector<int64_t> RequestIds;
    for (const json &Odd : {json(nullptr), json::array(), json::object(),
                            json::array({Good}), json::array({1, 2})})
      RequestIds.push_back(S.send(Method, Odd));
    for (auto &[Name, Values] : Members)
      for (const json &Value : Values) {
        json Params = Good;
        Params[Name] = Value;
        RequestIds.push_back(S.send(Method, Params));
      }
    for (int64_t Request : RequestIds) {
      Outcome Answer = S.wait(Request);
      if (Answer)
        continue;
      CAPTURE(Answer.Error->Message);
      CHECK(Answer.Error->Code != int(ErrorCode::InternalError));
      CHECK(Answer.Error->Message.find("json.exception") == std::string::npos);
      CHECK(Answer.Error->Message.find("nlohmann") == std::string::npos);
    }
  }
  checkAlive(S);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: notifications of any parameters harm nobody",
          "[protocol]") {
  ServerSession S;
  S.openOverflow(OverflowText);
  for (const char *Method :
       {"textDocument/didOpen", "textDocument/didChange",
        "textDocument/didClose", "textDocument/didSave", "initialized",
        "workspace/didChangeConfiguration", "$/cancelRequest", "no/such"})
    for (const json &Params :
         {json(nullptr), json::array(), json::object(), json::array({1}),
          json{{"textDocument", 5}}, json{{"textDocument", {{"uri", 5}}}},
          json{{"textDocument", {{"uri", "x:y"}}}}, json{{"id", {1}}}})
      S.notify(Method, Params);
  checkAlive(S);
  CHECK(S.shutdown() == 0);
}
