//===- AnnotationRequestsTest.cpp - What stands beside a text, in LSP -----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/SemanticTokens.h"
#include "server/features/fixes/CodeActions.h"
#include "server/features/fixes/ReductionFixKinds.h"
#include "server/handlers/FixRequest.h"
#include "tests/server/handlers/HeldSession.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const std::string Uri = "file:///a.mlir";

namespace {
/// A client with a document.
struct Session : HeldSession {
  explicit Session(const std::string &Contents)
      : HeldSession(::Uri, Contents) {}

  /// Inserts `New` at a byte.
  void type(size_t Offset, const std::string &New) { replace(Offset, 0, New); }
  json documentParams(json ExtraParams = json::object()) {
    ExtraParams["textDocument"] = {{"uri", Uri}};
    return ExtraParams;
  }
  json inAll() { return documentParams({{"range", Range{{0, 0}, {1000, 0}}}}); }
};
} // namespace

static const char Hints[] = "textDocument/inlayHint";
static const char Lenses[] = "textDocument/codeLens";

static json range(uint32_t Line, uint32_t Begin, uint32_t End) {
  return Range{{Line, Begin}, {Line, End}};
}

/// A column behind a letter of two bytes is one less than its byte's.
static const char Power[] =
    "func.func @f(%x: i5) {\n"
    "  \"a.\xC3\xA4\"() : () -> () %a = noisy.encode %x : i5 -> !noisy.i32\n"
    "  %b = noisy.mul %a, %a : !noisy.i32\n"
    "  %c = noisy.mul %b, %b : !noisy.i32\n"
    "  return\n"
    "}\n";

TEST_CASE("Annotations: they are announced", "[annotations]") {
  json Capabilities = announceRequests({});
  CHECK(Capabilities["inlayHintProvider"] == true);
  CHECK(Capabilities["codeLensProvider"]["resolveProvider"] == false);
  const json &Tokens = Capabilities["semanticTokensProvider"];
  CHECK(Tokens["range"] == true);
  CHECK(Tokens["full"]["delta"] == true);
  CHECK(Tokens["legend"]["tokenTypes"][size_t(WordType::Comment)] == "comment");
  CHECK(Tokens["legend"]["tokenTypes"].size() == size_t(WordType::Comment) + 1);
  CHECK(
      Tokens["legend"]["tokenModifiers"] ==
      json({"definition", "noiseNearLimit", "noiseOverLimit", "noiseUnknown"}));
}

TEST_CASE("Annotations: inlay hints", "[annotations]") {
  Session S(Power);
  json Items = S.ask(Hints, S.inAll());
  REQUIRE(Items.size() == 3);
  CHECK(Items[0] == json::parse(R"({
    "position": {"line": 1, "character": 23}, "label": "12/26",
    "tooltip": "noise 12, limit 26 bits\nfresh encryption",
    "paddingLeft": true})"));
  CHECK(Items[2]["label"] == "48/26 !");
  CHECK(S.ask(Hints, S.documentParams({{"range", range(2, 0, 40)}})) ==
        json::array({Items[1]}));
  CHECK(S.errorCode(Hints, S.documentParams()) ==
        int(ErrorCode::InvalidParams));
  S.configure({{"inlayHints.noise", "nearLimit"}});
  CHECK(S.ask(Hints, S.inAll()).size() == 2);
}

TEST_CASE("Annotations: code lenses, with the fix", "[annotations]") {
  Session S(Power);
  json Items = S.ask(Lenses, S.documentParams());
  json Fix = {
      {"title", "Insert optimal reduce_noise"},
      {"command", ApplyFixCommand},
      {"arguments",
       json::array({FixRequest{&fixes::ReduceFunction, Uri, 1, {0, 0}}})}};
  CHECK(Items == json::array({{{"range", range(0, 0, 9)},
                               {"command",
                                {{"title", "overflow: 48 bits at %c, limit 26"},
                                 {"command", ""}}}},
                              {{"range", range(0, 0, 9)}, {"command", Fix}}}));
  S.configure({{"codeLens.enable", false}});
  CHECK(S.ask(Lenses, S.documentParams()) == json::array());
}

TEST_CASE("Annotations: RUN lines have lenses, for clients that run them",
          "[annotations]") {
  Session S("// RUN: noisy-opt %s \\\n// RUN:   -o %t\nmodule {}\n"
            "// RUN: cat %t\n");
  CHECK(S.ask(Lenses, S.documentParams()) == json::array());
  S.Client.RunLines = true;
  auto lens = [](json Place, const char *Title, json Commands) {
    return json{{"range", Place},
                {"command",
                 {{"title", Title},
                  {"command", "noisy.runLines"},
                  {"arguments", {{{"uri", Uri}, {"commands", Commands}}}}}}};
  };
  const char First[] = "noisy-opt %s -o %t", Second[] = "cat %t";
  CHECK(S.ask(Lenses, S.documentParams()) ==
        json::array(
            {lens(range(0, 3, 7), "Run", json::array({First})),
             lens(range(0, 3, 7), "Run all 2", json::array({First, Second})),
             lens(range(3, 3, 7), "Run", json::array({Second}))}));
  S.configure({{"codeLens.enable", false}});
  CHECK(S.ask(Lenses, S.documentParams()) == json::array());
}

TEST_CASE("Annotations: semantic tokens, all, in a range, and what is new",
          "[annotations]") {
  Session S(Power);
  const std::string Full = "textDocument/semanticTokens/full";
  json First = S.ask(Full, S.documentParams());
  json Data = First["data"];
  REQUIRE(Data.size() % 5 == 0);
  // func.func, and @f behind it.
  for (int I = 0; I < 10; ++I)
    CHECK(Data[I] == std::vector<int>{0, 0, 9, 0, 0, 0, 10, 2, 3, 1}[I]);
  json Line = S.ask("textDocument/semanticTokens/range",
                    S.documentParams({{"range", range(2, 4, 5)}}));
  CHECK_FALSE(Line.contains("resultId"));
  json Name = json::array({2, 2, 2, 1, int(Definition) | int(NoiseNearLimit)});
  for (int I = 0; I < 5; ++I)
    CHECK(Line["data"][I] == Name[I]);

  // A line in front of all moves only the first word.
  S.type(0, "// one\n");
  json Delta =
      S.ask(Full + "/delta",
            S.documentParams({{"previousResultId", First["resultId"]}}));
  CHECK(Delta["edits"] == json::parse(R"([{"start": 0, "deleteCount": 5,
                         "data": [0, 0, 6, 11, 0, 1, 0, 9, 0, 0]}])"));
  // Nobody has given this one.
  json SecondReply =
      S.ask(Full + "/delta",
            S.documentParams({{"previousResultId", First["resultId"]}}));
  CHECK(SecondReply["data"].size() == Data.size() + 5);
}

TEST_CASE("Annotations: what is asked for while one types is answered",
          "[annotations]") {
  Session S(std::string("func.func @first() {\n  return\n}\n") + Power);
  json OldReply = S.ask(Hints, S.inAll());
  json LensesBefore = S.ask(Lenses, S.documentParams());
  REQUIRE(OldReply.size() == 3);
  // The build of the first edit comes after the second edit, in a line above.
  S.BuildGate->IsHeld = true;
  size_t Offset = S.Contents.find("  return");
  S.type(Offset, "  // \n");
  int64_t RequestId = S.send(Hints, S.inAll()),
          AskedLenses = S.send(Lenses, S.documentParams());
  int64_t Words =
      S.send("textDocument/semanticTokens/full", S.documentParams());
  S.settle();
  S.type(Offset, "\n");
  S.BuildGate->MayBuild.release(100);
  json Reply = S.wait(RequestId).Result;
  REQUIRE(Reply.size() == 3);
  for (size_t I = 0; I < 3; ++I) {
    json MovedItem = OldReply[I];
    MovedItem["position"]["line"] = int(MovedItem["position"]["line"]) + 2;
    CHECK(Reply[I] == MovedItem);
  }
  json FoundLenses = S.wait(AskedLenses).Result;
  REQUIRE(FoundLenses.size() == LensesBefore.size());
  CHECK(FoundLenses[0]["command"] == LensesBefore[0]["command"]);
  // Words have no use for another text; clients keep those that they have.
  CHECK(S.errorOf(Words) == int(ErrorCode::ContentModified));
}

TEST_CASE("Annotations: a question about a line that is gone",
          "[annotations]") {
  Session S(Power);
  CHECK(S.ask(Hints, S.inAll()).size() == 3);
  S.BuildGate->IsHeld = true;
  size_t Offset = S.Contents.find("  return");
  S.type(Offset, "  // abc\n");
  // Its range is inside of what was typed; the next edit takes that away.
  int64_t RequestId =
      S.send(Hints, S.documentParams({{"range", range(4, 3, 6)}}));
  S.settle();
  S.Contents.erase(Offset, 9);
  S.Documents[Uri]->update(Text(S.Contents), {{{Offset, Offset + 9}, 0}}, 3);
  S.BuildGate->MayBuild.release(100);
  CHECK(S.wait(RequestId).Result.is_array());
}

TEST_CASE("Annotations: hints and lenses do not flicker", "[annotations]") {
  // Typed into another function, key by key; each question comes right behind
  // its key, and no answer is waited for.
  Session S(std::string("func.func @first(%y: i5) {\n\n  return\n}\n") + Power);
  json OldReply = S.ask(Hints, S.inAll());
  json LensesBefore = S.ask(Lenses, S.documentParams());
  std::string TypedText = "  %0 = \"x\"(%y) ({ }) : (i5) -> i5 // { \"";
  size_t Offset = S.Contents.find("{\n\n") + 2;
  std::vector<std::pair<int, int>> RequestIds;
  for (char C : TypedText) {
    S.type(Offset++, std::string(1, C));
    RequestIds.push_back(
        {S.send(Hints, S.inAll()), S.send(Lenses, S.documentParams())});
    S.settle();
  }
  for (auto [ForHints, ForLenses] : RequestIds) {
    CHECK(S.wait(ForHints).Result == OldReply);
    json Reply = S.wait(ForLenses).Result;
    REQUIRE(Reply.size() == LensesBefore.size());
    for (size_t I = 0; I < Reply.size(); ++I) {
      CHECK(Reply[I]["range"] == LensesBefore[I]["range"]);
      CHECK(Reply[I]["command"]["title"] ==
            LensesBefore[I]["command"]["title"]);
    }
  }
}
