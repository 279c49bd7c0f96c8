//===- OutlineTest.cpp - Where the sections of a text are -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Outline.h"
#include "tests/server/syntax/OutlineLines.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

using Mode = Outline::Mode;

/// The same in both modes.
static Lines regularPiecesOf(StringRef Text) {
  Lines Descriptions = piecesOf(Text);
  CHECK(piecesOf(Text, Mode::Strict) == Descriptions);
  return Descriptions;
}

/// One piece of all of it.
static Lines piecesOf(const char *Kind, std::string Text) {
  std::replace(Text.begin(), Text.end(), '\n', '~');
  return {Kind + Text};
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
      std::vector<std::string> Descriptions =
          piecesOf("test.known\n" + Open + "\n" + Next);
      REQUIRE(Descriptions.size() > 1);
      std::vector<std::string> Alone = piecesOf(Next);
      // Aliases are a run together.
      bool IsRun = StringRef("#!").contains(Open[0]) && Next[0] == '#';
      CHECK((IsRun || Descriptions[2] == Alone[0]));
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
  Outline OldOutline = Outline::scan(Text);
  REQUIRE(OldOutline.pieces().size() == 103);
  auto Edit = [&](StringRef Anchor, size_t Size, StringRef New) {
    std::string NewText = Text;
    size_t Begin = NewText.find(Anchor);
    NewText.replace(Begin, Size, New.str());
    Outline NewOutline =
        Outline::rescan(OldOutline, NewText, {Begin, Begin + Size}, New.size());
    REQUIRE(NewOutline.pieces().size() ==
            Outline::scan(NewText).pieces().size());
    size_t SharedCount = 0;
    for (const Piece &Part : NewOutline.pieces())
      for (const Piece &Old : OldOutline.pieces())
        SharedCount += Part.Info == Old.Info;
    return std::pair(NewOutline.pieces().size(), SharedCount);
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
  Outline FullOutline =
      Outline::rescan(OldOutline, Text, {0, Text.size()}, Text.size());
  for (size_t I = 0; I < FullOutline.pieces().size(); ++I)
    CHECK(FullOutline.pieces()[I].Info == OldOutline.pieces()[I].Info);
  // The mode is kept.
  Outline Strict = Outline::scan("test.a {", Mode::Strict);
  CHECK(
      Outline::rescan(Strict, "test.a {\nmodule", {8, 8}, 7).pieces().size() ==
      1);
}
