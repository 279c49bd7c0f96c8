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
static HoverInfo infoAt(llvm::StringRef MarkedText) {
  CAPTURE(MarkedText);
  std::optional<HoverInfo> Hover = hoverOf(AnnotatedText(MarkedText));
  REQUIRE(Hover);
  return *Hover;
}

//===----------------------------------------------------------------------===//
// What names stand for
//===----------------------------------------------------------------------===//

using Subject = HoverInfo::Subject;
using Strings = std::vector<std::string>;

TEST_CASE("Hover: operations", "[hover]") {
  HoverInfo Hover = infoAt("func.func @f(%a: i32) -> i32 {\n"
                           "  %0 = |arith.addi %a, %a : i32\n"
                           "  return %0 : i32\n}\n");
  CHECK(Hover.Topic == Subject::Operation);
  CHECK(Hover.Operation == "arith.addi");
  CHECK(Hover.Name == "");
  CHECK(Hover.Source == "%0 = arith.addi %a, %a : i32");
  // The dialect may be left out, and the name may be a string.
  CHECK(infoAt("func.func @f() {\n  |return\n}\n").Operation == "func.return");
  Hover = infoAt("\"a.b\"() : () -> ()\n|\"c.d\"() {x = 1 : i32} : () -> ()\n");
  CHECK(Hover.Operation == "c.d");
  CHECK(Hover.Source == "\"c.d\"() {x = 1 : i32} : () -> ()");
}

TEST_CASE("Hover: regions are left out", "[hover]") {
  auto SourceAt = [](llvm::StringRef MarkedText) {
    return infoAt(MarkedText).Source;
  };
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
  HoverInfo Hover = infoAt("func.func @f(%a: i32, |%b: f32) { return }\n");
  CHECK(Hover.Topic == Subject::Argument);
  CHECK(Hover.Operation == "func.func");
  CHECK(Hover.Block == "@f");
  CHECK(Hover.Number == 1);
  CHECK(Hover.Types == Strings{"f32"});
  CHECK(Hover.render(MarkupKind::PlainText) == "%b: f32\n\nArgument 1 of @f\n");

  Hover = infoAt("%r:2 = \"a.b\"() : () -> (i32, f32)\n"
                 "\"a.use\"(|%r#1) : (f32) -> ()\n");
  CHECK(Hover.Topic == Subject::Result);
  CHECK(Hover.Operation == "a.b");
  CHECK(Hover.Number == 1);
  CHECK(Hover.Types == Strings{"f32"});
  CHECK(Hover.render(MarkupKind::Markdown) ==
        "```mlir\n%r:2 = \"a.b\"() : () -> (i32, f32)\n```\n\nType: `f32`\n");

  // In one line, whatever the text has.
  Hover = infoAt("func.func @f(%a: index) -> index {\n"
                 "  |%s = arith.addi %a,\n     %a : index\n"
                 "  return %s : index\n}\n");
  CHECK_THAT(Hover.render(MarkupKind::PlainText),
             Catch::StartsWith("%s = arith.addi %a, %a : index\n"));
  Hover = infoAt("|%r = \"a.b\"() {x = \" loc(\"} : () -> i32 "
                 "loc(fused[\"f.mlir\":1:2])\n");
  CHECK(Hover.Source == "%r = \"a.b\"() {x = \" loc(\"} : () -> i32");
  Hover = infoAt("func.func @f() -> index {\n"
                 "  |%c2 = arith.constant 2 : index\n"
                 "  return %c2 : index\n}\n");
  CHECK_THAT(Hover.render(MarkupKind::PlainText),
             Catch::StartsWith("%c2 = arith.constant 2 : index\n"));
}

TEST_CASE("Hover: blocks", "[hover]") {
  const std::string Text = "func.func @f(%p: i1) {\n"
                           "  cf.cond_br %p, ^one, ^two(%p : i1)\n"
                           "^one:\n  cf.br ^two(%p : i1)\n"
                           "^two(%q: i1):\n  return\n}\n";
  auto State = snapshotOf(Text);
  auto One = getHover(*State, Text.find("^one,"));
  REQUIRE(One);
  CHECK(One->Topic == Subject::Block);
  CHECK(One->Operation == "func.func");
  CHECK(One->Block == "^one");
  CHECK(One->Number == 1);
  CHECK(One->Predecessors == Strings{"the entry block of @f"});
  CHECK(One->Successors == Strings{"^two"});
  auto Two = getHover(*State, Text.find("^two(%q"));
  REQUIRE(Two);
  CHECK(Two->Number == 2);
  CHECK(Two->Predecessors == Strings{"the entry block of @f", "^one"});
  CHECK(Two->Successors.empty());
  CHECK(Two->render(MarkupKind::PlainText) ==
        "^two, a block of @f\n\n"
        "Reached from: the entry block of @f, ^one\n");
  CHECK(Two->render(MarkupKind::Markdown) ==
        "`^two`, a block of `@f`\n\n"
        "Reached from: the entry block of `@f`, `^one`\n");
  CHECK(One->render(MarkupKind::PlainText) ==
        "^one, a block of @f\n\n"
        "Reached from: the entry block of @f\n\nGoes on to: ^two\n");
  auto Argument = getHover(*State, Text.find("%q"));
  REQUIRE(Argument);
  CHECK(Argument->Block == "^two");
  // In an operation without a symbol.
  HoverInfo Inner = infoAt("func.func @f() {\n  scf.execute_region {\n"
                           "    cf.br ^next\n  |^next:\n    scf.yield\n  }\n"
                           "  return\n}\n");
  CHECK(Inner.render(MarkupKind::Markdown) ==
        "`^next`, a block of `scf.execute_region`\n\n"
        "Reached from: the entry block of `scf.execute_region`\n");
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
  auto HoverAt = [&](const char *Name) {
    return getHover(*State, Text.find(Name));
  };
  // Where it is defined, and where it is used.
  for (const char *Name : {"@g(i32)", "@g(%a)"}) {
    auto Hover = HoverAt(Name);
    REQUIRE(Hover);
    CHECK(Hover->Topic == Subject::Function);
    CHECK(Hover->Range.Begin == Text.find(Name));
    CHECK(Hover->Name == "g");
    CHECK(Hover->Source == "func.func private @g(i32) -> i32");
  }
  REQUIRE(HoverAt("@m::"));
  CHECK(HoverAt("@m::")->Operation == "builtin.module");
  REQUIRE(HoverAt("@h,"));
  CHECK(HoverAt("@h,")->Source == "func.func @h()");
  CHECK_FALSE(HoverAt("@nowhere"));
}

TEST_CASE("Hover: a function begins with its signature", "[hover]") {
  const std::string Text =
      "func.func @f(%a: !noisy.i32,   // the first\n"
      "             %b: !noisy.i32 {noisy.bound = 14 : i64}\n"
      "    ) -> !noisy.i32 attributes {x.y = \" loc(\"} {\n"
      "  %c = noisy.mul %a, %b : !noisy.i32\n"
      "  return %c : !noisy.i32\n} loc(\"f\")\n"
      "func.func @g(%a: !noisy.i32) -> !noisy.i32 {\n"
      "  %r = call @f(%a, %a) : (!noisy.i32, !noisy.i32) -> !noisy.i32\n"
      "  return %r : !noisy.i32\n}\n";
  auto State = snapshotOf(Text);
  for (const char *Name : {"@f(%a:", "@f(%a,"}) {
    CAPTURE(Name);
    auto Hover = getHover(*State, Text.find(Name));
    REQUIRE(Hover);
    CHECK_THAT(
        Hover->render(MarkupKind::Markdown),
        Catch::StartsWith(
            "```mlir\nfunc.func @f(%a: !noisy.i32, %b: !noisy.i32 "
            "{noisy.bound = 14 : i64}) -> !noisy.i32 attributes {x.y = \" "
            "loc(\"}\n```\n\n**Worst noise: 26 bits, limit 26**"));
    CHECK_THAT(Hover->render(MarkupKind::PlainText),
               Catch::StartsWith("func.func @f(%a: !noisy.i32, %b: "));
  }
  // In generic form, with empty bodies, and without one.
  CHECK(infoAt("func.func private |@h(i32) -> i32 loc(\"a\")\n").Source ==
        "func.func private @h(i32) -> i32");
  CHECK_THAT(infoAt("\"func.func\"() <{function_type = () -> (), sym_name = "
                    "\"h\"}> ({\n  \"func.return\"() : () -> ()\n}) : () -> "
                    "()\n\"a.b\"() {c = |@h} : () -> ()\n")
                 .Source,
             Catch::StartsWith("\"func.func\"() <{function_type"));
}

TEST_CASE("Hover: aliases", "[hover]") {
  const std::string Text = "#map = affine_map<(d0) -> (d0)>\n"
                           "!pair = tuple<i32, i64>\n"
                           "func.func @f(%a: !pair) {\n"
                           "  \"a.b\"() {m = #map} : () -> ()\n"
                           "  return\n}\n";
  auto State = snapshotOf(Text);
  for (const char *Name : {"!pair)", "!pair ="}) {
    auto Hover = getHover(*State, Text.find(Name));
    REQUIRE(Hover);
    CHECK(Hover->Topic == Subject::Alias);
    CHECK(Hover->Name == "!pair");
    CHECK(Hover->Source == "tuple<i32, i64>");
  }
  auto Map = getHover(*State, Text.find("#map}"));
  REQUIRE(Map);
  CHECK(Map->render(MarkupKind::Markdown) ==
        "Alias: `#map`\n\n```mlir\naffine_map<(d0) -> (d0)>\n```\n");
}

TEST_CASE("Hover: an alias of a type says what that is", "[hover]") {
  const std::string Text = "#twice = affine_map<(d0) -> (d0 * 2)>\n"
                           "!buffer = memref<4xf32, #twice>\n"
                           "func.func private @f(!buffer)\n";
  auto Hover = getHover(*snapshotOf(Text), Text.find("!buffer)"));
  REQUIRE(Hover);
  CHECK(Hover->render(MarkupKind::Markdown) ==
        "Alias: `!buffer`\n\n```mlir\nmemref<4xf32, #twice>\n```\n\n"
        "A buffer in memory: 4 elements of `f32`, 16 bytes. Element [i] is at "
        "`i * 2`, counted in elements from its base.\n");
}

TEST_CASE("Hover: chunks have places of their own", "[hover]") {
  AnnotatedText T("module {}\n// -----\nfunc.func @f(%x: i5) {\n"
                  "  [|%a|] = noisy.encode %x : i5 -> !noisy.i32\n"
                  "  return\n}\n// -----\nfunc.func @broken( {\n");
  auto Hover = getHover(*snapshotOf(T.Text), T.Ranges[0].Begin);
  REQUIRE(Hover);
  CHECK(Hover->Range == T.Ranges[0]);
}

TEST_CASE("Hover: what does an operation do", "[hover]") {
  auto SummaryAt = [](llvm::StringRef MarkedText) -> std::string {
    std::optional<OperationDoc> Doc = infoAt(MarkedText).Doc;
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
  const std::string BrokenText = replaceOnce(Good, "func.func", "define");
  auto State = snapshotAfter({Good, BrokenText});
  auto Hover = getHover(*State, BrokenText.find("arith.addi"));
  REQUIRE(Hover);
  CHECK(Hover->Warnings.size() == 1);
  REQUIRE(Hover->Doc);
  CHECK(Hover->Doc->Name == "arith.addi");
}

TEST_CASE("Hover: beside a broken operation all is as of now", "[hover]") {
  const std::string Broken = "func.func @f(%a: !noisy.i32) {\n"
                             "  %b = noisy.mul %a, %a : !noisy.i32\n"
                             "  %c =! noisy.mul %b, %b : !noisy.i32\n"
                             "  %d = noisy.add %c, %b : !noisy.i32\n"
                             "  return\n}\n";
  HoverInfo Defined = infoAt(replaceOnce(Broken, "%b =", "|%b ="));
  CHECK(Defined.Warnings.empty());
  REQUIRE(Defined.Noise.size() == 1);
  CHECK(Defined.Noise[0].Bound.getBits() == 24);
  HoverInfo Dependent = infoAt(replaceOnce(Broken, "%d =", "|%d ="));
  CHECK(Dependent.Warnings.empty());
  REQUIRE(Dependent.Noise.size() == 1);
  CHECK(Dependent.Noise[0].Bound.isUnknown());
  HoverInfo Function = infoAt(replaceOnce(Broken, "@f", "|@f"));
  REQUIRE(Function.Function);
  CHECK_FALSE(Function.Function->IsStale);
  CHECK(Function.Function->Bound.isUnknown());
}

TEST_CASE("Hover: words that name an operation", "[hover]") {
  auto WordAt = [](llvm::StringRef MarkedText) -> std::string {
    AnnotatedText T(MarkedText);
    std::optional<HoverInfo> Hover = getWordHover(T.Text, T.Places.at(0));
    if (!Hover)
      return "nothing";
    REQUIRE(Hover->Doc);
    CHECK(Hover->Doc->Name == Hover->Operation);
    CHECK(T.Text.substr(Hover->Range.Begin, Hover->Range.size()) ==
          Hover->Operation);
    return Hover->Operation;
  };
  CHECK(WordAt("|arith.addi") == "arith.addi");
  CHECK(WordAt("%0 = ari|th.addi %a, ") == "arith.addi");
  CHECK(WordAt("arith.addi|") == "arith.addi");
  CHECK(WordAt("{s = \"\\\"\"} arith.addi| // b") == "arith.addi");
  CHECK(WordAt("\"arith.a|ddi\" (%a)") == "arith.addi");
  CHECK(WordAt("// a\narith.a|ddi") == "arith.addi");
  for (const char *OtherText :
       {"|", "a|", "addi|", "arith.|", "%arith.ad|di", "@arith.ad|di",
        "!arith.ad|di", "#arith.ad|di", "^arith.ad|di", "// arith.ad|di",
        "a \"//\" // arith.ad|di", "\"arith.ad|di\"", "\"x arith.ad|di\"(",
        "arith.addi |", "arith.addi.x|"})
    CHECK(WordAt(OtherText) == "nothing");
}
