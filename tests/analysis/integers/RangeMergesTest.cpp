//===- RangeMergesTest.cpp - Ranges of merges and circles -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/analysis/integers/Ranges.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("merges without a loop lose nothing", "[ranges]") {
  std::string text = R"(
    func.func @f(%p: i1, %c: index) {
      %one = arith.constant 1 : index
      %zero = arith.constant 0 : index
      cf.br ^b0(%zero : index)
  )";
  // A chain of diamonds, each of which adds 1 or, on the longer way, 2.
  for (int i = 0; i < 1000; ++i) {
    std::string n = std::to_string(i), next = std::to_string(i + 1);
    text += "^b" + n + "(%x" + n + ": index):\n%y" + n + " = arith.addi %x" +
            n + ", %one : index\n%z" + n + " = arith.addi %y" + n +
            ", %one : index\ncf.cond_br %p, ^b" + next + "(%y" + n +
            " : index), ^c" + n + "\n^c" + n + ":\ncf.br ^d" + n + "\n^d" + n +
            ":\ncf.br ^b" + next + "(%z" + n + " : index)\n";
  }
  text += "^b1000(%x1000: index):\nreturn\n}\n";
  Ranges ranges(text);
  CHECK(ranges("%x1") == "[1, 2]");
  CHECK(ranges("%x50") == "[50, 100]");
  CHECK(ranges("%x1000") == "[1000, 2000]");
}

TEST_CASE("a merge of many numbers", "[ranges]") {
  std::string text = "func.func @f(%i: i32) {\n";
  std::string targets;
  for (int i = 0; i < 300; ++i) {
    std::string n = std::to_string(i);
    text += "%c" + n + " = arith.constant " + n + " : i32\n";
    targets += ", " + n + ": ^end(%c" + n + " : i32)";
  }
  text += "cf.switch %i : i32, [default: ^end(%c0 : i32)" + targets +
          "]\n^end(%x: i32):\nreturn\n}\n";
  CHECK(Ranges(text)("%x") == "[0, 299]");
}

TEST_CASE("what goes round in a circle is widened where it moves", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    %a = scf.for %i = %c0 to %n step %c1 iter_args(%x1 = %c0) -> index {
      %y1 = arith.addi %x1, %c1 : index
      scf.yield %y1 : index
    }
    %b = scf.for %j = %c0 to %n step %c1 iter_args(%x2 = %c4) -> index {
      %y2 = arith.addi %x2, %c1 overflow<nsw> : index
      scf.yield %y2 : index
    }
    %c = scf.for %k = %c0 to %n step %c1 iter_args(%x3 = %c0) -> index {
      %y3 = arith.addi %x3, %c1 : index
      %z3 = arith.minsi %y3, %c63 : index
      scf.yield %z3 : index
    }
    %d = scf.for %l = %c0 to %n step %c1 iter_args(%x4 = %c0) -> index {
      %y4 = arith.addi %x4, %c1 : index
      %c64 = arith.constant 64 : index
      %z4 = arith.remui %y4, %c64 : index
      scf.yield %z4 : index
    }
    %e = scf.for %m = %c0 to %n step %c1 iter_args(%x5 = %c63) -> index {
      %y5 = arith.shrui %x5, %c1 : index
      scf.yield %y5 : index
    }
    %g = scf.for %o = %c0 to %n step %c1 iter_args(%x6 = %c63) -> index {
      %y6 = arith.subi %x6, %c1 : index
      %z6 = arith.maxsi %y6, %c4 : index
      scf.yield %z6 : index
    }
    %h = scf.for %r = %c0 to %n step %c1 iter_args(%x7 = %c0) -> index {
      %y7 = affine.min affine_map<(d0) -> (d0 + 1, 77)>(%x7)
      scf.yield %y7 : index
    })"));
  // At most 2^63 - 1 times one.
  CHECK(ranges("%a") == "[0, 9223372036854775807]");
  CHECK(ranges("%b") == "[4, 9223372036854775807]");
  CHECK(ranges("%x3") == "[0, 63]");
  CHECK(ranges("%c") == "[0, 63]");
  CHECK(ranges("%d") == "[0, 63]");
  CHECK(ranges("%e") == "[0, 63]");
  CHECK(ranges("%x6") == "[4, 63]");
  CHECK(ranges("%h") == "[0, 77]");
}

TEST_CASE("circles of all kinds come to rest", "[ranges]") {
  Ranges ranges(R"(
    func.func private @up(%x: i64, %p: i1) -> i64 {
      %c1 = arith.constant 1 : i64
      %y = arith.addi %x, %c1 : i64
      %r = scf.if %p -> i64 {
        %s = func.call @up(%y, %p) : (i64, i1) -> i64
        scf.yield %s : i64
      } else {
        scf.yield %y : i64
      }
      return %r : i64
    }
    func.func private @even(%e: i64, %p: i1) -> i64 {
      %c2 = arith.constant 2 : i64
      %f = arith.addi %e, %c2 : i64
      %g = func.call @odd(%f, %p) : (i64, i1) -> i64
      return %g : i64
    }
    func.func private @odd(%o: i64, %p: i1) -> i64 {
      cf.cond_br %p, ^more, ^enough
    ^more:
      %h = func.call @even(%o, %p) : (i64, i1) -> i64
      return %h : i64
    ^enough:
      return %o : i64
    }
    func.func @f(%p: i1, %t: tensor<?xf32>) -> i64 {
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %i0 = arith.constant 0 : index
      %i1 = arith.constant 1 : index
      %a = func.call @up(%c0, %p) : (i64, i1) -> i64
      %b = func.call @even(%c0, %p) : (i64, i1) -> i64
      cf.br ^loop(%c0, %c0, %i0 : i64, i64, index)
    ^loop(%u: i64, %v: i64, %w: index):
      %u1 = arith.addi %v, %c1 : i64
      %v1 = arith.subi %u, %c1 : i64
      // A number that goes through something that is none.
      %e = tensor.empty(%w) : tensor<?xf32>
      %d = tensor.dim %e, %i0 : tensor<?xf32>
      %d1 = arith.addi %d, %i1 : index
      cf.cond_br %p, ^loop(%u1, %v1, %d1 : i64, i64, index), ^end
    ^end:
      %wr:2 = scf.while (%k = %c0, %l = %c1) : (i64, i64) -> (i64, i64) {
        %m = arith.muli %k, %l : i64
        %n = arith.addi %m, %c1 : i64
        scf.condition(%p) %n, %k : i64, i64
      } do {
      ^bb0(%n2: i64, %k2: i64):
        scf.yield %n2, %k2 : i64, i64
      }
      return %wr#0 : i64
    })");
  for (const char *name : {"@up %x", "@even %e", "%o", "%u", "%v", "%k"}) {
    CAPTURE(name);
    CHECK(ranges.isInitialized(name));
  }
  CHECK(ranges("%a") == "any");
  CHECK(ranges("%u") == "[0, 1]");
  CHECK(ranges("%v") == "[-1, 0]");
}

TEST_CASE("loops that turn only once their bounds have grown", "[ranges]") {
  // Each is empty when it is seen first, and what it carries is 0 then.
  for (const char *body : {
           R"(
  scf.while (%b = %c0) : (index) -> () {
    %r = scf.for %i = %c0 to %b step %c1 iter_args(%v = %c0) -> index {
      %d = arith.addi %v, %i : index
      scf.yield %c4 : index
    }
    scf.condition(%p)
  } do {
    scf.yield %c63 : index
  })",
           R"(
  cf.br ^head(%c0 : index)
^head(%b: index):
  %r = affine.for %i = 0 to %b iter_args(%v = %c0) -> index {
    %d = arith.addi %v, %i : index
    affine.yield %c4 : index
  }
  cf.cond_br %p, ^head(%c63 : index), ^end
^end:)",
           R"(
  %o = scf.for %k = %c0 to %n step %c1 iter_args(%b = %c0) -> index {
    %r = scf.for %i = %c0 to %b step %c1 iter_args(%v = %c0) -> index {
      %d = arith.addi %v, %i : index
      scf.yield %c4 : index
    }
    scf.yield %c63 : index
  })",
       }) {
    INFO(body);
    Ranges ranges(withIntegers(body));
    CHECK(ranges("%i") == "[0, 62]");
    CHECK(ranges("%v") == "[0, 4]");
    CHECK(ranges("%r") == "[0, 4]");
    CHECK(ranges("%d") == "[0, 66]");
    CHECK(ranges.isLive("%d"));
  }
}

TEST_CASE("a loop that turns only in a call of the function by itself",
          "[ranges]") {
  Ranges ranges(R"(
    func.func private @g(%b: index, %p: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %r:2 = scf.for %i = %c0 to %b step %c1 iter_args(%v = %c0, %w = %c0)
          -> (index, index) {
        %q = arith.cmpi ne, %v, %c0 : index
        scf.if %q {
          %d = arith.addi %v, %c1 : index
        }
        scf.yield %c4, %v : index, index
      }
      scf.if %p {
        func.call @g(%c4, %p) : (index, i1) -> ()
      }
      return
    }
    func.func @f(%p: i1) {
      %c0 = arith.constant 0 : index
      call @g(%c0, %p) : (index, i1) -> ()
      return
    })");
  CHECK(ranges("%v") == "[0, 4]");
  CHECK(ranges("%w") == "[0, 4]");
  CHECK(ranges("%r#1") == "[0, 4]");
  CHECK(ranges.isLive("%d"));
}

TEST_CASE("a loop whose bounds nothing comes to", "[ranges]") {
  // What it passes on at its end does not count until it is known to turn.
  Ranges ranges(withIntegers(R"(
  scf.while (%b = %c0) : (index) -> () {
    %again = arith.cmpi ult, %b, %c1 : index
    scf.condition(%again)
  } do {
    %last = arith.subi %c1, %c1 : index
    %r = scf.for %i = %c0 to %last step %c1 iter_args(%v = %c1) -> index {
      scf.yield %c63 : index
    }
    scf.yield %r : index
  })"));
  CHECK(ranges("%r") == "[1, 1]");
  CHECK(ranges("%b") == "[0, 1]");
  CHECK_FALSE(ranges.isLive("%v"));
}

TEST_CASE("circles within circles", "[ranges]") {
  // The inner one starts from what the outer one has come to.
  Ranges ranges(withIntegers(R"(
    %a = scf.for %i = %c0 to %n step %c1 iter_args(%x1 = %c0) -> index {
      %y1 = arith.addi %x1, %c1 : index
      %z1 = arith.minsi %y1, %c63 : index
      %b = scf.for %j = %c0 to %n step %c1 iter_args(%x2 = %z1) -> index {
        %y2 = arith.addi %x2, %c4 : index
        %c99 = arith.constant 99 : index
        %z2 = arith.minsi %y2, %c99 : index
        scf.yield %z2 : index
      }
      %c = arith.minsi %b, %c4 : index
      scf.yield %z1 : index
    })"));
  CHECK(ranges("%x1") == "[0, 63]");
  CHECK(ranges("%x2") == "[1, 99]");
  CHECK(ranges("%c") == "[1, 4]");
}
