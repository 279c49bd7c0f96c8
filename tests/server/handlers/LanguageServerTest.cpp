//===- LanguageServerTest.cpp - Sessions with the server ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an editor sees of documents: each test starts noisy-lsp-server and talks
// to it over its standard input and output.
//
//===----------------------------------------------------------------------===//

#include "tests/server/ServerSession.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

//===----------------------------------------------------------------------===//
// Diagnostics and hovers
//===----------------------------------------------------------------------===//

TEST_CASE("Server: the article's program has one error", "[server]") {
  ServerSession S;
  json Diagnostics = S.openOverflow();
  REQUIRE(Diagnostics.size() == 1);
  const json &Item = Diagnostics[0];
  CHECK(Item["range"] == rangeJson(6, 2, 5));
  CHECK(Item["severity"] == 1);
  CHECK(Item["source"] == "noisy");
  CHECK(Item["code"] == "noise-overflow");
  std::string Message = Item["message"];
  CHECK(contains(Message, "%p2"));
  CHECK(contains(Message, "48"));
  CHECK(contains(Message, "26"));
  REQUIRE(Item["relatedInformation"].size() == 3);
  CHECK(Item["relatedInformation"][0]["location"] ==
        json{{"uri", Uri}, {"range", rangeJson(5, 2, 5)}});
  CHECK(contains(Item["relatedInformation"][0]["message"], "%p1 has 24"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: a hover has the noise and what MLIR says", "[server]") {
  ServerSession S;
  S.openOverflow();
  std::string HoverText = S.hover(Uri, 6, 3);
  CHECK(contains(HoverText, "Noise: 48 bits, limit 26"));
  CHECK(contains(HoverText, "48 = 24 + 24"));
  CHECK(llvm::StringRef(HoverText).starts_with("%p2 = noisy.mul"));
  // The operand is the value that it names.
  CHECK(contains(S.hover(Uri, 6, 18), "Noise: 24 bits, limit 26, 2 left"));
  // Of what carries no noise nothing is said of it.
  std::string Plain = S.hover(Uri, 10, 10);
  CHECK_FALSE(contains(Plain, "Noise"));
  CHECK(contains(Plain, "-> i5"));
  CHECK(S.hover(Uri, 0, 5) == "");
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: Markdown for those who show it", "[server]") {
  json Capabilities = modernCapabilities();
  Capabilities["textDocument"]["hover"]["contentFormat"] = {"markdown",
                                                            "plaintext"};
  ServerSession S(Capabilities);
  S.openOverflow();
  CHECK(contains(S.hover(Uri, 6, 3), "**Noise: 48 bits, limit 26**"));
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

TEST_CASE("Server: several edits in one change, in order", "[server]") {
  ServerSession S;
  S.open(Uri, "func.func @f() {\n  return\n}\n");
  CHECK(S.waitForDiagnostics(Uri, 1) == json::array());
  S.changeRanges(Uri,
                 {insertion(1, 0, "  %a = arith.constant 1 : i32\n"),
                  // Positions are those after the edits before.
                  {{"range", rangeJson(1, 3, 4)}, {"text", "value"}},
                  insertion(2, 0, "  // a comment\n"),
                  {{"range", rangeJson(0, 11, 12)}, {"text", "renamed"}},
                  {{"range",
                    {{"start", {{"line", 2}, {"character", 0}}},
                     {"end", {{"line", 3}, {"character", 0}}}}},
                   {"text", ""}}},
                 2);
  CHECK(S.waitForDiagnostics(Uri, 2) == json::array());
  CHECK(contains(S.hover(Uri, 1, 4), "arith.constant"));
  json Symbols = S.ask("textDocument/documentSymbol", documentParams(Uri));
  REQUIRE(Symbols.size() == 1);
  CHECK(Symbols[0]["name"] == "renamed");
  // The whole text, then an edit of that.
  S.changeRanges(Uri, {{{"text", "module @x {}\n"}}, insertion(0, 8, "outer_")},
                 3);
  CHECK(S.waitForDiagnostics(Uri, 3) == json::array());
  Symbols = S.ask("textDocument/documentSymbol", documentParams(Uri));
  CHECK(Symbols.at(0)["name"] == "outer_x");
}

/// A line with an emoji (4 bytes, 2 UTF-16 units) and an e acute (2 bytes, 1
/// unit) before %b.
static const std::string Wide =
    "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
    "  \"a.b\"() {s = \"\xF0\x9F\x98\x80\xC3\xA9\"} : () -> () %b = noisy.mul "
    "%a, %a : !noisy.i32\n"
    "  return %b : !noisy.i32\n}\n";

TEST_CASE("Server: columns as they were negotiated", "[server]") {
  struct Case {
    json Offer;
    json Answer;
    int Column; // of %b
  };
  Case C = GENERATE(
      Case{nullptr, nullptr, 33}, Case{{"utf-8", "utf-16"}, "utf-8", 36},
      Case{{"utf-32"}, "utf-32", 32}, Case{{"ebcdic", "utf-16"}, "utf-16", 33});
  json Capabilities = modernCapabilities();
  if (!C.Offer.is_null())
    Capabilities["general"]["positionEncodings"] = C.Offer;
  ServerSession S(Capabilities);
  CHECK(S.Info["capabilities"].value("positionEncoding", json()) == C.Answer);
  S.open(Uri, Wide);
  CHECK(S.waitForDiagnostics(Uri, 1) == json::array());
  json Hover = S.ask("textDocument/hover", positionParams(Uri, 1, C.Column));
  CHECK(contains(Hover["contents"]["value"], "Noise: 24 bits, limit 26"));
  CHECK(contains(Hover["contents"]["value"], "noisy.mul"));
  CHECK(Hover["range"] == rangeJson(1, C.Column, C.Column + 2));
  // One before is not yet the name.
  CHECK_FALSE(contains(S.hover(Uri, 1, C.Column - 1), "Noise"));
  json Definition =
      S.ask("textDocument/definition", positionParams(Uri, 2, 10));
  CHECK(Definition.at(0)["range"] == rangeJson(1, C.Column, C.Column + 2));
  // An edit behind the wide characters.
  S.changeRanges(Uri,
                 {insertion(1, C.Column, "%z = noisy.mul %a, %a : !noisy.i32 "),
                  {{"range", rangeJson(2, 9, 11)}, {"text", "%z"}}},
                 2);
  CHECK(S.waitForDiagnostics(Uri, 2) == json::array());
}

TEST_CASE("Server: documents that are no files", "[server]") {
  for (const std::string UntitledUri :
       {"untitled:Untitled-1", "vscode-notebook-cell:/a.mlir#W0",
        "git:/a/b.mlir?%7B%22ref%22%3A%22~%22%7D", "x"}) {
    ServerSession S;
    S.open(UntitledUri, overflowProgram());
    CHECK(S.waitForDiagnostics(UntitledUri, 1).size() == 1);
    CHECK(contains(S.hover(UntitledUri, 6, 3), "Noise: 48"));
    CHECK(contains(S.hover(UntitledUri, 6, 3), "noisy.mul"));
    json Definition =
        S.ask("textDocument/definition", positionParams(UntitledUri, 6, 18));
    CHECK(Definition == json::array({json{{"uri", UntitledUri},
                                          {"range", rangeJson(5, 2, 5)}}}));
    CHECK(S.shutdown() == 0);
  }
}

TEST_CASE("Server: several documents at once", "[server]") {
  ServerSession S;
  auto Name = [](int I) { return "file:///" + std::to_string(I) + ".mlir"; };
  for (int I = 0; I < 8; ++I)
    S.open(Name(I),
           I % 2 ? overflowProgram() : "module @m" + std::to_string(I) + " {}");
  std::vector<int64_t> Symbols;
  for (int I = 0; I < 8; ++I)
    Symbols.push_back(
        S.send("textDocument/documentSymbol", documentParams(Name(I))));
  for (int I = 7; I >= 0; --I) {
    CHECK(S.waitForDiagnostics(Name(I), 1).size() == size_t(I % 2));
    Outcome Answer = S.wait(Symbols[I]);
    REQUIRE(Answer);
    CHECK(Answer.Result.at(0)["name"] ==
          (I % 2 ? "power" : "m" + std::to_string(I)));
  }
  // One is edited; the others stay as they are.
  S.change(Name(1), "module {}", 2);
  CHECK(S.waitForDiagnostics(Name(1), 2) == json::array());
  CHECK(contains(S.hover(Name(3), 6, 3), "Noise: 48"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: a closed document has no diagnostics", "[server]") {
  ServerSession S;
  S.openOverflow();
  S.close(Uri);
  CHECK(S.waitForDiagnostics(Uri) == json::array());
  // Requests about it are refused, and so are changes.
  Outcome Refusal = S.request("textDocument/hover", positionParams(Uri, 6, 3));
  REQUIRE_FALSE(Refusal);
  CHECK(Refusal.Error->Code == int(ErrorCode::InvalidParams));
  S.change(Uri, "module {}", 2);
  // Each close is confirmed, so that clients can tell what came late.
  S.close(Uri);
  CHECK(S.waitForDiagnostics(Uri) == json::array());
  // It can be opened again, with any version.
  CHECK(S.openOverflow().size() == 1);
  CHECK(S.shutdown() == 0);
}

/// A program that takes some time to build.
static std::string bigProgram(int Operations) {
  std::string Text = "func.func @f(%v0: !noisy.i32) -> !noisy.i32 {\n";
  for (int I = 1; I <= Operations; ++I)
    Text += "  %v" + std::to_string(I) + " = noisy.reduce_noise %v" +
            std::to_string(I - 1) + " : !noisy.i32\n";
  return Text + "  return %v" + std::to_string(Operations) +
         " : !noisy.i32\n}\n";
}

TEST_CASE("Server: closing while it builds", "[server]") {
  ServerSession S;
  std::string Big = bigProgram(3000) + overflowProgram();
  for (int I = 0; I < 10; ++I) {
    S.open(Uri, Big, 1);
    // Those who wait for the build are answered all the same.
    int64_t Hover = S.send("textDocument/hover", positionParams(Uri, 1, 3));
    int64_t Actions = S.send("textDocument/codeAction",
                             {{"textDocument", {{"uri", Uri}}},
                              {"range", rangeJson(1, 2, 3)},
                              {"context", {{"diagnostics", json::array()}}}});
    S.close(Uri);
    S.wait(Hover);
    S.wait(Actions);
  }
  // The last that was said of it is that there is nothing.
  S.open("file:///other.mlir", "module {}", 1);
  S.waitForDiagnostics("file:///other.mlir", 1);
  json Last;
  for (const json &Message : S.unread())
    if (Message["method"] == "textDocument/publishDiagnostics")
      Last = Message["params"]["diagnostics"];
  CHECK(Last == json::array());
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: a client that wants to hear of it is told what was analysed",
          "[server]") {
  json Capabilities = modernCapabilities();
  bool IsWanted = GENERATE(true, false);
  if (IsWanted)
    Capabilities["experimental"]["noisy"]["analysed"] = true;
  bool Pulls = GENERATE(false, true);
  if (Pulls)
    Capabilities["textDocument"]["diagnostic"] = json::object();
  ServerSession S(Capabilities);
  CHECK(S.Info["capabilities"]["experimental"]["noisy"] ==
        json{{"noiseGraph", true}, {"proposeFix", true}});
  S.open(Uri, overflowProgram());
  S.changeRanges(Uri, json::array({insertion(0, 0, "// typed\n")}), 2);
  // All of it is there when this is answered.
  S.ask("textDocument/documentSymbol", {{"textDocument", {{"uri", Uri}}}});
  S.ask("noisy/noiseGraph", positionParams(Uri, 6, 3));
  std::vector<std::string> Messages;
  for (const json &Message : S.unread())
    Messages.push_back(Message["method"].get<std::string>() +
                       Message["params"].value("version", json()).dump());
  size_t ExpectedCount = (IsWanted ? 1 : 0) + (Pulls ? 0 : 1);
  // The first version may have been overtaken before it was built.
  REQUIRE(Messages.size() >= ExpectedCount);
  Messages.erase(Messages.begin(), Messages.end() - ExpectedCount);
  std::vector<std::string> Last;
  if (!Pulls)
    Last.push_back("textDocument/publishDiagnostics2");
  if (IsWanted)
    Last.push_back("noisy/analysed2");
  CHECK(Messages == Last);
  if (IsWanted)
    CHECK(S.unread().back()["params"] ==
          json{{"uri", Uri}, {"version", 2}, {"isComplete", true}});
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: ending while it builds", "[server]") {
  ServerSession S;
  for (int I = 0; I < 5; ++I)
    S.open("file:///" + std::to_string(I) + ".mlir", bigProgram(3000));
  int64_t Hover =
      S.send("textDocument/hover", positionParams("file:///4.mlir", 1, 3));
  CHECK(S.wait(Hover));
  CHECK(S.shutdown() == 0);
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

TEST_CASE("Server: completion of the text as it is now", "[server]") {
  ServerSession S;
  S.open(Uri, "func.func private @callee()\n"
              "func.func @f(%x: !noisy.i32) {\n"
              "  \"a.b\"() {s = \"\xF0\x9F\x98\x80\"} : () -> ()\n"
              "}\n");
  // Typed and asked for at once, behind an emoji of two UTF-16 units.
  S.changeRanges(Uri, {insertion(2, 31, " %y = noisy.re")}, 2);
  json List = S.ask("textDocument/completion", positionParams(Uri, 2, 45));
  CHECK(List["isIncomplete"] == false);
  json Reply;
  for (const json &Item : List["items"])
    if (Item["label"] == "reduce_noise")
      Reply = Item;
  REQUIRE(Reply.is_object());
  CHECK(Reply["kind"] == 5);
  CHECK(Reply["detail"] == "operation");
  CHECK(Reply["textEdit"] ==
        json{{"range", rangeJson(2, 43, 45)}, {"newText", "reduce_noise"}});
  S.changeRanges(Uri, {insertion(3, 0, "  call @\n")}, 3);
  List = S.ask("textDocument/completion", positionParams(Uri, 3, 8));
  REQUIRE(List["items"].size() == 2);
  CHECK(List["items"][0]["label"] == "@callee");
  CHECK(List["items"][0]["detail"] == "func.func private @callee()");
  CHECK(List["items"][0]["textEdit"]["range"] == rangeJson(3, 7, 8));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: completion after the bracket of a dictionary", "[server]") {
  ServerSession S;
  json Triggers =
      S.Info["capabilities"]["completionProvider"]["triggerCharacters"];
  CHECK(contains(Triggers.dump(), "\"{\""));
  S.open(Uri, "module attributes {\nmodule {\n");
  auto ask = [&](int Line, int Column) {
    json Params = positionParams(Uri, Line, Column);
    Params["context"] = {{"triggerKind", 2}, {"triggerCharacter", "{"}};
    return S.ask("textDocument/completion", Params)["items"];
  };
  CHECK(ask(0, 19).size() > 0);
  CHECK(ask(1, 8) == json::array());
  CHECK(S.shutdown() == 0);
}

//===----------------------------------------------------------------------===//
// The protocol
//===----------------------------------------------------------------------===//

TEST_CASE("Server: every request gets exactly one reply", "[server]") {
  ServerSession S;
  S.openOverflow();
  std::vector<int64_t> Requests;
  std::vector<int64_t> Cancellations;
  for (int I = 0; I < 60; ++I) {
    int Line = I % 12;
    for (const char *Method :
         {"textDocument/hover", "textDocument/definition",
          "textDocument/references", "textDocument/completion"})
      Requests.push_back(S.send(Method, positionParams(Uri, Line, I % 20)));
    Requests.push_back(
        S.send("textDocument/documentSymbol", documentParams(Uri)));
    Requests.push_back(S.send("textDocument/codeAction",
                              {{"textDocument", {{"uri", Uri}}},
                               {"range", rangeJson(6, 2, 5)},
                               {"context", {{"diagnostics", json::array()}}}}));
    Requests.push_back(S.send("no/such", nullptr));
    if (I % 3 == 0) {
      Cancellations.push_back(Requests[Requests.size() - 1 - I % 7]);
      S.notify("$/cancelRequest", {{"id", Cancellations.back()}});
      S.notify("$/cancelRequest", {{"id", 1000000 + I}});
    }
    if (I % 10 == 5)
      S.changeRanges(Uri, {insertion(0, 0, "//\n")}, I + 2);
  }
  // A second answer to any of these would end the session.
  for (int64_t Request : Requests) {
    Outcome Answer = S.wait(Request);
    if (!Answer)
      CHECK_THAT((std::vector<int>{int(ErrorCode::RequestCancelled),
                                   int(ErrorCode::ContentModified),
                                   int(ErrorCode::MethodNotFound)}),
                 Catch::VectorContains(Answer.Error->Code));
  }
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: messages that make no sense", "[server]") {
  ServerSession S;
  S.openOverflow();
  Outcome Unknown = S.request("textDocument/doesNotExist", json::object());
  REQUIRE_FALSE(Unknown);
  CHECK(Unknown.Error->Code == int(ErrorCode::MethodNotFound));

  for (const json &Params :
       {json(nullptr), json::object(), json::array(),
        json{{"textDocument", {{"uri", 1}}}},
        json{{"textDocument", {{"uri", Uri}}}, {"position", "here"}}}) {
    Outcome Refusal = S.request("textDocument/hover", Params);
    REQUIRE_FALSE(Refusal);
    CHECK(Refusal.Error->Code == int(ErrorCode::InvalidParams));
  }

  // JSON that is none.
  S.sendRaw("Content-Length: 9\r\n\r\n{\"jsonrpc");
  CHECK(S.waitForNullAnswer().Code == int(ErrorCode::ParseError));
  // No "jsonrpc".
  std::string Body = "{\"id\":7777,\"method\":\"textDocument/hover\"}";
  S.sendRaw("Content-Length: " + std::to_string(Body.size()) + "\r\n\r\n" +
            Body.replace(6, 4, "null"));
  CHECK(S.waitForNullAnswer().Code == int(ErrorCode::InvalidRequest));
  // A length that nobody has. What was lost ends with the next good message.
  for (const char *Length :
       {"99999999999999999999999", "-5", "ten", "", "4611686018427387904"}) {
    S.sendRaw(std::string("Content-Length: ") + Length + "\r\n\r\n{}\r\n");
    CHECK(S.waitForNullAnswer().Code == int(ErrorCode::ParseError));
    CHECK(contains(S.hover(Uri, 6, 3), "Noise: 48"));
  }
  // Notifications that make no sense have no answer, and no effect.
  S.notify("textDocument/didOpen", {{"textDocument", 5}});
  S.notify("textDocument/didChange", json::array());
  S.notify("textDocument/didClose", {{"textDocument", {{"uri", "x:y"}}}});
  S.notify("no/such", nullptr);

  CHECK(contains(S.hover(Uri, 6, 3), "Noise: 48"));
  CHECK(S.shutdown() == 0);
}

TEST_CASE("Server: clients that leave the context out", "[server]") {
  ServerSession S;
  S.openOverflow();
  // Not there at all, null, or empty.
  for (const char *Context : {"{}", "{\"context\":null}", "{\"context\":{}}"}) {
    json Use = positionParams(Uri, 5, 3), Begin = positionParams(Uri, 6, 2);
    Use.update(json::parse(Context));
    Begin.update(json::parse(Context));
    CHECK(S.ask("textDocument/references", Use).size() == 3);
    CHECK_FALSE(S.ask("textDocument/completion", Begin).is_null());
  }
}

TEST_CASE("Server: messages that ask for nothing are not logged", "[server]") {
  LspSession S(
      {.Program = ourServer(), .Errors = ServerStart::ErrorStream::Kept});
  S.initialize();
  S.notify("textDocument/didSave", documentParams(Uri));
  S.notify("workspace/didChangeConfiguration", {{"settings", nullptr}});
  S.notify("workspace/didChangeWatchedFiles", {{"changes", json::array()}});
  S.notify("$/setTrace", {{"value", "off"}});
  S.notify("no/such", nullptr);
  CHECK(S.shutdown() == 0);
  CHECK(S.errorOutput() == "noisy-lsp-server: unknown notification: no/such\n");
}

TEST_CASE("Server: a document as bytecode, whatever its scheme", "[server]") {
  ServerSession S;
  for (const std::string &Name : {std::string("file:///a.mlir"),
                                  std::string("noisy-bytecode:/b/a.mlirbc")}) {
    CAPTURE(Name);
    S.open(Name, "module {\n}\n");
    json Answer = S.ask("mlir/convertToBytecode", {{"uri", Name}});
    // "ML", 0xEF, "R" in base64.
    CHECK(Answer.at("output").get<std::string>().starts_with("TUzvU"));
    S.change(Name, "module {\n", 2);
    Outcome BrokenReply = S.request("mlir/convertToBytecode", {{"uri", Name}});
    REQUIRE_FALSE(BrokenReply);
    CHECK(contains(BrokenReply.Error->Message, "there are no errors"));
  }
  Outcome ClosedReply =
      S.request("mlir/convertToBytecode", {{"uri", "file:///b"}});
  REQUIRE_FALSE(ClosedReply);
  CHECK(ClosedReply.Error->Message == "the document is not open");
  CHECK(S.shutdown() == 0);
}
