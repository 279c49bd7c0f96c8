//===- ProtocolDocumentsTest.cpp - Documents that are edited oddly --------===//
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

TEST_CASE("Protocol: a document that is opened twice has the second text",
          "[protocol]") {
  ServerSession S;
  S.open(Uri, "module {", 7);
  S.open(Uri, OverflowText, 1);
  CHECK(S.waitForDiagnostics(Uri, 1).size() == 1);
  checkAlive(S);
  S.close(Uri);
  CHECK(S.errorCode("textDocument/hover", positionParams(Uri, 2, 3)) ==
        int(ErrorCode::InvalidParams));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: ranges outside of the text, and from back to front",
          "[protocol]") {
  ServerSession S;
  S.open(Uri, "module {\n}\n", 10);
  S.waitForDiagnostics(Uri, 10);
  // Past the end of a line, past the last line, from end to start; versions
  // that go back, are the same, or are none.
  json Changes = json::array();
  Changes.push_back({{"range", rangeJson(0, 99, 0, 999)}, {"text", " // one"}});
  Changes.push_back({{"range", rangeJson(99, 0, 4000000000u, 7)},
                     {"text", "module @last {}"}});
  Changes.push_back({{"range", rangeJson(0, 7, 0, 0)},
                     {"text", "builtin.module "},
                     {"rangeLength", 3}});
  S.changeRanges(Uri, Changes, 3);
  S.waitForDiagnostics(Uri, 3);
  S.changeRanges(Uri, json::array(), 3);
  S.notify("textDocument/didChange",
           {{"textDocument", {{"uri", Uri}, {"version", nullptr}}},
            {"contentChanges",
             {{{"range", nullptr}, {"text", "builtin.module @all {}\n"}},
              {{"range", rangeJson(1, 0, 1, 0)}, {"text", OverflowText}}}}});
  CHECK(S.waitForDiagnostics(Uri, 0).size() == 1);
  json Symbols = S.ask("textDocument/documentSymbol", documentParams(Uri));
  REQUIRE(Symbols.size() == 2);
  CHECK(Symbols[0]["name"] == "all");
  CHECK(S.shutdown() == 0);
}

/// Edits that nobody can make.
static std::vector<json> badEdits() {
  return {json{{"range", rangeJson(-1, 0, 0, 0)}, {"text", ""}},
          json{{"range", rangeJson(0, 0, 0, 0)}},
          json{{"range", 5}, {"text", ""}}, json{{"text", nullptr}}, json(5)};
}

TEST_CASE("Protocol: after an edit that makes no sense the text is not guessed",
          "[protocol]") {
  ServerSession S;
  json Good = {{"range", rangeJson(0, 0, 0, 0)}, {"text", "// x\n"}};
  for (json Bad : badEdits()) {
    S.openOverflow(OverflowText);
    S.changeRanges(Uri, json::array({Good, Bad}), 2);
    // Cleared, said, and refused from then on.
    CHECK(S.waitForDiagnostics(Uri) == json::array());
    json Notification = S.waitForNotification("window/showMessage");
    CHECK(Notification["type"] == 1);
    CHECK(Notification["message"].get<std::string>().find(Uri) !=
          std::string::npos);
    // Nor is it by any edit that does not have all of the text; that is said
    // once.
    S.changeRanges(Uri, json::array({Good}), 3);
    S.changeRanges(Uri, json::array({Bad}), 4);
    CHECK(S.errorCode("textDocument/hover", positionParams(Uri, 2, 3)) ==
          int(ErrorCode::InvalidParams));
    CHECK(S.unread().empty());
  }
  S.openOverflow(OverflowText);
  checkAlive(S);
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: a whole text brings a document back", "[protocol]") {
  ServerSession S;
  json Good = {{"range", rangeJson(0, 0, 0, 0)}, {"text", "// x\n"}};
  json Undone = {{"range", rangeJson(0, 0, 1, 0)}, {"text", ""}};
  json Whole = {{"text", OverflowText}};
  for (json Bad : badEdits()) {
    S.openOverflow(OverflowText);
    S.changeRanges(Uri, json::array({Bad}), 2);
    CHECK(S.waitForDiagnostics(Uri) == json::array());
    S.waitForNotification("window/showMessage");
    // What comes before it in a message does not matter, and what comes after
    // it is an edit of it.
    S.changeRanges(Uri, json::array({Bad, Whole, Good, Undone}), 3);
    CHECK(S.waitForDiagnostics(Uri, 3).size() == 1);
    checkAlive(S);
    // Nor is it lost by what comes before in the same message.
    S.changeRanges(Uri, json::array({Good, Bad, Whole}), 4);
    CHECK(S.waitForDiagnostics(Uri, 4).size() == 1);
    checkAlive(S);
    // Closed while nobody knows its text, it is closed.
    S.changeRanges(Uri, json::array({Whole, Bad}), 5);
    S.waitForNotification("window/showMessage");
    S.close(Uri);
    S.change(Uri, OverflowText, 6);
    CHECK(S.errorCode("textDocument/hover", positionParams(Uri, 2, 3)) ==
          int(ErrorCode::InvalidParams));
    // When its text was lost, and when it was closed.
    CHECK(S.waitForDiagnostics(Uri) == json::array());
    CHECK(S.waitForDiagnostics(Uri) == json::array());
    CHECK(S.unread().empty());
  }
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Protocol: URIs are names and nothing else", "[protocol]") {
  ServerSession S;
  // Those that name the same file are different documents to us, as they are
  // different documents to the client that spells them so.
  std::vector<std::string> Uris = {
      "untitled:Untitled-1",
      "vscode-notebook-cell:/n.ipynb#W0sZmlsZQ%3D%3D",
      "inmemory://model/1",
      "file:///a%20b/%C3%A9.mlir",
      "file:///a b/\xC3\xA9.mlir",
      "file:///C%3A/x.mlir",
      "git:/a.mlir?%7B%22ref%22%3A%22~%22%7D",
      "x",
      "",
      "file:///" + std::string(5000, 'l') + ".mlir",
      "a\nb\"c\\d"};
  for (const std::string &Name : Uris)
    S.open(Name, OverflowText);
  for (const std::string &Name : Uris) {
    CAPTURE(Name);
    json Diagnostics = S.waitForDiagnostics(Name, 1);
    REQUIRE(Diagnostics.size() == 1);
    CHECK(Diagnostics[0]["relatedInformation"][0]["location"]["uri"] == Name);
    CHECK(S.ask("textDocument/definition", positionParams(Name, 3, 10))
              .at(0)["uri"] == Name);
    S.close(Name);
    CHECK(S.waitForDiagnostics(Name) == json::array());
  }
  CHECK(S.shutdown() == 0);
}
