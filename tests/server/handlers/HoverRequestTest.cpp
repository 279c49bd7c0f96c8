//===- HoverRequestTest.cpp - Hover, in LSP -------------------------------===//
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
struct Session : RequestSession {
  explicit Session(const std::string &Contents,
                   ClientCapabilities Capabilities = {}) {
    Client = Capabilities;
    start();
    auto Builder = std::make_shared<SnapshotBuilder>(allDialects(), Uri);
    open(Uri, Contents,
         [Builder](Text Contents, int64_t Version, const OffsetMap &Edits,
                   Effort MaxEffort, const std::function<bool()> &ShouldStop) {
           return Builder->build(std::move(Contents), Version, Edits, MaxEffort,
                                 ShouldStop);
         });
  }

  json hoverAt(uint32_t Line, uint32_t Character) {
    return ask("textDocument/hover", {{"textDocument", {{"uri", Uri}}},
                                      {"position", Position{Line, Character}}});
  }
};
} // namespace

/// A column behind a letter of two bytes is one less than its byte's.
static const char Product[] = R"(func.func @f(%a: !noisy.i32 {x.y = "ä"}) {
  %b = noisy.mul %a, %a {x.y = "ä"} : !noisy.i32
  return
}
)";

TEST_CASE("HoverRequest: in plain text", "[hover]") {
  Session S(Product);
  json Reply = S.hoverAt(1, 3);
  CHECK(Reply["contents"]["kind"] == "plaintext");
  CHECK_THAT(Reply["contents"]["value"].get<std::string>(),
             Catch::Contains("\nNoise: 24 bits, limit 26, 2 left\n"));
  CHECK(Reply["range"] == json(Range{{1, 2}, {1, 4}}));
  std::string Operation = S.hoverAt(1, 8)["contents"]["value"];
  CHECK_THAT(Operation, Catch::Contains("\nMultiply two encrypted integers\n"));
  CHECK_THAT(Operation, !Catch::Contains("`"));
  CHECK(S.hoverAt(3, 1).is_null());
  CHECK(S.hoverAt(30, 1).is_null());
}

TEST_CASE("HoverRequest: in Markdown, with the user's settings", "[hover]") {
  ClientCapabilities Client;
  Client.HoverMarkdown = true;
  Session S(Product, Client);
  json Reply = S.hoverAt(0, 1);
  CHECK(Reply["contents"]["kind"] == "markdown");
  CHECK_THAT(Reply["contents"]["value"].get<std::string>(),
             Catch::Contains("- near the limit\n"));
  S.configure({{"nearLimit", 0}});
  CHECK_THAT(S.hoverAt(0, 1)["contents"]["value"].get<std::string>(),
             Catch::Contains("- all within the limit\n"));
}

TEST_CASE("HoverRequest: the generic form folds where a client can",
          "[hover]") {
  ClientCapabilities Client;
  Client.HoverMarkdown = true;
  Session Plain(Product, Client);
  Plain.configure({{"hover", {{"genericForm", true}}}});
  CHECK_THAT(Plain.hoverAt(1, 8)["contents"]["value"].get<std::string>(),
             Catch::Contains("\nGeneric form:\n\n```mlir\n") &&
                 !Catch::Contains("<details>"));
  Client.MarkdownFolds = true;
  Session Folding(Product, Client);
  Folding.configure({{"hover", {{"genericForm", true}}}});
  json Reply = Folding.hoverAt(1, 8);
  CHECK(Reply["contents"]["kind"] == "markdown");
  CHECK_THAT(
      Reply["contents"]["value"].get<std::string>(),
      Catch::Contains("\n<details><summary>Generic form</summary>\n\n```mlir\n"
                      "%b = \"noisy.mul\"") &&
          Catch::EndsWith("```\n\n</details>\n"));
}

TEST_CASE("HoverRequest: what operations do where nothing parses", "[hover]") {
  Session S("func.func @f( {\n  \"ä\" arith.addi %, \n// arith.addi\n");
  json Reply = S.hoverAt(1, 8);
  REQUIRE(Reply.is_object());
  CHECK(Reply["range"] == json(Range{{1, 6}, {1, 16}}));
  CHECK_THAT(Reply["contents"]["value"].get<std::string>(),
             Catch::StartsWith("\"arith.addi\"\n\ninteger addition"));
  CHECK(S.hoverAt(1, 18).is_null());
  CHECK(S.hoverAt(2, 8).is_null());
}
