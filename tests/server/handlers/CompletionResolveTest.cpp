//===- CompletionResolveTest.cpp - What a completion stands for -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/CompletionList.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/handlers/RequestSession.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
struct Session : RequestSession {
  explicit Session(ClientCapabilities Capabilities = {}) {
    Client = Capabilities;
    start();
  }
  json resolve(const json &Item) { return ask("completionItem/resolve", Item); }
};
} // namespace

/// The items of a list, as they go out.
static json itemsAt(llvm::StringRef MarkedText) {
  AnnotatedText T(MarkedText);
  Completions Result = getCompletions(
      allDialects(), T.Text, Outline::scan(T.Text).pieces(), {T.Places.at(0)});
  return json(toCompletionList(Result, Text(T.Text), PositionEncoding::UTF8))
      .at("items");
}

static json itemOf(const json &Items, const std::string &Label) {
  for (const json &Item : Items)
    if (Item.at("label") == Label)
      return Item;
  FAIL("no item " << Label);
  return nullptr;
}

TEST_CASE("CompletionResolve: an operation gets its documentation",
          "[completion]") {
  json Items = itemsAt("func.func @f() {\n  arith.|\n}\n");
  json Item = itemOf(Items, "arith.addi");
  CHECK(Item.at("data") == json({{"operation", "arith.addi"}}));
  Item["of the client"] = 1;
  Session S;
  json ResolvedItem = S.resolve(Item);
  REQUIRE(ResolvedItem.contains("documentation"));
  CHECK(ResolvedItem["documentation"]["kind"] == "plaintext");
  std::string Description = ResolvedItem["documentation"]["value"];
  CHECK_THAT(Description, Catch::StartsWith("integer addition operation\n\n"));
  CHECK_THAT(Description, !Catch::Contains("```"));
  // The rest stays.
  ResolvedItem.erase("documentation");
  CHECK(ResolvedItem == Item);

  ClientCapabilities Modern;
  Modern.CompletionMarkdown = true;
  Session M(Modern);
  ResolvedItem = M.resolve(Item);
  CHECK(ResolvedItem["documentation"]["kind"] == "markdown");
  CHECK_THAT(ResolvedItem["documentation"]["value"].get<std::string>(),
             Catch::Contains("\n```mlir\n"));
}

TEST_CASE("CompletionResolve: other items are what they were", "[completion]") {
  Session S;
  for (const json &Item :
       {itemOf(itemsAt("func.func @f() {\n  |\n}\n"), "arith"),
        itemOf(itemsAt("func.func @f(%a: i32) {\n  arith.addi |"), "%a")}) {
    CHECK_FALSE(Item.value("data", json::object()).contains("operation"));
    CHECK(S.resolve(Item) == Item);
  }
  for (const char *Odd :
       {R"({})", R"({"data": 1})", R"({"data": null})", R"({"data": {}})",
        R"({"data": {"operation": "no.such"}})"})
    CHECK(S.resolve(json::parse(Odd)) == json::parse(Odd));
  CHECK(S.errorCode("completionItem/resolve", nullptr) == -32602);
  CHECK(S.errorCode("completionItem/resolve",
                    json::parse(R"({"data": {"operation": 1}})")) == -32602);
}

TEST_CASE("CompletionResolve: a long list stays light", "[completion]") {
  // The dialect with the most operations.
  json Items = itemsAt("func.func @f() {\n  rocdl.|\n}\n");
  CHECK(Items.size() > 300);
  CHECK(Items.dump().size() < 400 * Items.size());
}
