//===- AnswerCheckTest.cpp - Whether an answer makes sense ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/AnswerCheck.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

static constexpr char Uri[] = "file:///a.mlir";
// Lines of 4, 6 (with a character of two bytes) and 0 bytes.
static const Text Contents("%a =\n%b\xc3\xa9 c\n");
static const Range Whole = {{0, 0}, {2, 0}};

static json rangeOf(unsigned Line, unsigned Begin, unsigned End) {
  return Range{{Line, Begin}, {Line, End}};
}

/// What is found to be wrong with an answer, a line each.
template <typename Look> static std::string complaintsOf(Look Looks) {
  AnswerCheck Check(Contents, Uri);
  Looks(Check);
  std::string Result;
  for (const Complaint &Entry : Check.complaints())
    Result += Entry.Message + "\n";
  return Result;
}

static std::string ranges(const json &Answer) {
  return complaintsOf([&](AnswerCheck &Check) { Check.ranges(Answer); });
}

TEST_CASE("AnswerCheck: ranges are in the text", "[check]") {
  CHECK(ranges(nullptr) == "");
  CHECK(ranges({{"range", rangeOf(0, 0, 4)}}) == "");
  CHECK(ranges(json::array({{{"deep", {{"range", rangeOf(0, 0, 5)}}}}})) ==
        "the range 1:1 to 1:6 is not in the text\n");
  CHECK(ranges({{"range", rangeOf(3, 0, 0)}}) ==
        "the range 4:1 to 4:1 is not in the text\n");
  // Inside of a character.
  CHECK(ranges({{"range", rangeOf(1, 0, 3)}}) ==
        "the range 2:1 to 2:4 is not in the text\n");
  CHECK(ranges({{"range", rangeOf(1, 2, 0)}}) ==
        "the range 2:3 to 2:1 ends before it begins\n");
}

TEST_CASE("AnswerCheck: ranges of other documents are let pass", "[check]") {
  CHECK(ranges({{"uri", "file:///b.mlir"}, {"range", rangeOf(9, 0, 0)}}) == "");
  CHECK(ranges({{"uri", Uri}, {"range", rangeOf(9, 0, 0)}}) != "");
  json Link = {{"targetUri", "file:///b.mlir"},
               {"targetRange", rangeOf(9, 0, 0)},
               {"originSelectionRange", rangeOf(8, 0, 0)}};
  CHECK(ranges(Link) == "the range 9:1 to 9:1 is not in the text\n");
}

TEST_CASE("AnswerCheck: hovers", "[check]") {
  auto Wrong = [](const json &Answer) {
    return complaintsOf(
        [&](AnswerCheck &Check) { Check.hover(Answer, {0, 1}); });
  };
  json Contents = {{"kind", "plaintext"}, {"value", "text"}};
  CHECK(Wrong(nullptr) == "");
  CHECK(Wrong({{"contents", Contents}, {"range", rangeOf(0, 0, 2)}}) == "");
  CHECK(Wrong({{"contents", Contents}, {"range", rangeOf(0, 3, 4)}}) ==
        "the hover is about 1:4 to 1:5\n");
  Contents["value"] = "";
  CHECK(Wrong({{"contents", Contents}}) == "the hover is empty\n");
  CHECK_THROWS_AS(Wrong({{"contents", 1}}), json::exception);
}

TEST_CASE("AnswerCheck: the parts of a signature are in it", "[check]") {
  Text Contents("noisy.add");
  auto countOf = [&](const char *Parts, unsigned Active) {
    AnswerCheck Check(Contents, "file:///f");
    Check.signature(
        {{"signatures",
          {{{"label", "a.b %x"}, {"parameters", json::parse(Parts)}}}},
         {"activeParameter", Active}},
        {0, 0});
    return Check.complaints().size();
  };
  CHECK(countOf(R"([{"label": [4, 6]}])", 0) == 0);
  CHECK(countOf(R"([{"label": [4, 7]}])", 0) == 1);
  CHECK(countOf(R"([{"label": [4, 4]}])", 0) == 1);
  CHECK(countOf(R"([{"label": [4, 6]}])", 1) == 1);
}

TEST_CASE("AnswerCheck: completions replace what is typed", "[check]") {
  auto Wrong = [](Range ReplacedRange) {
    json Items = {{{"label", "x"},
                   {"textEdit", {{"range", ReplacedRange}, {"newText", "x"}}}}};
    return complaintsOf([&](AnswerCheck &Check) {
      Check.completions({{"items", Items}}, {0, 2});
    });
  };
  CHECK(Wrong({{0, 0}, {0, 2}}) == "");
  CHECK(Wrong({{0, 3}, {0, 4}}) == "the completion 'x' replaces 1:4 to 1:5\n");
  CHECK(Wrong({{0, 0}, {1, 0}}) == "the completion 'x' replaces 1:1 to 2:1\n");
}

TEST_CASE("AnswerCheck: symbols, folds, selections", "[check]") {
  json Child = {{"name", ""},
                {"range", rangeOf(1, 0, 4)},
                {"selectionRange", rangeOf(0, 0, 2)}};
  json Symbol = {{"name", "f"},
                 {"range", Whole},
                 {"selectionRange", rangeOf(0, 0, 2)},
                 {"children", json::array({Child})}};
  CHECK(complaintsOf([&](AnswerCheck &Check) {
          Check.symbols(json::array({Symbol}));
        }) == "a symbol without a name\n"
              "the selection range of a symbol is not inside its range\n");

  json Fold = {{"startLine", 0}, {"startCharacter", 4}, {"endLine", 1}};
  CHECK(complaintsOf([&](AnswerCheck &Check) {
          Check.folds(json::array({Fold}));
        }) == "");
  Fold["endLine"] = 3;
  CHECK(complaintsOf([&](AnswerCheck &Check) {
          Check.folds(json::array({Fold}));
        }) == "the fold ends in line 4\n");

  json Inner = {{"range", rangeOf(0, 0, 2)},
                {"parent", {{"range", rangeOf(0, 1, 4)}}}};
  CHECK(complaintsOf([&](AnswerCheck &Check) {
          Check.selections(json::array({Inner}), {{0, 3}});
        }) == "the selection does not contain the place\n"
              "a selection is not in the one around it\n");
}

TEST_CASE("AnswerCheck: semantic tokens are in order", "[check]") {
  json Legend = {{"tokenTypes", {"variable"}}, {"tokenModifiers", {"near"}}};
  auto Wrong = [&](const json &Data) {
    return complaintsOf([&](AnswerCheck &Check) {
      Check.semanticTokens({{"data", Data}}, Legend, Whole);
    });
  };
  CHECK(Wrong({0, 0, 2, 0, 0, 1, 0, 4, 0, 1, 0, 5, 1, 0, 0}) == "");
  CHECK(Wrong({0, 0, 2, 0}) == "the tokens are not groups of five numbers\n");
  CHECK(Wrong({0, 0, 2, 0, 0, 0, 1, 2, 0, 0}) ==
        "a token begins before the last one ends\n");
  CHECK(Wrong({0, 0, 9, 0, 0}) == "a token outside of the text\n");
  CHECK(Wrong({0, 0, 0, 0, 0}) == "a token without length\n");
  CHECK(Wrong({0, 0, 2, 1, 0}) == "a token that is not in the legend\n");
  CHECK(Wrong({0, 0, 2, 0, 2}) == "a token that is not in the legend\n");
  CHECK(complaintsOf([&](AnswerCheck &Check) {
          Check.semanticTokens({{"data", {0, 0, 2, 0, 0}}}, Legend,
                               {{1, 0}, {2, 0}});
        }) == "a token outside of 2:1 to 3:1\n");
}

TEST_CASE("AnswerCheck: inlay hints and lenses", "[check]") {
  auto Hint = [](Position Pos, json Label) {
    json Answer = {{{"position", Pos}, {"label", std::move(Label)}}};
    return complaintsOf([&](AnswerCheck &Check) {
      Check.inlayHints(Answer, {{0, 0}, {1, 0}});
    });
  };
  CHECK(Hint({0, 2}, "24/26") == "");
  CHECK(Hint({0, 2}, "") == "an inlay hint without label\n");
  CHECK(Hint({1, 2}, "1") == "an inlay hint outside of 1:1 to 2:1\n");
  CHECK(Hint({0, 5}, "1") == "an inlay hint is not a position in the text\n");

  json Lens = {{"range", Whole}};
  CHECK(complaintsOf([&](AnswerCheck &Check) {
          Check.lenses(json::array({Lens}));
        }) == "a lens on more than one line\na lens without a title\n");
}

TEST_CASE("AnswerCheck: names that can be changed", "[check]") {
  const Text NamedText("%a:2 = \"x\"(%a#1) {s = \"b\"}");
  auto Wrong = [&](const json &Answer, uint32_t Column) {
    AnswerCheck Check(NamedText, Uri);
    Check.renameRange(Answer, {0, Column});
    return Check.complaints().size();
  };
  CHECK(Wrong(nullptr, 0) == 0);
  // Before the %, and behind the number of a result.
  CHECK(Wrong(rangeOf(0, 1, 2), 0) == 0);
  CHECK(Wrong(rangeOf(0, 12, 13), 15) == 0);
  CHECK(Wrong(rangeOf(0, 12, 13), 16) == 1);
  // Around quotes.
  CHECK(Wrong(rangeOf(0, 23, 24), 25) == 0);
  CHECK(Wrong(rangeOf(0, 23, 24), 26) == 1);
}

TEST_CASE("AnswerCheck: edits", "[check]") {
  auto Edit = [](unsigned Begin, unsigned End, std::string New) -> json {
    return {{"range", rangeOf(0, Begin, End)}, {"newText", std::move(New)}};
  };
  auto Wrong = [](const json &Edits) {
    return complaintsOf(
        [&](AnswerCheck &Check) { Check.workspaceEdit(Edits); });
  };
  json Good = {{"changes",
                {{Uri,
                  {Edit(3, 4, "<"), Edit(0, 1, "$"), Edit(0, 0, "1"),
                   Edit(0, 0, "2")}}}}};
  CHECK(Wrong(Good) == "");
  CHECK(applyWorkspaceEdit(Contents, Uri, Good) == "12$a <\n%b\xc3\xa9 c\n");
  CHECK(Wrong({{"changes", {{Uri, {Edit(0, 3, ""), Edit(2, 4, "")}}}}}) ==
        "edits overlap\n");
  CHECK(Wrong({{"changes",
                {{"file:///b.mlir", json::array({Edit(0, 0, "")})}}}}) ==
        "an edit of another document: file:///b.mlir\n");
  json VersionedEdit = {{"documentChanges",
                         {{{"textDocument", {{"uri", Uri}, {"version", 1}}},
                           {"edits", json::array({Edit(0, 5, "")})}}}}};
  CHECK(Wrong(VersionedEdit) == "the range 1:1 to 1:6 is not in the text\n");
}

TEST_CASE("AnswerCheck: the flow of noise", "[check]") {
  auto Wrong = [](const json &Answer) {
    return complaintsOf([&](AnswerCheck &Check) { Check.noiseGraph(Answer); });
  };
  json Flags = {
      {"isUnreliable", false}, {"isAssumed", false}, {"isInserted", false}};
  json Node = {{"kind", "value"},           {"key", "%a"}, {"name", "%a"},
               {"range", rangeOf(0, 0, 2)}, {"limit", 26}, {"level", "safe"}};
  Node.update(Flags);
  json Sink = {{"kind", "sink"},
               {"key", "a.b"},
               {"name", "a.b"},
               {"range", rangeOf(1, 0, 2)},
               {"level", "safe"}};
  Sink.update(Flags);
  json Edge = {{"from", 0}, {"to", 1}, {"isBack", false}};
  json Good = {{"range", Whole},
               {"nameRange", rangeOf(0, 0, 0)},
               {"nodes", {Node, Sink}},
               {"edges", json::array({Edge})},
               {"totalNodes", 2}};
  CHECK(Wrong(nullptr) == "");
  CHECK(Wrong(Good) == "");
  auto checkChanged = [&](const char *Pointer, json Value) {
    json Bad = Good;
    Bad[json::json_pointer(Pointer)] = std::move(Value);
    return Wrong(Bad);
  };
  CHECK(checkChanged("/nodes/1/range", rangeOf(1, 0, 9)) ==
        "the range 2:1 to 2:10 is not in the text\n");
  CHECK(checkChanged("/nodes/0/name", "") == "a node without a name\n");
  CHECK(checkChanged("/nodes/1/key", "%a") == "two nodes are called '%a'\n");
  CHECK(checkChanged("/nodes/1/kind", "value") ==
        "the node 'a.b' has a level, but no noise\n");
  CHECK(checkChanged("/nodes/1/kind", "call") == "");
  CHECK_THROWS_AS(checkChanged("/nodes/1/isUnreliable", "no"), json::exception);
  CHECK(checkChanged("/edges/0/to", 2) == "an edge of a missing node\n");
  CHECK(checkChanged("/edges/0/from", 1) == "an edge out of a sink\n");
  CHECK(checkChanged("/edges", {Edge, Edge}) == "the same edge twice\n");
  CHECK(checkChanged("/totalNodes", 1) == "more nodes than there are\n");
  CHECK_THROWS_AS(checkChanged("/nodes/0", json::object()), json::exception);
}
