//===- JsonPrinterTest.cpp - Structs as the text of JSON ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/JsonPrinter.h"
#include "server/protocol/LspAnnotations.h"
#include "server/protocol/LspCompletion.h"
#include "server/protocol/LspNavigation.h"
#include "tests/support/RandomSeed.h"
#include <catch2/catch.hpp>
#include <limits>
#include <random>

using namespace mlir::noisy::lsp;

/// What a client reads of `Value` is what it reads of the objects of JSON.
template <typename T> static void checkPrinted(const T &Value) {
  std::string Text = toJsonText(Value);
  INFO(Text);
  json Read = json::parse(Text, nullptr, /*allow_exceptions=*/false);
  REQUIRE_FALSE(Read.is_discarded());
  // Bytes that are no UTF-8 are printed as U+FFFD in both.
  CHECK(Read == json::parse(dumpJson(encode(Value))));
}

TEST_CASE("JsonPrinter: single values", "[json]") {
  CHECK(toJsonText(true) == "true");
  CHECK(toJsonText(std::numeric_limits<int64_t>::min()) ==
        "-9223372036854775808");
  CHECK(toJsonText(~uint64_t(0)) == "18446744073709551615");
  CHECK(toJsonText(std::vector<uint32_t>{1, 20, 300}) == "[1,20,300]");
  CHECK(toJsonText(std::vector<uint32_t>{}) == "[]");
  CHECK(toJsonText(std::optional<int>()) == "null");
  CHECK(toJsonText(std::variant<int, bool>(7)) == "7");
  CHECK(toJsonText(json{{"a", nullptr}}) == R"({"a":null})");
  CHECK(toJsonText(MarkupKind::Markdown) == R"("markdown")");
  CHECK(toJsonText(Range{{1, 2}, {3, 4}}) ==
        R"({"start":{"line":1,"character":2},"end":{"line":3,"character":4}})");
}

TEST_CASE("JsonPrinter: strings", "[json]") {
  CHECK(toJsonText(std::string("it's {")) == "\"it's {\"");
  for (const char *Odd :
       {"", "\"", "\\", "a\nb\t\x01\x7F", "\xC3\xA4 \xF0\x9F\x98\x80", "\xFF",
        "cut \xC3", "{", "ends with {"})
    checkPrinted(std::string(Odd));
  checkPrinted(std::string("\0", 1));
}

namespace mlir::noisy::lsp {
/// A struct with members in members.
struct Nested {
  int One = 1, Two = 2, Three = 3, Four = 4, Five = 5;
  bool IsFirstEmpty = false;

  template <typename Io> void map(Io &Json) {
    if (!IsFirstEmpty)
      Json.required("one", One);
    Json.required("a/b/two", Two);
    Json.required("a/bc/three", Three);
    Json.required("a/four", Four);
    Json.required("five", Five);
  }
};
} // namespace mlir::noisy::lsp

TEST_CASE("JsonPrinter: members of members", "[json]") {
  CHECK(toJsonText(Nested()) ==
        R"({"one":1,"a":{"b":{"two":2},"bc":{"three":3},"four":4},"five":5})");
  Nested Other;
  Other.IsFirstEmpty = true;
  checkPrinted(Other);
}

TEST_CASE("JsonPrinter: the structures of LSP", "[json]") {
  const Range Span{{1, 2}, {3, 4}};
  Diagnostic Issue;
  Issue.Range = Span;
  checkPrinted(Issue);
  Issue.Severity = DiagnosticSeverity::Hint;
  Issue.Code = "noise-overflow";
  Issue.Message = "%a has \"24\" bits\n";
  Issue.RelatedInformation = {{{"file:///a", Span}, "%b"}, {{"", {}}, ""}};
  Issue.Tags = {DiagnosticTag::Unnecessary, DiagnosticTag::Deprecated};
  Issue.Data["fixes"] = {"a", "b"};
  checkPrinted(PublishDiagnosticsParams{"file:///a", -1, {}});
  checkPrinted(PublishDiagnosticsParams{"file:///a", 1, {Issue, Issue}});
  checkPrinted(DiagnosticReport{"x", std::nullopt});
  checkPrinted(DiagnosticReport{"x", std::vector<Diagnostic>()});
  checkPrinted(DiagnosticReport{"x", std::vector{Issue}});

  TextDocumentEdit Edit{"file:///a", std::nullopt, {{Span, "\t"}}};
  checkPrinted(Edit);
  Edit.Version = 4;
  CodeAction Action;
  Action.Title = "Fix";
  checkPrinted(Action);
  Action.Disabled = "why";
  Action.Diagnostics = {Issue};
  Action.Edit.emplace();
  Action.Edit->Documents = {Edit, Edit};
  checkPrinted(Action);
  Action.Edit->IsVersioned = true;
  checkPrinted(std::vector{Action, Action});

  CompletionItem Item{"noisy.add", CompletionItemKind::Keyword, "", "", {}};
  Item.Operation = "noisy.add";
  checkPrinted(CompletionList{true, {Item, Item}});
  checkPrinted(std::vector<FoldingRange>{{Span, CommentFold}, {Span, ""}});
  checkPrinted(SelectionRange{{Span, Span}});
  checkPrinted(Hover{{MarkupKind::Markdown, "*x*"}, Span});
  checkPrinted(InlayHint{{1, 2}, "24/26", "", true});
  checkPrinted(std::variant<SemanticTokens, SemanticTokensDelta>(
      SemanticTokensDelta{"7", {{5, 0, {1, 2}}, {9, 5, {}}}}));
}

TEST_CASE("JsonPrinter: diagnostics with any bytes", "[json][random]") {
  std::mt19937 Random(mlir::noisy::test::randomSeed(3));
  auto text = [&] {
    std::string Result;
    for (size_t Size = Random() % 12; Size > 0; --Size)
      Result += Random() % 3 ? char(' ' + Random() % 95) : char(Random() % 256);
    return Result;
  };
  for (int Round = 0; Round < 500; ++Round) {
    PublishDiagnosticsParams Params{text(), int64_t(Random()), {}};
    for (size_t Count = Random() % 4; Count > 0; --Count) {
      Diagnostic Issue;
      Issue.Range = {{uint32_t(Random()), 0}, {1, uint32_t(Random() % 100)}};
      if (Random() % 2)
        Issue.Severity = DiagnosticSeverity(1 + Random() % 4);
      Issue.Code = text();
      Issue.Source = text();
      Issue.Message = text();
      if (Random() % 2)
        Issue.RelatedInformation.push_back({{text(), Issue.Range}, text()});
      if (Random() % 2)
        Issue.Data = text();
      Params.Diagnostics.push_back(std::move(Issue));
    }
    checkPrinted(Params);
  }
}
