//===- NavigationRequestsTest.cpp - Where things are, in LSP --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SnapshotBuilder.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/handlers/RequestSession.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const std::string Uri = "file:///a.mlir";

namespace {
/// A client with open documents.
struct Session : RequestSession {
  explicit Session(ClientCapabilities Capabilities = {}) {
    Client = Capabilities;
    start();
  }

  void openText(const std::string &Name, const std::string &Contents) {
    auto Builder = std::make_shared<SnapshotBuilder>(allDialects(), Name);
    open(Name, Contents,
         [Builder](Text NewContents, int64_t Version, const OffsetMap &Edits,
                   Effort MaxEffort, const std::function<bool()> &ShouldStop) {
           return Builder->build(std::move(NewContents), Version, Edits,
                                 MaxEffort, ShouldStop);
         });
  }

  /// Asks about a place of the one document.
  json askAt(const char *Method, uint32_t Line, uint32_t Character,
             json ExtraParams = json::object()) {
    ExtraParams["textDocument"] = {{"uri", Uri}};
    ExtraParams["position"] = Position{Line, Character};
    return ask(Method, ExtraParams);
  }
  json askAbout(const char *Method, json ExtraParams = json::object()) {
    ExtraParams["textDocument"] = {{"uri", Uri}};
    return ask(Method, ExtraParams);
  }
};
} // namespace

static json range(uint32_t Line, uint32_t Begin, uint32_t EndLine,
                  uint32_t End) {
  return Range{{Line, Begin}, {EndLine, End}};
}
static json range(uint32_t Line, uint32_t Begin, uint32_t End) {
  return range(Line, Begin, Line, End);
}

static json location(const std::string &Uri, const json &Location) {
  return {{"uri", Uri}, {"range", Location}};
}

/// A column behind a letter of two bytes is one less than its byte's.
static const char Calls[] = R"(module @m {
  func.func private @f(i32) -> i32 loc("/x/y z.td":3:5)
  func.func @g(%a: i32) -> i32 {
    %0 = call @f(%a) {s = "ä", r = @f} : (i32) -> i32
    return %0 : i32
  }
}
)";

TEST_CASE("Navigation: definitions as locations", "[navigation]") {
  Session S;
  S.openText(Uri, Calls);
  const char *Method = "textDocument/definition";
  CHECK(S.askAt(Method, 3, 18) ==
        json::array({location(Uri, range(2, 15, 17))}));
  // The place in the other file is as LLVM's server has it.
  json ExpectedJson =
      json::array({location(Uri, range(1, 2, 11)),
                   location("file:///x/y%20z.td", range(2, 4, 4))});
  CHECK(S.askAt(Method, 3, 14) == ExpectedJson);
  CHECK(S.askAt(Method, 3, 36) == ExpectedJson);
  CHECK(S.askAt(Method, 3, 7) == json::array());
  CHECK(S.askAt(Method, 6, 1) == json::array());
  CHECK(S.askAt(Method, 60, 1) == json::array());
}

TEST_CASE("Navigation: definitions as links", "[navigation]") {
  ClientCapabilities Client;
  Client.DefinitionLinks = true;
  Session S(Client);
  S.openText(Uri, Calls);
  json Links = S.askAt("textDocument/definition", 3, 36);
  REQUIRE(Links.size() == 2);
  CHECK(Links[0] == json({{"originSelectionRange", range(3, 35, 37)},
                          {"targetUri", Uri},
                          {"targetRange", range(1, 2, 55)},
                          {"targetSelectionRange", range(1, 20, 22)}}));
  CHECK(Links[1]["targetUri"] == "file:///x/y%20z.td");
  CHECK(Links[1]["targetRange"] == range(2, 4, 4));
}

TEST_CASE("Navigation: a place of the same file is none elsewhere",
          "[navigation]") {
  Session S;
  S.openText(Uri, "func.func private @f() loc(\"/a.mlir\":1:2)\n");
  CHECK(S.askAt("textDocument/definition", 0, 19) ==
        json::array({location(Uri, range(0, 0, 9))}));
}

TEST_CASE("Navigation: references and highlights", "[navigation]") {
  Session S;
  S.openText(Uri, Calls);
  json Definition = location(Uri, range(1, 20, 22)),
       First = location(Uri, range(3, 14, 16)),
       Second = location(Uri, range(3, 35, 37));
  const char *Method = "textDocument/references";
  json Items = json::array({Definition, First, Second});
  for (const char *Context :
       {"{}", R"({"context": null})", R"({"context": {}})",
        R"({"context": {"includeDeclaration": true}})"})
    CHECK(S.askAt(Method, 3, 36, json::parse(Context)) == Items);
  CHECK(
      S.askAt(Method, 3, 36, {{"context", {{"includeDeclaration", false}}}}) ==
      json::array({First, Second}));
  CHECK(S.askAt("textDocument/documentHighlight", 3, 36) ==
        json::array({{{"range", range(1, 20, 22)}, {"kind", 3}},
                     {{"range", range(3, 14, 16)}, {"kind", 2}},
                     {{"range", range(3, 35, 37)}, {"kind", 2}}}));
}

TEST_CASE("Navigation: symbols as a tree, or flat", "[navigation]") {
  ClientCapabilities Client;
  Client.HierarchicalDocumentSymbols = true;
  const char *Method = "textDocument/documentSymbol";
  {
    Session S(Client);
    S.openText(Uri, Calls);
    json Symbols = S.askAbout(Method);
    REQUIRE(Symbols.size() == 1);
    CHECK(Symbols[0]["name"] == "m");
    CHECK(Symbols[0]["kind"] == 5);
    CHECK(Symbols[0]["range"] == range(0, 0, 6, 1));
    CHECK(Symbols[0]["selectionRange"] == range(0, 0, 6));
    REQUIRE(Symbols[0]["children"].size() == 2);
    CHECK(Symbols[0]["children"][0] ==
          json({{"name", "f"},
                {"kind", 12},
                {"range", range(1, 2, 55)},
                {"selectionRange", range(1, 2, 11)}}));
    CHECK(Symbols[0]["children"][1]["name"] == "g");
    S.openText(Uri, "func.func private @one()\nfunc.func private @two()\n");
    Symbols = S.askAbout(Method);
    REQUIRE(Symbols.size() == 2);
    CHECK(Symbols[0]["name"] == "one");
    S.openText(Uri, "");
    CHECK(S.askAbout(Method) == json::array());
  }
  Session S;
  S.openText(Uri, Calls);
  json Symbols = S.askAbout(Method);
  REQUIRE(Symbols.size() == 3);
  CHECK(Symbols[0] == json({{"name", "m"},
                            {"kind", 5},
                            {"location", location(Uri, range(0, 0, 6, 1))}}));
  CHECK(Symbols[2]["name"] == "g");
  CHECK(Symbols[2]["containerName"] == "m");
}

TEST_CASE("Navigation: symbols nest only so deep", "[navigation]") {
  ClientCapabilities Client;
  Client.HierarchicalDocumentSymbols = true;
  Session S(Client);
  std::string Contents, End;
  for (unsigned I = 0; I != 500; ++I) {
    Contents += "module @m" + std::to_string(I) + " {\n";
    End += "}\n";
  }
  S.openText(Uri, Contents + End);
  json Symbols = S.askAbout("textDocument/documentSymbol");
  unsigned Levels = 0;
  size_t Last = 0;
  for (const json *Level = &Symbols; Level;) {
    ++Levels;
    Last = Level->size();
    auto Inner = Level->front().find("children");
    Level = Inner == Level->front().end() ? nullptr : &*Inner;
  }
  CHECK(Levels == 200);
  // None is lost.
  CHECK(Last == 301);
}

TEST_CASE("Navigation: symbols of all documents", "[navigation]") {
  Session S;
  S.openText("file:///b.mlir", "func.func private @first()\n");
  S.openText(Uri, "\nmodule @m { func.func private @fir() }\n");
  json Reply = S.ask("workspace/symbol", {{"query", "FI"}});
  REQUIRE(Reply.size() == 2);
  CHECK(Reply[0] == json({{"name", "fir"},
                          {"kind", 12},
                          {"containerName", "m"},
                          {"location", location(Uri, range(1, 12, 21))}}));
  CHECK(Reply[1]["name"] == "first");
  CHECK(Reply[1]["location"]["uri"] == "file:///b.mlir");
}

TEST_CASE("Navigation: folds of lines, and of columns", "[navigation]") {
  std::string Text = R"mlir(func.func @f() { // one
  // two
  // three
  return }
func.func @g() {
  return
}
func.func @h() {
}
)mlir";
  auto fold = [](uint32_t Line, uint32_t Begin, uint32_t EndLine,
                 uint32_t End) -> json {
    return {{"startLine", Line},
            {"startCharacter", Begin},
            {"endLine", EndLine},
            {"endCharacter", End}};
  };
  json Comment = fold(1, 4, 2, 10);
  Comment["kind"] = "comment";
  {
    Session S;
    S.openText(Uri, Text);
    CHECK(S.askAbout("textDocument/foldingRange") ==
          json::array({fold(0, 16, 3, 9), Comment, fold(4, 16, 6, 0),
                       fold(7, 16, 8, 0)}));
  }
  // The line of a bracket that stands alone stays.
  ClientCapabilities Client;
  Client.FoldWholeLines = true;
  Session S(Client);
  S.openText(Uri, Text);
  CHECK(S.askAbout("textDocument/foldingRange") ==
        json::array({fold(0, 16, 3, 9), Comment, fold(4, 16, 5, 8)}));
}

TEST_CASE("Navigation: selections, one for each position", "[navigation]") {
  Session S;
  S.openText(Uri, Calls);
  json Positions = {Position{3, 14}, Position{60, 0}};
  json Reply =
      S.askAbout("textDocument/selectionRange", {{"positions", Positions}});
  REQUIRE(Reply.size() == 2);
  CHECK(Reply[0]["range"] == range(3, 14, 16));
  json Outer = Reply[0];
  while (Outer.contains("parent"))
    Outer = json(Outer["parent"]);
  CHECK(Outer["range"] == range(0, 0, 7, 0));
  CHECK(Reply[1]["range"] == range(0, 0, 7, 0));
}

TEST_CASE("Navigation: through edits that are not built yet", "[navigation]") {
  Session S;
  // Only the first text is built.
  auto Builder = std::make_shared<SnapshotBuilder>(allDialects(), Uri);
  S.open(Uri, Calls,
         [Builder](Text NewContents, int64_t Version, const OffsetMap &Edits,
                   Effort MaxEffort, const std::function<bool()> &ShouldStop)
             -> Document::SnapshotPtr {
           if (Version != 1)
             return nullptr;
           return Builder->build(std::move(NewContents), Version, Edits,
                                 MaxEffort, ShouldStop);
         });
  CHECK(S.askAbout("textDocument/documentSymbol").size() == 3);
  std::string NewText = "// new\n" + std::string(Calls);
  S.Documents[Uri]->update(Text(NewText), {{{0, 0}, 7}}, 2);
  CHECK(S.askAt("textDocument/definition", 4, 18) ==
        json::array({location(Uri, range(3, 15, 17))}));
  CHECK(S.askAt("textDocument/definition", 0, 3) == json::array());
  // A position in new text has the whole text around it.
  json Reply = S.askAbout("textDocument/selectionRange",
                          {{"positions", {Position{0, 3}, Position{4, 14}}}});
  CHECK(Reply[0]["range"] == range(0, 0, 8, 0));
  CHECK(Reply[1]["range"] == range(4, 14, 16));
}

TEST_CASE("Navigation: links to definitions of aliases", "[navigation]") {
  for (bool HasTooltips : {false, true}) {
    ClientCapabilities Client;
    Client.DocumentLinkTooltips = HasTooltips;
    Session S(Client);
    S.openText(Uri, "// \xC3\xA4\n  !ct = i32\nfunc.func private @f(!ct)\n");
    json Links = S.askAbout("textDocument/documentLink");
    REQUIRE(Links.size() == 1);
    CHECK(Links[0]["range"] == range(2, 21, 24));
    CHECK(Links[0]["target"] == Uri + "#L2,3");
    CHECK(Links[0].contains("tooltip") == HasTooltips);
  }
}

TEST_CASE("Navigation: links to files", "[navigation]") {
  Session S;
  S.openText(Uri, "module {} loc(\"/etc/passwd\":1:2)\n"
                  "#a = loc(\"/gone\":1:2)\n");
  json Links = S.askAbout("textDocument/documentLink");
  REQUIRE(Links.size() == 1);
  CHECK(Links[0]["target"] == "file:///etc/passwd#L1,2");
}

TEST_CASE("Navigation: the type of a value", "[navigation]") {
  for (bool AsLinks : {false, true}) {
    ClientCapabilities Client;
    Client.TypeDefinitionLinks = AsLinks;
    Session S(Client);
    S.openText(Uri, "!ct = i32\nfunc.func @f(%a: !ct) { return }\n");
    json Answer = S.askAt("textDocument/typeDefinition", 1, 14);
    REQUIRE(Answer.size() == 1);
    if (AsLinks) {
      CHECK(Answer[0]["originSelectionRange"] == range(1, 13, 15));
      CHECK(Answer[0]["targetSelectionRange"] == range(0, 0, 3));
      CHECK(Answer[0]["targetRange"] == range(0, 0, 9));
    } else {
      CHECK(Answer[0] == location(Uri, range(0, 0, 3)));
    }
    CHECK(S.askAt("textDocument/typeDefinition", 1, 2) == json::array());
  }
}
