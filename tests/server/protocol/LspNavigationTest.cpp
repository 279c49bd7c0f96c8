//===- LspNavigationTest.cpp - What LSP says of places --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspNavigation.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

static const Range A{{1, 2}, {3, 4}}, B{{5, 6}, {7, 8}};
static const json AJson = A, BJson = B;

TEST_CASE("Lsp: links to definitions", "[lsp]") {
  CHECK(json(LocationLink{A, "file:///x", B, A}) ==
        json({{"originSelectionRange", AJson},
              {"targetUri", "file:///x"},
              {"targetRange", BJson},
              {"targetSelectionRange", AJson}}));
}

TEST_CASE("Lsp: highlights", "[lsp]") {
  CHECK(json(DocumentHighlight{A, DocumentHighlightKind::Write}) ==
        json({{"range", AJson}, {"kind", 3}}));
}

TEST_CASE("Lsp: symbols", "[lsp]") {
  DocumentSymbol Inner{"f", SymbolKind::Function, A, A, {}};
  CHECK(json(Inner) == json({{"name", "f"},
                             {"kind", 12},
                             {"range", AJson},
                             {"selectionRange", AJson}}));
  DocumentSymbol Outer{"m", SymbolKind::Namespace, B, A, {Inner, Inner}};
  json Output = Outer;
  CHECK(Output["kind"] == 3);
  CHECK(Output["range"] == BJson);
  CHECK(Output["children"] == json::array({json(Inner), json(Inner)}));

  SymbolInformation Flat{"f", SymbolKind::Class, {"file:///x", A}, ""};
  Output = Flat;
  CHECK(Output ==
        json({{"name", "f"},
              {"kind", 5},
              {"location", {{"uri", "file:///x"}, {"range", AJson}}}}));
  Flat.ContainerName = "m";
  CHECK(json(Flat)["containerName"] == "m");
}

TEST_CASE("Lsp: folds", "[lsp]") {
  json Bare = {{"startLine", 1},
               {"startCharacter", 2},
               {"endLine", 3},
               {"endCharacter", 4}};
  CHECK(json(FoldingRange{A, ""}) == Bare);
  Bare["kind"] = "comment";
  CHECK(json(FoldingRange{A, CommentFold}) == Bare);
}

TEST_CASE("Lsp: selections", "[lsp]") {
  CHECK(json(SelectionRange{{A}}) == json::parse(R"({"range":
      {"start": {"line": 1, "character": 2},
       "end": {"line": 3, "character": 4}}})"));
  json NestedJson = SelectionRange{{A, B}};
  REQUIRE(NestedJson.is_object());
  CHECK(NestedJson["range"] == AJson);
  CHECK(NestedJson["parent"]["range"] == BJson);
  CHECK_FALSE(NestedJson["parent"].contains("parent"));
}

TEST_CASE("Lsp: clients that fold whole lines", "[lsp]") {
  auto read = [](const char *Capabilities) {
    return json::parse(Capabilities).get<ClientCapabilities>().FoldWholeLines;
  };
  CHECK(
      read(R"({"textDocument": {"foldingRange": {"lineFoldingOnly": true}}})"));
  CHECK_FALSE(read(R"({"textDocument": {"foldingRange": {}}})"));
}
