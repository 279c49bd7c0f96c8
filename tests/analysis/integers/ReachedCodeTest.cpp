//===- ReachedCodeTest.cpp - Where control may get to ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/analysis/integers/PowerCalls.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A recursion that adds once for each number down to 0.
static const char *powerOfBlocks = R"(
    func.func private @power(%v: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %z = arith.cmpi sgt, %n, %c0 : index
      cf.cond_br %z, ^again, ^end
    ^end:
      return %v : !noisy.i32
    ^again:
      %m = arith.subi %n, %c1 : index
      %s = noisy.add %v, %v : !noisy.i32
      cf.br ^call
    ^call:
      %q = func.call @power(%s, %m) : (!noisy.i32, index) -> !noisy.i32
      return %q : !noisy.i32
    })";

TEST_CASE("a recursion may be decided by conditional branches", "[cases]") {
  Program program(withMain(powerOfBlocks, callPower("%1", "%e", "%c3") +
                                              callPower("%2", "%1", "%c5")));
  CHECK(program.bound("%1") == 15);
  CHECK(program.bound("%2") == 20);
  CHECK(program.findings() == "");
  Program stated(withMain(powerOfBlocks, callPower("%1", "%e", "%n"),
                          ", %n: index {noisy.range = [1, 4]}"));
  CHECK(stated.bound("%1") == 16);
  // Not where it may go on from any number.
  Program any(
      withMain(powerOfBlocks, callPower("%1", "%e", "%n"), ", %n: index"));
  CHECK(any.bound("%1") == unbounded);
}

TEST_CASE("a recursion of two functions may be decided by branches",
          "[cases]") {
  const char *functions = R"(
    func.func private @even(%v: !noisy.i32, %n: i32) -> !noisy.i32 {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %z = arith.cmpi eq, %n, %c0 : i32
      cf.cond_br %z, ^end(%v : !noisy.i32), ^again
    ^again:
      %m = arith.subi %n, %c1 : i32
      %q = func.call @odd(%v, %m) : (!noisy.i32, i32) -> !noisy.i32
      cf.br ^end(%q : !noisy.i32)
    ^end(%w: !noisy.i32):
      return %w : !noisy.i32
    }
    func.func private @odd(%v: !noisy.i32, %n: i32) -> !noisy.i32 {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %z = arith.cmpi eq, %n, %c0 : i32
      cf.cond_br %z, ^end(%v : !noisy.i32), ^again
    ^again:
      %m = arith.subi %n, %c1 : i32
      %s = noisy.add %v, %v : !noisy.i32
      %q = func.call @even(%s, %m) : (!noisy.i32, i32) -> !noisy.i32
      cf.br ^end(%q : !noisy.i32)
    ^end(%w: !noisy.i32):
      return %w : !noisy.i32
    })";
  Program program(withMain(functions, R"(
      %c7 = arith.constant 7 : i32
      %1 = func.call @even(%e, %c7) : (!noisy.i32, i32) -> !noisy.i32
)"));
  CHECK(program.bound("%1") == 12 + 3);
  CHECK(program.findings() == "");
}
