//===- OptimizerLoopsTest.cpp - Reductions in and around counted loops ----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ReductionModel.h"
#include "tests/optimizer/Optimize.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("a counted loop that stays legal is no hindrance") {
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      scf.yield %1 : !noisy.i32
    }
    %m = noisy.mul %a, %b : !noisy.i32
    %over = noisy.mul %m, %b : !noisy.i32)"));
  CHECK(solve(program) == "%m");
}

TEST_CASE("it is reduced before a loop when that serves, which runs once") {
  Program program(withFresh(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %m) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      scf.yield %1 : !noisy.i32
    })"));
  CHECK(solve(program) == "%m");
}

TEST_CASE("it is reduced inside a loop when it must be, in every turn") {
  // 12 + 4 * 4: no reduction before or behind the loop helps.
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.scale %v by 16 : !noisy.i32
      scf.yield %1 : !noisy.i32
    })"));
  OptimizerResult result = optimize(program);
  CHECK(reducedNames(program, result) == "%v");
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.cost == 4);
  CHECK(result.isWeighted);
}

TEST_CASE("what a triangular loop does not make needs no reduction") {
  // 12 + 0 + 1 + 2 + 3, and one more behind it.
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %s = scf.for %j = %c0 to %i step %c1 iter_args(%w = %v) -> !noisy.i32 {
        %1 = noisy.scale %w by 4 : !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      scf.yield %s : !noisy.i32
    }
    %2 = noisy.scale %r by 4 : !noisy.i32
    %3 = noisy.mul %2, %a : !noisy.i32)"));
  CHECK(program.bound("%r") == 24);
  CHECK(solve(program) == "%r");
}

TEST_CASE("what the last test of a loop sees counts") {
  // %u is the product only where the loop ends.
  Program program(withFresh(R"(
    %c3 = arith.constant 3 : index
    %r:2 = scf.while (%i = %c0, %v = %a) : (index, !noisy.i32)
        -> (index, !noisy.i32) {
      %o = arith.cmpi eq, %i, %c3 : index
      %m = noisy.mul %v, %a : !noisy.i32
      %u = arith.select %o, %m, %v : !noisy.i32
      %p1 = arith.cmpi slt, %i, %c3 : index
      scf.condition(%p1) %i, %u : index, !noisy.i32
    } do {
    ^bb0(%j: index, %w: !noisy.i32):
      %s = noisy.scale %w by 1 : !noisy.i32
      %next = arith.addi %j, %c1 : index
      scf.yield %next, %a : index, !noisy.i32
    }
    %2 = noisy.mul %r#1, %a : !noisy.i32)"));
  CHECK(program.bound("%2") == 36);
  CHECK(solve(program) == "%r#1");
}

TEST_CASE("the inner of two loops is spared where the outer one does") {
  // 5 bits in the inner loop, 4 times: 12 + 20 is too much, 12 + 5 is not.
  Program program(withFresh(R"(
    %five = arith.constant 5 : index
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %s = scf.for %j = %c0 to %five step %c1 iter_args(%w = %v) -> !noisy.i32 {
        %1 = noisy.add %w, %b : !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      scf.yield %s : !noisy.i32
    })"));
  OptimizerResult result = optimize(program);
  CHECK(reducedNames(program, result) == "%v");
  CHECK(result.cost == 4);
}

TEST_CASE("a reduction inside a loop may serve what is behind it") {
  // Two values change places in each turn; after five, %r is what was %b.
  Program program(withFresh(R"(
    %five = arith.constant 5 : index
    %m = noisy.mul %a, %b : !noisy.i32
    %r, %s = scf.for %i = %c0 to %five step %c1 iter_args(%v = %m, %w = %b)
        -> (!noisy.i32, !noisy.i32) {
      scf.yield %w, %v : !noisy.i32, !noisy.i32
    }
    %fine = noisy.mul %r, %b : !noisy.i32
    %over = noisy.mul %s, %b : !noisy.i32)"));
  CHECK(solve(program) == "%m");
}

TEST_CASE("a call in a loop is followed with what it is called on") {
  Program program(R"(
    func.func private @twice(%x: !noisy.i32) -> !noisy.i32 {
      %t = noisy.add %x, %x : !noisy.i32
      return %t : !noisy.i32
    }
    func.func @f(%y: i5) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c10 = arith.constant 10 : index
      %a = noisy.encode %y : i5 -> !noisy.i32
      %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %1 = func.call @twice(%v) : (!noisy.i32) -> !noisy.i32
        %2 = noisy.add %1, %a : !noisy.i32
        scf.yield %2 : !noisy.i32
      }
      return %r : !noisy.i32
    })");
  OptimizerResult result = optimize(program);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.reductions.size() == 1);
  CHECK(result.cost == 10);
  CHECK(confirmReductions(program.module(), result.reductions));
}

TEST_CASE("a loop of many turns is followed as far as need be") {
  // A million turns, in each of which an extra bit comes and goes.
  Program program(withFresh(R"(
    %million = arith.constant 1000000 : index
    %r = scf.for %i = %c0 to %million step %c1 iter_args(%v = %a)
        -> !noisy.i32 {
      %1 = noisy.mul %v, %b : !noisy.i32
      %2 = noisy.mul %1, %b : !noisy.i32
      %3 = noisy.reduce_noise %2 : !noisy.i32
      scf.yield %3 : !noisy.i32
    })"));
  CHECK(solve(program) == "%1");
}

TEST_CASE("what happens late in a long loop is found") {
  // One bit in 300 turns of a chain of values: too late for a first look.
  std::string text, types = "!noisy.i32", inits = "%v0 = %m",
                    results = "%r:301", yields = "%v300";
  for (int i = 1; i <= 300; ++i) {
    std::string s = std::to_string(i);
    inits += ", %v" + s + " = %a";
    types += ", !noisy.i32";
    yields += ", %v" + std::to_string(i - 1);
  }
  text = "%m = noisy.mul %a, %b : !noisy.i32\n"
         "%n2 = arith.constant 300 : index\n" +
         results + " = scf.for %i = %c0 to %n2 step %c1 iter_args(" + inits +
         ") -> (" + types + ") {\n scf.yield " + yields + " : " + types +
         "\n}\n%over = noisy.mul %r#300, %b : !noisy.i32";
  Program program(withFresh(text));
  CHECK(solve(program) == "%m");
}

TEST_CASE("parallel reductions are reduced at the combination or before") {
  // 12 + 15 bits by nested additions. In the combination it costs a reduction
  // for each turn; nothing else helps.
  Program program(withFresh(R"(
    %n15 = arith.constant 15 : index
    %r = scf.parallel (%i) = (%c0) to (%n15) step (%c1) init (%a)
        -> !noisy.i32 {
      scf.reduce(%b : !noisy.i32) {
      ^bb0(%l: !noisy.i32, %h: !noisy.i32):
        %s = noisy.add %l, %h : !noisy.i32
        scf.reduce.return %s : !noisy.i32
      }
    })"));
  OptimizerResult result = optimize(program);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(reducedNames(program, result) == "%s");
  CHECK(confirmReductions(program.module(), result.reductions));
}

TEST_CASE("loops are mended beside a module with less noise") {
  // What stands on circles has the noise of its own module at least.
  Program program(R"(
    module {
      module attributes {noisy.model = #noisy.model<initial = 4, max = 26>} {
        func.func @g(%y: !noisy.i32) {
          return
        }
      }
      func.func @f(%a: !noisy.i32 {noisy.bound = 12 : i64}, %n: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a)
            -> (!noisy.i32) {
          %s = noisy.add %x, %a : !noisy.i32
          scf.yield %s : !noisy.i32
        }
        return
      }
    })");
  CHECK(solve(program) == "%x");
}

TEST_CASE("short loops that are nested deep are given up at some time") {
  // 16^5 turns.
  std::string open, close;
  for (int depth = 1; depth <= 5; ++depth) {
    std::string suffix = std::to_string(depth);
    std::string previousName =
        depth == 1 ? "a" : "x" + std::to_string(depth - 1);
    open += "%r" + suffix + " = scf.for %i" + suffix +
            " = %c0 to %c16 step %c1 iter_args(%x" + suffix + " = %" +
            previousName + ") -> (!noisy.i32) {\n";
    close = "scf.yield %" +
            (depth == 5 ? "s" : "r" + std::to_string(depth + 1)) +
            " : !noisy.i32\n}\n" + close;
  }
  Program program("func.func @f(%a: !noisy.i32) {\n"
                  "%c0 = arith.constant 0 : index\n"
                  "%c1 = arith.constant 1 : index\n"
                  "%c16 = arith.constant 16 : index\n" +
                  open + "%s = noisy.add %x5, %a : !noisy.i32\n" + close +
                  "return\n}");
  REQUIRE(program.isParsed());
  ReductionModel model(program.module(), {});
  unsigned steps = 0;
  while (steps < 10 && model.refine())
    ++steps;
  CHECK(steps == 1);
  CHECK_FALSE(model.isExact());
}

TEST_CASE("a reduction can move out of a loop, and of two in a row none stays "
          "unseen") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    scf.for %i = %c0 to %n step %c1 {
      %2 = noisy.reduce_noise %1 : !noisy.i32
      %3 = noisy.reduce_noise %2 : !noisy.i32
      %4 = noisy.mul %3, %3 : !noisy.i32
    })"));
  REQUIRE(program.isParsed());
  OptimizerOptions options;
  options.existingReductions = ExistingReductions::MayRemove;
  OptimizerResult result = optimize(program, options);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(reducedNames(program, result) == "%1");
  CHECK(result.removals.size() == 2);
  CHECK(result.cost == 1);
}
