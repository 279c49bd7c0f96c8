//===- NoiseSolverLoopCallsTest.cpp - Functions that loops call -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("functions are called anew in each turn") {
  Program program(R"(
    func.func private @add(%v: !noisy.i32) -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      return %w : !noisy.i32
    }
    func.func private @four(%v: !noisy.i32) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%w = %v) -> !noisy.i32 {
        %1 = func.call @add(%w) : (!noisy.i32) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      return %r : !noisy.i32
    }
    func.func @f(%x: i5) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %1 = func.call @four(%v) : (!noisy.i32) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      return
    })");
  CHECK(program.bound("@f %r") == 24);
  CHECK(program.bound("@f %v") == 20);
  // The arguments are still the join over all calls.
  CHECK(program.bound("@four %v") == 20);
  CHECK(program.bound("@four %r") == 24);
  CHECK(program.bound("@add %v") == 23);
  CHECK(program.bound("@add %w") == 24);
  CHECK(program.findings() == "");
}

TEST_CASE("a recursion in the body makes a loop of unknown length") {
  Program program(R"(
    func.func private @g(%v: !noisy.i32, %p: i1) -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      %u = scf.if %p -> !noisy.i32 {
        %x = func.call @g(%v, %p) : (!noisy.i32, i1) -> !noisy.i32
        scf.yield %x : !noisy.i32
      } else {
        scf.yield %w : !noisy.i32
      }
      return %u : !noisy.i32
    }
    func.func @f(%x: i5, %p: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %1 = func.call @g(%v, %p) : (!noisy.i32, i1) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      return
    })");
  CHECK(program.bound("%r") == unbounded);
}

TEST_CASE("a call in a loop and one before it are no circle") {
  // The argument depends on the loop, and the loop on a result of the function
  // from before it: no circle.
  Program program(R"(
    func.func private @g(%v: !noisy.i32) -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      return %w : !noisy.i32
    }
    func.func @f(%x: i5) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %s = call @g(%a) : (!noisy.i32) -> !noisy.i32
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %1 = func.call @g(%s) : (!noisy.i32) -> !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      return
    })");
  CHECK(program.bound("%s") == 13);
  CHECK(program.bound("%r") == 14);
  CHECK(program.bound("%w") == 14);
}

TEST_CASE("an overflow in a function that a loop calls is reported there") {
  Program program(R"(
    func.func private @g(%v: !noisy.i32) -> !noisy.i32 {
      %z = noisy.add %v, %v : !noisy.i32
      return %z : !noisy.i32
    }
    func.func private @h(%u: !noisy.i32) -> !noisy.i32 {
      %s = affine.for %i = 0 to 20 iter_args(%t = %u) -> !noisy.i32 {
        %q = noisy.add %t, %u : !noisy.i32
        affine.yield %q : !noisy.i32
      }
      return %s : !noisy.i32
    }
    func.func @f(%x: i5) {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = affine.for %i = 0 to 20 iter_args(%w = %a) -> !noisy.i32 {
        %1 = func.call @g(%w) : (!noisy.i32) -> !noisy.i32
        affine.yield %1 : !noisy.i32
      }
      %k = affine.for %i = 0 to 4 iter_args(%y = %a) -> !noisy.i32 {
        %2 = func.call @h(%y) : (!noisy.i32) -> !noisy.i32
        affine.yield %2 : !noisy.i32
      }
      return
    })");
  CHECK(program.findings() == "overflow %z 32\noverflow %q 92");
}

TEST_CASE("what only a loop without turns calls is never executed") {
  Program program(R"(
    func.func private @g(%v: !noisy.i32) {
      %z = noisy.mul %v, %v : !noisy.i32
      return
    }
    func.func @f(%x: i5, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %a = noisy.encode %x : i5 -> !noisy.i32
      %none = arith.minui %n, %c0 : index
      scf.for %i = %c0 to %none step %c1 {
        %m = noisy.mul %a, %a : !noisy.i32
        func.call @g(%m) : (!noisy.i32) -> ()
      }
      return
    })");
  CHECK(program.bound("%m") == unreachable);
  CHECK(program.bound("%z") == unreachable);
  CHECK(program.findings() == "");
}
