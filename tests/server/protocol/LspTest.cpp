//===- LspTest.cpp - What LSP says about a document -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/protocol/Lsp.h"
#include "server/protocol/JsonPrinter.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

static const Range SomeRange{{1, 2}, {3, 4}};
static const json SomeRangeJson = json::parse(
    R"({"start": {"line": 1, "character": 2},
        "end": {"line": 3, "character": 4}})");

/// Whether `Value` is printed as `Text` says and read back as it was.
template <typename T>
static void checkBothWays(const T &Value, const char *Text) {
  json ExpectedJson = json::parse(Text);
  // What stands for the range that all of these have.
  json Output = Value;
  CHECK(Output == ExpectedJson);
  CHECK(json::parse(toJsonText(Value)) == ExpectedJson);
  CHECK(ExpectedJson.get<T>() == Value);
}

TEST_CASE("Lsp: positions", "[lsp]") {
  checkBothWays(Position{1, 2}, R"({"line": 1, "character": 2})");
  CHECK(json(SomeRange) == SomeRangeJson);
  CHECK(SomeRangeJson.get<Range>() == SomeRange);

  auto Read = [](const char *Text) {
    return json::parse(Text).get<Position>();
  };
  CHECK(Read(R"({"line": 9007199254740991, "character": 1e300})") ==
        Position{4294967295u, 4294967295u});
  CHECK(Read(R"({"line": 18446744073709551615, "character": 2.0})") ==
        Position{4294967295u, 2});
  CHECK_THROWS_AS(Read(R"({"line": -1, "character": 0})"), json::exception);
  CHECK_THROWS_AS(Read(R"({"line": "1", "character": 0})"), json::exception);
  CHECK_THROWS_AS(Read(R"({"line": 1})"), json::exception);
  CHECK_THROWS_AS(Read("[1, 2]"), json::exception);
  CHECK_THROWS_AS(Read("null"), json::exception);
}

TEST_CASE("Lsp: places and edits", "[lsp]") {
  Location Place{"file:///a", {}};
  checkBothWays(Place, R"({"uri": "file:///a", "range":
      {"start": {"line": 0, "character": 0},
       "end": {"line": 0, "character": 0}}})");
  TextEdit Edit{SomeRange, "new"};
  CHECK(json(Edit) == json({{"range", SomeRangeJson}, {"newText", "new"}}));
  CHECK(json(Edit).get<TextEdit>() == Edit);
}

TEST_CASE("Lsp: diagnostics", "[lsp]") {
  Diagnostic Bare;
  Bare.Range = SomeRange;
  Bare.Message = "m";
  CHECK(json(Bare) == json({{"range", SomeRangeJson}, {"message", "m"}}));
  CHECK(json(Bare).get<Diagnostic>() == Bare);

  Diagnostic Full = Bare;
  Full.Severity = DiagnosticSeverity::Warning;
  Full.Code = "noise-overflow";
  Full.Source = "noisy";
  Full.RelatedInformation = {{{"file:///a", SomeRange}, "because"}};
  Full.Tags = {DiagnosticTag::Unnecessary};
  Full.Data = {{"k", 1}};
  json Output = Full;
  CHECK(Output["severity"] == 2);
  CHECK(Output["code"] == "noise-overflow");
  CHECK(Output["tags"] == json::array({1}));
  CHECK(Output["relatedInformation"][0]["location"]["range"] == SomeRangeJson);
  CHECK(Output.get<Diagnostic>() == Full);

  // What other servers and clients send.
  Output["code"] = 42;
  Output["severity"] = 77;
  Output["tags"] = {1, 99};
  Output["relatedInformation"] = nullptr;
  Diagnostic Odd = Output.get<Diagnostic>();
  CHECK(Odd.Code == "42");
  CHECK_FALSE(Odd.Severity);
  CHECK(Odd.Tags.size() == 1);
  Output.erase("message");
  CHECK_THROWS_AS(Output.get<Diagnostic>(), json::exception);
}

TEST_CASE("Lsp: hovers", "[lsp]") {
  checkBothWays(Hover{{MarkupKind::Markdown, "**x**"}, std::nullopt},
                R"({"contents": {"kind": "markdown", "value": "**x**"}})");
  Hover Plain{{MarkupKind::PlainText, "x"}, SomeRange};
  CHECK(json(Plain)["contents"]["kind"] == "plaintext");
  CHECK(json(Plain)["range"] == SomeRangeJson);
  CHECK(json(Plain).get<Hover>() == Plain);
}

TEST_CASE("Lsp: workspace edits take the form the client knows", "[lsp]") {
  std::vector<TextDocumentEdit> Edits = {
      {"file:///a", 7, {{SomeRange, "x"}}},
      {"file:///b", std::nullopt, {{SomeRange, "y"}}}};
  ClientCapabilities Old, New;
  New.VersionedDocumentChanges = true;

  WorkspaceEdit VersionedEdit(New, Edits);
  json Output = VersionedEdit;
  REQUIRE(Output.is_object());
  CHECK(Output["documentChanges"][0]["textDocument"] ==
        json({{"uri", "file:///a"}, {"version", 7}}));
  CHECK(Output["documentChanges"][1]["textDocument"]["version"].is_null());
  CHECK(Output["documentChanges"][0]["edits"][0]["newText"] == "x");
  CHECK_FALSE(Output.contains("changes"));
  CHECK(Output.get<WorkspaceEdit>() == VersionedEdit);

  Edits.push_back({"file:///a", 7, {{SomeRange, "z"}}});
  Output = WorkspaceEdit(Old, Edits);
  REQUIRE(Output.is_object());
  CHECK_FALSE(Output.contains("documentChanges"));
  CHECK(Output["changes"]["file:///a"].size() == 2);
  CHECK(Output["changes"]["file:///b"][0]["newText"] == "y");
  CHECK(Output.get<WorkspaceEdit>().Documents.size() == 2);
  CHECK(json(WorkspaceEdit()) == json::parse(R"({"changes": {}})"));
}

TEST_CASE("Lsp: code actions", "[lsp]") {
  CodeAction Bare;
  Bare.Title = "Fix";
  checkBothWays(Bare, R"({"title": "Fix"})");

  CodeAction Full = Bare;
  Full.Kind = QuickFixKind;
  Full.Diagnostics.emplace_back();
  Full.IsPreferred = true;
  Full.Disabled = "not now";
  Full.Edit.emplace();
  Full.Command = Command{"Run", "noisy.run", json::array({1})};
  Full.Data = 5;
  json Output = Full;
  CHECK(Output["disabled"] == json({{"reason", "not now"}}));
  CHECK(Output["isPreferred"] == true);
  CHECK(Output["command"]["arguments"] == json::array({1}));
  CHECK(Output.get<CodeAction>() == Full);
}

TEST_CASE("Lsp: client capabilities", "[lsp]") {
  ClientCapabilities Full = json::parse(R"({
    "general": {"positionEncodings": ["utf-7", "utf-8", 5, "utf-16"],
                "markdown": {"parser": "marked",
                             "allowedTags": ["p", "details", "summary"]}},
    "textDocument": {
      "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {}},
                     "resolveSupport": {"properties": ["edit"]},
                     "disabledSupport": true},
      "publishDiagnostics": {"relatedInformation": true,
                             "tagSupport": {"valueSet": [1, 2]}},
      "completion": {"completionItem": {"documentationFormat": ["markdown"]}},
      "hover": {"contentFormat": ["markdown", "plaintext"]}},
    "workspace": {"workspaceEdit": {"documentChanges": true},
                  "inlayHint": {"refreshSupport": true}},
    "window": {"workDoneProgress": true}})")
                                .get<ClientCapabilities>();
  CHECK(Full.positionEncoding() == PositionEncoding::UTF8);
  CHECK(Full.CodeActionLiterals);
  CHECK(Full.CodeActionResolveEdit);
  CHECK(Full.CodeActionDisabled);
  CHECK(Full.RelatedInformation);
  CHECK(Full.DiagnosticTags);
  CHECK(Full.HoverMarkdown);
  CHECK(Full.CompletionMarkdown);
  CHECK(Full.hoverKind() == MarkupKind::FoldingMarkdown);
  CHECK(json(Full.hoverKind()) == "markdown");
  CHECK(Full.VersionedDocumentChanges);
  CHECK(Full.InlayHintRefresh);
  CHECK_FALSE(Full.CodeLensRefresh);
  CHECK(Full.WorkDoneProgress);

  for (const char *EmptyInput :
       {"null", "5", "[]", "{}", R"({"textDocument": 3})",
        R"({"textDocument": {"hover": {"contentFormat": "markdown"}}})",
        R"({"window": {"workDoneProgress": "yes"}})",
        R"({"general": {"positionEncodings": {"utf-8": 1}}})"}) {
    auto Capabilities = json::parse(EmptyInput).get<ClientCapabilities>();
    CHECK(Capabilities.positionEncoding() == PositionEncoding::UTF16);
    CHECK_FALSE(Capabilities.HoverMarkdown);
    CHECK_FALSE(Capabilities.CompletionMarkdown);
    CHECK_FALSE(Capabilities.WorkDoneProgress);
  }
}
