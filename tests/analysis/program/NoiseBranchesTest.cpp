//===- NoiseBranchesTest.cpp - What is executed in which states -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Program.h"

using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("a branch into the header of a loop decides for the loop",
          "[branches]") {
  // The loop is only entered where %p is false.
  Program program(R"(
func.func @f(%p: i1, %a: !noisy.i32) -> !noisy.i32 {
  cf.cond_br %p, ^end(%a : !noisy.i32), ^loop(%a : !noisy.i32)
^loop(%v: !noisy.i32):
  %product = noisy.mul %v, %v : !noisy.i32
  %s = scf.if %p -> !noisy.i32 {
    %square = noisy.mul %product, %product : !noisy.i32
    scf.yield %square : !noisy.i32
  } else {
    scf.yield %product : !noisy.i32
  }
  %r = noisy.reduce_noise %s : !noisy.i32
  cf.cond_br %p, ^end(%s : !noisy.i32), ^loop(%r : !noisy.i32)
^end(%z: !noisy.i32):
  return %z : !noisy.i32
})");
  CHECK(program.bound("%product") == 24);
  CHECK(program.bound("%square") == unreachable);
  CHECK(program.bound("%s") == 24);
  CHECK(program.bound("%z") == 12);
  CHECK(program.findings() == "");
}

/// Blocks of which ^join could only be reached from ^back, and that from ^join,
/// where %p is false and `first`, which decides behind ^first, is false, too.
static std::string makeCircle(const std::string &first) {
  return R"(
func.func @f(%x: i5, %k: i32, %p: i1, %q: i1, %a: !noisy.i32) {
  cf.br ^first
^back(%v: !noisy.i32):
  cf.cond_br %p, ^first, ^join(%v : !noisy.i32)
^first:
  cf.cond_br )" +
         first + R"(, ^join(%a : !noisy.i32), ^first
^join(%j: !noisy.i32):
  %sum = noisy.add %a, %j : !noisy.i32
  %product = noisy.mul %sum, %sum : !noisy.i32
  %r = noisy.reduce_noise %product : !noisy.i32
  %b = noisy.encode %x : i5 -> !noisy.i32
  %next = noisy.mul %r, %b : !noisy.i32
  cf.switch %k : i32, [default: ^back(%next : !noisy.i32), 0: ^first]
})";
}

TEST_CASE("blocks that no way leads to in a case pass nothing on",
          "[branches]") {
  Program program(makeCircle("%p"));
  CHECK(program.bound("%next") == 24);
  CHECK(program.bound("%v") == 24);
  CHECK(program.bound("%j") == 12);
  CHECK(program.bound("%product") == 26);
  CHECK(program.findings() == "");
}

TEST_CASE("a block that some way leads to in each case is reached in all",
          "[branches]") {
  Program program(makeCircle("%q"));
  CHECK(program.bound("%j") == 24);
  CHECK(program.findings() == "overflow %product 50");
}
