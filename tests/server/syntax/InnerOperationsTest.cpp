//===- InnerOperationsTest.cpp - Operations in regions, by letters --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/InnerOperations.h"
#include "catch2/catch.hpp"

using namespace mlir::noisy::lsp;

/// The text of the operation at the mark `|` of `Marked`; with a star in front
/// if it ends its block, and "label " for a label.
static std::string at(std::string Marked) {
  size_t Offset = Marked.find('|');
  Marked.erase(Offset, 1);
  std::optional<InnerOperation> Op = findInnerOperation(Marked, Offset);
  if (!Op)
    return "nothing";
  return std::string(Op->IsLabel ? "label " : "") + (Op->EndsBlock ? "*" : "") +
         Marked.substr(Op->Range.Begin, Op->Range.size());
}

TEST_CASE("Inner operations: straight lines", "[inner-operations]") {
  CHECK(at("func.func @f(%a: i32 {a.b = 1}) attributes {c = 2} {\n"
           "  %0 = arith.addi %a, %a : i32\n"
           "  %1 = arith.a|ddi\n"
           "  return\n"
           "}") == "%1 = arith.addi");
  // The end of an operation belongs to it, and so do the blanks after it.
  CHECK(at("f.f {\n  %0 = a.b|\n  c.d\n}") == "%0 = a.b");
  CHECK(at("f.f {\n  %0 = a.b\n | c.d\n}") == "%0 = a.b");
  CHECK(at("f.f {\n  %0 = a.b\n  |c.d\n}") == "*c.d");
  CHECK(at("f.f {\n  %0 = a.b\n  c.d\n|}") == "*c.d");
  // A name that is being typed, in the first line, makes no dictionary.
  CHECK(at("f.f {\n  |%\n  c.d\n}") == "%");
  CHECK(at("f.f {\n  %\na = a.b\n  c.|d\n}") == "*c.d");
  CHECK(at("f.f {\n  ^\n  c.|d\n}") == "*c.d");
  CHECK(at("f.f {\n|") == "nothing");
  // Nor does a comma behind the name of the first operation.
  CHECK(at("f.f {\n  a.|b, %c) : (i32)\n  c.d\n}") == "a.b, %c) : (i32)");
  CHECK(at("f.f {\n  a, @g\n  c.|d\n}") == "*c.d");
  CHECK(at("f.f {a, |b} {\n  c.d\n}") == "nothing");
  // Nor does a name without its %.
  CHECK(at("f.f {\n  a = b.|c 1 : i32\n  c.d\n}") == "a = b.c 1 : i32");
  CHECK(at("f.f {a = |1.5 : f32, b = #c.d} {\n  c.d\n}") == "nothing");
  CHECK(at("f.f {a = |i32} {\n  c.d\n}") == "nothing");
  CHECK(at("f.f {\n  a,|\n} {\n  c.d\n}") == "nothing");
  // Outside of regions there is none.
  CHECK(at("f.f |@g {\n  %0 = a.b\n}") == "nothing");
  CHECK(at("f.f @g {|\n  %0 = a.b\n}") == "nothing");
  CHECK(at("f.f @g {a = \"|b\"} {\n  %0 = a.b\n}") == "nothing");
}

TEST_CASE("Inner operations: regions in regions", "[inner-operations]") {
  std::string Text = "func.func @f() {\n"
                     "  scf.if %c {\n"
                     "    a.b\n"
                     "  } else {\n"
                     "    \"c.d\"() ({\n"
                     "      %x = e.f {a, b = 1}\n"
                     "      g.h\n"
                     "    }) : () -> ()\n"
                     "  }\n"
                     "  return\n"
                     "}";
  auto mark = [&](llvm::StringRef Place) {
    return std::string(Text).insert(Text.find(Place), "|");
  };
  CHECK(at(mark("a.b")) == "*a.b");
  CHECK(at(mark("a, b")) == "%x = e.f {a, b = 1}");
  CHECK(at(mark("g.h")) == "*g.h");
  CHECK(at(mark(") : () -> ()")).substr(0, 5) == "*\"c.d");
  CHECK(at(mark("else")).substr(0, 6) == "scf.if");
  size_t Inner = Text.find("%x");
  std::optional<InnerOperation> Op = findInnerOperation(Text, Inner);
  REQUIRE(Op);
  std::optional<InnerOperation> Around = findOperationAround(Text, Op->Range);
  REQUIRE(Around);
  CHECK(Around->Range.Begin == Text.find("\"c.d"));
  CHECK_FALSE(findOperationBefore(Text, Op->Range));
  CHECK(findOperationBefore(Text, {Text.find("g.h"), Text.find("g.h") + 3})
            ->Range == Op->Range);
  Around = findOperationAround(Text, Around->Range);
  REQUIRE(Around);
  CHECK(Around->Range.Begin == Text.find("scf.if"));
  CHECK_FALSE(findOperationAround(Text, Around->Range));
}

TEST_CASE("Inner operations: lists", "[inner-operations]") {
  std::string Text = "%0 = a.b : i32\n%1 = c.d %0\n\"e.f\"() ({\n  g.h\n}) : "
                     "() -> ()\ni.j";
  auto find = [&](llvm::StringRef Place) {
    std::optional<InnerOperation> Op =
        findInnerOperation(Text, Text.find(Place), TextForm::List);
    REQUIRE(Op);
    return *Op;
  };
  auto textOf = [&](const InnerOperation &Op) {
    return Text.substr(Op.Range.Begin, Op.Range.size());
  };
  CHECK(textOf(find("a.b")) == "%0 = a.b : i32");
  CHECK(textOf(find("c.d")) == "%1 = c.d %0");
  CHECK(textOf(find("g.h")) == "g.h");
  CHECK(find("g.h").EndsBlock);
  // Something may follow the last one.
  CHECK(textOf(find("i.j")) == "i.j");
  CHECK_FALSE(find("i.j").EndsBlock);
  CHECK(find("a.b").Region == ByteRange{0, Text.size()});
  CHECK(*findOperationBefore(Text, find("c.d").Range, TextForm::List) ==
        find("a.b"));
  CHECK(findOperationAround(Text, find("g.h").Range, TextForm::List)
            ->Range.Begin == Text.find("\"e.f"));
  CHECK_FALSE(findOperationAround(Text, find("c.d").Range, TextForm::List));
  // A list of one operation that is all of the text.
  Text = "f.f @g {\n  a.b\n}";
  CHECK(Text.substr(find("a.b").Range.Begin, 3) == "a.b");
}

TEST_CASE("Inner operations: blocks", "[inner-operations]") {
  std::string Text = "func.func @f() {\n"
                     "  cf.br ^bb1(%a : i32)\n"
                     "^bb1(%x: i32):  // pred: ^bb0\n"
                     "  a.b ({\n"
                     "  ^bb0:\n"
                     "    c.d\n"
                     "  })\n"
                     "  cf.br ^bb2\n"
                     "^bb2:\n"
                     "  return\n"
                     "}";
  auto mark = [&](llvm::StringRef Place) {
    return std::string(Text).insert(Text.find(Place), "|");
  };
  CHECK(at(mark("%a :")) == "*cf.br ^bb1(%a : i32)");
  CHECK(at(mark("x: i32")) == "label ^bb1(%x: i32):");
  CHECK(at(mark("a.b")).substr(0, 4) == "a.b ");
  CHECK(at(mark("c.d")) == "*c.d");
  CHECK(at(mark("return")) == "*return");
}

TEST_CASE("Inner operations: brackets that do not match",
          "[inner-operations]") {
  CHECK(at("func.func @f() {\n  %0 = a.b(|%x, {\n  %1 = c.d %0\n  return\n}") ==
        "%0 = a.b(%x, {");
  CHECK(at("func.func @f() {\n  %0 = a.b(%x, {\n  %1 = |c.d %0\n  return\n}") ==
        "%1 = c.d %0");
  CHECK(at("func.func @f() {\n  %0 = a.b %x\n  %1 = c.d %0,|\n") ==
        "*%1 = c.d %0,");
  CHECK(at("func.func @f() {\n  %0 = a.b %x,\n  %1 = |c.d %0\n") ==
        "*%1 = c.d %0");
  CHECK(at("func.func @f() {\n  a.b(\n^bb1:\n  |c.d\n}") == "*c.d");
  // Behind a line that is indented less.
  CHECK(
      at("func.func @f() {\na.b\n  %0 = c.d t[|rue\n  %1 = e.f\n  return\n}") ==
      "%0 = c.d t[rue");
  CHECK(
      at("func.func @f() {\na.b\n  %0 = c.d t[rue\n  %1 = |e.f\n  return\n}") ==
      "%1 = e.f");
}

TEST_CASE("Inner operations: a label behind a bracket that is not closed",
          "[inner-operations]") {
  // The first line behind the label is indented deeper than that.
  CHECK(at("f.f {\n^bb0(%a: i32):\n  a.b(%a : (i32) -> ()\n  |c.d\n}") ==
        "*c.d");
  // The label is one of the region that begins before it.
  CHECK(at("f.f {\n  \"a.b\"() ({\n  ^bb0:\n    c.d\n  }) : () -> (|i32\n"
           "  e.f\n}") == "\"a.b\"() ({\n  ^bb0:\n    c.d\n  }) : () -> (i32");
}

TEST_CASE("Inner operations: lines without their first token",
          "[inner-operations]") {
  for (const char *Line :
       {"@g(%a) : (i32) -> i32", "(%a) : (i32) -> i32", ", %b = a.b %c",
        "= a.b %c", ":2 = a.b %c", "%c, %d : i32"}) {
    std::string Text = "f.f {\n  %0 = call @g(%a) : (i32) -> i32\n  |" +
                       std::string(Line) + "\n  return\n}";
    CHECK(at(Text) == Line);
  }
  // What goes on with the line before.
  for (const char *Lines :
       {"call\n    |@g(%a) : (i32) -> i32", "a.b %a :\n    |(i32) -> i32",
        "a.b %a\n  |(%b)", "a.b %a\n    |, %b : i32", "a.b private\n  |@g"}) {
    std::string Code = Lines;
    std::string Text = "f.f {\n  c.d\n  " + Code + "\n  return\n}";
    Code.erase(Code.find('|'), 1);
    CHECK(at(Text) == Code);
  }
  // A name without operands is one before a type, too.
  CHECK(at("f.f {\n  a.b : i32\n  scf.yield |: i16\n}") == "*scf.yield : i16");
}

TEST_CASE("Inner operations: a name before = or a comma",
          "[inner-operations]") {
  CHECK(at("f.f {\n  a.b : i32\n  sc|f.for = 1\n}") == "*scf.for = 1");
  CHECK(at("f.f {\n  a.b : i32\n  c.|d , %a : i32\n}") == "*c.d , %a : i32");
  // In brackets it may be the name of an attribute.
  CHECK(at("f.f {\n  a.b {\n  c.|d = 1}\n}") == "*a.b {\n  c.d = 1}");
}

TEST_CASE("Inner operations: regions that begin with no name",
          "[inner-operations]") {
  for (std::string First : {"@a b", "(%x: i32):", "{a = 1}", ":2 = a.b"})
    CHECK(at("f.f {\n  " + First + "\n  c.|d\n}") == "*c.d");
  CHECK(at("f.f {@a\n  c.|d\n}") == "nothing");
}

TEST_CASE("Inner operations: lines that are indented less",
          "[inner-operations]") {
  for (std::string Line :
       {"bad", "foo %p", "a.b", "%", "%q", "%q =", "  bad"}) {
    INFO(Line);
    CHECK(at("func.func @f() {\n  %0 = a.b\n" + Line +
             "\n  %1 = |c.d\n  return\n}") == "%1 = c.d");
  }
  CHECK(at("func.func @f() {\n  %0 =\n    a.b |%x\n  return\n}") ==
        "%0 =\n    a.b %x");
  // But not one without results.
  for (std::string Line :
       {"return", "func.return %x : i32", "memref.store %x, %m[] : memref<i32>",
        "\"cf.br\"()[^a] : () -> ()", "scf.yield"}) {
    CHECK(at("func.func @f() {\n  %0 |=\n  " + Line + "\n}") == "%0 =");
    CHECK(at("func.func @f() {\n  %0 =\n  |" + Line + "\n}") == "*" + Line);
    CHECK(at("func.func @f() {\n  |%0 = " + Line + "\n}") == "*%0 = " + Line);
    // In an attribute it is a word.
    CHECK(at("func.func @f() {\n  |a.b {c =\n  " + Line + "}\n}") ==
          "*a.b {c =\n  " + Line + "}");
  }
}

TEST_CASE("Inner operations: labels to branch to", "[inner-operations]") {
  std::string Text =
      "f.f {\n^a:\n  x.y ^e\n^b(%c: i32):\n  z.w ({\n  ^d:\n  })\n"
      "^e:\n  u.v\n^f:\n}";
  auto labels = [&](llvm::StringRef Line) {
    size_t Begin = Text.find(Line.str());
    return findSuccessors(Text, *findInnerOperation(Text, Begin));
  };
  // Named there, or nowhere.
  CHECK(labels("x.y") == std::vector<std::string>{"^b", "^e", "^f"});
  CHECK(labels("z.w") == std::vector<std::string>{"^b", "^f"});
  CHECK(labels("u.v") == std::vector<std::string>{"^b", "^f"});
}

TEST_CASE("Inner operations: names of results", "[inner-operations]") {
  auto names = [](llvm::StringRef Text) {
    ResultNames Names = readResultNames(Text);
    std::string Result;
    for (const ResultNames::Group &Group : Names.Groups)
      Result += Group.Name + ":" + std::to_string(Group.Count) + " ";
    return Result + std::to_string(Names.Size);
  };
  CHECK(names("%a = b.c") == "%a:1 4");
  CHECK(names("%a, %b:2 = b.c") == "%a:1 %b:2 10");
  CHECK(names("%a b.c") == "%a:1 0");
  CHECK(names("b.c %a") == "0");
  CHECK(names("%a:x = b.c") == "0");
}
