//===- CompletionTest.cpp - What can be typed at a place ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

TEST_CASE("Completion: operations and dialects", "[completion]") {
  Offer Start("func.func @f() {\n  |\n}\n");
  CHECK(Start.has("arith"));
  CHECK(Start.has("noisy"));
  CHECK(Start.find("noisy")->Detail == "dialect");
  CHECK(Start.find("noisy")->Kind == CompletionItemKind::Module);
  // The dialect of the function's own operations may be left out.
  CHECK(Start.has("return"));
  CHECK(Start.find("return")->Operation == "func.return");
  CHECK(Start.List.ReplacedRange == ByteRange{19, 19});
  // More letters find operations of more dialects.
  CHECK(Start.List.IsIncomplete);

  for (const char *Text :
       {"func.func @f() {\n  noisy.|\n}\n",
        "func.func @f() {\n  noisy.re|\n}\n",
        "func.func @f() {\n  %0 = noisy.red|uce\n}\n",
        "func.func @f() {\n  %0 = \"noisy.re|\n}\n",
        "func.func @f() {\n  \"noisy.|reduce_noise\"(\n}\n"}) {
    Offer Names(Text);
    CAPTURE(Text);
    CHECK(Names.has("noisy.reduce_noise"));
    CHECK(Names.has("noisy.mul"));
    CHECK_FALSE(Names.has("arith.addi"));
    CHECK_THAT(Names.acceptedText("noisy.reduce_noise"),
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
  // What only a region before the cursor names is further away than its result.
  Offer AfterLoop("func.func @f(%a: i32, %n: index) -> i32 {\n"
                  "  %r = scf.for %i = %n to %n step %n iter_args(%x = %a) "
                  "-> (i32) {\n    %y = arith.addi %x, %a : i32\n"
                  "    scf.yield %y : i32\n  }\n  return |\n}\n");
  CHECK(AfterLoop.labels() == Strings{"%r", "%a", "%n"});
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
  CHECK(NamedOffer.has("!pair"));
  CHECK(NamedOffer.has("!noisy"));
  CHECK_FALSE(NamedOffer.has("f32"));
  CHECK_THAT(NamedOffer.acceptedText("!pair"), Catch::EndsWith("%a: !pair"));
  CHECK(Offer("func.func @f(%a: !noisy.|").labels() == Strings{"!noisy.i32"});
  CHECK(Offer("func.func @f(%a: !llvm.|").has("!llvm.ptr"));
  CHECK(Offer("func.func @f(%a: !async.coro.i|").has("!async.coro.id"));
  CHECK(Offer("func.func @f(%a: !nosuch.|").List.Items.empty());
  CHECK(Offer("\"a.b\"() {x = #noisy.|} : () -> ()\n").labels() ==
        Strings{"#noisy.model"});

  Offer Attribute(Aliases + "\"a.b\"() {x = |} : () -> ()\n");
  CHECK(Attribute.has("dense"));
  CHECK(Attribute.has("#map"));
  CHECK(Attribute.has("#noisy"));
  Offer Sigil(Aliases + "\"a.b\"() {x = #m|} : () -> ()\n");
  CHECK(Sigil.has("#map"));
  CHECK_THAT(Sigil.acceptedText("#map"), Catch::EndsWith("{x = #map"));
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
  CHECK(Blocks.labels() == Strings{"^second", "^third", "^first"});
  CHECK_THAT(Blocks.acceptedText("^second"), Catch::EndsWith("%p, ^second"));
}

TEST_CASE("Completion: symbols", "[completion]") {
  const std::string Text = "func.func private @callee(i32) -> i32\n"
                           "\"a.symbol\"() {sym_name = \"x\"} : () -> ()\n"
                           "module @\"in side\" {\n"
                           "  func.func @inner() { return }\n}\n"
                           "func.func @f(%a: i32) {\n  ";
  for (const char *TypedText : {"@|", "@cal|"}) {
    Offer Symbols(Text + "\"a.b\"() {x = " + TypedText + "} : () -> ()\n}\n");
    CHECK(Symbols.labels() == Strings{"@callee", "@f", "@in side"});
    CHECK(Symbols.find("@callee")->Kind == CompletionItemKind::Function);
    CHECK(Symbols.find("@callee")->Detail ==
          "func.func private @callee(i32) -> i32");
    CHECK(Symbols.find("@in side")->Kind == CompletionItemKind::Module);
    CHECK_THAT(Symbols.acceptedText("@callee"), Catch::EndsWith("x = @callee"));
    CHECK_THAT(Symbols.acceptedText("@in side"),
               Catch::EndsWith("x = @\"in side\""));
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
              "func.func @f() {\n  \"a.b\"() {x = @callee|} : () -> ()\n}\n")
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
  CHECK(Second.has("!t"));
  CHECK_FALSE(Second.has("!u"));
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
  CHECK(getCompletions(allDialects(), "", {}, {1000}).ReplacedRange.End == 0);
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

TEST_CASE("Completion: calls", "[completion]") {
  const std::string Text =
      "func.func private @g(%p: i32, %q: !noisy.i32 {noisy.bound = 3 : i64})"
      " -> (i32, index)\nmodule @m {}\n"
      "func.func @f(%a: !noisy.i32, %b: i32) {\n  ";
  for (const char *TypedText : {"%r = call |", "%r = call @|", "call @|"}) {
    CAPTURE(TypedText);
    Offer Callees(Text + TypedText + "\n}\n");
    CHECK(Callees.labels() == Strings{"@g", "@f"});
    CHECK(Callees.find("@g")->Snippet ==
          "@g(${1:%value}, ${2:%value}) : (i32, !noisy.i32) -> (i32, index)");
    CHECK_THAT(Callees.acceptedText("@g"), Catch::EndsWith("call @g"));
  }
  // What follows may be the arguments.
  CHECK(Offer(Text + "call @|(%b)\n}\n").find("@g")->Snippet == "");
  CHECK(Offer(Text + "call @g(|)\n}\n").labels() == Strings{"%b", "%a"});
  CHECK(Offer(Text + "call @g(%b, |)\n}\n").labels() == Strings{"%a", "%b"});
  CHECK(Offer(Text + "call @g(%b, %a) : |\n}\n").labels().front() ==
        "(i32, !noisy.i32) -> (i32, index)");
}

TEST_CASE("Completion: operations are written by their formats",
          "[completion]") {
  const std::string Text = "func.func @f(%a: i32) -> (i32, index) {\n  ";
  auto snippetOf = [&](const std::string &TypedText, const char *Label) {
    CAPTURE(TypedText);
    Offer Names(Text + TypedText);
    REQUIRE(Names.has(Label));
    return Names.find(Label)->Snippet;
  };
  CHECK(snippetOf("|", "noisy.add") ==
        "${1:%0} = noisy.add ${2:%lhs}, ${3:%rhs} : !noisy.i32");
  CHECK(snippetOf("%7 = arith.addi %a, %a : i32\n  noisy.a|", "noisy.add") ==
        "${1:%8} = noisy.add ${2:%lhs}, ${3:%rhs} : !noisy.i32");
  CHECK(snippetOf("%x = |", "noisy.add") ==
        "noisy.add ${1:%lhs}, ${2:%rhs} : !noisy.i32");
  CHECK(snippetOf("%x = noisy.|", "noisy.decode") ==
        "noisy.decode ${1:%input} : !noisy.i32 -> ${2:i5}");
  // The types of source and target are apart.
  CHECK(snippetOf("%x = arith.|", "arith.extsi") ==
        "arith.extsi ${1:%in} : ${2:i32} to ${3:i64}");
  CHECK(snippetOf("scf.|", "scf.for") ==
        "scf.for ${1:%i} = ${2:%lowerBound} to ${3:%upperBound} step "
        "${4:%step} {\n\t$5\n}");
  // The name of the outer loop's variable is in use, that of another is not.
  CHECK_THAT(snippetOf("scf.for %i = %n to %n step %n {\n    scf.|", "scf.for"),
             Catch::StartsWith("scf.for ${1:%j} = "));
  CHECK_THAT(
      snippetOf("scf.for %i = %n to %n step %n {\n  }\n  scf.|", "scf.for"),
      Catch::StartsWith("scf.for ${1:%i} = "));
  CHECK(snippetOf("%x = scf.|", "scf.if") ==
        "scf.if ${1:%condition} -> (${2:i32}) {\n\t$3\n\t"
        "scf.yield ${4:%value} : $2\n} else {\n\t$5\n\t"
        "scf.yield ${6:%value} : $2\n}");
  // The form of all named operations of linalg.
  CHECK(snippetOf("%x = linalg.m|", "linalg.matmul") ==
        "linalg.matmul ins(${1:%input0}, ${2:%input1} : "
        "${3:tensor<?x?xf32>}, ${4:tensor<?x?xf32>}) outs(${5:%outputs} : "
        "${6:tensor<?x?xf32>}) -> $6");
  // The function says what it returns.
  CHECK(snippetOf("ret|", "return") ==
        "return ${1:%value}, ${2:%value} : i32, index");
  // What linalg yields are elements.
  CHECK(
      snippetOf(
          "linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], "
          "iterator_types = [\"parallel\"]} outs(%p, %q : "
          "tensor<4x?xf32>, memref<i1, affine_map<() -> ()>>) {\n    linalg.y|",
          "linalg.yield") == "linalg.yield ${1:%value}, ${2:%value} : f32, i1");
  Offer Nothing("func.func @f() {\n  |");
  CHECK(Nothing.find("return")->Snippet == "");
  CHECK(Nothing.find("return")->NewText == "return");
  // The name alone before other text and in generic form.
  CHECK(Offer(Text + "%x = noisy.a|dd %a, %a : i32\n}\n")
            .find("noisy.add")
            ->Snippet == "");
  CHECK(Offer(Text + "%x = \"noisy.a|").find("noisy.add")->Snippet == "");
}

TEST_CASE("Completion: operations where they belong", "[completion]") {
  Offer Top("|");
  CHECK(Top.has("func.func"));
  CHECK(Top.has("module"));
  CHECK(Top.has("// -----"));
  CHECK_FALSE(Top.has("arith.addi"));
  CHECK_FALSE(Top.has("func.return"));
  CHECK(Offer("module {\n  fu|").has("func.func"));
  Offer Inside("func.func @f() {\n  |\n}\n");
  CHECK_FALSE(Inside.has("func.func"));
  CHECK_FALSE(Inside.has("module"));
  CHECK_FALSE(Inside.has("// -----"));
  CHECK_FALSE(Inside.has("scf.yield"));
  CHECK(Offer("func.func @f(%c: i1) {\n  scf.if %c {\n    scf.|")
            .has("scf.yield"));
  // Operations without results do not follow `%x =`.
  Offer Results("func.func @f() {\n  %x = |\n}\n");
  CHECK(Results.has("arith.addi"));
  CHECK_FALSE(Results.has("return"));
  CHECK_FALSE(Results.has("memref.store"));
}

TEST_CASE("Completion: an operation without its dialect", "[completion]") {
  Offer Add("func.func @f() {\n  %x = addf|");
  REQUIRE(Add.has("arith.addf"));
  CHECK_THAT(Add.acceptedText("arith.addf"), Catch::EndsWith("= arith.addf"));
  // Of all dialects if the name begins with the letters.
  CHECK(Offer("func.func @f() {\n  %x = tosa_no|").labels().empty());
  CHECK(Offer("func.func @f() {\n  %x = avg_|").has("tosa.avg_pool2d"));
  // After a dialect, its operations come next.
  Offer Dialect("func.func @f() {\n  ari|");
  CHECK_THAT(Dialect.acceptedText("arith"), Catch::EndsWith("  arith."));
}

TEST_CASE("Completion: the type that the operands have", "[completion]") {
  const std::string Text =
      "func.func @f(%a: i7, %e: !noisy.i32, %m: memref<3xf80>) -> i9 {\n"
      "  %p:2 = \"a.b\"() : () -> (i11, i13)\n  ";
  auto firstOf = [&](const std::string &TypedText) {
    Offer Types(Text + TypedText + "|\n}\n");
    CAPTURE(TypedText);
    REQUIRE_FALSE(Types.labels().empty());
    CHECK(Types.List.Items.front().Detail == "expected type");
    return Types.labels().front();
  };
  CHECK(firstOf("%x = arith.addi %a, %a : ") == "i7");
  CHECK(firstOf("%x = arith.addi %a, %a : i") == "i7");
  CHECK(firstOf("%x = arith.addi %p#1, %a : ") == "i13");
  CHECK(firstOf("%x = noisy.mul %e, %e : ") == "!noisy.i32");
  CHECK(firstOf("%x = noisy.mul %e, %e : !") == "!noisy.i32");
  CHECK(firstOf("%x = arith.extui %a : ") == "i7");
  CHECK(firstOf("%x = noisy.encode %a : i7 -> ") == "!noisy.i32");
  CHECK(firstOf("%x = arith.cmpi slt, %a, %a : ") == "i7");
  CHECK(firstOf("%x = memref.load %m[%a] : ") == "memref<3xf80>");
  CHECK(firstOf("memref.store %a, %m[%a] {a = 1} : ") == "memref<3xf80>");
  CHECK(firstOf("return %a, %e : ") == "i7, !noisy.i32");
  CHECK(firstOf("cf.br ^bb1(%a : ") == "i7");
  // Where the operands do not tell it, those that are possible come first.
  Offer Target(Text + "%x = arith.extsi %a : i7 to |");
  CHECK(Target.has("i64"));
  CHECK(Target.labels().front()[0] == 'i');
  // In the middle of a type it does not belong.
  CHECK_FALSE(
      Offer(Text + "%x = memref.load %m[%a] : memref<|").has("memref<3xf80>"));
}

TEST_CASE("Completion: after a ! whole types come before dialects",
          "[completion]") {
  for (const char *TypedText :
       {"%x = noisy.mul %e, %e : !noi|", "%x = \"a.b\"() : () -> !noi|",
        "%x = scf.for %i = %a to %a step %a iter_args(%b = %e) -> (!noi|",
        "%x = noisy.encode %a : index -> !|"}) {
    CAPTURE(TypedText);
    Offer Types("func.func @f(%a: index, %e: !noisy.i32) {\n  " +
                std::string(TypedText) + "\n}\n");
    REQUIRE(Types.has("!noisy.i32"));
    CHECK(Types.labels().front() == "!noisy.i32");
  }
  // Those of the text, which nobody else knows.
  const std::string Text =
      "func.func private @g(%a: !fhe.eint<5>, %c: memref<4xi8>)\n";
  Offer Foreign(Text + "func.func private @h(%a: !f|");
  CHECK(Foreign.labels().front() == "!fhe.eint<5>");
  CHECK_THAT(Foreign.acceptedText("!fhe.eint<5>"),
             Catch::EndsWith("@h(%a: !fhe.eint<5>"));
  CHECK_FALSE(Foreign.has("memref<4xi8>"));
  Offer Known("func.func private @g(%a: !llvm.array<2 x i8>)\n"
              "func.func private @h(%a: !ll|");
  REQUIRE(Known.has("!llvm"));
  CHECK(Known.labels().front() == "!llvm.array<2 x i8>");
}

TEST_CASE("Completion: what is inside of types", "[completion]") {
  for (const char *TypedText : {"memref<|", "memref<4x|", "tensor<?x4xi|",
                                "vector<[4]x|", "tensor<*x|"}) {
    CAPTURE(TypedText);
    Offer Elements(std::string("func.func @f(%a: ") + TypedText);
    CHECK(Elements.has("i32"));
    CHECK(Elements.has("!noisy.i32"));
    std::string Shape = llvm::StringRef(TypedText).rtrim("|i").str();
    CHECK_THAT(Elements.acceptedText("i32"), Catch::EndsWith(Shape + "i32"));
  }
}

TEST_CASE("Completion: values whose type fits come first", "[completion]") {
  const std::string Text = "func.func @f(%i: i32, %e: !noisy.i32, %x: index, "
                           "%g: f32, %m: memref<4xf32>) -> f32 {\n  ";
  auto firstOf = [&](const std::string &TypedText) {
    return Offer(Text + TypedText + "|").labels().front();
  };
  CHECK(firstOf("%y = noisy.add ") == "%e");
  CHECK(firstOf("%y = noisy.add %e, ") == "%e");
  CHECK(firstOf("%y = arith.addi %x, ") == "%x");
  CHECK(firstOf("%y = arith.addf ") == "%g");
  CHECK(firstOf("%y = memref.load %m[ ") == "%x");
  CHECK(firstOf("memref.store %g, ") == "%m");
  CHECK(firstOf("return ") == "%g");
  Offer Values(Text + "%y = arith.addf |");
  CHECK(Values.find("%m")->Type == "memref<4xf32>");
}

TEST_CASE("Completion: noise of values and of the result", "[completion]") {
  AnnotatedText T("func.func @f(%a: !noisy.i32, %b: !noisy.i32, %i: i32) {\n"
                  "  %c = noisy.mul %a, |\n  noisy.add |\n}\n");
  NoiseInfo Low, High;
  Low.Bound = NoiseBound::bits(12);
  High.Bound = NoiseBound::bits(20);
  Low.Limit = High.Limit = 26;
  CompletionQuery Query{T.Places[0]};
  Query.Noise = [&](llvm::StringRef Name) {
    return Name == "%a" ? &Low : Name == "%b" ? &High : nullptr;
  };
  auto At = [&](size_t Place) {
    Query.Offset = Place;
    return getCompletions(allDialects(), T.Text, Outline::scan(T.Text).pieces(),
                          Query)
        .Items;
  };
  // The nearest first, but not what would pass the limit.
  std::vector<Completions::Item> Items = At(T.Places[0]);
  REQUIRE(Items.size() == 3);
  CHECK(Items[0].Label == "%a");
  CHECK(Items[0].Noise == "12/26");
  CHECK(Items[1].Label == "%b");
  CHECK(Items[1].Noise == "20/26 -> 32/26 !");
  CHECK(Items[2].Noise == "");
  // In the row, or for clients without one in the detail.
  auto Written = [&](bool HasLabelDetails) {
    Completions List;
    List.Items = Items;
    return toCompletionList(List, Text(T.Text), PositionEncoding::UTF8,
                            HasLabelDetails)
        .Items;
  };
  CHECK(Written(true)[1].LabelDetail == ": !noisy.i32");
  CHECK(Written(true)[1].LabelDescription == "20/26 -> 32/26 !");
  CHECK(Written(true)[1].Detail == "arg #1: !noisy.i32");
  CHECK(Written(false)[0].Detail == "arg #0: !noisy.i32  12/26");
  CHECK(Written(false)[1].Detail == "arg #1: !noisy.i32  20/26 -> 32/26 !");
  CHECK(Written(false)[2].Detail == "arg #2: i32");
  // The other operand is not known yet.
  for (const Completions::Item &I : At(T.Places[1]))
    CHECK_THAT(I.Noise, !Catch::Contains("->"));
}

TEST_CASE("Completion: attributes", "[completion]") {
  Offer Cases("func.func @f(%a: i32) {\n  %x = arith.cmpi |");
  CHECK(Cases.has("slt"));
  CHECK_FALSE(Cases.has("%a"));
  Offer Names("func.func @f(%a: i32) {\n  %x = memref.alloc() {|");
  CHECK(Names.has("alignment"));
  CHECK(Offer("func.func @f(%a: i32 {|").has("noisy.range"));
  CHECK_FALSE(Offer("func.func @f(%a: i32 {noisy.range = [1, 2], |")
                  .has("noisy.range"));
  CHECK(Offer("module attributes {|").has("noisy.model"));
  // Not for what comes after a name.
  CHECK_FALSE(Offer("module attributes {a = |").has("noisy.model"));
}

TEST_CASE("Completion: a space asks only where something is missing",
          "[completion]") {
  const std::string Text = "func.func @f(%a: i32) {\n  ";
  auto countOf = [&](const std::string &TypedText) {
    std::string Whole = Text + TypedText;
    CompletionQuery Query{Whole.size(), ' '};
    return getCompletions(allDialects(), Whole, Outline::scan(Whole).pieces(),
                          Query)
        .Items.size();
  };
  CHECK(countOf("  ") == 0);
  CHECK(countOf("%x = arith.addi %a, %a : i32 ") == 0);
  // Of a function without results.
  CHECK(countOf("return ") == 0);
  CHECK(countOf("scf.if %c -> (i32) {\n    scf.yield ") == 2);
  CHECK(countOf("%x = ") > 100);
  CHECK(countOf("%x = arith.addi ") == 1);
}

TEST_CASE("Completion: values of dialects that are not known", "[completion]") {
  Offer Values("func.func @f(%a: i32) {\n"
               "  %b = other.thing %a, 3 {x = 1 : i8} : (i32) -> i16\n"
               "  %c = arith.addi |\n}\n");
  REQUIRE(Values.has("%b"));
  CHECK(Values.has("%a"));
}

TEST_CASE("Completion: words for clients without snippets", "[completion]") {
  const std::string Text = "func.func private @g()\n"
                           "func.func @f(%a: !noisy.i32) {\n  ";
  auto at = [&](const std::string &TypedText) {
    std::string Whole = Text + TypedText;
    CompletionQuery Query{Whole.size()};
    Query.HasSnippets = false;
    Completions List = getCompletions(allDialects(), Whole,
                                      Outline::scan(Whole).pieces(), Query);
    CHECK(llvm::all_of(List.Items, [](const Completions::Item &I) {
      return I.Snippet.empty();
    }));
    // The first one, behind the text that stays.
    return Whole.substr(0, List.ReplacedRange.Begin).substr(Text.size()) +
           List.Items.at(0).NewText;
  };
  CHECK(at("%x = noisy.re") == "%x = noisy.add");
  CHECK(at("%x = noisy.add %a, %a : !noisy.i") ==
        "%x = noisy.add %a, %a : !noisy.i32");
  CHECK(at("%x = noisy.add %a, %a : !") ==
        "%x = noisy.add %a, %a : !noisy.i32");
  CHECK(at("%x = noisy.add %a, %a : ") == "%x = noisy.add %a, %a : !noisy.i32");
  CHECK(at("call @") == "call @g");
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
  CompletionQuery Query{19};
  Query.IsStopped = [] { return true; };
  CHECK(getCompletions(allDialects(), "func.func @f() {\n  ", {}, Query)
            .Items.empty());
}

TEST_CASE("Completion: aliases on lines of their own", "[completion]") {
  for (const char *TypedText :
       {"#|", "!|", "func.func @f() {\n  #|", "func.func @f() {\n  !|"}) {
    CAPTURE(TypedText);
    CHECK(Offer(TypedText).labels() == Strings());
  }
  CHECK(Offer("!t = !|").has("!noisy.i32"));
  Offer Attribute("#a = |");
  CHECK(Attribute.has("affine_map"));
  CHECK_FALSE(Attribute.has("func.func"));
}

TEST_CASE("Completion: what a region results in is no function",
          "[completion]") {
  Offer Names("func.func @f(%a: i5) -> ((i5) -> i6) {\n  %z = scf.execute|");
  REQUIRE(Names.has("scf.execute_region"));
  CHECK_THAT(Names.find("scf.execute_region")->Snippet,
             Catch::StartsWith("scf.execute_region -> ${1:i32} {"));
}

TEST_CASE("Completion: the values that an operation takes, whatever else is in "
          "it",
          "[completion]") {
  const std::string Begin = "func.func @f(%x: i5, %a: !noisy.i32, %y: i5, %m: "
                            "memref<4x4xf32>) -> i5 {\n"
                            "  %c8 = arith.constant 8 : index\n"
                            "  %c0 = arith.constant 0 : index\n"
                            "  %c1 = arith.constant 1 : index\n  ";
  // The first operand has no type.
  CHECK(Offer(Begin + "%p = noisy.mul %zz, |").labels().front() == "%a");
  CHECK(Offer(Begin + "%p = noisy.mul %zz, | : !noisy.i32").labels().front() ==
        "%a");
  CHECK(Offer(Begin + "%p = arith.addi %zz, |").labels().front() != "%a");
  // A field of a list in a snippet.
  for (const char *Field : {"%input0|, %input1", "%m, %input1|"}) {
    Offer All(Begin + "linalg.matmul ins(" + Field +
              " : memref<?x?xf32>, memref<?x?xf32>) outs(%outputs : "
              "memref<?x?xf32>)");
    CAPTURE(Field);
    CHECK(All.labels().front() == "%m");
  }
  // The likely numbers, of a type that fits.
  CHECK(Offer(Begin + "%k0 = arith.constant 0 : i32\n  scf.for %i = |")
            .labels()
            .front() == "%c0");
  CHECK(Offer(Begin + "scf.for %i = |").labels().front() == "%c0");
  CHECK(Offer(Begin + "scf.for %i = %c0 to %c8 step |").labels().front() ==
        "%c1");
}
