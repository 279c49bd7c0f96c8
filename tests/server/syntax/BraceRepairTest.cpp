//===- BraceRepairTest.cpp - Braces that are missing or too many ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/BraceRepair.h"
#include "tests/server/Histories.h"
#include "llvm/ADT/STLExtras.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static const std::string Program = "func.func @f(%c: i1) {\n"
                                   "  scf.for %i = %a to %b step %c\n"
                                   "      iter_args(%s = %c) -> (i32) {\n"
                                   "    scf.if %c -> (i32) { // A comment }.\n"
                                   "      scf.yield %w : i32\n"
                                   "    } else {\n"
                                   "      scf.yield %y : i32\n"
                                   "    }\n"
                                   "  }\n"
                                   "  scf.while : () -> () {\n"
                                   "    \"t.r\"() ({\n"
                                   "    ^bb0(%x: i32):\n"
                                   "      \"t.a\"() : () -> ()\n"
                                   "    }) : () -> ()\n"
                                   "  } do {\n"
                                   "  ^bb0(%x: i32):\n"
                                   "    foo\n"
                                   "  }\n"
                                   "  \"t.b\"() {a = 1} : () -> ()\n"
                                   "  \"t.c\"() {a = 1, // }\n"
                                   "           b} : () -> ()\n"
                                   "  cf.br ^bb1\n"
                                   "^bb1:\n"
                                   "  return\n"
                                   "}\n";

static std::string repair(const std::string &Text) {
  return applyEdits(Text, findBraceEdits(Text));
}

static std::string withoutBlanks(const std::string &Text) {
  std::string Result;
  for (char C : Text)
    if (C != ' ' && C != '\n')
      Result += C;
  return Result;
}

TEST_CASE("BraceRepair: any brace of regions", "[recovery]") {
  CHECK(findBraceEdits(Program).empty());
  unsigned Count = 0;
  // But for the last one, which is closed at the end, as always.
  for (size_t At = 0;
       (At = Program.find_first_of("{}", At)) + 2 != Program.size(); ++At) {
    bool IsInRegion = Program.compare(At, 2, "{a") != 0 &&
                      Program.compare(At - 1, 2, "b}") != 0 &&
                      Program.compare(At - 1, 2, "1}") != 0 &&
                      Program.compare(At - 2, 3, "t }") != 0 &&
                      Program.compare(At - 3, 3, "// ") != 0;
    if (!IsInRegion)
      continue;
    ++Count;
    std::string Text = Program;
    Text.erase(At, 1);
    INFO(Text);
    CHECK(withoutBlanks(repair(Text)) == withoutBlanks(Program));
  }
  CHECK(Count == 13);
}

TEST_CASE("BraceRepair: braces of dictionaries", "[recovery]") {
  auto lines = [](const std::string &Line) {
    return "func.func @f() {\n  scf.if %c {\n    \"t.b\"() " + Line +
           " : () -> ()\n    t.foo\n  }\n  return\n}\n";
  };
  CHECK(repair(lines("a = 1}")) == lines("a = 1 "));
  CHECK(repair(lines("a = 1})")) == lines("a = 1 )"));
  CHECK(repair(lines("\n      a.b = 1} // A comment.\n     ")) ==
        lines("\n      a.b = 1  // A comment.\n     "));
  // Words of the operation follow.
  CHECK(repair(lines("a = 1} ins(%a) outs(%b)")) ==
        lines("a = 1  ins(%a) outs(%b)"));
  std::string Ends = "func.func @f() {\n  scf.if %c {\n    a.b } else {\n"
                     "    c.d\n  }\n  return\n}\n}\n";
  CHECK(repair(Ends) == replaceOnce(Ends, "return\n}\n}", "return\n}\n "));
  std::string Last = "func.func @f() {\n  t.b\n    t.a = 1}\n  t.foo\n}\n";
  CHECK(repair(Last) == replaceOnce(Last, "1}", "1 "));
  CHECK(repair(lines("{a = 1")) ==
        "func.func @f() {\n  scf.if %c {\n    \"t.b\"() {a = 1 : () -> () }\n"
        "    t.foo\n  }\n  return\n}\n");
}

TEST_CASE("BraceRepair: a brace too many", "[recovery]") {
  CHECK(repair("func.func @f() {\n  foo\n  }\n  bar\n}\n") ==
        "func.func @f() {\n  foo\n   \n  bar\n}\n");
  CHECK(repair("func.func @f() {\n  bar\n}\n}\n") ==
        "func.func @f() {\n  bar\n}\n \n");
}

TEST_CASE("BraceRepair: a brace too many in a line", "[recovery]") {
  const std::string Text = "func.func @f() {\n  scf.if %c {\n    a.b %c, %d\n"
                           "  } else {\n    a.b %c, %d\n  }\n"
                           "  cf.cond_br %c, ^bb1, ^bb2\n"
                           "^bb1(%p: i32):\n  a.b\n  return\n"
                           "^bb2:\n  return\n}\n";
  auto check = [&](const std::string &Place, size_t At,
                   const std::string &Sign) {
    std::string Begin = Text.substr(0, Text.find(Place) + At),
                End = Text.substr(Begin.size());
    INFO(Begin + Sign + End);
    CHECK(repair(Begin + Sign + End) ==
          Begin + std::string(Sign.size(), ' ') + End);
  };
  check("a.b %c, %d\n  }", 6, "}");
  check("} else", 1, "}");
  check("^bb1, ^bb2", 4, "}");
  check("^bb1(", 0, "}");
  check("^bb2:", 0, "}");
  // A header has the brace of its block only.
  check("scf.if", 0, "{");
  check("%c {", 0, "{");
  // Another region may follow.
  const std::string Regions = "func.func @f() {\n  t.reduce {\n    a.b\n"
                              "  }, {\n    a.b\n  }\n  return\n}\n}\n";
  CHECK(repair(Regions) == replaceOnce(Regions, "\n}\n}", "\n}\n "));
}

TEST_CASE("BraceRepair: a quote that takes the end of its line", "[recovery]") {
  const std::string Text = "func.func @f() {\n  scf.if %c {\n    a.b\n"
                           "  } else {\n    a.b\n  }\n  return\n"
                           "^bb1(%p: i32):\n  return\n}\n";
  for (size_t Line = 0; Line < Text.size(); Line = Text.find('\n', Line) + 1) {
    char Last = Text[Text.find('\n', Line) - 1];
    std::string Begin = Text.substr(0, Line + 2), End = Text.substr(Line + 2);
    INFO(Begin + '"' + End);
    if (Last == '{' || Last == ':')
      CHECK(repair(Begin + '"' + End) == Begin + ' ' + End);
    else if (Last != '}')
      CHECK(repair(Begin + '"' + End) == Begin + '"' + End);
  }
}

TEST_CASE("BraceRepair: too many wrong braces", "[recovery]") {
  std::string Text = "func.func @f() {\n";
  for (int I = 0; I < 20; ++I)
    Text += "  }\n";
  CHECK(findBraceEdits(Text).empty());
}

TEST_CASE("BraceRepair: the end that a brace lacks", "[recovery]") {
  const std::string Text = "func.func @f() {\n  scf.if %c {\n    t.a\n"
                           "  t.b {\n    t.c\n  }\n}\n";
  size_t Missing = Text.find("{\n    t.a");
  CHECK(findMissingEnd(Text, Missing) == Text.find("\n  t.b"));
  CHECK_FALSE(findMissingEnd(Text, Text.find("{\n    t.c")));
  CHECK_FALSE(findMissingEnd(Text, Text.find('{')));
  CHECK_FALSE(findMissingEnd(replaceOnce(Text, "t.a", "t.a }"), Missing));
}
