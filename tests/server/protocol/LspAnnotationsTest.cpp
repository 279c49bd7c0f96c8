//===- LspAnnotationsTest.cpp - What LSP shows beside a text --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/LspAnnotations.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

TEST_CASE("LspAnnotations: hints and lenses", "[lsp]") {
  CHECK(json(InlayHint{{1, 2}, "12/26", "why", true}) == json::parse(R"({
    "position": {"line": 1, "character": 2}, "label": "12/26",
    "tooltip": "why", "paddingLeft": true})"));
  CHECK(json(InlayHint{{1, 2}, "12/26", "", false}) == json::parse(R"({
    "position": {"line": 1, "character": 2}, "label": "12/26"})"));
  // The command is there, and empty: without one, clients would ask for it.
  CHECK(json(CodeLens{{{1, 2}, {1, 3}}, {"t", "", nullptr}}) == json::parse(R"({
    "range": {"start": {"line": 1, "character": 2},
              "end": {"line": 1, "character": 3}},
    "command": {"title": "t", "command": ""}})"));
}

TEST_CASE("LspAnnotations: semantic tokens", "[lsp]") {
  CHECK(json(SemanticTokens{"", {}}) == json::parse(R"({"data": []})"));
  CHECK(json(SemanticTokens{"7", {1, 2}}) ==
        json::parse(R"({"resultId": "7", "data": [1, 2]})"));
  CHECK(json(SemanticTokensDelta{"8", {}}) ==
        json::parse(R"({"resultId": "8", "edits": []})"));
  CHECK(json(SemanticTokensDelta{"8", {{5, 10, {}}, {20, 0, {1}}}}) ==
        json::parse(R"({"resultId": "8", "edits": [
          {"start": 5, "deleteCount": 10},
          {"start": 20, "deleteCount": 0, "data": [1]}]})"));
}
