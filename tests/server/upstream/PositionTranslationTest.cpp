//===- PositionTranslationTest.cpp - Between client and LLVM --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/PositionTranslation.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using nlohmann::json;

// Line 1 is an emoji (4 bytes, 2 units) and an e acute (2 bytes, 1 unit).
static const char Sample[] = "abc\n\xF0\x9F\x98\x80\xC3\xA9x\n";
static const char Client[] = "untitled:Untitled-1";
static const char Upstream[] = "file:///document/0.mlir";

static PositionTranslation
translation(PositionEncoding Encoding = PositionEncoding::UTF16) {
  return PositionTranslation(Client, Upstream, Text(Sample), Encoding);
}

static json position(int Line, int Character) {
  return {{"line", Line}, {"character", Character}};
}

static json range(int Line, int Begin, int End) {
  return {{"start", position(Line, Begin)}, {"end", position(Line, End)}};
}

TEST_CASE("PositionTranslation: parameters", "[upstream]") {
  json Params = {{"textDocument", {{"uri", Client}}},
                 {"position", position(1, 3)}};
  translation().toUpstream(Params);
  CHECK(Params == json({{"textDocument", {{"uri", Upstream}}},
                        {"position", position(1, 6)}}));

  json CodeAction = {
      {"textDocument", {{"uri", Client}}},
      {"range", range(1, 2, 4)},
      {"context",
       {{"diagnostics",
         json::array({json{{"range", range(1, 0, 2)},
                           {"data", {{"position", position(1, 3)}}},
                           {"message", Client}}})}}}};
  translation().toUpstream(CodeAction);
  CHECK(CodeAction["range"] == range(1, 4, 7));
  json &Diagnostic = CodeAction["context"]["diagnostics"][0];
  CHECK(Diagnostic["range"] == range(1, 0, 4));
  // Not ours to touch: what belongs to others, and text.
  CHECK(Diagnostic["data"]["position"] == position(1, 3));
  CHECK(Diagnostic["message"] == Client);
}

TEST_CASE("PositionTranslation: results", "[upstream]") {
  json Hover = {{"contents", {{"kind", "markdown"}, {"value", "x"}}},
                {"range", range(1, 6, 7)}};
  translation().fromUpstream(Hover);
  CHECK(Hover["range"] == range(1, 3, 4));

  json Locations = json::array(
      {json{{"uri", Upstream}, {"range", range(1, 4, 6)}},
       json{{"uri", "file:///other.mlir"}, {"range", range(1, 4, 6)}}});
  translation().fromUpstream(Locations);
  CHECK(Locations[0] == json({{"uri", Client}, {"range", range(1, 2, 3)}}));
  CHECK(Locations[1] ==
        json({{"uri", "file:///other.mlir"}, {"range", range(1, 4, 6)}}));

  json Link = {{"originSelectionRange", range(1, 4, 6)},
               {"targetUri", "file:///other.mlir"},
               {"targetRange", range(1, 4, 6)},
               {"targetSelectionRange", range(1, 4, 6)}};
  translation().fromUpstream(Link);
  CHECK(Link["originSelectionRange"] == range(1, 2, 3));
  CHECK(Link["targetRange"] == range(1, 4, 6));
  Link["targetUri"] = Upstream;
  translation().fromUpstream(Link);
  CHECK(Link["targetUri"] == Client);
  CHECK(Link["targetSelectionRange"] == range(1, 2, 3));

  json Symbols = json::array({json{
      {"range", range(0, 0, 3)},
      {"children", json::array({json{{"range", range(1, 0, 7)},
                                     {"selectionRange", range(1, 6, 7)}}})}}});
  translation().fromUpstream(Symbols);
  CHECK(Symbols[0]["range"] == range(0, 0, 3));
  CHECK(Symbols[0]["children"][0]["selectionRange"] == range(1, 3, 4));
}

TEST_CASE("PositionTranslation: workspace edits", "[upstream]") {
  json Edit = {{"range", range(1, 6, 7)}, {"newText", "y"}};
  json Changes = {{"edit",
                   {{"changes",
                     {{Upstream, json::array({Edit})},
                      {"file:///other.mlir", json::array({Edit})}}}}}};
  translation().fromUpstream(Changes);
  json &MovedItem = Changes["edit"]["changes"];
  REQUIRE(MovedItem.contains(Client));
  CHECK_FALSE(MovedItem.contains(Upstream));
  CHECK(MovedItem[Client][0]["range"] == range(1, 3, 4));
  CHECK(MovedItem["file:///other.mlir"][0]["range"] == range(1, 6, 7));

  json VersionedEdit = {
      {"documentChanges",
       json::array({json{{"textDocument", {{"uri", Upstream}}},
                         {"edits", json::array({Edit})}},
                    json{{"textDocument", {{"uri", "file:///other.mlir"}}},
                         {"edits", json::array({Edit})}}})}};
  translation().fromUpstream(VersionedEdit);
  CHECK(VersionedEdit["documentChanges"][0]["edits"][0]["range"] ==
        range(1, 3, 4));
  CHECK(VersionedEdit["documentChanges"][1]["edits"][0]["range"] ==
        range(1, 6, 7));
}

TEST_CASE("PositionTranslation: odd values", "[upstream]") {
  json Odd = json::array(
      {nullptr, 5, "uri", json{{"line", -1}, {"character", -5}},
       json{{"line", 18446744073709551615u}, {"character", 0}},
       json{{"line", 1.5}, {"character", 0}}, json{{"uri", 5}},
       json{{"textDocument", "x"}}, json{{"changes", 3}}, json::object()});
  json ExpectedJson = Odd;
  ExpectedJson[3] = position(0, 0);
  ExpectedJson[4] = position(2, 0);
  translation().toUpstream(Odd);
  CHECK(Odd == ExpectedJson);
}

TEST_CASE("PositionTranslation: other encodings", "[upstream]") {
  json Location = position(1, 2);
  translation(PositionEncoding::UTF32).toUpstream(Location);
  CHECK(Location == position(1, 6));
  translation(PositionEncoding::UTF8).fromUpstream(Location);
  CHECK(Location == position(1, 6));
}

TEST_CASE("PositionTranslation: the text for LLVM keeps offsets and lines",
          "[upstream]") {
  Text Contents("a\rb\r\nc\r\r\n\xFF\xC3\xA9\xE2\x82");
  std::string SentText = textForUpstream(Contents);
  CHECK(SentText == "a\nb\r\nc\n\r\n?\xC3\xA9??");
  CHECK(Text(SentText).lineCount() == Contents.lineCount());
  CHECK(textForUpstream(Text("\r")) == "\n");
  CHECK(textForUpstream(Text()) == "");
}

TEST_CASE("PositionTranslation: comments that LLVM would split the text at",
          "[upstream]") {
  auto upstreamText = [](const char *Input) {
    return textForUpstream(Text(Input));
  };
  CHECK(upstreamText("a // ------ b // ----- c\n// -----\n") ==
        "a //------- b //------ c\n// -----\n");
  CHECK(upstreamText("a // b // ----- c\nd") == "a // b //------ c\nd");
  CHECK(upstreamText("a // b // -----\nd") == "a // b // -----\nd");
  CHECK(upstreamText("\"// ----- a\" // ----- \"b") ==
        "\"// ----- a\" //------ \"b");
}
