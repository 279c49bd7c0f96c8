//===- RemoveReductionFixTest.cpp - Take out a reduction ------------------===//
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

static std::string removeAt(const std::string &MarkedText) {
  return fixedAt(fixes::RemoveReduction, MarkedText);
}

TEST_CASE("Remove a reduction: its uses get what it reduced", "[small-fix]") {
  std::string Head = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n";
  const std::string NewText = Head + "  %b = noisy.add %a, %a : !noisy.i32\n"
                                     "  // Why.\n"
                                     "  return %b : !noisy.i32\n}\n";
  for (const char *Body :
       {"  |%r = noisy.reduce_noise %b : !noisy.i32\n"
        "  // Why.\n  return %r : !noisy.i32\n}\n",
        "  %r = noisy.re|duce_noise %b : !noisy.i32\n"
        "  // Why.\n  return %r : !noisy.i32\n}\n",
        "  %r = noisy.reduce_noise |%b : !noisy.i32\n"
        "  // Why.\n  return %r : !noisy.i32\n}\n",
        "  %r = noisy.reduce_noise %b : !noisy.i32\n"
        "  // Why.\n  return |%r : !noisy.i32\n}\n",
        "\t%r = \"noisy.reduce_noise\"(%b)|\n\t : (!noisy.i32) -> !noisy.i32\n"
        "  // Why.\n  return %r : !noisy.i32\n}\n"})
    CHECK(removeAt(Head + "  %b = noisy.add %a, %a : !noisy.i32\n" + Body) ==
          NewText);
  CHECK(messageAt(fixes::RemoveReduction,
                  Head + "  |%r = noisy.reduce_noise %a : !noisy.i32\n"
                         "  return %r : !noisy.i32\n}\n") ==
        "removed the reduction of %a");
}

TEST_CASE("Remove a reduction: refused where something overflows then",
          "[small-fix]") {
  CHECK(removeAt("func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                 "  %b = noisy.mul %a, %a : !noisy.i32\n"
                 "  |%r = noisy.reduce_noise %b : !noisy.i32\n"
                 "  %c = noisy.mul %r, %r : !noisy.i32\n"
                 "  %d = noisy.mul %r, %a : !noisy.i32\n"
                 "  return %c : !noisy.i32\n}\n") ==
        "no: not done, because the result would have this problem: noise "
        "overflow: "
        "%c can have 48 = 24 + 24 bits of noise, limit 26, and 1 more");
  // In a function that is called.
  CHECK(removeAt("func.func @f(%a: !noisy.i32) {\n"
                 "  %b = noisy.mul %a, %a : !noisy.i32\n"
                 "  |%r = noisy.reduce_noise %b : !noisy.i32\n"
                 "  call @g(%r) : (!noisy.i32) -> ()\n"
                 "  return\n}\n"
                 "func.func private @g(%x: !noisy.i32) {\n"
                 "  %y = noisy.mul %x, %x : !noisy.i32\n"
                 "  return\n}\n") ==
        "no: not done, because the result would have this problem: noise "
        "overflow: "
        "%y can have 48 = 24 + 24 bits of noise, limit 26");
  // A contract.
  CHECK(removeAt("func.func @f(%a: !noisy.i32) -> (!noisy.i32 {noisy.bound = "
                 "12 : i64}) {\n"
                 "  %b = noisy.add %a, %a : !noisy.i32\n"
                 "  |%r = noisy.reduce_noise %b : !noisy.i32\n"
                 "  return %r : !noisy.i32\n}\n")
            .find("broken contract: %b can have") != std::string::npos);
  CHECK(
      removeAt("func.func @f(|%a: !noisy.i32) {\n  return\n}\n") ==
      "no: there is no 'noisy.reduce_noise' here, and no operation of another "
      "dialect that reduces");
}

TEST_CASE("Remove a reduction: what was wrong before does not matter",
          "[small-fix]") {
  // %c is an overflow anyway.
  CHECK(removeAt("func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                 "  %b = noisy.mul %a, %a : !noisy.i32\n"
                 "  %c = noisy.mul %b, %b : !noisy.i32\n"
                 "  |%r = noisy.reduce_noise %c : !noisy.i32\n"
                 "  %d = noisy.mul %r, %r : !noisy.i32\n"
                 "  return %d : !noisy.i32\n}\n")
            .find("%d = noisy.mul %c, %c") != std::string::npos);
}

TEST_CASE("Remove a reduction: the model of the settings counts",
          "[small-fix]") {
  std::string MarkedText = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                           "  %b = noisy.mul %a, %a : !noisy.i32\n"
                           "  |%r = noisy.reduce_noise %b : !noisy.i32\n"
                           "  %c = noisy.mul %r, %r : !noisy.i32\n"
                           "  return %c : !noisy.i32\n}\n";
  CHECK(removeAt(MarkedText).starts_with("no: "));
  Settings Wide;
  Wide.Model = NoiseModel{12, 60};
  CHECK_FALSE(
      fixedAt(fixes::RemoveReduction, MarkedText, Wide).starts_with("no: "));
}
