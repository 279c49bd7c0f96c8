//===- RecoveryTest.cpp - Parsing without broken operations ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whose error it is where letters alone do not tell. What a function with
// broken operations shows is in BrokenOperationTest.
//
//===----------------------------------------------------------------------===//

#include "tests/server/Histories.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The names of the operations that a text has as of now, in its order.
static std::string knownOperations(const std::string &Text) {
  auto State = snapshotOf(Text);
  std::string Result;
  for (const Snapshot::Part &P : State->parts())
    for (const PlacedSection &S : P.Sections)
      for (const Section::Operation &Op : S.Data->operations())
        if (!S.isStale() && !Op.Range.empty() &&
            Op.Kind != Section::OperationKind::Broken)
          Result +=
              (Result.empty() ? "" : " ") + S.Data->string(Op.FullName).str();
  return Result;
}

/// A function with a constant, a line, and its end.
static std::string withLine(const std::string &Line) {
  return "func.func @f() {\n  %a = arith.constant 1 : i32\n  " + Line +
         "\n  return\n}\n";
}

TEST_CASE("Recovery: what MLIR has read is no part of a broken operation",
          "[recovery]") {
  for (std::string Line :
       {"\"text\", %a : i32", "@name bind(3, 0) : i32", "= math.absi %a : i32",
        "(name: %a)", "{kind = 1 : i32}", "private mutable @g : i32",
        ":2 = a.b %a : i32, i32"}) {
    INFO(Line);
    CHECK(knownOperations(withLine(Line)) ==
          "func.func arith.constant func.return");
    CHECK(problemsOf(snapshotOf(withLine(Line))).size() == 1);
  }
  // As the first line, too.
  for (std::string Line : {"@name bind(3, 0) : i32", "{kind = 1 : i32}"})
    CHECK(knownOperations("func.func @f() {\n  " + Line + "\n  return\n}") ==
          "func.func func.return");
}

TEST_CASE("Recovery: a name without what its line needs", "[recovery]") {
  for (std::string Line : {"scf.for  = %c to %c step %c {\n  }",
                           "llvm.store , %p : i32, !llvm.ptr"})
    CHECK(knownOperations(withLine(Line)) ==
          "func.func arith.constant func.return");
}

TEST_CASE("Recovery: the label of a block without its name", "[recovery]") {
  std::string Text =
      "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0 = linalg.map ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {\n"
      "  }\n  %1 = \"a.b\"(%a) ({\n    (%x: f32):\n"
      "      %y = arith.addf %x, %x : f32\n      \"a.c\"(%y) : (f32) -> ()\n"
      "  }) : (tensor<4xf32>) -> tensor<4xf32>\n"
      "  return %1 : tensor<4xf32>\n}\n";
  Text.erase(Text.find("  %0"), Text.find("  %1") - Text.find("  %0"));
  CHECK(knownOperations(Text) == "func.func a.b arith.addf a.c func.return");
}

/// The places, `line:column` from 1, and the messages of the errors.
static std::string errorsOf(const std::string &Text) {
  auto State = snapshotOf(Text);
  std::string Result;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    if (Issue.Severity != Problem::Level::Error || Issue.Source != "mlir")
      return;
    size_t Line = State->text().lineAt(Issue.Range.Begin);
    Result +=
        std::to_string(Line + 1) + ":" +
        std::to_string(Issue.Range.Begin - State->text().lineStart(Line) + 1) +
        " " + Issue.Message + "\n";
  });
  return Result;
}

TEST_CASE("Recovery: a label without its colon", "[recovery]") {
  for (std::string Label : {"^b", "^b(%x: i32)", "^b(%x: i32, %y: i32)"}) {
    INFO(Label);
    std::string Text = "func.func @f(%a: i32) -> i32 {\n  cf.br ^c\n" + Label +
                       "\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n"
                       "^c:\n  return %a : i32\n}\n";
    CHECK(knownOperations(Text) ==
          "func.func cf.br arith.addi func.return func.return");
    CHECK(errorsOf(Text) == "3:" + std::to_string(Label.size() + 1) +
                                " expected ':' after block name\n");
  }
}

TEST_CASE("Recovery: a type whose name is not written yet", "[recovery]") {
  std::string Text = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  %0 = noisy.add %a, %a : !noisy.\n"
                     "  return %a : !noisy.i32\n}\n";
  CHECK(errorsOf(Text) == "2:33 expected a name after '!noisy.'\n");
  CHECK(knownOperations(Text) == "func.func func.return");
}

TEST_CASE("Recovery: one error of a broken operation", "[recovery]") {
  // MLIR says more of each.
  for (std::string Line :
       {"%0 = arith.addi %a, %a {x = 3 : i64",
        "%0 = memref.subview %m[0] [1 1] [1] : memref<4xi32> to memref<1xi32>"})
    CHECK(llvm::StringRef(errorsOf(withLine(Line))).count('\n') == 1);
  // What was not typed yet, in a region that is not closed.
  std::string Text = "func.func @f(%a: i32, %c: i1) -> i32 {\n  scf.if %c {\n"
                     "    %0 = arith.addi %a, \n  return %a : i32\n}\n";
  CHECK(errorsOf(Text) == "3:24 expected SSA operand\n");
}

TEST_CASE("Recovery: a loop whose end is broken", "[recovery]") {
  for (std::string End : {"affine.yield y : f32", "affine.yield %y"}) {
    std::string Text =
        "func.func @f(%a: f32) -> f32 {\n"
        "  %0 = affine.for %i = 0 to 4 iter_args(%x = %a) -> f32 {\n"
        "    %y = arith.addf %x, %x : f32\n    " +
        End + "\n  }\n  return %0 : f32\n}\n";
    CHECK(llvm::StringRef(errorsOf(Text)).count('\n') == 1);
    CHECK(llvm::StringRef(errorsOf(Text)).starts_with("4:"));
  }
}

TEST_CASE("Recovery: text behind a function is not its own", "[recovery]") {
  for (std::string Line : {"/* a */", "=", ",", "*", "-", "?", "@g(%a: i32)",
                           " private @g(i32)", " = \"a.b\"() : () -> i32"}) {
    INFO(Line);
    std::string Text = "func.func @f(%a: i32) -> i32 {\n"
                       "  return %a : i32\n}\n" +
                       Line + "\n";
    CHECK(llvm::StringRef(knownOperations(Text))
              .starts_with("func.func func.return"));
    CHECK(llvm::StringRef(errorsOf(Text)).starts_with("4:"));
    // In a module as well.
    CHECK(llvm::StringRef(knownOperations("module {\n" + Text + "}\n"))
              .contains("func.func func.return"));
  }
}

TEST_CASE("Recovery: an open bracket at top level", "[recovery]") {
  std::string Text = "  %0 = \"x.y\"() : () -> (index\n"
                     "  %1 = \"x.y\"(%0) : (index) -> index\n"
                     "  \"x.z\"(%1) : (index) -> ()\n";
  CHECK(knownOperations("module {\n" + Text + "}\n") ==
        "builtin.module x.y x.z");
  CHECK(knownOperations(Text) == "x.y x.z");
}

TEST_CASE("Recovery: operations of unknown dialects that are cut off",
          "[recovery]") {
  for (std::string Line : {"%0 = x.y %a,", "%0 = x.y %a : i32,",
                           "%0 = x.y(%a, %a : i32", "x.y %a,"}) {
    INFO(Line);
    std::string Text = withLine(Line + "\n  %1 = arith.addi %a, %a : i32");
    CHECK(knownOperations(Text) ==
          "func.func arith.constant arith.addi func.return");
    CHECK(llvm::StringRef(errorsOf(Text))
              .starts_with("3:" + std::to_string(2 + Line.size())));
    CHECK(llvm::StringRef(errorsOf(Text)).count('\n') == 1);
  }
}
