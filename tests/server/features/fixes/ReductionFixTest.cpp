//===- ReductionFixTest.cpp - Insert optimal reduce_noise -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/ReductionFix.h"
#include "server/features/fixes/ReductionWriter.h"
#include "tests/server/Histories.h"
#include <regex>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static Fix fixOf(const std::string &OldText, size_t Offset = 0) {
  OptimizerOptions Options;
  Options.timeLimit = std::chrono::seconds(60);
  return computeReductionFix(allDialects(), Text(OldText), Offset, Options);
}

/// What takes `Edits` of `OldText` back.
static std::vector<ByteEdit> invert(const std::string &OldText,
                                    const std::vector<ByteEdit> &Edits) {
  std::vector<ByteEdit> InverseEdits;
  size_t Growth = 0;
  for (const ByteEdit &Edit : Edits) {
    size_t Begin = Edit.Range.Begin + Growth;
    size_t Size = Edit.Range.End - Edit.Range.Begin;
    InverseEdits.push_back({{Begin, Begin + Edit.NewText.size()},
                            OldText.substr(Edit.Range.Begin, Size)});
    Growth += Edit.NewText.size() - Size;
  }
  return InverseEdits;
}

/// The text after the fix of the chunk at `Offset`, which has to
/// - be legal, with nothing left to report in that chunk;
/// - differ only by reductions that were put in and names that were changed;
/// - be the old text again when that is taken back.
static std::string fixText(const std::string &OldText, size_t Offset = 0) {
  Fix Repair = fixOf(OldText, Offset);
  INFO(OldText);
  INFO(Repair.Message);
  REQUIRE_FALSE(Repair.Edits.empty());

  static const std::regex Name("%[A-Za-z0-9_$.#-]+");
  static const std::regex Reduction(
      "\\s*%[A-Za-z0-9_$.-]+ = noisy.reduce_noise %[A-Za-z0-9_$.#-]+ : "
      "!noisy.i32\\s*");
  size_t PreviousEnd = 0;
  for (const ByteEdit &Edit : Repair.Edits) {
    CHECK(PreviousEnd <= Edit.Range.Begin);
    CHECK(Edit.Range.Begin <= Edit.Range.End);
    PreviousEnd = Edit.Range.End;
    std::string Old =
        OldText.substr(Edit.Range.Begin, Edit.Range.End - Edit.Range.Begin);
    CAPTURE(Old, Edit.NewText);
    if (Old.empty()) {
      CHECK(std::regex_match(Edit.NewText, Reduction));
    } else {
      CHECK(std::regex_match(Old, Name));
      CHECK(std::regex_match(Edit.NewText, Name));
    }
  }
  REQUIRE(PreviousEnd <= OldText.size());

  std::string NewText = applyEdits(OldText, Repair.Edits);
  INFO(NewText);
  CHECK(applyEdits(NewText, invert(OldText, Repair.Edits)) == OldText);
  // Edits are of one chunk; others may have problems of their own.
  auto State = snapshotOf(NewText);
  ByteRange FixedRange = State->chunkAt(Offset);
  State->forEachProblem([&](const Snapshot::Part &Part, Problem Issue) {
    CAPTURE(Issue.Message);
    CHECK_FALSE(FixedRange.contains(Part.Range));
  });
  return NewText;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

TEST_CASE("Fix: four multiplications", "[fix]") {
  CHECK(fixText("func.func @f(%x: i5) -> i5 {\n"
                "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
                "  %1 = noisy.mul %a, %a : !noisy.i32\n"
                "  %2 = noisy.mul %1, %1 : !noisy.i32\n"
                "  %3 = noisy.mul %2, %2 : !noisy.i32\n"
                "  %y = noisy.decode %3 : !noisy.i32 -> i5\n"
                "  return %y : i5\n"
                "}\n") ==
        // A name that starts with a digit has only digits.
        "func.func @f(%x: i5) -> i5 {\n"
        "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
        "  %1 = noisy.mul %a, %a : !noisy.i32\n"
        "  %reduced1 = noisy.reduce_noise %1 : !noisy.i32\n"
        "  %2 = noisy.mul %reduced1, %reduced1 : !noisy.i32\n"
        "  %reduced2 = noisy.reduce_noise %2 : !noisy.i32\n"
        "  %3 = noisy.mul %reduced2, %reduced2 : !noisy.i32\n"
        "  %y = noisy.decode %3 : !noisy.i32 -> i5\n"
        "  return %y : i5\n"
        "}\n");
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
      fixText("func.func @f(%a: !noisy.i32) -> !noisy.i32 { %b = noisy.mul %a, "
              "%a : !noisy.i32\n"
              "  %c = noisy.mul %b, %b : !noisy.i32\n"
              "  return %c : !noisy.i32 }\n") ==
      "func.func @f(%a: !noisy.i32) -> !noisy.i32 { %b = noisy.mul %a, "
      "%a : !noisy.i32\n"
      "%b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
      "  %c = noisy.mul %b_reduced, %b_reduced : !noisy.i32\n"
      "  return %c : !noisy.i32 }\n");
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
  std::string Head = "func.func @f(%p: i1, %a: !noisy.i32) -> !noisy.i32 {\n"
                     "  %r:2 = scf.if %p -> (!noisy.i32, !noisy.i32) {\n"
                     "    %m = noisy.mul %a, %a : !noisy.i32\n"
                     "    %n = noisy.add %m, %a : !noisy.i32\n"
                     "    scf.yield %a, %n : !noisy.i32, !noisy.i32\n"
                     "  } else {\n"
                     "    %m = noisy.mul %a, %a : !noisy.i32\n"
                     "    %n = noisy.add %m, %a : !noisy.i32\n"
                     "    scf.yield %a, %n : !noisy.i32, !noisy.i32\n"
                     "  }\n";
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
      "func.func @f(%a: !noisy.i32, %n: index, %s: index, %e: index) -> "
      "!noisy.i32 {\n"
      "  %r = scf.for %i = %s to %e step %n iter_args(%v = %a) -> "
      "(!noisy.i32) {\n"
      "    %w = noisy.mul %v, %a : !noisy.i32\n"
      "    scf.yield %w : !noisy.i32\n"
      "  }\n"
      "  return %r : !noisy.i32\n}\n");
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
        "func.func @f(%a: !noisy.i32, %n: index) -> !noisy.i32 {\n"
        "  %r = scf.for %i = %n to %n step %n iter_args(%v = %a) "
        "-> (!noisy.i32) {\n"
        "    %v_reduced = noisy.reduce_noise %v : !noisy.i32\n"
        "    %w = noisy.mul %v_reduced, %a : !noisy.i32\n"
        "    scf.yield %w : !noisy.i32\n"
        "  }\n"
        "  %r_reduced = noisy.reduce_noise %r : !noisy.i32\n"
        "  return %r_reduced : !noisy.i32\n}\n");
}

//===----------------------------------------------------------------------===//
// Where in the file
//===----------------------------------------------------------------------===//

static const char OverflowText[] =
    "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
    "  %b = noisy.mul %a, %a : !noisy.i32\n"
    "  %c = noisy.mul %b, %b : !noisy.i32\n"
    "  return %c : !noisy.i32\n}\n";

TEST_CASE("Fix: only the chunk that was asked for", "[fix]") {
  std::string PrefixedText = std::string("// \xC3\xA9\n") + OverflowText;
  std::string Mark = "// -----\n";
  std::string FixedText = fixText(PrefixedText);
  CHECK(fixText(PrefixedText + Mark + PrefixedText + Mark + PrefixedText, 0) ==
        FixedText + Mark + PrefixedText + Mark + PrefixedText);
  size_t Middle = PrefixedText.size() + Mark.size() + 40;
  CHECK(fixText(PrefixedText + Mark + PrefixedText + Mark + PrefixedText,
                Middle) ==
        PrefixedText + Mark + FixedText + Mark + PrefixedText);
  // A chunk that does not parse is nobody's trouble but its own.
  std::string BrokenText = "func.func @broken(\n";
  CHECK(fixText(BrokenText + Mark + PrefixedText,
                BrokenText.size() + Mark.size() + 5) ==
        BrokenText + Mark + FixedText);
}

TEST_CASE("Fix: modules inside modules", "[fix]") {
  std::string NewText =
      fixText("module @outer {\n"
              "  module @inner attributes {a.b = 1 : i32} {\n"
              "    func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
              "      %b = noisy.mul %a, %a : !noisy.i32\n"
              "      %c = noisy.mul %b, %b : !noisy.i32\n"
              "      return %c : !noisy.i32\n"
              "    }\n"
              "  }\n"
              "}\n");
  CHECK(NewText.find(
            "\n      %b_reduced = noisy.reduce_noise %b : !noisy.i32\n") !=
        std::string::npos);
}

TEST_CASE("Fix: aliases and resources around it", "[fix]") {
  std::string Head = "#map = affine_map<(d0) -> (d0)>\n!c = !noisy.i32\n";
  std::string Tail = "{-# external_resources: {} #-}\n";
  CHECK(fixText(Head +
                "func.func @f(%a: !c) -> !c {\n"
                "  %b = noisy.mul %a, %a : !c\n"
                "  %c = noisy.mul %b, %b : !c\n"
                "  return %c : !c\n}\n" +
                Tail) ==
        Head +
            "func.func @f(%a: !c) -> !c {\n"
            "  %b = noisy.mul %a, %a : !c\n"
            "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
            "  %c = noisy.mul %b_reduced, %b_reduced : !c\n"
            "  return %c : !c\n}\n" +
            Tail);
}

//===----------------------------------------------------------------------===//
// No fix
//===----------------------------------------------------------------------===//

TEST_CASE("Fix: where there is none it says why", "[fix]") {
  Fix BrokenRepair = fixOf("func.func @f(");
  CHECK(BrokenRepair.Edits.empty());
  CHECK(BrokenRepair.Message == "the text has errors; mend these first");

  // No reduction makes a function legal that returns more than it may.
  Fix Unknown = fixOf("func.func private @g() -> !noisy.i32\n"
                      "func.func @f() -> !noisy.i32 {\n"
                      "  %a = call @g() : () -> !noisy.i32\n"
                      "  %b = noisy.mul %a, %a : !noisy.i32\n"
                      "  return %b : !noisy.i32\n}\n");
  CHECK(Unknown.Edits.empty());
  CHECK(llvm::StringRef(Unknown.Message).starts_with("cannot reduce"));
  CHECK(Unknown.Message.find("%a") != std::string::npos);

  Fix Legal = fixOf("module {}\n");
  CHECK(Legal.Edits.empty());
  CHECK_FALSE(Legal.Message.empty());
}

TEST_CASE("Fix: it can be cancelled", "[fix]") {
  OptimizerOptions Options;
  Options.isCancelled = [] { return true; };
  Fix Repair =
      computeReductionFix(allDialects(), Text(OverflowText), 0, Options);
  // Whatever had been found by then holds.
  if (!Repair.Edits.empty())
    CHECK(chunkOf(applyEdits(OverflowText, Repair.Edits))->problems().empty());
  CHECK_FALSE(Repair.Message.empty());
}

//===----------------------------------------------------------------------===//
// A function, and a document
//===----------------------------------------------------------------------===//

static Fix fixOf(ReductionScope Scope, const std::string &OldText,
                 size_t Offset = 0) {
  OptimizerOptions Options;
  Options.timeLimit = std::chrono::seconds(60);
  return computeReductionFix(allDialects(), Text(OldText), Offset, Options,
                             Scope);
}

/// A function in which %c overflows.
static std::string overflowIn(const std::string &Name) {
  return "func.func @" + Name +
         "(%a: !noisy.i32) -> !noisy.i32 {\n"
         "  %b = noisy.mul %a, %a : !noisy.i32\n"
         "  %c = noisy.mul %b, %b : !noisy.i32\n"
         "  return %a : !noisy.i32\n}\n";
}
static std::string mendedIn(const std::string &Name) {
  return "func.func @" + Name +
         "(%a: !noisy.i32) -> !noisy.i32 {\n"
         "  %b = noisy.mul %a, %a : !noisy.i32\n"
         "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
         "  %c = noisy.mul %b_reduced, %b_reduced : !noisy.i32\n"
         "  return %a : !noisy.i32\n}\n";
}

TEST_CASE("Fix: one function, the others stay", "[fix]") {
  std::string OldText = "module {\n" + overflowIn("f") + "}\n// -----\n" +
                        overflowIn("g") + overflowIn("h");
  for (const char *Name : {"f", "g", "h"}) {
    Fix Repair = fixOf(ReductionScope::Function, OldText,
                       OldText.find(std::string("@") + Name));
    CHECK(Repair.Message == "inserted 1 reduction, the fewest possible");
    std::string NewText = applyEdits(OldText, Repair.Edits);
    std::string Old = overflowIn(Name);
    CHECK(NewText.substr(0, OldText.find(Old)) ==
          OldText.substr(0, OldText.find(Old)));
    CHECK(NewText.find(mendedIn(Name)) == OldText.find(Old));
  }
  Fix EmptyRepair = fixOf(ReductionScope::Function, OldText, 0);
  CHECK(EmptyRepair.Edits.empty());
  CHECK(EmptyRepair.Message == "there is no function here");
}

TEST_CASE("Fix: what a function passes on is no concern of others", "[fix]") {
  // %1 comes in with too much noise already.
  std::string OldText = "func.func private @g(%y: !noisy.i32) -> !noisy.i32 {\n"
                        "  %3 = noisy.mul %y, %y : !noisy.i32\n"
                        "  %4 = noisy.mul %3, %3 : !noisy.i32\n"
                        "  return %4 : !noisy.i32\n}\n"
                        "func.func @h(%x: !noisy.i32) -> !noisy.i32 {\n"
                        "  %1 = call @g(%x) : (!noisy.i32) -> !noisy.i32\n"
                        "  %5 = noisy.mul %x, %x : !noisy.i32\n"
                        "  %6 = noisy.mul %5, %5 : !noisy.i32\n"
                        "  return %1 : !noisy.i32\n}\n";
  Fix Repair = fixOf(ReductionScope::Function, OldText, OldText.find("%6"));
  CHECK(Repair.Edits.size() == 3);
  CHECK_THAT(Repair.Message, Catch::Contains("comes into the function"));
  // What is only passed on is not to be mended here.
  OldText.erase(OldText.find("  %6"),
                OldText.find("  return %1") - OldText.find("  %6"));
  Repair = fixOf(ReductionScope::Function, OldText, OldText.find("%5"));
  CHECK(Repair.Edits.empty());
  CHECK(Repair.Message == "no reductions are needed");
}

TEST_CASE("Fix: beside what is broken", "[fix]") {
  std::string Fine = overflowIn("f");
  auto repairText = [&](const std::string &Text) {
    return fixOf(ReductionScope::Function, Text, Text.find("%c"));
  };
  for (const char *BrokenText :
       {"func.func @b() {\n  %0 = \n}\n",
        "func.func @b() {\n  %0 = arith.constant 1 : i32\n",
        "func.func @b() -> i32 {\n  return\n}\n", "hello\n",
        "func.func @b() {\n  call @unknown() : () -> ()\n  return\n}\n"}) {
    CAPTURE(BrokenText);
    for (bool IsBefore : {true, false}) {
      std::string Text = IsBefore ? BrokenText + Fine : Fine + BrokenText;
      Fix Repair = repairText(Text);
      CHECK(Repair.Message == "inserted 1 reduction, the fewest possible; what "
                              "has errors was left out of account");
      CHECK(
          applyEdits(Text, Repair.Edits) ==
          (IsBefore ? BrokenText + mendedIn("f") : mendedIn("f") + BrokenText));
      // Not all of it, though.
      CHECK(fixOf(ReductionScope::Chunk, Text).Message ==
            "the text has errors; mend these first");
    }
  }
  // A broken one that may call it, or one that does, with any noise.
  std::string Caller = "func.func @b(%a: !noisy.i32) {\n"
                       "  %0 = call @f(%a) : (!noisy.i32) -> !noisy.i32\n"
                       "  %1 = \n}\n";
  Fix Repair = repairText(Fine + Caller);
  CHECK(Repair.Edits.empty());
  CHECK(Repair.Message == "what has errors names @f; mend these first");
  // The function itself is broken.
  Repair = repairText(replaceOnce(Fine, "%b, %b", "%b"));
  CHECK(Repair.Edits.empty());
  CHECK(Repair.Message == "the text has errors; mend these first");
}

TEST_CASE("Fix: each part of a document", "[fix]") {
  std::string Line = "// -----\n";
  std::string Plain = "func.func @p() {\n  return\n}\n";
  std::string OldText =
      overflowIn("f") + Line + Plain + Line + overflowIn("g") + overflowIn("h");
  Fix Repair = fixOf(ReductionScope::Document, OldText);
  CHECK(applyEdits(OldText, Repair.Edits) ==
        mendedIn("f") + Line + Plain + Line + mendedIn("g") + mendedIn("h"));
  CHECK(Repair.Message ==
        "inserted 3 reductions, the fewest possible, in 2 parts");

  // What cannot be mended stays, and is named.
  std::string Hopeless = "\nfunc.func @i(%a: !noisy.i32) {\n"
                         "  %b = noisy.scale %a by 100000 : !noisy.i32\n"
                         "  return\n}\n";
  std::string BrokenText = "func.func @j(%a: !noisy.i32) {\n";
  Repair = fixOf(ReductionScope::Document,
                 Hopeless + Line + overflowIn("f") + Line + BrokenText);
  CHECK(applyEdits(Hopeless + Line + overflowIn("f") + Line + BrokenText,
                   Repair.Edits) ==
        Hopeless + Line + mendedIn("f") + Line + BrokenText);
  CHECK_THAT(Repair.Message,
             Catch::StartsWith("inserted 1 reduction, the fewest possible; not "
                               "mended: the part at line 2 (") &&
                 Catch::EndsWith("the part at line 13 (the text has errors; "
                                 "mend these first)"));
  // Nothing to do is nothing wrong.
  Repair = fixOf(ReductionScope::Document, Plain + Line + mendedIn("f"));
  CHECK(Repair.Edits.empty());
  CHECK(Repair.Message == "no reductions are needed");
  Repair = fixOf(ReductionScope::Document, Hopeless);
  CHECK(Repair.Edits.empty());
  CHECK_THAT(Repair.Message,
             Catch::StartsWith("nothing was mended: the part at line 2 ("));
}

TEST_CASE("Fix: cancelled, there are no edits", "[fix]") {
  OptimizerOptions Options;
  Options.isCancelled = [] { return true; };
  for (ReductionScope Scope : {ReductionScope::Function, ReductionScope::Chunk,
                               ReductionScope::Document})
    CHECK(computeReductionFix(allDialects(), Text(overflowIn("f")), 5, Options,
                              Scope)
              .Edits.empty());
}

TEST_CASE("Fix: how far it is, in words", "[fix]") {
  CHECK(describeSearch(12, 10, false) ==
        "12 reductions, at least 10 (gap 20 %)");
  CHECK(describeSearch(1001, 1000, false) ==
        "1001 reductions, at least 1000 (gap 0.1 %)");
  // Little is not nothing.
  CHECK(describeSearch(1000001, 1000000, true) ==
        "cost 1000001, at least 1000000 (gap 0.1 %)");
  CHECK(describeSearch(3, 0, false) == "3 reductions so far");
  CHECK(describeSearch(1, 1, false) == "1 reduction, the fewest possible");
  CHECK(describeSearch(-1, 0, false) == "nothing found yet, at least 0");
  std::vector<std::string> ProgressMessages;
  OptimizerOptions Options;
  Options.timeLimit = std::chrono::seconds(60);
  computeReductionFix(
      allDialects(), Text(overflowIn("f")), 0, Options, ReductionScope::Chunk,
      [&](std::string Message) { ProgressMessages.push_back(Message); });
  REQUIRE(ProgressMessages.size() >= 3);
  CHECK(ProgressMessages[0] == "reading the text");
  CHECK_THAT(ProgressMessages.back(), Catch::StartsWith("1 reduction"));
}
