//===- OutlineTest.cpp - Where the sections of a text are -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Outline.h"
#include "llvm/Support/xxhash.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

using Mode = Outline::Mode;
using Lines = std::vector<std::string>;

/// The pieces, one a line: a letter for the kind, ! when it is unbalanced, and
/// the text with ~ for line ends; two dots in front for each container.
static Lines piecesOf(StringRef Text, Mode How = Mode::Tolerant) {
  Outline Whole = Outline::scan(Text, How);
  Lines Shown;
  for (const Piece &Part : Whole.pieces()) {
    std::string Line;
    for (uint32_t I = Part.Container; I != Piece::None;
         I = Whole.pieces()[I].Container)
      Line += "..";
    Line += "OAHFMS"[int(Part.Kind)];
    Line += Part.Info->IsUnbalanced ? "! " : " ";
    for (char C : Text.slice(Part.Range.Begin, Part.Range.End))
      Line += C == '\n' ? '~' : C;
    Shown.push_back(Line);
  }
  return Shown;
}

/// The same in both modes.
static Lines regularPiecesOf(StringRef Text) {
  Lines Shown = piecesOf(Text);
  CHECK(piecesOf(Text, Mode::Strict) == Shown);
  return Shown;
}

/// One piece of all of it.
static Lines piecesOf(const char *Kind, std::string Text) {
  std::replace(Text.begin(), Text.end(), '\n', '~');
  return {Kind + Text};
}

/// What the first piece says.
static PieceInfo infoOf(StringRef Text) {
  Outline Whole = Outline::scan(Text);
  REQUIRE(Whole.pieces().size() > 0);
  return *Whole.pieces()[0].Info;
}

//===----------------------------------------------------------------------===//
// Text in which brackets match
//===----------------------------------------------------------------------===//

TEST_CASE("Outline: operations, aliases and metadata", "[outline]") {
  CHECK(regularPiecesOf("").empty());
  CHECK(regularPiecesOf(" \r\n\t// func.func @f() {\n").empty());
  CHECK(regularPiecesOf(R"(
// First.
#map = affine_map<(d0) -> (d0)>
!t = i32 // not this
func.func private @g(i32) -> i32  

// Of f.
func.func @f(%a: !t) {
  "test.op"(%a) {s = "} // {"} : (!t) -> () // }
  // }
  return
} // end

%0:2 = test.pair
"test.op"(%0#1)
    : (i32) -> ()
unrealized_conversion_cast to i32
#loc = loc(unknown)
{-#
  dialect_resources: { builtin: { blob: "0x00" } }
#-}
)") == Lines{"A #map = affine_map<(d0) -> (d0)>~!t = i32",
             "O func.func private @g(i32) -> i32",
             "O func.func @f(%a: !t) {~  \"test.op\"(%a) {s = \"} // {\"} : "
             "(!t) -> () // }~  // }~  return~}",
             "O %0:2 = test.pair", "O \"test.op\"(%0#1)~    : (i32) -> ()",
             "O unrealized_conversion_cast to i32", "A #loc = loc(unknown)",
             "M {-#~  dialect_resources: { builtin: { blob: \"0x00\" } }~#-}"});
}

TEST_CASE("Outline: lines that go on with an operation", "[outline]") {
  CHECK(regularPiecesOf(R"(
func.func @f()
attributes {a.b} {
}
loc(#loc)
func.func @g(%a: i32,
             %b: i32)
    -> i32
{
}
"func.func"() ({
  ^bb0:
}) {a = 1}
: () -> ()
omp.declare_reduction @r : i32
init {
}
combiner {
} cleanup {
}
#map =
  affine_map<() -> ()>
)") == Lines{"O func.func @f()~attributes {a.b} {~}~loc(#loc)",
             "O func.func @g(%a: i32,~             %b: i32)~    -> i32~{~}",
             "O \"func.func\"() ({~  ^bb0:~}) {a = 1}~: () -> ()",
             "O omp.declare_reduction @r : i32~init {~}~combiner {~} cleanup "
             "{~}",
             "A #map =~  affine_map<() -> ()>"});
}

TEST_CASE("Outline: lines that go on in column 0", "[outline]") {
  for (std::string Text : {
           "#b = #llvm.di_basic_type<\n  tag = DW_TAG_base_type, name = "
           "\"int0\"\n>",
           "#a = #llvm.di_basic_type<tag = DW_TAG_base_type,\nname = \"x\">",
           "#a = #test.a<\n#test.b,\n!t\n>\n#b = 1",
           "!t = tuple<i32,\ni64>",
           "#a =\n\"x\"\n!b =\ni32",
           "#map = affine_map<(d0)\n-> (d0)>",
       })
    CHECK(regularPiecesOf(Text) == piecesOf("A ", Text));
  for (std::string Text : {
           "memref.global \"private\" constant @c : memref<3xf32> =\n"
           "dense<[0.0, 1.0, 2.0]>",
           "test.a tuple<i32,\ntest.b<x y>>",
           "%0 =\n\"test.a\"() : () -> ()",
           "%0 =\ntest.a",
           "test.a %a,\n%b :\n!t ->\n!u",
           "llvm.mlir.global\nexternal @h()",
           "llvm.func\ninternal\nfastcc @h()",
           "func.func @f()\nattributes {\n  a.b\n}\n{\n  return\n}",
       })
    CHECK(regularPiecesOf(Text) == piecesOf("O ", Text));
  CHECK(regularPiecesOf("module attributes {\n  a.b = 1\n}\n{\n  test.a\n}") ==
        Lines{"H module attributes {~  a.b = 1~}~{", "..O test.a", "..F }"});
  CHECK(regularPiecesOf("module attributes {\n  a.b = 1\n} {}\ntest.a") ==
        Lines{"H module attributes {~  a.b = 1~} {", "..F }", "O test.a"});
}

TEST_CASE("Outline: a < that is not closed", "[outline]") {
  for (std::string Open :
       {"#a = #test.a<", "!t = tuple<i32,", "test.a tuple<i32, {a = 1}", "#a =",
        "func.func private @f(i32) ->", "func.func private @f(i32) -> tuple<"})
    for (std::string Next :
         {"func.func @g()", "#b = 1", "module {\n}", "{-# #-}",
          "memref.global @g : tuple<i32>", "  func.func @g()"}) {
      INFO(Open << "\n" << Next);
      std::vector<std::string> Shown =
          piecesOf("test.known\n" + Open + "\n" + Next);
      REQUIRE(Shown.size() > 1);
      std::vector<std::string> Alone = piecesOf(Next);
      // Aliases are a run together.
      bool IsRun = StringRef("#!").contains(Open[0]) && Next[0] == '#';
      CHECK((IsRun || Shown[2] == Alone[0]));
    }
  CHECK(
      piecesOf("test.known\ntest.a tuple<i32\ntest.known\ntest.b<") ==
      Lines{"O test.known", "O test.a tuple<i32", "O test.known", "O test.b<"});
  CHECK(piecesOf("test.a %a,\ntest.b") == Lines{"O test.a %a,", "O test.b"});
  CHECK(piecesOf("%0 =\n%1 = test.b") == Lines{"O %0 =", "O %1 = test.b"});
}

TEST_CASE("Outline: several operations on one line", "[outline]") {
  CHECK(regularPiecesOf("func.func @a() { return } func.func @b() { return } "
                        "loc(#l) func.func private @c() func.func private @d()"
                        " {a} \"test.op\"() {} : () -> ()") ==
        Lines{"O func.func @a() { return }",
              "O func.func @b() { return } loc(#l)", "O func.func private @c()",
              "O func.func private @d() {a}", "O \"test.op\"() {} : () -> ()"});
  CHECK(regularPiecesOf("test.a { } %0, %1:2 = test.b { } #m = 1") ==
        Lines{"O test.a { }", "O %0, %1:2 = test.b { }", "A #m = 1"});
  // These go on.
  for (const char *Text :
       {"test.a { } %0 : i32", "test.a { } \"x\" : i32", "test.a { } #m, !t",
        "%0 = func.func", "test.a @func.func ^func.func"})
    CHECK(regularPiecesOf(Text) == Lines{"O " + std::string(Text)});
}

TEST_CASE("Outline: containers", "[outline]") {
  CHECK(regularPiecesOf(R"(
module attributes {a.b = {c = [1]}} {
  func.func @f() {
  }
  module @m {
    func.func @g() {
    }

    module
        attributes {d}
    {
    }
  } loc(#loc)
  gpu.module @k <#gpu.select_object<{a = 1}>> [#nvvm.target<flags = {}>] attributes {d} {
    gpu.func @h() kernel {
    }
  }
  "builtin.module"() <{sym_name = "n"}> ({
    func.func private @p()
  }) {a.b = {}} : () -> ()
  func.func private @q()
}
func.func private @r()
)") == Lines{"H module attributes {a.b = {c = [1]}} {",
             "..O func.func @f() {~  }", "..H module @m {",
             "....O func.func @g() {~    }",
             "....H module~        attributes {d}~    {", "......F }",
             "....F } loc(#loc)",
             "..H gpu.module @k <#gpu.select_object<{a = 1}>> "
             "[#nvvm.target<flags = {}>] attributes {d} {",
             "....O gpu.func @h() kernel {~    }", "....F }",
             "..H \"builtin.module\"() <{sym_name = \"n\"}> ({",
             "....O func.func private @p()", "....F }) {a.b = {}} : () -> ()",
             "..O func.func private @q()", "..F }",
             "O func.func private @r()"});
  CHECK(regularPiecesOf("module { func.func @a() { return } module @b { } }\n"
                        "module {} module{}") ==
        Lines{"H module {", "..O func.func @a() { return }", "..H module @b {",
              "....F }", "..F }", "H module {", "..F }", "H module{", "..F }"});
  // No container without a body, and no other operation with one.
  CHECK(regularPiecesOf("module\nmodule @m attributes {a}\n"
                        "spirv.module Logical GLSL450 {\n  spirv.func @f()\n}\n"
                        "\"gpu.module\"() {a = 1} : () -> ()") ==
        Lines{"O module", "O module @m attributes {a}",
              "O spirv.module Logical GLSL450 {~  spirv.func @f()~}",
              "O \"gpu.module\"() {a = 1} : () -> ()"});
}

TEST_CASE("Outline: what is indented in no way", "[outline]") {
  // Brackets decide in both modes as long as nothing in them looks like a
  // section.
  CHECK(regularPiecesOf("module {\nfunc.func @f() {\ntest.op\nreturn\n}\n"
                        "func.func @g() {\ntest.op {\n}\n}\n}") ==
        Lines{"H module {", "..O func.func @f() {~test.op~return~}",
              "..O func.func @g() {~test.op {~}~}", "..F }"});
  CHECK(regularPiecesOf("  func.func @f() {\n }\nfunc.func @g() {\n    }") ==
        Lines{"O func.func @f() {~ }", "O func.func @g() {~    }"});
  // Here they do not, and are right.
  const char *Deeper = "func.func @f() {\n}\n  test.a\n   test.b\n"
                       "module {\n  }\n";
  CHECK(piecesOf(Deeper, Mode::Strict) == Lines{"O func.func @f() {~}",
                                                "O test.a", "O test.b",
                                                "H module {", "..F }"});
  CHECK(piecesOf(Deeper) == Lines{"O func.func @f() {~}", "O test.a~   test.b",
                                  "H module {", "..O! }"});
}

TEST_CASE("Outline: separators", "[outline]") {
  CHECK(regularPiecesOf("func.func @f() { }\n// -----\nfunc.func @g() { }\n"
                        "  // -----\t \r\nfunc.func @h() { }\n//-----\n// "
                        "----\nfunc.func private @i() // -----") ==
        Lines{"O func.func @f() { }", "S // -----", "O func.func @g() { }",
              "S // -----", "O func.func @h() { }", "O func.func private @i()",
              "S // -----"});
  // With something behind it, it is a comment like any other; but as the tools
  // print the IR between passes.
  CHECK(regularPiecesOf("// ---------- a ----------\ntest.a // ------\n"
                        "    {b = 1} // ----- c\n") ==
        Lines{"O test.a // ------~    {b = 1}"});
  CHECK(regularPiecesOf("// -----// IR Dump After A //----- //\ntest.a\n"
                        "// -----// IR Dump After B //----- //\ntest.b") ==
        Lines{"S // -----", "O test.a", "S // -----", "O test.b"});
  // Wherever they stand; nothing is open behind one.
  CHECK(piecesOf("module {\nfunc.func @f() {\n// a // -----\nfunc.func @g() "
                 "{\"s // -----\n\"") ==
        Lines{"H module {", "..O! func.func @f() {", "S // -----",
              "O! func.func @g() {\"s", "S // -----", "O \""});
  CHECK(piecesOf("// -----// -----/// ------") ==
        Lines{"S // -----", "S // -----"});
  CHECK(piecesOf("test.a \"// -----\"\n}") ==
        Lines{"O! test.a \"// -----\"~}"});
  CHECK(piecesOf("test.a \"\\// -----\n}") ==
        Lines{"O test.a \"\\", "S // -----", "O! }"});
}

//===----------------------------------------------------------------------===//
// What a piece says
//===----------------------------------------------------------------------===//

TEST_CASE("Outline: operation and symbol", "[outline]") {
  auto SymbolIn = [](StringRef Text) {
    ByteRange Where = infoOf(Text).Symbol;
    return Text.ltrim().slice(Where.Begin, Where.End).str();
  };
  PieceInfo F = infoOf("\n  func.func private @f(%a: i32 {a = @g})");
  CHECK(F.Operation == "func.func");
  CHECK_FALSE(F.Generic);
  CHECK_FALSE(F.IsUnbalanced);
  CHECK(SymbolIn("\n  func.func private @f(%a: i32 {a = @g})") == "@f");
  CHECK(SymbolIn("func.func @\"a b(\"()") == "@\"a b(\"");
  CHECK(SymbolIn("func.func @f.g-h(") == "@f.g-h");
  CHECK(SymbolIn("func.func @") == "@");
  CHECK(SymbolIn("\"func.func\"() {sym_name = @f}") == "");
  CHECK(SymbolIn("module @m {") == "@m");
  CHECK(SymbolIn("func.func broken @f ] @g") == "@f");

  CHECK(infoOf("%0, %1 = \"test.op\"() : ()").Operation == "test.op");
  CHECK(infoOf("%0, %1 = \"test.op\"() : ()").Generic);
  CHECK(infoOf("%0 = test.op").Operation == "test.op");
  CHECK(infoOf("%0").Operation == "");
  CHECK(infoOf(": i32").Operation == "");
  CHECK(infoOf("#a = test.op").Operation == "");
  CHECK(infoOf("\"unclosed.op\n").Operation == "");

  StringRef Text = "func.func @f() {\n}";
  CHECK(infoOf(Text).Hash == llvm::xxh3_64bits(Text));
}

TEST_CASE("Outline: aliases that are defined", "[outline]") {
  StringRef Text = "#a = affine_map<() -> ()> // no\n#loc1=loc(\"f\":1:2)\n"
                   "!t = !test.b<#a,\n  !u> #b = [1]";
  PieceInfo Info = infoOf(Text);
  using Alias = PieceInfo::AliasDefinition;
  auto At = [&](StringRef Part) {
    size_t Begin = Text.find(Part);
    return ByteRange{Begin, Begin + Part.size()};
  };
  CHECK(Info.Aliases ==
        std::vector<Alias>{{"#a", At("#a = affine_map<() -> ()>")},
                           {"#loc1", At("#loc1=loc(\"f\":1:2)")},
                           {"!t", At("!t = !test.b<#a,\n  !u>")},
                           {"#b", At("#b = [1]")}});
  CHECK(Info.AliasUses == Lines{"!u", "#a"});
  // Only at top level.
  CHECK(piecesOf("module {\n  #a = 1\n}") ==
        Lines{"H module {", "..O #a = 1", "..F }"});
  CHECK(piecesOf("#a.b = 1\n#c == 1") == Lines{"O #a.b = 1", "O #c == 1"});
}

TEST_CASE("Outline: aliases that are used", "[outline]") {
  CHECK(infoOf("func.func @f(%a: !t, %b: memref<4x!u, #map>) -> !t {\n"
               "  test.op %r#1, %r#0 {a = #b-c} : !test.op<!v> loc(#loc3)\n"
               "  // #no\n"
               "  test.op \"#no\" {a = #test.a, b = #0, c = #$_}\n"
               "} loc(#loc)")
            .AliasUses ==
        Lines{"!t", "!u", "!v", "#$_", "#0", "#b-c", "#loc", "#loc3", "#map"});
  CHECK(infoOf("test.op %r#1, %a : !t, #a, #a").AliasUses == Lines{"!t", "#a"});
  CHECK(infoOf("module attributes {a = #a} {").AliasUses == Lines{"#a"});
  CHECK(infoOf("{-# a: #b #-}").AliasUses == Lines{"#b"});
}

TEST_CASE("Outline: values and resources", "[outline]") {
  CHECK(infoOf("%0 = test.op").DefinesValues);
  CHECK(infoOf("%0:2, %a = test.op").DefinesValues);
  CHECK_FALSE(infoOf("%0 test.op").DefinesValues);
  CHECK_FALSE(infoOf("test.op {\n  %0 = test.op\n}").DefinesValues);

  CHECK_FALSE(infoOf("%0 = test.op").UsesValues);
  CHECK(infoOf("%0 = test.op %1").UsesValues);
  CHECK(infoOf("\"test.op\"(%0) : (i32) -> ()").UsesValues);
  CHECK(infoOf("test.op [(%0)]").UsesValues);
  CHECK(infoOf("test.op (1 {a = 1} %0)").UsesValues);
  CHECK_FALSE(infoOf("test.op {\n  test.op (%0)\n}").UsesValues);
  // Arguments.
  CHECK_FALSE(infoOf("func.func @f(%a: i32) {\n}").UsesValues);
  CHECK_FALSE(infoOf("gpu.func @f(%a: i32) workgroup(%b: i32) {").UsesValues);

  CHECK(infoOf("test.op dense_resource<a> : i32").UsesResources);
  CHECK(infoOf("func.func @f() {\n  test.op {a = dense_resource <a>}\n}")
            .UsesResources);
  CHECK_FALSE(infoOf("func.func @f() {\n  test.op {a = dense<1>} // "
                     "dense_resource<a>\n}")
                  .UsesResources);
}

//===----------------------------------------------------------------------===//
// Brackets that do not match
//===----------------------------------------------------------------------===//

TEST_CASE("Outline: a bracket that is not closed", "[outline]") {
  CHECK(piecesOf("func.func @f() {\n  scf.if %c {\n  return\n}\n// }\n"
                 "func.func @g() {\n}\n") ==
        Lines{"O! func.func @f() {~  scf.if %c {~  return~}",
              "O func.func @g() {~}"});
  CHECK(piecesOf("module {\n  func.func @f(%a: i32 {\n  }\n  func.func @g() {\n"
                 "    return\n\n  module {\n  }\n  func.func @h() {\n}\n") ==
        Lines{"H module {", "..O! func.func @f(%a: i32 {~  }",
              "..O! func.func @g() {~    return", "..H module {", "....F }",
              "..O! func.func @h() {", "..F }"});
  // Brackets decide.
  CHECK(piecesOf("func.func @f() {\nfunc.func @g() {\n}", Mode::Strict) ==
        Lines{"O! func.func @f() {~func.func @g() {~}"});
  // In strings that are not closed none counts.
  CHECK(piecesOf("func.func @f() {\n  test.a \"x}\n  test.a {s = \"}\n}\n"
                 "func.func @g() {\n}") ==
        Lines{"O! func.func @f() {~  test.a \"x}~  test.a {s = \"}~}",
              "O func.func @g() {~}"});
}

TEST_CASE("Outline: what begins a piece in open brackets", "[outline]") {
  for (std::string Begins :
       {"module {", "module", "llvm.mlir.global @g", "func.func",
        "memref.global \"private\" @g", "\"func.func\"() ({", "#map = 1",
        "!t = i32", "{-# #-}", "transform.named_sequence @s", "omp.private @p",
        "%0 = my.func @f", "test.known", "\"test.known\"()"})
    CHECK(piecesOf("test.known\ntest.a {\n" + Begins).size() == 3);
  for (std::string Continues :
       {"module = 1", "func.func, 1", "func.func]", "funcfunc.", "my.func2",
        "\"func.func\"", "\"func.func\" = 1", "#map", "^bb1", "test.unknown",
        "%0 = test.unknown", "  test.known", "  func.func @f", "known",
        "test.a2", "private.private"})
    CHECK(piecesOf("test.known\ntest.a {\n" + Continues).size() == 2);
  // What the piece itself began with.
  CHECK(piecesOf("test.a {\ntest.a") == Lines{"O! test.a {", "O test.a"});
  // Names of other chunks do not count, nor those that are behind.
  CHECK(piecesOf("test.known\n// -----\ntest.a {\ntest.known").size() == 3);
  CHECK(piecesOf("test.a {\ntest.known\n}\ntest.known").size() == 2);
  // Where pieces are indented, a line with less begins one, too.
  CHECK(piecesOf("  test.a {\nfunc.func @f") ==
        Lines{"O! test.a {", "O func.func @f"});
}

TEST_CASE("Outline: a closing bracket too many", "[outline]") {
  CHECK(piecesOf("func.func @f() {\n  return }\n  test.a\n}\nfunc.func @g()") ==
        Lines{"O! func.func @f() {~  return }~  test.a~}", "O func.func @g()"});
  CHECK(piecesOf("module {\n  func.func @f() {\n    scf.if %c \n    }\n    "
                 "return\n  }\n  func.func @g()\n}") ==
        Lines{"H module {",
              "..O! func.func @f() {~    scf.if %c ~    }~    return~  }",
              "..O func.func @g()", "..F }"});
  // Of another kind: it is not the one that is missing.
  CHECK(piecesOf("func.func @f() {\n  )]\n}\nfunc.func @g()") ==
        Lines{"O! func.func @f() {~  )]~}", "O func.func @g()"});
  // A function without its {.
  CHECK(piecesOf("module {\n  func.func @f()\n    %0 = test.a\n    test.b {\n"
                 "    }\n  ^bb1:\n    return\n  }\n  func.func @g()\n}") ==
        Lines{"H module {",
              "..O! func.func @f()~    %0 = test.a~    test.b {~    }~  "
              "^bb1:~    return~  }",
              "..O func.func @g()", "..F }"});
  CHECK(piecesOf("}\nfunc.func @g()") == Lines{"O! }", "O func.func @g()"});
  // Before and in a first word.
  for (const char *Bracket : {"(", ")", "[", "]", "{", "}"}) {
    CHECK(piecesOf("func.func @f()\n" + (Bracket + std::string("func.func")) +
                   " @g() {\n}\nfunc.func @h()") ==
          Lines{"O func.func @f()", "O! " + std::string(Bracket),
                "O func.func @g() {~}", "O func.func @h()"});
    CHECK(piecesOf("func.func @f()\nfu" + (Bracket + std::string("nc.func")) +
                   " @g() {\n}\nfunc.func @h()")[0] == "O func.func @f()");
  }
}

TEST_CASE("Outline: where a container ends", "[outline]") {
  // A bracket at its indentation, but with something behind it, or before what
  // is indented deeper, is not its last one.
  for (const char *Line : {"}    %0 = test.a\n", "}\n", "} // }\n\n"})
    CHECK(piecesOf("module {\n  func.func @f() {\n" + std::string(Line) +
                   "    return\n  }\n  func.func @g()\n}")
              .size() == 4);
  // The last of a function is missing.
  CHECK(piecesOf("module {\n  func.func @f() {\n    return\n}\nmodule {\n}") ==
        Lines{"H module {", "..O! func.func @f() {~    return", "..F }",
              "H module {", "..F }"});
  // That of an inner container is.
  CHECK(piecesOf("module {\n  module @a {\n    func.func @f() {\n    }\n\n"
                 "  module @b {\n    func.func @g()\n}") ==
        Lines{"H module {", "..H module @a {", "....O func.func @f() {~    }",
              "..H module @b {", "....O func.func @g()", "..F }"});
  // Both are.
  CHECK(piecesOf("module {\n  module @a {\n    func.func @f() {\n\n"
                 "  module @b {\n    func.func @g()\n}") ==
        Lines{"H module {", "..H module @a {", "....O! func.func @f() {",
              "..H module @b {", "....O func.func @g()", "..F }"});
  // In generic form it has a ) behind it.
  CHECK(piecesOf("\"builtin.module\"() ({\n  test.a\n}\n  test.b\n}) : () -> "
                 "()\n") == Lines{"H \"builtin.module\"() ({", "..O test.a",
                                  "..O! }", "..O test.b", "..F }) : () -> ()"});
  // It is never closed.
  CHECK(piecesOf("module {\n  test.a\n    }\n") ==
        Lines{"H module {", "..O! test.a~    }"});
  CHECK(piecesOf("module {\n  test.a\n    }\n", Mode::Strict) ==
        Lines{"H module {", "..O test.a", "..F }"});
}

TEST_CASE("Outline: a header that is broken", "[outline]") {
  // The functions are in their module all the same.
  for (const char *Header :
       {"module @m", "module @m attributes {a}", "module attributes {a {",
        "module attributes {a = \"b} {", "\"builtin.module\"() ("})
    CHECK(
        piecesOf(Header + std::string("\n  func.func @f() {\n  }\n  func.func "
                                      "@g()\n}\nfunc.func @h()"))[0] ==
        "H! " + std::string(Header));
  CHECK(piecesOf("module @m\n  func.func @f() {\n  }\n}\nfunc.func @h()") ==
        Lines{"H! module @m", "..O func.func @f() {~  }", "..F }",
              "O func.func @h()"});
}

TEST_CASE("Outline: what is being typed spoils nothing", "[outline]") {
  // On a line of its own between two functions.
  for (std::string Typed : {"f",
                            "func",
                            "func.",
                            "func.func",
                            "func.func @",
                            "func.func @g(",
                            "func.func @g() {",
                            "\"te",
                            "\"test.op\"(",
                            "%",
                            "%0",
                            "%0 =",
                            "#",
                            "#ma",
                            "#map =",
                            "!",
                            "!t",
                            "m",
                            "module",
                            "module {",
                            "llvm",
                            "fu nc",
                            "{-#",
                            "{-"}) {
    std::string Before = "func.func @a() {\n  return\n}\n\n";
    std::string Behind = "\n\nfunc.func @b() {\n  return\n}";
    Lines Shown = piecesOf(Before + Typed + Behind);
    INFO(Typed);
    CHECK(Shown.front() == "O func.func @a() {~  return~}");
    CHECK(StringRef(Shown.back()).ends_with("O func.func @b() {~  return~}"));

    // The same in a module, wherever the line begins.
    if (StringRef(Typed).starts_with("m"))
      continue;
    for (const char *Blanks : {"", "  ", "    "}) {
      Shown = piecesOf("module {\n  func.func @a() {\n    return\n  }\n\n" +
                       (Blanks + Typed) +
                       "\n\n  func.func @b() {\n    return\n  }\n}");
      INFO(Blanks);
      REQUIRE(Shown.size() == 5);
      CHECK(Shown[1] == "..O func.func @a() {~    return~  }");
      CHECK(StringRef(Shown[2]).starts_with("..O"));
      CHECK(Shown[3] == "..O func.func @b() {~    return~  }");
      CHECK(Shown[4] == "..F }");
    }
  }
  // A first line that is commented out: what it leaves is no part of what is
  // before it.
  CHECK(piecesOf("func.func @a() {\n}\n// func.func @b() {\n  test.a\n"
                 "  test.b\n}\nfunc.func @c()") == Lines{"O func.func @a() {~}",
                                                         "O! test.a~  test.b~}",
                                                         "O func.func @c()"});
}

TEST_CASE("Outline: line ends and bytes of all kinds", "[outline]") {
  CHECK(piecesOf("module {\r\n  func.func @f() {\r\n\r\n  func.func @g() {\r"
                 "  }\r\n}\r\n") == Lines{"H module {", "..O! func.func @f() {",
                                          "..O func.func @g() {\r  }",
                                          "..F }"});
  CHECK(piecesOf("module {\n\tfunc.func @f() {\n\t\ttest.a }\n\t}\n}") ==
        Lines{"H module {", "..O! func.func @f() {~\t\ttest.a }~\t}", "..F }"});
  std::string All;
  for (int C = 0; C < 256; ++C)
    All += char(C);
  for (unsigned I = 0; I < 256; ++I)
    CHECK(piecesOf(All.substr(I) + All).size() > 0);
  // Nothing recurses, and nothing is searched again and again.
  for (const char *Bracket :
       {"(", "[", "{", "module {", ")", "}", "(}", "%a,"}) {
    std::string Many;
    for (unsigned I = 0; I < 50000; ++I)
      Many += Bracket;
    CHECK(Outline::scan(Many).pieces().size() > 0);
  }
}

//===----------------------------------------------------------------------===//
// Lookups and edits
//===----------------------------------------------------------------------===//

TEST_CASE("Outline: the piece at a place", "[outline]") {
  Outline Whole = Outline::scan(" test.a // b\ntest.c");
  CHECK(Whole.findPiece(0) == 0);
  CHECK(Whole.findPiece(6) == 0);
  CHECK(Whole.findPiece(7) == 1);
  CHECK(Whole.findPiece(18) == 1);
  CHECK(Whole.findPiece(19) == 2);
  CHECK(Outline().findPiece(0) == 0);
}

TEST_CASE("Outline: an edit leaves the other pieces what they were",
          "[outline]") {
  std::string Text = "#a = 1\nmodule {\n";
  for (unsigned I = 0; I < 100; ++I)
    Text += "  func.func @f" + std::to_string(I) + "() {\n    test.a\n  }\n";
  Text += "}\n";
  Outline Before = Outline::scan(Text);
  REQUIRE(Before.pieces().size() == 103);
  auto Edit = [&](StringRef At, size_t Size, StringRef New) {
    std::string Now = Text;
    size_t Begin = Now.find(At);
    Now.replace(Begin, Size, New.str());
    Outline After =
        Outline::rescan(Before, Now, {Begin, Begin + Size}, New.size());
    REQUIRE(After.pieces().size() == Outline::scan(Now).pieces().size());
    size_t Shared = 0;
    for (const Piece &Part : After.pieces())
      for (const Piece &Old : Before.pieces())
        Shared += Part.Info == Old.Info;
    return std::pair(After.pieces().size(), Shared);
  };
  using Counts = std::pair<size_t, size_t>;
  // In a function, of its name, in a gap, before all, in the header and footer.
  CHECK(Edit("() {\n    test.a\n  }\n  func.func @f51", 2, "(%a: i32)") ==
        Counts(103, 102));
  CHECK(Edit("func.func @f50()", 5, "") == Counts(103, 102));
  CHECK(Edit("  func.func @f50()", 0, "\n// Comment.\n") == Counts(103, 103));
  CHECK(Edit("#a", 0, "\n") == Counts(103, 103));
  CHECK(Edit("#a", 2, "#b") == Counts(103, 102));
  CHECK(Edit("module", 6, "module @m") == Counts(103, 102));
  CHECK(Edit("}\n}\n", 4, "}\n}  ") == Counts(103, 103));
  // A bracket, and one function more and less.
  CHECK(Edit("  }\n  func.func @f51", 4, "") == Counts(103, 102));
  CHECK(Edit("  func.func @f50", 0, "  func.func private @g()\n") ==
        Counts(104, 103));
  CHECK(Edit("  func.func @f50", 36, "") == Counts(102, 102));
  // All are copied to a new place.
  Outline Again = Outline::rescan(Before, Text, {0, Text.size()}, Text.size());
  for (size_t I = 0; I < Again.pieces().size(); ++I)
    CHECK(Again.pieces()[I].Info == Before.pieces()[I].Info);
  // The mode is kept.
  Outline Strict = Outline::scan("test.a {", Mode::Strict);
  CHECK(
      Outline::rescan(Strict, "test.a {\nmodule", {8, 8}, 7).pieces().size() ==
      1);
}
