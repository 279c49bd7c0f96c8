//===- MistypedDialectTest.cpp - Names that are nearly a dialect's --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/MistypedDialect.h"
#include "server/snapshot/ProblemCodes.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

TEST_CASE("MistypedDialect: the dialect that was meant", "[foreign]") {
  CHECK(findMeantDialect(allDialects(), "arit") == "arith");
  CHECK(findMeantDialect(allDialects(), "noissy") == "noisy");
  CHECK(findMeantDialect(allDialects(), "fucn") == "func");
  for (const char *Other :
       {"bgv", "cggi", "secret", "lwe", "tt", "hw", "comb", "emit", "xllvm"})
    CHECK(findMeantDialect(allDialects(), Other) == "");
}

/// The errors of a text: where, and what is to be there.
static std::string told(const std::string &Text) {
  auto State = snapshotOf(Text);
  std::string Result;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    if (Issue.Severity != Problem::Level::Error)
      return;
    Result +=
        State->text().bytes().slice(Issue.Range.Begin, Issue.Range.End).str() +
        ": " +
        (Issue.Code == UnknownTypeCode ? Issue.Replacement : Issue.Message) +
        "\n";
  });
  return Result;
}

TEST_CASE(
    "MistypedDialect: types and attributes are errors at their names, and "
    "nothing else is",
    "[foreign]") {
  CHECK(told("func.func @f(%a: !nosy.i32, %b: !noisy.i32) -> !noisy.i32 {\n"
             "  %0 = noisy.add %a, %b : !noisy.i32\n"
             "  return %0 : !noisy.i32\n"
             "}\n") == "!nosy.i32: !noisy.i32\n");
  CHECK(told("func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
             "  %0 = noisy.add %a, %a : !noizy.i32\n"
             "  %1 = noisy.add %0, %a : !noisy.i32\n"
             "  return %1 : !noisy.i32\n"
             "}\n") == "!noizy.i32: !noisy.i32\n");
  CHECK(told("module attributes {noisy.model = #nosy.model<max = 20>} {\n"
             "}\n") == "#nosy.model: #noisy.model\n");
  CHECK(
      told("func.func private @f(!llvmm.ptr<3>, tensor<4x!quannt.x<i8>>)\n") ==
      "!llvmm.ptr: !llvm.ptr\n");
  // What is far from all dialects is another project's.
  CHECK(told("func.func private @f(!secret.secret<i8>, !bgv.ct)\n") == "");
}

TEST_CASE("MistypedDialect: operations stay the errors that they are",
          "[foreign]") {
  std::string Text = "func.func @f(%a: i32, %b: !arit.x) -> i32 {\n"
                     "  %0 = arit.addi %a, %a : i32\n"
                     "  %1 = \"arit.foo\"(%a) : (i32) -> i32\n"
                     "  return %1 : i32\n"
                     "}\n";
  CHECK(told(Text) == "!arit.x: !arith.x\n"
                      "arit.addi: unknown dialect 'arit' of operation "
                      "'arit.addi'; did you mean 'arith.addi'?\n");
}
