//===- HoverTest.cpp - What a name in a text stands for -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/Hover.h"
#include "tests/server/Histories.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static std::optional<HoverInfo> hoverOf(const AnnotatedText &T) {
  return getHover(*snapshotOf(T.Text), T.Places.at(0));
}

/// The hover at the first place of a text.
static HoverInfo infoAt(llvm::StringRef Marked) {
  CAPTURE(Marked);
  std::optional<HoverInfo> Found = hoverOf(AnnotatedText(Marked));
  REQUIRE(Found);
  return *Found;
}

//===----------------------------------------------------------------------===//
// What names stand for
//===----------------------------------------------------------------------===//

using Subject = HoverInfo::Subject;
using Strings = std::vector<std::string>;

TEST_CASE("Hover: operations", "[hover]") {
  HoverInfo Found = infoAt("func.func @f(%a: i32) -> i32 {\n"
                           "  %0 = |arith.addi %a, %a : i32\n"
                           "  return %0 : i32\n}\n");
  CHECK(Found.About == Subject::Operation);
  CHECK(Found.Operation == "arith.addi");
  CHECK(Found.Name == "");
  CHECK(Found.Source == "%0 = arith.addi %a, %a : i32");
  // The dialect may be left out, and the name may be a string.
  CHECK(infoAt("func.func @f() {\n  |return\n}\n").Operation == "func.return");
  Found = infoAt("\"a.b\"() : () -> ()\n|\"c.d\"() {x = 1 : i32} : () -> ()\n");
  CHECK(Found.Operation == "c.d");
  CHECK(Found.Source == "\"c.d\"() {x = 1 : i32} : () -> ()");
}

TEST_CASE("Hover: regions are left out", "[hover]") {
  auto SourceAt = [](llvm::StringRef Marked) { return infoAt(Marked).Source; };
  CHECK(SourceAt("|func.func @f(%a: i32 {x.y = \"{\"}) attributes {z = 1} {\n"
                 "  // {{{\n  return\n}\n") ==
        "func.func @f(%a: i32 {x.y = \"{\"}) attributes {z = 1} {...}");
  CHECK(SourceAt("func.func @f(%p: i1) {\n"
                 "  |scf.if %p {\n    \"a.b\"() : () -> ()\n  } else {\n"
                 "    \"a.b\"() : () -> ()\n  }\n  return\n}\n") ==
        "scf.if %p {...}");
  CHECK(SourceAt("|\"a.b\"() ({\n^bb0(%a: i32):\n  \"a.c\"() ({\n"
                 "    \"a.d\"() : () -> ()\n  }) : () -> ()\n"
                 "}, {\n}) {k = 1 : i32} : () -> ()\n") ==
        "\"a.b\"() ({...}, {\n}) {k = 1 : i32} : () -> ()");
  CHECK(SourceAt("|func.func private @f(i32)\n") ==
        "func.func private @f(i32)");
  // Long ones are cut, between characters.
  std::string Long;
  for (int I = 0; I < 1000; ++I)
    Long += "\xC3\xA9";
  std::string Cut = SourceAt("|\"a.b\"() {s = \"" + Long + "\"} : () -> ()\n");
  CHECK(Cut.size() <= 1003);
  CHECK_THAT(Cut, Catch::EndsWith("\xC3\xA9..."));
}

TEST_CASE("Hover: values", "[hover]") {
  HoverInfo Found = infoAt("func.func @f(%a: i32, |%b: f32) { return }\n");
  CHECK(Found.About == Subject::Argument);
  CHECK(Found.Operation == "func.func");
  CHECK(Found.Block == "<Block #0>");
  CHECK(Found.Number == 1);
  CHECK(Found.Types == Strings{"f32"});
  CHECK(Found.render(MarkupKind::PlainText) ==
        "Operation: \"func.func\"\n\nBlock: <Block #0>\n\nArgument #1\n\n"
        "Type: f32\n");

  Found = infoAt("%r:2 = \"a.b\"() : () -> (i32, f32)\n"
                 "\"a.use\"(|%r#1) : (f32) -> ()\n");
  CHECK(Found.About == Subject::Result);
  CHECK(Found.Operation == "a.b");
  CHECK(Found.Number == 1);
  CHECK(Found.Types == Strings{"f32"});
  CHECK(Found.render(MarkupKind::Markdown) ==
        "Operation: `a.b`\n\nResult #1\n\nType: `f32`\n");
}

TEST_CASE("Hover: blocks", "[hover]") {
  const std::string Text = "func.func @f(%p: i1) {\n"
                           "  cf.cond_br %p, ^one, ^two(%p : i1)\n"
                           "^one:\n  cf.br ^two(%p : i1)\n"
                           "^two(%q: i1):\n  return\n}\n";
  auto State = snapshotOf(Text);
  auto One = getHover(*State, Text.find("^one,"));
  REQUIRE(One);
  CHECK(One->About == Subject::Block);
  CHECK(One->Operation == "func.func");
  CHECK(One->Block == "^one");
  CHECK(One->Number == 1);
  CHECK(One->Predecessors == Strings{"<Block #0>"});
  CHECK(One->Successors == Strings{"^two"});
  auto Two = getHover(*State, Text.find("^two(%q"));
  REQUIRE(Two);
  CHECK(Two->Number == 2);
  CHECK(Two->Predecessors == Strings{"<Block #0>", "^one"});
  CHECK(Two->Successors.empty());
  CHECK(Two->render(MarkupKind::PlainText) ==
        "Operation: \"func.func\"\n\nBlock #2\n\n"
        "Predecessors: <Block #0>, ^one\n");
  auto Argument = getHover(*State, Text.find("%q"));
  REQUIRE(Argument);
  CHECK(Argument->Block == "^two");
}

TEST_CASE("Hover: symbols", "[hover]") {
  const std::string Text =
      "func.func private @g(i32) -> i32\n"
      "module @m {\n  func.func @h() { return }\n}\n"
      "func.func @f(%a: i32) {\n"
      "  %0 = call @g(%a) : (i32) -> i32\n"
      "  \"a.ref\"() {x = @m::@h, y = @nowhere} : () -> ()\n"
      "  return\n}\n";
  auto State = snapshotOf(Text);
  auto At = [&](const char *Name) { return getHover(*State, Text.find(Name)); };
  // Where it is defined, and where it is used.
  for (const char *Name : {"@g(i32)", "@g(%a)"}) {
    auto Found = At(Name);
    REQUIRE(Found);
    CHECK(Found->About == Subject::Operation);
    CHECK(Found->Where.Begin == Text.find(Name));
    CHECK(Found->Name == "g");
    CHECK(Found->Source == "func.func private @g(i32) -> i32");
  }
  REQUIRE(At("@m::"));
  CHECK(At("@m::")->Operation == "builtin.module");
  REQUIRE(At("@h,"));
  CHECK(At("@h,")->Source == "func.func @h() {...}");
  CHECK_FALSE(At("@nowhere"));
}

TEST_CASE("Hover: aliases", "[hover]") {
  const std::string Text = "#map = affine_map<(d0) -> (d0)>\n"
                           "!pair = tuple<i32, i64>\n"
                           "func.func @f(%a: !pair) {\n"
                           "  \"a.b\"() {m = #map} : () -> ()\n"
                           "  return\n}\n";
  auto State = snapshotOf(Text);
  for (const char *Name : {"!pair)", "!pair ="}) {
    auto Found = getHover(*State, Text.find(Name));
    REQUIRE(Found);
    CHECK(Found->About == Subject::Alias);
    CHECK(Found->Name == "!pair");
    CHECK(Found->Source == "tuple<i32, i64>");
  }
  auto Map = getHover(*State, Text.find("#map}"));
  REQUIRE(Map);
  CHECK(Map->render(MarkupKind::Markdown) ==
        "Alias: `#map`\n\n```mlir\naffine_map<(d0) -> (d0)>\n```\n");
}

TEST_CASE("Hover: chunks have places of their own", "[hover]") {
  AnnotatedText T("module {}\n// -----\nfunc.func @f(%x: i5) {\n"
                  "  [|%a|] = noisy.encode %x : i5 -> !noisy.i32\n"
                  "  return\n}\n// -----\nfunc.func @broken( {\n");
  auto Found = getHover(*snapshotOf(T.Text), T.Ranges[0].Begin);
  REQUIRE(Found);
  CHECK(Found->Where == T.Ranges[0]);
}

TEST_CASE("Hover: what does an operation do", "[hover]") {
  auto SummaryAt = [](llvm::StringRef Marked) -> std::string {
    std::optional<OperationDoc> Doc = infoAt(Marked).Doc;
    return Doc ? Doc->Summary.str() : "nothing";
  };
  const std::string Add = "integer addition operation";
  CHECK(SummaryAt("func.func @f(%a: i32) {\n"
                  "  %0 = |arith.addi %a, %a : i32\n  return\n}\n") == Add);
  CHECK(SummaryAt("func.func @f(%a: i32) {\n"
                  "  %0 = |\"arith.addi\"(%a, %a) : (i32, i32) -> i32\n"
                  "  return\n}\n") == Add);
  CHECK(SummaryAt("func.func @f() {\n  |return\n}\n") ==
        "Function return operation");
  // Only where the operation is meant, and only of those that are known.
  CHECK(SummaryAt("func.func |@f() {\n  return\n}\n") == "nothing");
  CHECK(SummaryAt("|\"a.b\"() : () -> ()\n") == "nothing");
  CHECK(SummaryAt("|%r = \"a.b\"() : () -> (i32)\n") == "nothing");
}

TEST_CASE("Hover: operations in a text that does not parse any more",
          "[hover]") {
  const std::string Good = "func.func @f(%a: i32) -> i32 {\n"
                           "  %0 = arith.addi %a, %a : i32\n"
                           "  return %0 : i32\n}\n";
  const std::string Broken = replaced(Good, "return %0 :", "return %0");
  auto State = snapshotAfter({Good, Broken});
  auto Found = getHover(*State, Broken.find("arith.addi"));
  REQUIRE(Found);
  CHECK(Found->Warnings.size() == 1);
  REQUIRE(Found->Doc);
  CHECK(Found->Doc->Name == "arith.addi");
}

TEST_CASE("Hover: words that name an operation", "[hover]") {
  auto At = [](llvm::StringRef Marked) -> std::string {
    AnnotatedText T(Marked);
    std::optional<HoverInfo> Found = getWordHover(T.Text, T.Places.at(0));
    if (!Found)
      return "nothing";
    REQUIRE(Found->Doc);
    CHECK(Found->Doc->Name == Found->Operation);
    CHECK(T.Text.substr(Found->Where.Begin, Found->Where.size()) ==
          Found->Operation);
    return Found->Operation;
  };
  CHECK(At("|arith.addi") == "arith.addi");
  CHECK(At("%0 = ari|th.addi %a, ") == "arith.addi");
  CHECK(At("arith.addi|") == "arith.addi");
  CHECK(At("{s = \"\\\"\"} arith.addi| // b") == "arith.addi");
  CHECK(At("\"arith.a|ddi\" (%a)") == "arith.addi");
  CHECK(At("// a\narith.a|ddi") == "arith.addi");
  for (const char *Other :
       {"|", "a|", "addi|", "arith.|", "%arith.ad|di", "@arith.ad|di",
        "!arith.ad|di", "#arith.ad|di", "^arith.ad|di", "// arith.ad|di",
        "a \"//\" // arith.ad|di", "\"arith.ad|di\"", "\"x arith.ad|di\"(",
        "arith.addi |", "arith.addi.x|"})
    CHECK(At(Other) == "nothing");
}
