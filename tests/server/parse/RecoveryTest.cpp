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
