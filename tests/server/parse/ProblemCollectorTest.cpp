//===- ProblemCollectorTest.cpp - MLIR's errors -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The errors of MLIR in a text, with their notes.
static std::vector<std::string> errorsOf(const std::string &Text) {
  std::vector<std::string> Result;
  snapshotOf(Text)->forEachProblem(
      [&](const Snapshot::Part &, const Problem &Issue) {
        if (Issue.Source != "mlir")
          return;
        std::string &Line = Result.emplace_back(Issue.Message);
        for (const Problem::Note &Note : Issue.Notes)
          Line += "; " + Note.Message;
      });
  return Result;
}

TEST_CASE("ProblemCollector: no list of all dialects", "[problems]") {
  CHECK(errorsOf("\"nowhere.op\"() : () -> ()\n"
                 "func.func @f() {\n  arth.addi\n  return\n}\n") ==
        std::vector<std::string>{
            "unknown dialect 'arth' of operation 'arth.addi'; did you mean "
            "'arith.addi'?"});
}

TEST_CASE("ProblemCollector: the same of two regions is said once",
          "[problems]") {
  CHECK(errorsOf("func.func @f(%n: index, %a: i32) -> i32 {\n"
                 "  %s = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> i32 {\n"
                 "  } else {\n"
                 "  }\n"
                 "  return %s : i32\n}\n") ==
        std::vector<std::string>{
            "'affine.yield' op parent of yield must have same number of "
            "results as the yield operands"});
}
