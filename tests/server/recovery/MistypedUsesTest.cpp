//===- MistypedUsesTest.cpp - Tests of MistypedUses -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/MistypedUses.h"
#include "tests/server/Histories.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The lines, from 1 on, of the errors of a text.
static std::vector<size_t> errorLines(const std::string &Text) {
  std::vector<size_t> Result;
  snapshotOf(Text)->forEachProblem(
      [&](const Snapshot::Part &, const Problem &Issue) {
        llvm::StringRef Before =
            llvm::StringRef(Text).take_front(Issue.Range.Begin);
        if (Issue.Severity == Problem::Level::Error)
          Result.push_back(1 + Before.count('\n'));
      });
  return Result;
}

/// The number of operations that the snapshot of a text knows.
static size_t countKnown(const std::string &Text) {
  size_t Result = 0;
  std::shared_ptr<const Snapshot> State = snapshotOf(Text);
  for (const Snapshot::Part &P : State->parts())
    for (const auto &Located : P.Sections)
      for (const Section::Operation &Op : Located.Data->operations())
        Result +=
            !Op.Range.empty() && Op.Kind != Section::OperationKind::Broken;
  return Result;
}

TEST_CASE("MistypedUses: the types in an error", "[recovery]") {
  const char *Message = "use of value '%a#1' expects different type than prior "
                        "uses: '(i32) -> i64' vs 'memref<4xi32>'";
  CHECK(valueOfOtherType(Message) == "%a");
  CHECK(readUseTypes(Message) == std::pair<llvm::StringRef, llvm::StringRef>(
                                     "(i32) -> i64", "memref<4xi32>"));
  CHECK(valueOfOtherType("use of undeclared SSA value name").empty());
}

TEST_CASE("MistypedUses: the operation of a wrong use is known", "[recovery]") {
  std::string Text = "func.func @f(%a: !noisy.i32, %s: i16) -> i32 {\n"
                     "  %0 = arith.addi %s, %s : i32\n"
                     "  %1 = arith.muli %0, %0 : i32\n"
                     "  return %s : i32\n}\n";
  // Once in an operation, as MLIR says it.
  CHECK(errorLines(Text) == std::vector<size_t>{2, 4});
  CHECK(countKnown(Text) == 4);
}

TEST_CASE("MistypedUses: a definition with many uses changes its type",
          "[recovery]") {
  std::string Text = "func.func @f(%a: i32) -> i32 {\n"
                     "  %c = arith.constant 3 : i3\n"
                     "  %0 = arith.addi %a, %a : i32\n";
  std::vector<size_t> Lines;
  for (int I = 0; I < 300; ++I) {
    Text += "  %" + std::to_string(I + 1) + " = arith.addi %" +
            std::to_string(I) + ", %c : i32\n";
    Lines.push_back(4 + I);
  }
  Text += "  return %300 : i32\n}\n";
  CHECK(errorLines(Text) == Lines);
  CHECK(countKnown(Text) == 304);
}

TEST_CASE("MistypedUses: right and wrong uses of several results",
          "[recovery]") {
  // Also undefined names, and regions that define the same name.
  std::string Text = "func.func @f(%a: i32, %b: i64, %t: i1) -> i32 {\n"
                     "  %c:2 = \"x.y\"() : () -> (i32, i64)\n"
                     "  %0 = arith.addi %a, %c#1 : i32\n"
                     "  %1 = arith.addi %0, %c#0 : i32\n"
                     "  %2 = arith.addi %b, %c#0 : i64\n"
                     "  %3 = arith.addi %b, %c#1 : i64\n"
                     "  %4 = arith.addi %1, %c#1 : i32\n"
                     "  %5 = arith.addi %4, %c#1 : i32\n"
                     "  %6 = scf.if %t -> i32 {\n"
                     "    %d = arith.addi %b, %b : i64\n"
                     "    scf.yield %c#1 : i32\n"
                     "  } else {\n"
                     "    %d = arith.addi %a, %a : i64\n"
                     "    %e = arith.addi %d, %d : i64\n"
                     "    scf.yield %nothing : i32\n"
                     "  }\n"
                     "  %7 = arith.addi %5, %6 : i32\n"
                     "  return %7 : i64\n}\n";
  CHECK(errorLines(Text) == std::vector<size_t>{3, 5, 7, 8, 11, 13, 15, 18});
  CHECK(countKnown(Text) == 16);
}

TEST_CASE("MistypedUses: wrong uses among broken operations", "[recovery]") {
  std::string Text = "func.func @f(%a: i32, %b: i64) {\n"
                     "  %x = arith.addi %a\n"
                     "  %0 = arith.addi %b, %x : i32\n"
                     "  %1 = arith.addi %x, %b : i32\n"
                     "  %2 = arith.addi %b, %b : i32\n"
                     "  arith.nothing %b\n"
                     "  %3 = arith.addi %b, %1 : i32\n"
                     "  return\n}\n";
  CHECK(errorLines(Text) == std::vector<size_t>{2, 3, 4, 5, 6, 7});
  CHECK(countKnown(Text) == 6);
}

TEST_CASE("MistypedUses: names that several regions define", "[recovery]") {
  for (const char *Other : {"arith.constant 3 : i8", "arith.constant 3 : i32",
                            "arith.constant 3 : i64"}) {
    std::string Text = "func.func @f(%a: i32, %b: i64, %t: i1) {\n"
                       "  scf.if %t {\n"
                       "    %d = arith.addi %b, %b : i64\n";
    std::vector<size_t> Lines;
    for (int I = 0; I < 100; ++I) {
      Text += "    %u" + std::to_string(I) + " = arith.addi %d, %a : i32\n";
      Lines.push_back(4 + I);
    }
    Text += "  } else {\n    %d = " + std::string(Other) +
            "\n    %e = arith.subi %d, %d : " +
            llvm::StringRef(Other).rsplit(' ').second.str() +
            "\n  }\n  return\n}\n";
    CAPTURE(Text);
    CHECK(errorLines(Text) == Lines);
    CHECK(countKnown(Text) == 106);
  }
  // An argument.
  std::string Loops = "func.func @f(%a: i32, %z: index) {\n"
                      "  scf.for %i = %z to %z step %z {\n"
                      "    %e = arith.addi %i, %a : i32\n"
                      "    %g = arith.addi %i, %a : i32\n"
                      "    %h = arith.addi %i, %a : i32\n"
                      "  }\n"
                      "  scf.for %i = %z to %z step %z {\n"
                      "    %g = arith.addi %i, %z : index\n"
                      "  }\n"
                      "  return\n}\n";
  CHECK(errorLines(Loops) == std::vector<size_t>{3, 4, 5});
  CHECK(countKnown(Loops) == 8);
}

TEST_CASE("MistypedUses: no right use of several results", "[recovery]") {
  std::string Text = "func.func @f() {\n"
                     "  %v:2 = \"x.y\"() : () -> (i64, f32)\n"
                     "  \"x.y\"(%v#0) : (index) -> ()\n"
                     "  \"x.y\"(%v#0) : (f32) -> ()\n"
                     "  \"x.y\"(%v#1) : (index) -> ()\n"
                     "  \"x.y\"(%v#1) : (f32) -> ()\n"
                     "  return\n}\n";
  CHECK(errorLines(Text) == std::vector<size_t>{3, 4, 5});
}

TEST_CASE("MistypedUses: uses before their definition", "[recovery]") {
  std::string Text = "func.func @f(%a: i32, %b: i64) {\n"
                     "  cf.br ^b\n^c:\n"
                     "  %0 = arith.addi %b, %v : i64\n"
                     "  %1 = arith.addi %a, %v : i32\n"
                     "  %2 = arith.addi %a, %v : i32\n"
                     "  %3 = arith.addi %a, %v : i32\n"
                     "  return\n^b:\n"
                     "  %v = arith.addi %a, %a : i32\n"
                     "  cf.br ^c\n}\n";
  // MLIR tells the second use and the definition. That is right, so the first
  // use has its error.
  CHECK(errorLines(Text) == std::vector<size_t>{4, 5});
}

TEST_CASE("MistypedUses: a name that only a later loop defines", "[recovery]") {
  std::string Text = "func.func @f(%a: i8, %b: i1, %n: index) {\n"
                     "  scf.for %i = %n to %n step %n {\n"
                     "    = arith.cmpi slt, %a, %a : i8\n"
                     "    %d = arith.select %c, %a, %a : i8\n"
                     "  }\n"
                     "  scf.for %i = %n to %n step %n {\n"
                     "    %c = arith.addi %a, %a : i8\n"
                     "    %e = arith.addi %c, %a : i8\n"
                     "  }\n"
                     "  return\n}\n";
  CHECK(errorLines(Text) == std::vector<size_t>{2, 4});
  CHECK(countKnown(Text) == 7);
}

TEST_CASE("MistypedUses: names in isolated operations", "[recovery]") {
  std::string Text = "func.func @f(%a: i32) {\n"
                     "  %c = arith.constant 3 : i64\n"
                     "  %0 = arith.addi %a, %c : i32\n"
                     "  %1 = arith.addi %a, %c : i32\n"
                     "  builtin.module {\n"
                     "    func.func @g(%c: i32) {\n"
                     "      %2 = arith.addi %c, %c : i32\n"
                     "      return\n    }\n"
                     "  }\n"
                     "  %3 = arith.addi %a, %c : i32\n"
                     "  return\n}\n";
  // The argument has the name of a value that is seen there.
  CHECK(errorLines(Text) == std::vector<size_t>{3, 4, 6, 11});
}

TEST_CASE("MistypedUses: many definitions change their types", "[recovery]") {
  std::string Text = "func.func @f(%a: i32) {\n", Uses;
  std::vector<size_t> Lines;
  for (int I = 0; I < 40; ++I) {
    std::string Name = "%c" + std::to_string(I);
    Text += "  " + Name + " = arith.constant 3 : i3\n";
    for (const char *Result : {"%x", "%y"})
      Uses += "  " + std::string(Result) + std::to_string(I) +
              " = arith.addi %a, " + Name + " : i32\n";
    Lines.push_back(42 + 2 * I);
    Lines.push_back(43 + 2 * I);
  }
  CHECK(errorLines(Text + Uses + "  return\n}\n") == Lines);
}
