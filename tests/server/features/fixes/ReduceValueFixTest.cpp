//===- ReduceValueFixTest.cpp - Reduce one value --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/features/fixes/SmallFixes.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static std::string reduceAt(const std::string &MarkedText) {
  return fixedAt(fixes::ReduceValue, MarkedText);
}

TEST_CASE("Reduce here: behind the definition, wherever it was asked for",
          "[small-fix]") {
  const std::string NewText =
      "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
      "  %b = noisy.mul %a, %a : !noisy.i32 // Squared.\n"
      "  %b_reduced = noisy.reduce_noise %b : !noisy.i32\n"
      "  %c = noisy.add %b_reduced, %a : !noisy.i32\n"
      "  return %c : !noisy.i32\n}\n";
  for (const char *Body : {"  |%b = noisy.mul %a, %a : !noisy.i32 // Squared.\n"
                           "  %c = noisy.add %b, %a : !noisy.i32\n",
                           "  %b| = noisy.mul %a, %a : !noisy.i32 // Squared.\n"
                           "  %c = noisy.add %b, %a : !noisy.i32\n",
                           "  %b = noisy.m|ul %a, %a : !noisy.i32 // Squared.\n"
                           "  %c = noisy.add %b, %a : !noisy.i32\n",
                           "  %b = noisy.mul %a, %a : !noisy.i32 // Squared.\n"
                           "  %c = noisy.add |%b, %a : !noisy.i32\n"})
    CHECK(reduceAt("func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n" +
                   std::string(Body) + "  return %c : !noisy.i32\n}\n") ==
          NewText);
  CHECK(messageAt(fixes::ReduceValue,
                  "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                  "  |%b = noisy.mul %a, %a : !noisy.i32\n"
                  "  return %b : !noisy.i32\n}\n") ==
        "reduced %b of 24 = 12 + 12 bits");
}

TEST_CASE("Reduce here: arguments", "[small-fix]") {
  CHECK(reduceAt("func.func @f(%a|: !noisy.i32) -> !noisy.i32 {\n"
                 "\treturn %a : !noisy.i32\n}\n") ==
        "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
        "\t%a_reduced = noisy.reduce_noise %a : !noisy.i32\n"
        "\treturn %a_reduced : !noisy.i32\n}\n");
  // What a loop carries grows without end; reduced inside of it, it does not.
  CHECK(reduceAt(R"mlir(func.func @f(%a: !noisy.i32, %n: index) -> !noisy.i32 {
  %s = arith.constant 1 : index
  %r = scf.for %i = %s to %n step %s iter_args(%v = %a) -> (!noisy.i32) {
    %w = noisy.add %|v, %a : !noisy.i32
    scf.yield %w : !noisy.i32
  }
  return %r : !noisy.i32
}
)mlir") ==
        R"mlir(func.func @f(%a: !noisy.i32, %n: index) -> !noisy.i32 {
  %s = arith.constant 1 : index
  %r = scf.for %i = %s to %n step %s iter_args(%v = %a) -> (!noisy.i32) {
    %v_reduced = noisy.reduce_noise %v : !noisy.i32
    %w = noisy.add %v_reduced, %a : !noisy.i32
    scf.yield %w : !noisy.i32
  }
  return %r : !noisy.i32
}
)mlir");
}

TEST_CASE("Reduce here: of a group, the one that is named", "[small-fix]") {
  std::string Head = "func.func @f(%p: i1, %a: !noisy.i32) -> !noisy.i32 {\n"
                     "  %0:2 = scf.if %p -> (!noisy.i32, !noisy.i32) {\n"
                     "    scf.yield %a, %a : !noisy.i32, !noisy.i32\n"
                     "  } else {\n"
                     "    scf.yield %a, %a : !noisy.i32, !noisy.i32\n"
                     "  }\n";
  CHECK(reduceAt(Head + "  %1 = noisy.add %0#|1, %0#0 : !noisy.i32\n"
                        "  return %1 : !noisy.i32\n}\n") ==
        Head + "  %reduced0_1 = noisy.reduce_noise %0#1 : !noisy.i32\n"
               "  %1 = noisy.add %reduced0_1, %0#0 : !noisy.i32\n"
               "  return %1 : !noisy.i32\n}\n");
  CHECK(reduceAt("func.func @f(%p: i1, %a: !noisy.i32) {\n"
                 "  |%0:2 = \"a.b\"() : () -> (!noisy.i32, !noisy.i32)\n"
                 "  return\n}\n") ==
        "no: several encrypted values have this name; put the cursor on a use "
        "of one of them");
}

TEST_CASE("Reduce here: step by step, out of what is unreliable",
          "[small-fix]") {
  // With %b reduced %c is well, and %d, which was unreliable, is what is
  // reported.
  CHECK(reduceAt("func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                 "  |%b = noisy.mul %a, %a : !noisy.i32\n"
                 "  %c = noisy.mul %b, %b : !noisy.i32\n"
                 "  %d = noisy.mul %c, %c : !noisy.i32\n"
                 "  return %d : !noisy.i32\n}\n")
            .find("%b_reduced = ") != std::string::npos);
}

TEST_CASE("Reduce here: where it is refused", "[small-fix]") {
  std::string Head = R"mlir(func.func @f(%a: !noisy.i32, %x: i5) -> !noisy.i32 {
  %e = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %b : !noisy.i32
  %r = noisy.reduce_noise %b : !noisy.i32
  %u = "a.b"() : () -> !noisy.i32
  %t = "a.b"() : () -> tensor<2x!noisy.i32>
)mlir";
  auto ReduceUse = [&](const std::string &Use) {
    return reduceAt(Head + "  \"a.c\"(" + Use +
                    "\n  return %a : !noisy.i32\n}\n");
  };
  CHECK(ReduceUse("|%e) : (!noisy.i32) -> ()") == "no: %e is fresh already");
  CHECK(ReduceUse("|%r) : (!noisy.i32) -> ()") == "no: %r is fresh already");
  CHECK(ReduceUse("|%x) : (i5) -> ()") == "no: %x is not encrypted");
  CHECK(ReduceUse("|%t) : (tensor<2x!noisy.i32>) -> ()") ==
        "no: %t is not reduced as a whole, only its elements");
  CHECK(ReduceUse("%a) {|b} : (!noisy.i32) -> ()") ==
        "no: there is no encrypted value here");
  CHECK(ReduceUse("|%c) : (!noisy.i32) -> ()") ==
        "no: %c itself has too much noise (48 = 24 + 24 bits, limit 26), and a "
        "reduction after it does not fix that; reduce its operands");
  CHECK(ReduceUse("|%u) : (!noisy.i32) -> ()") ==
        "no: the noise of %u is unknown, and a reduction after it does not "
        "fix that");
  CHECK(reduceAt("func.func @f(|") ==
        "no: the text has errors; fix the errors first");
}
