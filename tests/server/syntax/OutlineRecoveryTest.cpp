//===- OutlineRecoveryTest.cpp - Brackets that do not match ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/syntax/OutlineLines.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

using Mode = Outline::Mode;

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

TEST_CASE("Outline: the name of a symbol begins a line", "[outline]") {
  for (std::string Before :
       {"a.b @g", "a.b private @g(shape = 1x2)", "a.b @g : memref<2xi32>"})
    for (std::string Begins : {"@f() {\n}", " @f() {\n}"}) {
      bool HasEnd = Before.find_last_of(")>") == Before.size() - 1;
      CHECK(piecesOf(Before + "\n" + Begins).size() == (HasEnd ? 2 : 1));
    }
  // The operation before has no symbol yet.
  CHECK(piecesOf("func.func private\n  @f(%a: i32)").size() == 1);
  CHECK(piecesOf("a.b (i32)\n  @f").size() == 1);
}

TEST_CASE("Outline: results begin a piece in an open type", "[outline]") {
  CHECK(piecesOf("a.b @g : tensor<?xi32\n\n%0 = c.d @g : i32") ==
        Lines{"O a.b @g : tensor<?xi32", "O %0 = c.d @g : i32"});
}

TEST_CASE("Outline: no list has operations", "[outline]") {
  for (std::string Begins : {"pdl.pattern : benefit(1) {\n}", "%1 = c.d",
                             "%1, %2 = c.d", "\"c.d\"() : () -> ()"})
    CHECK(piecesOf("%0 = \"a.b\"() : () -> (i32\n\n" + Begins).size() == 2);
  for (std::string Continues :
       {"c.d = 1", "c.d, 1", "\"c.d\"", "%1 : i32", "c"})
    CHECK(piecesOf("%0 = \"a.b\"() : () -> (i32\n\n" + Continues).size() == 1);
  // A region has.
  CHECK(piecesOf("a.b {\n%1 = c.d").size() == 1);
}

TEST_CASE("Outline: the inner opening bracket is missing", "[outline]") {
  CHECK(piecesOf("module {\nfunc.func @f() {\n  a.b\n  ^bb0:\n    c.d\n"
                 "  } -> i32\n  return\n}\nfunc.func @g() {\n}\n}\n") ==
        Lines{"H module {",
              "..O! func.func @f() {~  a.b~  ^bb0:~    c.d~  } -> i32~  "
              "return~}",
              "..O func.func @g() {~}", "..F }"});
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
  for (std::string TypedText : {"f",
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
    std::string Prefix = "func.func @a() {\n  return\n}\n\n";
    std::string Suffix = "\n\nfunc.func @b() {\n  return\n}";
    Lines Descriptions = piecesOf(Prefix + TypedText + Suffix);
    INFO(TypedText);
    CHECK(Descriptions.front() == "O func.func @a() {~  return~}");
    CHECK(StringRef(Descriptions.back())
              .ends_with("O func.func @b() {~  return~}"));

    // The same in a module, wherever the line begins.
    if (StringRef(TypedText).starts_with("m"))
      continue;
    for (const char *Blanks : {"", "  ", "    "}) {
      Descriptions = piecesOf(
          "module {\n  func.func @a() {\n    return\n  }\n\n" +
          (Blanks + TypedText) + "\n\n  func.func @b() {\n    return\n  }\n}");
      INFO(Blanks);
      REQUIRE(Descriptions.size() == 5);
      CHECK(Descriptions[1] == "..O func.func @a() {~    return~  }");
      CHECK(StringRef(Descriptions[2]).starts_with("..O"));
      CHECK(Descriptions[3] == "..O func.func @b() {~    return~  }");
      CHECK(Descriptions[4] == "..F }");
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
  std::string Contents;
  for (int C = 0; C < 256; ++C)
    Contents += char(C);
  for (unsigned I = 0; I < 256; ++I)
    CHECK(piecesOf(Contents.substr(I) + Contents).size() > 0);
  // Nothing recurses, and nothing is searched again and again.
  for (const char *Bracket :
       {"(", "[", "{", "module {", ")", "}", "(}", "%a,"}) {
    std::string LargeText;
    for (unsigned I = 0; I < 50000; ++I)
      LargeText += Bracket;
    CHECK(Outline::scan(LargeText).pieces().size() > 0);
  }
}
