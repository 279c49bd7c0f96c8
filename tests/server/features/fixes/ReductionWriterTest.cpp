//===- ReductionWriterTest.cpp - Where reductions are written -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/ReductionWriter.h"
#include "tests/server/features/fixes/ReductionFixes.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

TEST_CASE("Fix: four multiplications", "[fix]") {
  CHECK(fixText(R"mlir(func.func @f(%x: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %1 = noisy.mul %a, %a : !noisy.i32
  %2 = noisy.mul %1, %1 : !noisy.i32
  %3 = noisy.mul %2, %2 : !noisy.i32
  %y = noisy.decode %3 : !noisy.i32 -> i5
  return %y : i5
}
)mlir") ==
        // A name that starts with a digit has only digits.
        R"mlir(func.func @f(%x: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %1 = noisy.mul %a, %a : !noisy.i32
  %reduced1 = noisy.reduce_noise %1 : !noisy.i32
  %2 = noisy.mul %reduced1, %reduced1 : !noisy.i32
  %reduced2 = noisy.reduce_noise %2 : !noisy.i32
  %3 = noisy.mul %reduced2, %reduced2 : !noisy.i32
  %y = noisy.decode %3 : !noisy.i32 -> i5
  return %y : i5
}
)mlir");
}

/// In a function with the fresh value %a, where `%b = %a * %a` is squared: the
/// text from %b on, before and after the fix.
static void checkBody(const std::string &OldText, const std::string &NewText) {
  std::string Head = "func.func @f(%x: i5) -> !noisy.i32 {\n"
                     "  %a = noisy.encode %x : i5 -> !noisy.i32\n";
  CHECK(fixText(Head + OldText) == Head + NewText);
}

TEST_CASE("Fix: comments stay where they are", "[fix]") {
  checkBody("  // Before.\n"
            "  %b = noisy.mul %a, %a : !noisy.i32 // Behind, of %b.\n"
            "  // Between: %b\n"
            "  %c = noisy.mul %b, %b : !noisy.i32// %b\n"
            "  return %c : !noisy.i32\n}\n",
            "  // Before.\n"
            "  %b = noisy.mul %a, %a : !noisy.i32 // Behind, of %b.\n"
            "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
            "  // Between: %b\n"
            "  %c = noisy.mul %b_reduced, %b_reduced : !noisy.i32// %b\n"
            "  return %c : !noisy.i32\n}\n");
}

TEST_CASE("Fix: line ends, tabs and trailing spaces", "[fix]") {
  checkBody("\t \t%b = noisy.mul %a, %a : !noisy.i32  \t\r\n"
            "\r\n"
            "\t%c = noisy.mul\t%b,%b : !noisy.i32\r\n"
            "  return %c : !noisy.i32\r\n}",
            "\t \t%b = noisy.mul %a, %a : !noisy.i32  \t\r\n"
            "\t \t%b_reduced = noisy.reduce_noise %b : !noisy.i32\r\n"
            "\r\n"
            "\t%c = noisy.mul\t%b_reduced,%b_reduced : !noisy.i32\r\n"
            "  return %c : !noisy.i32\r\n}");
  // Lines of the oldest kind: an operation's comment ends with its line.
  checkBody("  %b = noisy.mul %a, %a : !noisy.i32 // b\r"
            "  %c = noisy.mul %b, %b : !noisy.i32\r"
            "  return %c : !noisy.i32\r}\r",
            "  %b = noisy.mul %a, %a : !noisy.i32 // b\r"
            "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\r"
            "  %c = noisy.mul %b_reduced, %b_reduced : !noisy.i32\r"
            "  return %c : !noisy.i32\r}\r");
}

TEST_CASE("Fix: a last line without an end", "[fix]") {
  // Top-level operations have no function around them.
  for (const char *End : {"\n", "\r\n"}) {
    std::string OldText = std::string("%x = arith.constant 1 : i5") + End +
                          "%a = noisy.encode %x : i5 -> !noisy.i32" + End +
                          "%b = noisy.mul %a, %a : !noisy.i32" + End +
                          "%c = noisy.mul %b, %b : !noisy.i32";
    std::string NewText = fixText(OldText);
    CHECK(NewText == std::string("%x = arith.constant 1 : i5") + End +
                         "%a = noisy.encode %x : i5 -> !noisy.i32" + End +
                         "%b = noisy.mul %a, %a : !noisy.i32" + End +
                         "%b_reduced = noisy.reduce_noise %b : !noisy.i32" +
                         End +
                         "%c = noisy.mul %b_reduced, %b_reduced : !noisy.i32");
  }
  // The operation to reduce itself is last.
  auto Program = chunkOf("%a = \"a.b\"() : () -> !noisy.i32");
  REQUIRE(Program->isValid());
  CHECK(
      applyEdits(Program->text(),
                 *writeReductions(*Program, {{valueNamed(*Program, "%a")}})) ==
      "%a = \"a.b\"() : () -> !noisy.i32\n"
      "%a_reduced = noisy.reduce_noise %a : !noisy.i32");
}

TEST_CASE("Fix: several operations on a line", "[fix]") {
  checkBody("  %b = noisy.mul %a, %a : !noisy.i32 "
            "%c = noisy.mul %b, %b : !noisy.i32 return %c : !noisy.i32 } // x",
            "  %b = noisy.mul %a, %a : !noisy.i32 "
            "%b_reduced = noisy.reduce_noise %b : !noisy.i32 "
            "%c = noisy.mul %b_reduced, %b_reduced : !noisy.i32 "
            "return %c : !noisy.i32 } // x");
  // The first is behind a bracket.
  CHECK(
      fixText(
          R"mlir(func.func @f(%a: !noisy.i32) -> !noisy.i32 { %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %b : !noisy.i32
  return %c : !noisy.i32 }
)mlir") ==
      R"mlir(func.func @f(%a: !noisy.i32) -> !noisy.i32 { %b = noisy.mul %a, %a : !noisy.i32
%b_reduced = noisy.reduce_noise %b : !noisy.i32
  %c = noisy.mul %b_reduced, %b_reduced : !noisy.i32
  return %c : !noisy.i32 }
)mlir");
}

TEST_CASE("Fix: an operation over several lines", "[fix]") {
  checkBody("  %b =\n"
            "      noisy.mul %a, // left\n"
            "                %a  // right\n"
            "        : !noisy.i32 // type\n"
            "  %c = noisy.mul\n"
            "      %b,\n"
            "      %b : !noisy.i32\n"
            "  return %c : !noisy.i32\n}\n",
            "  %b =\n"
            "      noisy.mul %a, // left\n"
            "                %a  // right\n"
            "        : !noisy.i32 // type\n"
            "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
            "  %c = noisy.mul\n"
            "      %b_reduced,\n"
            "      %b_reduced : !noisy.i32\n"
            "  return %c : !noisy.i32\n}\n");
}

TEST_CASE("Fix: the generic form", "[fix]") {
  checkBody(
      "  %b = \"noisy.mul\"(%a, %a) : (!noisy.i32, !noisy.i32) -> !noisy.i32\n"
      "  %c = \"noisy.mul\"(%b, %b) {s = \"%b\"}\n"
      "      : (!noisy.i32, !noisy.i32) -> !noisy.i32\n"
      "  \"func.return\"(%c) : (!noisy.i32) -> ()\n}\n",
      "  %b = \"noisy.mul\"(%a, %a) : (!noisy.i32, !noisy.i32) -> !noisy.i32\n"
      "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
      "  %c = \"noisy.mul\"(%b_reduced, %b_reduced) {s = \"%b\"}\n"
      "      : (!noisy.i32, !noisy.i32) -> !noisy.i32\n"
      "  \"func.return\"(%c) : (!noisy.i32) -> ()\n}\n");
}

TEST_CASE("Fix: locations stay with their operation", "[fix]") {
  checkBody("  %b = noisy.mul %a, %a : !noisy.i32 loc(\"b\") // b\n"
            "  %c = noisy.mul %b, %b : !noisy.i32 loc(#here)\n"
            "  return %c : !noisy.i32 loc(unknown)\n} loc(\"f\")\n"
            "#here = loc(\"x.mlir\":1:2)\n",
            "  %b = noisy.mul %a, %a : !noisy.i32 loc(\"b\") // b\n"
            "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
            "  %c = noisy.mul %b_reduced, %b_reduced : !noisy.i32 loc(#here)\n"
            "  return %c : !noisy.i32 loc(unknown)\n} loc(\"f\")\n"
            "#here = loc(\"x.mlir\":1:2)\n");
  // On a line of its own.
  checkBody("  %b = noisy.mul %a, %a : !noisy.i32\n"
            "    loc(\"b\")\n"
            "  %c = noisy.mul %b, %b : !noisy.i32\n"
            "  return %c : !noisy.i32\n}\n",
            "  %b = noisy.mul %a, %a : !noisy.i32\n"
            "    loc(\"b\")\n"
            "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
            "  %c = noisy.mul %b_reduced, %b_reduced : !noisy.i32\n"
            "  return %c : !noisy.i32\n}\n");
}

TEST_CASE("Fix: text that is not ASCII", "[fix]") {
  checkBody(
      "  %b = noisy.mul %a, %a {s = \"\xF0\x9F\x98\x80\"} : !noisy.i32 // "
      "\xC3\xA9t\xC3\xA9 \xF0\x9F\x98\x80\n"
      "  %c = noisy.mul %b, %b {s = \"\xC3\xA9\"} : !noisy.i32\n"
      "  return %c : !noisy.i32\n}\n",
      "  %b = noisy.mul %a, %a {s = \"\xF0\x9F\x98\x80\"} : !noisy.i32 // "
      "\xC3\xA9t\xC3\xA9 \xF0\x9F\x98\x80\n"
      "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
      "  %c = noisy.mul %b_reduced, %b_reduced {s = \"\xC3\xA9\"} : "
      "!noisy.i32\n"
      "  return %c : !noisy.i32\n}\n");
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

TEST_CASE("Fix: names that are taken", "[fix]") {
  checkBody("  %b_reduced = arith.constant 1 : i32\n"
            "  %b_reduced_2 = arith.constant 1 : i32\n"
            "  %b = noisy.mul %a, %a : !noisy.i32\n"
            "  %c = noisy.mul %b, %b : !noisy.i32\n"
            "  return %c : !noisy.i32\n}\n",
            "  %b_reduced = arith.constant 1 : i32\n"
            "  %b_reduced_2 = arith.constant 1 : i32\n"
            "  %b = noisy.mul %a, %a : !noisy.i32\n"
            "  %b_reduced_3 = noisy.reduce_noise %b : !noisy.i32\n"
            "  %c = noisy.mul %b_reduced_3, %b_reduced_3 : !noisy.i32\n"
            "  return %c : !noisy.i32\n}\n");
  // Also in a text that comes later, and twice in one fix.
  checkBody("  %4 = noisy.mul %a, %a : !noisy.i32\n"
            "  %c = noisy.mul %4, %4 : !noisy.i32\n"
            "  %reduced4 = arith.constant 1 : i32\n"
            "  return %a : !noisy.i32\n}\n",
            "  %4 = noisy.mul %a, %a : !noisy.i32\n"
            "  %reduced4_2 = noisy.reduce_noise %4 : !noisy.i32\n"
            "  %c = noisy.mul %reduced4_2, %reduced4_2 : !noisy.i32\n"
            "  %reduced4 = arith.constant 1 : i32\n"
            "  return %a : !noisy.i32\n}\n");
}

TEST_CASE("Fix: names with every character that there can be", "[fix]") {
  for (const char *Name : {"%a.b", "%a-b", "%a$b", "%_", "%$", "%.", "%-x",
                           "%A_", "%reduced", "%0012"}) {
    std::string B = Name;
    std::string NewText = fixText("func.func @f(%q: !noisy.i32) {\n  " + B +
                                  " = noisy.mul %q, %q : !noisy.i32\n"
                                  "  %c = noisy.mul " +
                                  B + "," + B + " : !noisy.i32\n  return\n}\n");
    CHECK(NewText.find(" = noisy.reduce_noise " + B + " : ") !=
          std::string::npos);
  }
}

TEST_CASE("Fix: the same name in two functions", "[fix]") {
  std::string One = "  %b = noisy.mul %a, %a : !noisy.i32\n"
                    "  %c = noisy.mul %b, %b : !noisy.i32\n"
                    "  return %c : !noisy.i32\n}\n";
  std::string NewText =
      fixText("func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n" + One +
              "func.func @g(%a: !noisy.i32) -> !noisy.i32 {\n" + One);
  // Neither sees the other's.
  size_t First = NewText.find("%b_reduced = ");
  REQUIRE(First != std::string::npos);
  CHECK(NewText.find("%b_reduced = ", First + 1) != std::string::npos);
  CHECK(NewText.find("%b_reduced_2") == std::string::npos);
}

TEST_CASE("Fix: one result of a group", "[fix]") {
  std::string Head = R"mlir(func.func @f(%p: i1, %a: !noisy.i32) -> !noisy.i32 {
  %r:2 = scf.if %p -> (!noisy.i32, !noisy.i32) {
    %m = noisy.mul %a, %a : !noisy.i32
    %n = noisy.add %m, %a : !noisy.i32
    scf.yield %a, %n : !noisy.i32, !noisy.i32
  } else {
    %m = noisy.mul %a, %a : !noisy.i32
    %n = noisy.add %m, %a : !noisy.i32
    scf.yield %a, %n : !noisy.i32, !noisy.i32
  }
)mlir";
  CHECK(fixText(Head + "  %s = noisy.mul %r#1, %r#1 : !noisy.i32\n"
                       "  %t = noisy.add %s, %r : !noisy.i32\n"
                       "  return %r#0 : !noisy.i32\n}\n") ==
        Head + "  %r_1_reduced = noisy.reduce_noise %r#1 : !noisy.i32\n"
               "  %s = noisy.mul %r_1_reduced, %r_1_reduced : !noisy.i32\n"
               "  %t = noisy.add %s, %r : !noisy.i32\n"
               "  return %r#0 : !noisy.i32\n}\n");
}

TEST_CASE("Fix: a group with a number for a name, all of it", "[fix]") {
  auto Program =
      chunkOf("func.func @f(%p: i1, %a: !noisy.i32) -> !noisy.i32 {\n"
              "  %0:2 = \"a.b\"() : () -> (!noisy.i32, !noisy.i32)\n"
              "  %s = noisy.add %0, %0#1 : !noisy.i32\n"
              "  %t = noisy.add %0#0, %s : !noisy.i32\n"
              "  return %t : !noisy.i32\n}\n");
  REQUIRE(Program->isValid());
  Value First = valueNamed(*Program, "%0:2");
  Value Second = First.getDefiningOp()->getResult(1);
  CHECK(applyEdits(Program->text(),
                   *writeReductions(*Program, {{First}, {Second}})) ==
        "func.func @f(%p: i1, %a: !noisy.i32) -> !noisy.i32 {\n"
        "  %0:2 = \"a.b\"() : () -> (!noisy.i32, !noisy.i32)\n"
        "  %reduced0_0 = noisy.reduce_noise %0#0 : !noisy.i32\n"
        "  %reduced0_1 = noisy.reduce_noise %0#1 : !noisy.i32\n"
        "  %s = noisy.add %reduced0_0, %reduced0_1 : !noisy.i32\n"
        "  %t = noisy.add %reduced0_0, %s : !noisy.i32\n"
        "  return %t : !noisy.i32\n}\n");
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

TEST_CASE("Fix: an argument of a function", "[fix]") {
  CHECK(fixText("func.func @f(%x: !noisy.i32 {noisy.bound = 20 : i64}) -> "
                "!noisy.i32 {\n"
                "\n"
                "  // Squared.\n"
                "  %y = noisy.mul %x, %x : !noisy.i32\n"
                "  return %y : !noisy.i32\n}\n") ==
        "func.func @f(%x: !noisy.i32 {noisy.bound = 20 : i64}) -> "
        "!noisy.i32 {\n"
        "\n"
        "  // Squared.\n"
        "  %x_reduced = noisy.reduce_noise %x : !noisy.i32\n"
        "  %y = noisy.mul %x_reduced, %x_reduced : !noisy.i32\n"
        "  return %y : !noisy.i32\n}\n");
  // All on one line.
  CHECK(fixText("func.func @f(%x: !noisy.i32 {noisy.bound = 20 : i64}) -> "
                "!noisy.i32 { %y = noisy.mul %x, %x : !noisy.i32 return %y : "
                "!noisy.i32 }") ==
        "func.func @f(%x: !noisy.i32 {noisy.bound = 20 : i64}) -> "
        "!noisy.i32 { %x_reduced = noisy.reduce_noise %x : !noisy.i32 %y = "
        "noisy.mul %x_reduced, %x_reduced : !noisy.i32 return %y : "
        "!noisy.i32 }");
  // With line ends of one byte, the other one, and of two.
  CHECK(fixText("func.func @f(%x: !noisy.i32 {noisy.bound = 20 : i64}) {\r"
                "\t%y = noisy.mul %x, %x : !noisy.i32\r\treturn\r}\r") ==
        "func.func @f(%x: !noisy.i32 {noisy.bound = 20 : i64}) {\r"
        "\t%x_reduced = noisy.reduce_noise %x : !noisy.i32\r"
        "\t%y = noisy.mul %x_reduced, %x_reduced : !noisy.i32\r\treturn\r}\r");
  CHECK(fixText("func.func @f(%x: !noisy.i32 {noisy.bound = 20 : i64}) {\r\n"
                "\t%y = noisy.mul %x, %x : !noisy.i32\r\n"
                "\treturn\r\n}\r\n") ==
        "func.func @f(%x: !noisy.i32 {noisy.bound = 20 : i64}) {\r\n"
        "\t%x_reduced = noisy.reduce_noise %x : !noisy.i32\r\n"
        "\t%y = noisy.mul %x_reduced, %x_reduced : !noisy.i32\r\n"
        "\treturn\r\n}\r\n");
}

TEST_CASE("Fix: an argument of a block", "[fix]") {
  std::string Head =
      "func.func @f(%p: i1, %a: !noisy.i32) -> !noisy.i32 {\n"
      "  %m = noisy.mul %a, %a : !noisy.i32\n"
      "  %n = noisy.scale %a by 3 : !noisy.i32\n"
      "  cf.cond_br %p, ^bb1(%m : !noisy.i32), ^bb1(%n : !noisy.i32)\n";
  auto ReduceBlock = [&](const std::string &Block) {
    std::string Text = Head + Block;
    auto Program = chunkOf(Text);
    REQUIRE(Program->isValid());
    std::string NewText = applyEdits(
        Text, *writeReductions(*Program, {{valueNamed(*Program, "%v")}}));
    CHECK(chunkOf(NewText)->isValid());
    REQUIRE(llvm::StringRef(NewText).starts_with(Head));
    return NewText.substr(Head.size());
  };
  CHECK(ReduceBlock("^bb1(%v: !noisy.i32): // merged\n"
                    "  return %v : !noisy.i32\n}\n") ==
        "^bb1(%v: !noisy.i32): // merged\n"
        "  %v_reduced = noisy.reduce_noise %v : !noisy.i32\n"
        "  return %v_reduced : !noisy.i32\n}\n");
  CHECK(ReduceBlock("^bb1(%v: !noisy.i32): return %v : !noisy.i32\n}\n") ==
        "^bb1(%v: !noisy.i32): %v_reduced = noisy.reduce_noise %v : !noisy.i32 "
        "return %v_reduced : !noisy.i32\n}\n");
}

TEST_CASE("Fix: an operation before its definition in the text", "[fix]") {
  std::string Text = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  cf.br ^def\n"
                     "^use:\n"
                     "  %c = noisy.mul %b, %b : !noisy.i32\n"
                     "  return %c : !noisy.i32\n"
                     "^def:\n"
                     "  %b = noisy.mul %a, %a : !noisy.i32\n"
                     "  cf.br ^use\n}\n";
  CHECK(fixText(Text) ==
        "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
        "  cf.br ^def\n"
        "^use:\n"
        "  %c = noisy.mul %b_reduced, %b_reduced : !noisy.i32\n"
        "  return %c : !noisy.i32\n"
        "^def:\n"
        "  %b = noisy.mul %a, %a : !noisy.i32\n"
        "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
        "  cf.br ^use\n}\n");
}

TEST_CASE("Fix: what a loop carries", "[fix]") {
  std::string NewText = fixText(
      R"mlir(func.func @f(%a: !noisy.i32, %n: index, %s: index, %e: index) -> !noisy.i32 {
  %r = scf.for %i = %s to %e step %n iter_args(%v = %a) -> (!noisy.i32) {
    %w = noisy.mul %v, %a : !noisy.i32
    scf.yield %w : !noisy.i32
  }
  return %r : !noisy.i32
}
)mlir");
  CHECK(NewText.find("noisy.reduce_noise") ==
        NewText.rfind("noisy.reduce_noise"));
  // The argument of the loop itself.
  std::string Text = "func.func @f(%a: !noisy.i32, %n: index) -> !noisy.i32 {\n"
                     "  %r = scf.for %i = %n to %n step %n iter_args(%v = %a) "
                     "-> (!noisy.i32) {\n"
                     "    %w = noisy.mul %v, %a : !noisy.i32\n"
                     "    scf.yield %w : !noisy.i32\n"
                     "  }\n"
                     "  return %r : !noisy.i32\n}\n";
  auto Program = chunkOf(Text);
  CHECK(applyEdits(
            Text, *writeReductions(*Program, {{valueNamed(*Program, "%v")},
                                              {valueNamed(*Program, "%r")}})) ==
        R"mlir(func.func @f(%a: !noisy.i32, %n: index) -> !noisy.i32 {
  %r = scf.for %i = %n to %n step %n iter_args(%v = %a) -> (!noisy.i32) {
    %v_reduced = noisy.reduce_noise %v : !noisy.i32
    %w = noisy.mul %v_reduced, %a : !noisy.i32
    scf.yield %w : !noisy.i32
  }
  %r_reduced = noisy.reduce_noise %r : !noisy.i32
  return %r_reduced : !noisy.i32
}
)mlir");
}
