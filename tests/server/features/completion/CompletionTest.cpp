//===- CompletionTest.cpp - What can be typed at a place ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/Completion.h"
#include "tests/server/AnnotatedText.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

namespace {
/// What is offered at the first place of a text.
struct Offer {
  explicit Offer(llvm::StringRef MarkedText)
      : Source(MarkedText),
        List(getCompletions(allDialects(), Source.Text,
                            Outline::scan(Source.Text).pieces(),
                            Source.Places.at(0))) {}

  const Completions::Item *find(llvm::StringRef Label) const {
    auto Match = llvm::find_if(List.Items, [&](const Completions::Item &I) {
      return I.Label == Label;
    });
    return Match == List.Items.end() ? nullptr : &*Match;
  }
  bool has(llvm::StringRef Label) const { return find(Label); }

  std::vector<std::string> labels() const {
    std::vector<std::string> Result;
    for (const Completions::Item &I : List.Items)
      Result.push_back(I.Label);
    return Result;
  }

  /// The text before the place after an item was taken.
  std::string acceptedText(llvm::StringRef Label) const {
    const Completions::Item *Match = find(Label);
    REQUIRE(Match);
    return Source.Text.substr(0, List.ReplacedRange.Begin) + Match->NewText;
  }

  AnnotatedText Source;
  Completions List;
};
} // namespace

using Strings = std::vector<std::string>;

TEST_CASE("Completion: operations and dialects", "[completion]") {
  Offer Start("func.func @f() {\n  |\n}\n");
  CHECK(Start.has("arith"));
  CHECK(Start.has("noisy"));
  CHECK(Start.find("noisy")->Detail == "dialect");
  CHECK(Start.find("noisy")->Kind == CompletionItemKind::Module);
  // The dialect of the function's own operations may be left out.
  CHECK(Start.has("return"));
  CHECK(Start.find("return")->Detail == "operation");
  CHECK(Start.List.ReplacedRange == ByteRange{19, 19});
  CHECK_FALSE(Start.List.IsIncomplete);

  for (const char *Text :
       {"func.func @f() {\n  noisy.|\n}\n",
        "func.func @f() {\n  noisy.re|\n}\n",
        "func.func @f() {\n  %0 = noisy.red|uce\n}\n",
        "func.func @f() {\n  %0 = \"noisy.re|\n}\n",
        "func.func @f() {\n  \"noisy.|reduce_noise\"(\n}\n"}) {
    Offer Names(Text);
    CAPTURE(Text);
    CHECK(Names.has("reduce_noise"));
    CHECK(Names.has("mul"));
    CHECK_FALSE(Names.has("addi"));
    CHECK_THAT(Names.acceptedText("reduce_noise"),
               Catch::EndsWith("noisy.reduce_noise"));
  }
  CHECK(Offer("func.func @f() {\n  nosuchdialect.|\n}\n").List.Items.empty());
}

TEST_CASE("Completion: values, the nearest first", "[completion]") {
  const std::string Prefix = R"mlir(func.func @f(%first: i32, %x: !noisy.i32) {
  %pair:2 = "a.b"() : () -> (i32, i64)
  %near = arith.addi %first, %first : i32
)mlir";
  for (const char *TypedText : {"%|", "%ne|", "|", "%ne|ar", "%|near"}) {
    CAPTURE(TypedText);
    Offer Values(Prefix + "  %y = arith.addi " + TypedText + "\n}\n");
    CHECK(Values.labels() == Strings{"%near", "%first", "%pair", "%x"});
    CHECK(Values.find("%near")->Detail == "arith.addi: i32");
    CHECK(Values.find("%first")->Detail == "arg #0: i32");
    CHECK(Values.find("%x")->Detail == "arg #1: !noisy.i32");
    CHECK(Values.find("%pair")->Detail == "a.b: i32, ...");
    CHECK(Values.find("%x")->Kind == CompletionItemKind::Variable);
    CHECK_THAT(Values.acceptedText("%near"),
               Catch::EndsWith("arith.addi %near"));
  }
  // Not those of other functions, nor those that come later.
  Offer OtherOffer("func.func @f(%a: i32) { return }\n"
                   "func.func @g(%b: i32) {\n  \"a.b\"(|\n"
                   "  %c = arith.addi %b, %b : i32\n}\n");
  CHECK(OtherOffer.labels() == Strings{"%b"});
}

TEST_CASE("Completion: aliases that double each time", "[completion]") {
  std::string Contents = "#a0 = [1]\n!t0 = tuple<i32>\n";
  for (unsigned I = 0; I != 60; ++I) {
    std::string Old = std::to_string(I), New = std::to_string(I + 1);
    Contents += "#a" + New + " = [#a" + Old + ", #a" + Old + "]\n!t" + New +
                " = tuple<!t" + Old + ", !t" + Old + ">\n";
  }
  Offer Attribute(Contents + "func.func private @f() attributes {k = |}\n");
  REQUIRE(Attribute.has("#a60"));
  CHECK(Attribute.find("#a60")->Detail == "alias: ...");
  CHECK(Attribute.find("#a1")->Detail == "alias: [[1], [1]]");
  Offer Type(Contents + "func.func private @f(|)\n");
  REQUIRE(Type.has("!t60"));
  CHECK(Type.find("!t60")->Detail.starts_with("alias: "));
  Offer Value(Contents + "func.func @f(%a: !t60, %b: i32) {\n  return %|\n");
  REQUIRE(Value.has("%a"));
  CHECK(Value.find("%a")->Detail.find("!elided.type") != std::string::npos);
  CHECK(Value.has("%b"));
}

TEST_CASE("Completion: types, attributes and aliases", "[completion]") {
  const std::string Aliases = "#map = affine_map<(d0) -> (d0)>\n"
                              "!pair = tuple<i32, i64>\n";
  Offer Type(Aliases + "func.func @f(%a: |) {}\n");
  CHECK(Type.has("memref"));
  CHECK(Type.has("!noisy"));
  CHECK(Type.find("!pair")->Detail == "alias: tuple<i32, i64>");
  CHECK_FALSE(Type.has("#map"));
  CHECK_THAT(Type.acceptedText("i<N>"), Catch::EndsWith("%a: i"));
  CHECK(Offer("func.func @f(%a: mem|").has("memref"));

  Offer NamedOffer(Aliases + "func.func @f(%a: !pa|");
  CHECK(NamedOffer.has("pair"));
  CHECK(NamedOffer.has("noisy"));
  CHECK_FALSE(NamedOffer.has("f32"));
  CHECK_THAT(NamedOffer.acceptedText("pair"), Catch::EndsWith("%a: !pair"));
  CHECK(Offer("func.func @f(%a: !noisy.|").labels() == Strings{"i32"});
  CHECK(Offer("func.func @f(%a: !llvm.|").List.Items.empty());

  Offer Attribute(Aliases + "\"a.b\"() {x = |} : () -> ()\n");
  CHECK(Attribute.has("dense"));
  CHECK(Attribute.has("#map"));
  CHECK(Attribute.has("#noisy"));
  Offer Sigil(Aliases + "\"a.b\"() {x = #m|} : () -> ()\n");
  CHECK(Sigil.has("map"));
  CHECK_THAT(Sigil.acceptedText("map"), Catch::EndsWith("{x = #map"));
}

TEST_CASE("Completion: blocks, also those behind the cursor", "[completion]") {
  Offer Blocks(R"mlir(func.func @f(%p: i1) {
  cf.br ^first
^first:
  cf.cond_br %p, ^|
^second(%a: i32):
  return
^third:
  return
}
func.func @g() {
^other:
}
)mlir");
  CHECK(Blocks.labels() == Strings{"^first", "^second", "^third"});
  CHECK_THAT(Blocks.acceptedText("^second"), Catch::EndsWith("%p, ^second"));
}

TEST_CASE("Completion: symbols", "[completion]") {
  const std::string Text = "func.func private @callee(i32) -> i32\n"
                           "\"a.symbol\"() {sym_name = \"x\"} : () -> ()\n"
                           "module @\"in side\" {\n"
                           "  func.func @inner() { return }\n}\n"
                           "func.func @f(%a: i32) {\n  call ";
  for (const char *TypedText : {"@|", "@cal|"}) {
    Offer Symbols(Text + TypedText + "\n  return\n}\n");
    CHECK(Symbols.labels() == Strings{"@callee", "@f", "@in side"});
    CHECK(Symbols.find("@callee")->Kind == CompletionItemKind::Function);
    CHECK(Symbols.find("@callee")->Detail ==
          "func.func private @callee(i32) -> i32");
    CHECK(Symbols.find("@in side")->Kind == CompletionItemKind::Module);
    CHECK_THAT(Symbols.acceptedText("@callee"),
               Catch::EndsWith("call @callee"));
    CHECK_THAT(Symbols.acceptedText("@in side"),
               Catch::EndsWith("call @\"in side\""));
  }
  Offer QuotedOffer("func.func private @\"a-b\"()\n"
                    "func.func @f() {\n  call @|\n}\n");
  CHECK_THAT(QuotedOffer.acceptedText("@a-b"),
             Catch::EndsWith("call @\"a-b\""));
  Offer InnerOffer("module @m { func.func @g() { return } }\n"
                   "\"a.b\"() {x = @m::@|} : () -> ()\n");
  CHECK(InnerOffer.labels() == Strings{"@g"});
  CHECK_THAT(InnerOffer.acceptedText("@g"), Catch::EndsWith("@m::@g"));
}

TEST_CASE("Completion: nothing for a word that is complete", "[completion]") {
  // The list would take the Enter after it.
  CHECK(Offer("func.func @f(%a: !noisy.i32|").List.Items.empty());
  CHECK(
      Offer("func.func @f(%long: i32) {\n  \"a.b\"(%long|").List.Items.empty());
  CHECK(Offer("func.func @callee() { return }\n"
              "func.func @f() {\n  call @callee|\n}\n")
            .List.Items.empty());
  // Another one can be meant.
  CHECK(Offer("func.func @f(%p: i32, %p1: i32) {\n  \"a.b\"(%p|").labels() ==
        Strings{"%p", "%p1"});
}

TEST_CASE("Completion: keywords", "[completion]") {
  Offer Keywords("func.func @f() |");
  REQUIRE(Keywords.has("attributes"));
  CHECK(Keywords.find("attributes")->Kind == CompletionItemKind::Keyword);
  CHECK(Keywords.find("attributes")->Detail == "optional");
}

TEST_CASE("Completion: not in comments, and only operations in strings",
          "[completion]") {
  CHECK(Offer("func.func @f() {\n  // |\n}\n").List.Items.empty());
  CHECK(Offer("func.func @f() {\n  // noisy.|\n}\n").List.Items.empty());
  CHECK(Offer("\"a.b\"() {x = \"|\"} : () -> ()\n").List.Items.empty());
  CHECK(Offer("\"a.b\"() {x = \"a // |\"} : () -> ()\n").List.Items.empty());
  CHECK(Offer("  \"|").has("noisy"));
}

TEST_CASE("Completion: lines that do not parse are overlooked",
          "[completion]") {
  const std::string Begin = "func.func @f(%a: i32) {\n"
                            "  %b = arith.addi %a, %a : i32\n";
  const std::string End = "  %c = arith.addi %a, %b : i32\n"
                          "  \"a.b\"(|\n}\n";
  for (const char *BrokenText :
       {"  %x = arith.addi %a, %a i32\n", "  %x = arith.\n", "  %x = \n",
        "  %x = arith.addi %a,\n", "  nonsense here\n", "  %x\n",
        "  %b = arith.constant 1 : i32\n", "  %x = no.such_op %a, oh\n",
        "  %x = arith.addi %a, %a i32\n  %y = arith.\n", "  \"a.b\"(\n",
        "  %x = \"a.b\"(%a) : (i32) ->\n\n"}) {
    CAPTURE(BrokenText);
    Offer Values(Begin + BrokenText + End);
    CHECK(Values.has("%a"));
    CHECK(Values.has("%c"));
  }
}

TEST_CASE("Completion: chunks are apart", "[completion]") {
  Offer Second("func.func @f( {\n// -----\n!t = i32\nfunc.func @g(%x: !|\n"
               "// -----\n!u = i32\n");
  CHECK(Second.has("t"));
  CHECK_FALSE(Second.has("u"));
}

TEST_CASE("Completion: what ends LLVM's server is survived", "[completion]") {
  std::string Deep = "\"a.b\"() {x = " + std::string(100000, '[') + " |";
  CHECK(Offer(Deep).List.Items.empty());
  for (const char *Odd :
       {"|", "%|", "@|", "!|", "#|", "^|", "\"|", ".|", "a.|", "%a.|", "%0#|",
        "#-|", "{-# |", "\\|", "\xC3\xA9|", "func.func @|", "%|\xF0\x9F"}) {
    CAPTURE(Odd);
    Offer OddOffer(Odd);
    CHECK(OddOffer.List.ReplacedRange.End == OddOffer.Source.Places[0]);
    CHECK(OddOffer.List.ReplacedRange.Begin <= OddOffer.List.ReplacedRange.End);
  }
  CHECK(getCompletions(allDialects(), "", {}, 1000).ReplacedRange.End == 0);
}

TEST_CASE("Completion: the parser gives up in the middle of a region",
          "[completion]") {
  // It frees the region before what uses its values (SafeParse.h).
  const std::string Begin =
      R"mlir(func.func @f(%m: memref<4xf32>, %o: memref<4xf32>) {
  "a.use"(%z) : (f32) -> ()
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%m : memref<4xf32>) outs(%o : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %x : f32
    cf.br ^bb1
  ^bb1:
)mlir";
  for (const char *End :
       {"    %w = arith.addf %|", "    |", "    arith.|", "    cf.br ^|",
        "    %w = arith.constant |", "    %w = arith.addf %x, %y : |",
        "    linalg.yield %x : f32\n  } |", "    linalg.yield %x : f32\n  }\n|",
        "    linalg.yield %x : f32\n  } -> |"}) {
    CAPTURE(End);
    for (int I = 0; I < 3; ++I)
      CHECK(Offer(Begin + End).List.ReplacedRange.End != 0);
  }
  CHECK(Offer(Begin + "    %w = arith.addf %|").has("%z"));
}

TEST_CASE("Completion: very many", "[completion]") {
  std::string Text = "func.func @f(%a: i32) {\n";
  for (int I = 0; I < 1500; ++I)
    Text += "  %v" + std::to_string(I) + " = arith.addi %a, %a : i32\n";
  Offer FullOffer(Text + "  \"a.b\"(%|\n}\n");
  CHECK(FullOffer.List.IsIncomplete);
  CHECK(FullOffer.List.Items.size() == MaxCompletions);
  // Those that were named last.
  CHECK(FullOffer.List.Items[0].Label == "%v1499");
  CHECK(FullOffer.List.Items[1].Label == "%a");
  CHECK(FullOffer.has("%v1499"));
  CHECK_FALSE(FullOffer.has("%v1"));
  // They are found by what is typed.
  Offer FilteredOffer(Text + "  \"a.b\"(%v99|\n}\n");
  CHECK(FilteredOffer.has("%v99"));
  CHECK(FilteredOffer.has("%v1299"));
  CHECK_FALSE(FilteredOffer.has("%v1"));
}

TEST_CASE("Completion: stopped", "[completion]") {
  CHECK(getCompletions(allDialects(), "func.func @f() {\n  ", {}, 19, [] {
          return true;
        }).Items.empty());
}
