//===- FormattingTest.cpp - The layout of a text --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/formatting/Formatting.h"
#include "catch2/catch.hpp"

using namespace mlir::noisy::lsp;

static std::string format(llvm::StringRef Text) {
  return applyEdits(Text, formatText(Text));
}

/// The text after an Enter or } at the mark `|`, formatted as it is typed.
static std::string type(std::string Marked) {
  size_t Offset = Marked.find('|');
  Marked.erase(Offset, 1);
  return applyEdits(Marked, formatTyped(Marked, Offset));
}

/// The text with the lines between `[[` and `]]` formatted.
static std::string formatMarked(std::string Marked) {
  size_t Begin = Marked.find("[[");
  Marked.erase(Begin, 2);
  size_t End = Marked.find("]]");
  Marked.erase(End, 2);
  return applyEdits(Marked, formatLines(Marked, {Begin, End}));
}

TEST_CASE("Formatting: a function gets the layout of MLIR's printer",
          "[formatting]") {
  CHECK(format("func.func @f(%a: i32, %b:i32)->i32{\n"
               "%x=arith.addi %a,%b:i32   \n"
               "      %y =   arith.addi %x, %x  : i32\n"
               "\t  %r:2 = scf.if %c  ->(i32, i32) {\n"
               "scf.yield %y, %y:i32, i32\n"
               "}else {\n"
               "      scf.yield %x, %x : i32, i32\n"
               "      }\n"
               "\n\n\n"
               "cf.br ^bb1(%x:i32)\n"
               "  ^bb1(%z : i32):\n"
               "return %z : i32\n"
               "}\n\n") == "func.func @f(%a: i32, %b: i32) -> i32 {\n"
                           "  %x = arith.addi %a, %b : i32\n"
                           "  %y = arith.addi %x, %x : i32\n"
                           "  %r:2 = scf.if %c -> (i32, i32) {\n"
                           "    scf.yield %y, %y : i32, i32\n"
                           "  } else {\n"
                           "    scf.yield %x, %x : i32, i32\n"
                           "  }\n"
                           "\n"
                           "  cf.br ^bb1(%x : i32)\n"
                           "^bb1(%z: i32):\n"
                           "  return %z : i32\n"
                           "}\n");
}

TEST_CASE("Formatting: what is right has no edit", "[formatting]") {
  for (const char *Text :
       {// As printed.
        "#map = affine_map<(d0, d1) -> (d0 + d1)>\n"
        "module attributes {a.b = 1 : i64} {\n"
        "  func.func @f(%arg0: tensor<4x?xf32, #map>) -> f32 {\n"
        "    %0 = \"a.b\"(%arg0) <{x = [1 : i32, 2]}> ({\n"
        "    ^bb0(%arg1: f32):  // pred: ^bb0\n"
        "      a.c %arg1 : f32\n"
        "    }, {\n"
        "    }) {y = #a.b<c=1:d>} : (tensor<4x?xf32, #map>) -> f32\n"
        "    %1:2 = a.d %0#1, %arg0[0:4] : i32 loc(\"f.mlir\":1:2)\n"
        "    return %0 : f32\n"
        "  }\n"
        "}\n",
        // By hand.
        "func.func @f(%a: i32,\n"
        "             %b: i32)\n"
        "    -> i32 attributes {c} {\n"
        "  linalg.generic {\n"
        "      indexing_maps = [#a,\n"
        "                       #b],\n"
        "      iterator_types = [\"parallel\"]\n"
        "    } ins(%a : i32)\n"
        "      outs(%b : i32) {\n"
        "  ^bb0(%x: f32):\n"
        "    linalg.yield %x : f32\n"
        "  } -> i32\n"
        "}\n",
        "// CHECK-LABEL: @f\n//       CHECK:  return\nfunc.func @f() {\n"
        "// CHECK-NEXT: return\n  return\n}\n",
        "%0 = memref.reinterpret_cast %a to offset: [0], sizes: [4] : i32\n",
        "#set = affine_set<(i) : (i - 1 >= 0, i == 0)>\n",
        "%0 = a.b dims = [b, 0, f]x[0, i, o]->[b, 0, f] : i32\n",
        "scf.if %a {\n  a.b\n}\nelse {\n  a.b\n}\n",
        "{-#\n  dialect_resources: {\n      a: {b: \"0x01\"}\n  }\n#-}\n",
        "!t = !a.b<[\n   1:2,   3=4\n  ],   x>\n", "#a.b<(x=1)->   y>\n",
        "a.b // x   y=1:2\n", "a.b \"x=1:2  ->\"\n",
        "a.b %x <= %y, %x >= 1, %x != 2, %x == 3\n", "", "\n", "// -----\n"})
    CHECK(format(Text) == (std::string(Text) == "\n" ? "" : Text));
}

TEST_CASE("Formatting: lines that go on with an operation move with it",
          "[formatting]") {
  CHECK(format("func.func @f(%a: i32,\n"
               "             %b: i32) {\n"
               "      %0 = a.b %a,\n"
               "               %b : i32\n"
               "      a.c outs(%a)\n"
               "        ins(%b) {\n"
               "            a.d\n"
               "      }\n"
               "}\n") == "func.func @f(%a: i32,\n"
                         "             %b: i32) {\n"
                         "  %0 = a.b %a,\n"
                         "           %b : i32\n"
                         "  a.c outs(%a)\n"
                         "    ins(%b) {\n"
                         "    a.d\n"
                         "  }\n"
                         "}\n");
  // Those that are not indented at all get an indentation.
  CHECK(format("func.func @f(\n%a: i32,\n%b: i32\n) -> i32 {\n"
               "%0 = a.b %a,\n%b : i32\n"
               "a.c {\nx = [\n1,\n2\n],\ny\n}\n"
               "%1 =\na.d\n"
               "}\n") ==
        "func.func @f(\n    %a: i32,\n    %b: i32\n) -> i32 {\n"
        "  %0 = a.b %a,\n      %b : i32\n"
        "  a.c {\n    x = [\n      1,\n      2\n    ],\n    y\n"
        "  }\n"
        "  %1 =\n      a.d\n"
        "}\n");
}

TEST_CASE("Formatting: comments move with the code that follows",
          "[formatting]") {
  CHECK(format("func.func @f() {\n"
               "// first column\n"
               "      // above\n"
               "        // deeper\n"
               "      a.b\n"
               "      // at the end\n"
               "      }\n") == "func.func @f() {\n"
                               "  // first column\n"
                               "  // above\n"
                               "  // deeper\n"
                               "  a.b\n"
                               "  // at the end\n"
                               "}\n");
  CHECK(format("a.b {\n// c\nc.d\n}\n") == "a.b {\n  // c\n  c.d\n}\n");
  // Where the code will be, too.
  CHECK(format("a.b {\n\t// c\n    c.d\n}\n") == "a.b {\n  // c\n  c.d\n}\n");
  CHECK(format("a.b {\n  // c\n    c.d\n}\n") == "a.b {\n  // c\n  c.d\n}\n");
}

TEST_CASE("Formatting: comments that stand elsewhere on purpose",
          "[formatting]") {
  // Below a comment at the end of a line.
  const char *Below = "a.b {\n"
                      "  c.d   // one\n"
                      "        // two\n"
                      "          // three\n"
                      "  e.f\n"
                      "}\n";
  CHECK(format(Below) == Below);
  CHECK(format("a.b {\n  c.d // one\n\n        // two\n  e.f\n}\n") ==
        "a.b {\n  c.d // one\n\n  // two\n  e.f\n}\n");
  // Directives of tests in the first column.
  CHECK(format("a.b {\n// CHECK-NEXT: c.d\n// Note: all\n  c.d\n}\n") ==
        "a.b {\n// CHECK-NEXT: c.d\n  // Note: all\n  c.d\n}\n");
  // In a region without operations, behind a label, and in a list.
  CHECK(format("a.b {\n// c\n}\n") == "a.b {\n  // c\n}\n");
  CHECK(format("a.b {\n^bb0:\n// c\n}\n") == "a.b {\n^bb0:\n  // c\n}\n");
  CHECK(format("a.b {\n  c.d [\n    1\n    // e\n  ]\n}\n") ==
        "a.b {\n  c.d [\n    1\n    // e\n  ]\n}\n");
}

TEST_CASE("Formatting: one blank between tokens, and before a brace",
          "[formatting]") {
  CHECK(format("a.b  %x,   %y {a,  b}  :  i32\n") ==
        "a.b %x, %y {a, b} : i32\n");
  CHECK(format("a.b(  %x  )  {c  =  1}:i32   // d   e\n") ==
        "a.b(%x) {c = 1} : i32   // d   e\n");
  CHECK(format("a.b %x{c}\na.d({\n}, {\n}) {e}\n") ==
        "a.b %x {c}\na.d({\n}, {\n}) {e}\n");
  CHECK(format("a.b \"x   y\"  , !c.d<x   y>  {\n}\n") ==
        "a.b \"x   y\", !c.d<x   y> {\n}\n");
}

TEST_CASE("Formatting: lists of values behind a word, and arguments",
          "[formatting]") {
  CHECK(format("linalg.matmul ins(%a, %b:i32, i32) outs(%c: i32)\n") ==
        "linalg.matmul ins(%a, %b : i32, i32) outs(%c : i32)\n");
  CHECK(format("gpu.func @f(%a :i32) workgroup(%b : i32) {\n}\n") ==
        "gpu.func @f(%a: i32) workgroup(%b : i32) {\n}\n");
  CHECK(format("\"a.b\"() ({\n^bb0(%x : i32, %y:i32):\n}) : () -> ()\n") ==
        "\"a.b\"() ({\n^bb0(%x: i32, %y: i32):\n}) : () -> ()\n");
  CHECK(format("%m = linalg.map ins(%a:i32) outs(%b :i32) (%x: i32) {\n}\n") ==
        "%m = linalg.map ins(%a : i32) outs(%b : i32) (%x: i32) {\n}\n");
}

TEST_CASE("Formatting: no blanks inside of brackets, nor before commas",
          "[formatting]") {
  CHECK(format("func.func @f( %a : i32 ,%b: vector< 4xf32 > ) -> ( ) {\n"
               "  a.b [ %a , 1,2 ] ( ) : tensor< ?xf32 , #m > , ( i32 )\n"
               "}\n") == "func.func @f(%a: i32, %b: vector<4xf32>) -> () {\n"
                         "  a.b [%a, 1, 2] () : tensor<?xf32, #m>, (i32)\n"
                         "}\n");
  CHECK(format("a.b( [ ( %a ) ] ) : vector< tuple< i32 > >\n") ==
        "a.b([(%a)]) : vector<tuple<i32>>\n");
  CHECK(format("#m = affine_map< ( d0 ,d1 ) -> ( d0 ) >\n") ==
        "#m = affine_map<(d0, d1) -> (d0)>\n");
  // What may be no bracket, what would be another token, and what is not
  // MLIR's.
  for (const char *Text :
       {"a.b %x < %y, %z > 1\n", "a.b c<x - > : i32\n", "a.b c< - 1>\n",
        "a.b \"( x , y )\" // ( z , )\n", "!t = !a.b< x , [ 1 ] >\n",
        "#a.b< ( x ,y ) >\n", "a.b( // c\n    %x)\n", "a.b <{ c = 1 }>\n"})
    CHECK(format(Text) == Text);
  // A comma that begins a line, and lines that end in brackets.
  CHECK(format("a.b(%x\n    , %y ,\n    %z\n)\n") ==
        "a.b(%x\n    , %y,\n    %z\n)\n");
}

TEST_CASE("Formatting: blank lines", "[formatting]") {
  CHECK(format("\n\n a.b  \n  \n\t\n\nc.d\n\n\n") == "a.b\n\nc.d\n");
  CHECK(format("a.b  \r\n\r\n\r\n c.d\r\n") == "a.b\r\n\r\nc.d\r\n");
  CHECK(format("a.b   ") == "a.b");
  CHECK(format("// a  \n\n\n// -----  \n\n\na.b\n") ==
        "// a\n\n// -----\n\na.b\n");
  // A comment may count the lines.
  for (const char *Counting :
       {"// expected-error@+3 {{x}}\n\n\na.b\n", "a.b\n\n\n// x@-3\n",
        "// CHECK: [[@LINE+3]]\n\n\na.b\n"})
    CHECK(format(Counting) == Counting);
}

TEST_CASE("Formatting: brackets that do not match", "[formatting]") {
  // Only the function with them keeps its layout, but for blanks at line ends.
  CHECK(format("func.func @f() {\na.b(  \n      c.d\n}\n\n\n"
               "func.func @g() {\na.b:i32\n}\n") ==
        "func.func @f() {\na.b(\n      c.d\n}\n\n"
        "func.func @g() {\n  a.b : i32\n}\n");
  // Nobody knows whether the second function belongs into the module.
  CHECK(format("module {\nfunc.func @g() {\na.b\n}\n") ==
        "module {\nfunc.func @g() {\n  a.b\n}\n");
  // Another chunk has brackets of its own.
  CHECK(format("a.b {\n// -----\nc.d {\ne.f\n}\n") ==
        "a.b {\n// -----\nc.d {\n  e.f\n}\n");
  // An unfinished type.
  CHECK(format("a.b {\n%0 = a.b : !noisy.i32<\n%1 = a.c\n}\n") ==
        "a.b {\n  %0 = a.b : !noisy.i32<\n  %1 = a.c\n}\n");
  CHECK(format("a.b {\n%0 =\n%1 = a.c %0,\n%2 = a.d\n}\n") ==
        "a.b {\n  %0 =\n  %1 = a.c %0,\n  %2 = a.d\n}\n");
}

TEST_CASE("Formatting: a part of the text", "[formatting]") {
  CHECK(
      formatMarked("func.func @f() {\n[[      a.b:i32\n]]      a.c:i32\n}\n") ==
      "func.func @f() {\n  a.b : i32\n      a.c:i32\n}\n");
  // Like what stands above, which is taken as right.
  CHECK(formatMarked("func.func @f() {\n    a.b\n[[  a.c {\na.d\n  }]]\n}\n") ==
        "func.func @f() {\n    a.b\n    a.c {\n      a.d\n    }\n}\n");
  CHECK(formatMarked("a.b\n\n\n[[c.d\n\n\n\ne.f]]\n\n\ng.h\n") ==
        "a.b\n\n\nc.d\n\ne.f\n\n\ng.h\n");
}

TEST_CASE("Formatting: Enter indents the new line and ends the old one",
          "[formatting]") {
  CHECK(type("func.func @f() {\n|") == "func.func @f() {\n  ");
  CHECK(type("func.func @f() {\n|\n}\n") == "func.func @f() {\n  \n}\n");
  CHECK(type("func.func @f() {\n  %0=a.b:i32 \n|\n}\n") ==
        "func.func @f() {\n  %0 = a.b : i32\n  \n}\n");
  // Before what follows, too.
  CHECK(type("func.func @f() {\n  a.b\n|a.c\n}\n") ==
        "func.func @f() {\n  a.b\n  a.c\n}\n");
  CHECK(type("func.func @f() {\n  a.b\n|}\n") ==
        "func.func @f() {\n  a.b\n}\n");
  CHECK(type("func.func @f() {\n    ^bb1(%a: i32):\n|") ==
        "func.func @f() {\n^bb1(%a: i32):\n  ");
  CHECK(type("func.func @f() {\n  %0 = a.b %x,\n|") ==
        "func.func @f() {\n  %0 = a.b %x,\n      ");
  CHECK(type("func.func @f() {\n  a.b {\n    c.d\n  }\n|") ==
        "func.func @f() {\n  a.b {\n    c.d\n  }\n  ");
  CHECK(type("func.func @f() {\n}\n  |\n") == "func.func @f() {\n}\n\n");
  // Like the operation above, also where that has another indentation.
  CHECK(type("func.func @f() {\n    a.b\n|\n}\n") ==
        "func.func @f() {\n    a.b\n    \n}\n");
  // A second blank line stays, and so do all other lines.
  CHECK(type(" a.b\n\n\n|\n c.d  \n") == " a.b\n\n\n \n c.d  \n");
  CHECK(type("a.b {\n  // x\n|") == "a.b {\n  // x\n  ");
  CHECK(type("a.b\n// -----\n\n|") == "a.b\n// -----\n\n");
}

TEST_CASE("Formatting: a number and its type are apart", "[formatting]") {
  CHECK(formatMarked("[[a.b {c=1:i32, d = \"x\":i8, e = [0:i8]} : i32]]\n") ==
        "a.b {c = 1 : i32, d = \"x\" : i8, e = [0 : i8]} : i32\n");
  // Not in locations.
  CHECK(formatMarked("[[a.b loc(\"c.mlir\":1:2)]]\n") ==
        "a.b loc(\"c.mlir\":1:2)\n");
}

TEST_CASE("Formatting: a closing bracket goes back out", "[formatting]") {
  CHECK(type("func.func @f() {\n  a.b\n  }|\n") ==
        "func.func @f() {\n  a.b\n}\n");
  CHECK(type("func.func @f() {\n  a.b {\n    c.d\n    }|\n}\n") ==
        "func.func @f() {\n  a.b {\n    c.d\n  }\n}\n");
  CHECK(type("a.b {\n  c.d }|\n") == "a.b {\n  c.d }\n");
  CHECK(type("a.b {\n  c.d   |\n") == "a.b {\n  c.d   \n");
}

TEST_CASE("Formatting: a second sigil of a symbol goes", "[formatting]") {
  CHECK(type("func.func @@|(%a: i32)\n") == "func.func @(%a: i32)\n");
  CHECK(type("func.func @|(%a: i32)\n") == "func.func @(%a: i32)\n");
  CHECK(type("a.b \"@@|\"\n") == "a.b \"@@\"\n");
  CHECK(type("// @@|\n") == "// @@\n");
}

TEST_CASE("Formatting: a line that is broken while it is typed",
          "[formatting]") {
  // An editor gives the rest the indentation of the line, before the blank that
  // preceded the cursor.
  auto broken = [](const std::string &First, const std::string &Rest,
                   const std::string &NewRest) {
    const std::string Begin = "func.func @f(%a: i32) -> i32 {\n  " + First,
                      End = "\n  return %a : i32\n}\n";
    CHECK(type(Begin + "\n  |" + Rest + End) == Begin + "\n" + NewRest + End);
  };
  broken("%b = arith.addi %a,", " %a : i32", "      %a : i32");
  broken("%b = arith.addi %a, %a", " : i32", "      : i32");
  broken("%b =", " arith.addi %a, %a : i32", "      arith.addi %a, %a : i32");
  broken("%b = call @g(", "%a) : (i32) -> i32", "      %a) : (i32) -> i32");
  // Where lines are continued already, another one is indented like them.
  CHECK(type("func.func @f(%a: i32,\n             %b: i32,\n             | %c: "
             "i32) {\n  return\n}\n") ==
        "func.func @f(%a: i32,\n             %b: i32,\n             %c: i32) "
        "{\n  return\n}\n");
}
