//===- ProblemCollectorTest.cpp - MLIR's errors in words for users --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The errors of MLIR in a text, with what they mark and their notes.
static std::vector<std::string> errorsOf(const std::string &Text) {
  std::vector<std::string> Result;
  snapshotOf(Text)->forEachProblem(
      [&](const Snapshot::Part &, const Problem &Issue) {
        if (Issue.Source != "mlir")
          return;
        std::string &Line = Result.emplace_back(Issue.Message);
        Line += " at " + Text.substr(Issue.Range.Begin, Issue.Range.size());
        for (const Problem::Note &Note : Issue.Notes)
          Line += "; " + Note.Message;
      });
  return Result;
}

TEST_CASE("ProblemCollector: a region that passes on too few values",
          "[problems]") {
  CHECK(errorsOf("func.func @f(%n: index, %a: i32) -> i32 {\n"
                 "  %s = scf.for %i = %n to %n step %n iter_args(%x = %a) -> "
                 "(i32) {\n"
                 "  }\n"
                 "  return %s : i32\n}\n") ==
        std::vector<std::string>{
            "'scf.yield' in 'scf.for' has 0 values, but needs 1 at scf.for"});
  CHECK(errorsOf("func.func @f(%c: i1, %a: i32) -> (i32, i32) {\n"
                 "  %r:2 = scf.if %c -> (i32, i32) {\n"
                 "    scf.yield %a : i32\n"
                 "  } else {\n"
                 "    scf.yield %a, %a : i32, i32\n"
                 "  }\n"
                 "  return %r#0, %r#1 : i32, i32\n}\n") ==
        std::vector<std::string>{
            "'scf.yield' in 'scf.if' has 1 value, but needs 2 at scf.yield"});
}
