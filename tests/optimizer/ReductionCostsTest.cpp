//===- ReductionCostsTest.cpp - What reductions cost ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyOps.h"
#include "tests/optimizer/CostSubject.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static constexpr int64_t maxWeight = ReductionCosts::kMostWeight;

//===----------------------------------------------------------------------===//
// Structured loops
//===----------------------------------------------------------------------===//

TEST_CASE("known trip counts multiply, branches count as their parent",
          "[costs]") {
  CostSubject subject(R"(
    func.func @f(%a: !noisy.i32, %p: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c5 = arith.constant 5 : index
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> !noisy.i32 {
        %1 = noisy.add %v, %a : !noisy.i32
        %s = affine.for %j = 0 to 10 step 3 iter_args(%w = %1) -> !noisy.i32 {
          %2 = scf.if %p -> !noisy.i32 {
            %3 = noisy.add %w, %a : !noisy.i32
            scf.yield %3 : !noisy.i32
          } else {
            scf.yield %w : !noisy.i32
          }
          affine.yield %2 : !noisy.i32
        }
        scf.forall (%k) in (%c5) {
          %4 = noisy.add %s, %a : !noisy.i32
        }
        scf.yield %s : !noisy.i32
      }
      affine.parallel (%i, %j) = (0, 0) to (6, 7) step (2, 3) {
        %5 = noisy.add %a, %a : !noisy.i32
      }
      scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c5) step (%c1, %c1) {
        %6 = noisy.add %a, %a : !noisy.i32
      }
      return
    })");
  CHECK(subject.cost("%a") == 1);
  CHECK(subject.cost("%r") == 1);
  CHECK(subject.cost("%v") == 4);
  CHECK(subject.cost("%1") == 4);
  CHECK(subject.cost("%s") == 4);
  CHECK(subject.cost("%w") == 16);
  CHECK(subject.cost("%2") == 16);
  CHECK(subject.cost("%3") == 16);
  CHECK(subject.cost("%4") == 20);
  CHECK(subject.cost("%5") == 9);
  CHECK(subject.cost("%6") == 20);
}

TEST_CASE("of a range of trip counts the most counts", "[costs]") {
  CostSubject subject(R"(
    func.func @f(%a: !noisy.i32, %n: index {noisy.range = [3, 8]},
                 %m: index {noisy.range = [0, 65536]},
                 %k: index {noisy.range = [0, 65537]},
                 %l: index {noisy.range = [20, 65537]}) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %1 = noisy.add %a, %a : !noisy.i32
      }
      scf.for %i = %c0 to %m step %c1 {
        %2 = noisy.add %a, %a : !noisy.i32
      }
      // As good as unknown.
      scf.for %i = %c0 to %k step %c1 {
        %3 = noisy.add %a, %a : !noisy.i32
      }
      scf.for %i = %c0 to %l step %c1 {
        %4 = noisy.add %a, %a : !noisy.i32
      }
      return
    })");
  CHECK(subject.cost("%1") == 8);
  CHECK(subject.cost("%2") == 65536);
  CHECK(subject.cost("%3") == 10);
  CHECK(subject.cost("%4") == 20);
}

TEST_CASE("loops of unknown length count what is assumed", "[costs]") {
  const char *source = R"(
    func.func @f(%a: !noisy.i32, %n: index, %p: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %1 = noisy.add %a, %a : !noisy.i32
        affine.for %j = 0 to %n {
          %2 = noisy.add %a, %a : !noisy.i32
        }
      }
      %r = scf.while (%v = %a) : (!noisy.i32) -> !noisy.i32 {
        %3 = noisy.add %v, %a : !noisy.i32
        scf.condition(%p) %3 : !noisy.i32
      } do {
      ^bb0(%w: !noisy.i32):
        %4 = noisy.add %w, %a : !noisy.i32
        scf.yield %4 : !noisy.i32
      }
      affine.parallel (%i) = (0) to (%n) {
        %5 = noisy.add %a, %a : !noisy.i32
      }
      %t = tensor.generate %n {
      ^bb0(%i: index):
        %6 = noisy.add %a, %a : !noisy.i32
        tensor.yield %6 : !noisy.i32
      } : tensor<?x!noisy.i32>
      %u = tensor.generate {
      ^bb0(%i: index, %j: index):
        %7 = noisy.add %a, %a : !noisy.i32
        tensor.yield %7 : !noisy.i32
      } : tensor<3x4x!noisy.i32>
      "some.region"() ({
        %8 = noisy.add %a, %a : !noisy.i32
        "some.end"() : () -> ()
      }) : () -> ()
      return
    })";
  for (uint64_t turns : {1, 3, 10}) {
    CostSubject subject(source, turns);
    int64_t loopWeight = turns;
    CHECK(subject.cost("%1") == loopWeight);
    CHECK(subject.cost("%2") == loopWeight * loopWeight);
    for (const char *name : {"%v", "%3", "%w", "%4", "%5", "%6"})
      CHECK(subject.cost(name) == loopWeight);
    CHECK(subject.cost("%7") == 12);
    // Nothing says that it is a loop.
    CHECK(subject.cost("%8") == 1);
    CHECK(subject.cost("%r") == 1);
  }
  CHECK(CostSubject(source, 0).cost("%1") == 1);
}

TEST_CASE("what never runs weighs no less than anything else", "[costs]") {
  CostSubject subject(R"(
    func.func private @g(%x: !noisy.i32) {
      return
    }
    func.func @f(%a: !noisy.i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5 = arith.constant 5 : index
      scf.for %i = %c5 to %c0 step %c1 {
        %1 = noisy.add %a, %a : !noisy.i32
        scf.for %j = %c0 to %c5 step %c1 {
          %2 = noisy.add %a, %a : !noisy.i32
          func.call @g(%2) : (!noisy.i32) -> ()
        }
      }
      affine.parallel (%i) = (7) to (0) {
        %3 = noisy.add %a, %a : !noisy.i32
      }
      return
    })");
  CHECK(subject.cost("%1") == 1);
  CHECK(subject.cost("%2") == 5);
  CHECK(subject.cost("%x") == 1);
  CHECK(subject.cost("%3") == 1);
}

TEST_CASE("weights stop at the most", "[costs]") {
  std::string nest, ends;
  for (int i = 0; i < 20; ++i) {
    nest += "affine.for %i" + std::to_string(i) + " = 0 to 1000 {\n";
    ends += "}\n";
  }
  CostSubject subject("func.func @f(%a: !noisy.i32) {\n" + nest +
                      "%1 = noisy.add %a, %a : !noisy.i32\n" + ends +
                      "return\n}");
  CHECK(subject.cost("%1") == maxWeight);
  CHECK(subject.cost("%a") == 1);
  CostSubject longest(R"(
    func.func @f(%a: !noisy.i32, %n: index) {
      affine.for %i = 0 to 9223372036854775807 {
        affine.for %j = 0 to 9223372036854775807 {
          %1 = noisy.add %a, %a : !noisy.i32
        }
      }
      affine.for %i = 0 to %n {
        %2 = noisy.add %a, %a : !noisy.i32
      }
      return
    })",
                      UINT64_MAX);
  CHECK(longest.cost("%1") == maxWeight);
  CHECK(longest.cost("%2") == maxWeight);
}

//===----------------------------------------------------------------------===//
// Loops of blocks
//===----------------------------------------------------------------------===//

TEST_CASE("loops of blocks multiply as they nest", "[costs]") {
  CostSubject subject(R"(
    func.func @f(%a: !noisy.i32, %p: i1) {
      cf.br ^outer(%a : !noisy.i32)
    ^outer(%o: !noisy.i32):
      %1 = noisy.add %o, %a : !noisy.i32
      cf.br ^inner(%1 : !noisy.i32)
    ^inner(%i: !noisy.i32):
      %2 = noisy.add %i, %a : !noisy.i32
      cf.cond_br %p, ^self(%2 : !noisy.i32), ^latch(%2 : !noisy.i32)
    ^self(%s: !noisy.i32):
      %3 = noisy.add %s, %a : !noisy.i32
      cf.cond_br %p, ^self(%3 : !noisy.i32), ^inner(%3 : !noisy.i32)
    ^latch(%l: !noisy.i32):
      cf.cond_br %p, ^outer(%l : !noisy.i32), ^end(%l : !noisy.i32)
    ^end(%e: !noisy.i32):
      %4 = noisy.add %e, %a : !noisy.i32
      return
    })");
  CHECK(subject.cost("%a") == 1);
  CHECK(subject.cost("%o") == 10);
  CHECK(subject.cost("%1") == 10);
  CHECK(subject.cost("%i") == 100);
  CHECK(subject.cost("%2") == 100);
  CHECK(subject.cost("%s") == 1000);
  CHECK(subject.cost("%l") == 10);
  CHECK(subject.cost("%e") == 1);
  CHECK(subject.cost("%4") == 1);
}

TEST_CASE("a loop with two ways in is one loop", "[costs]") {
  CostSubject subject(R"(
    func.func @f(%a: !noisy.i32, %p: i1) {
      cf.cond_br %p, ^x, ^y
    ^x:
      %1 = noisy.add %a, %a : !noisy.i32
      cf.cond_br %p, ^y, ^end
    ^y:
      %2 = noisy.add %a, %a : !noisy.i32
      cf.cond_br %p, ^x, ^end
    ^end:
      %3 = noisy.add %a, %a : !noisy.i32
      return
    ^dead:
      %4 = noisy.add %a, %a : !noisy.i32
      cf.br ^dead
    })");
  CHECK(subject.cost("%1") == 10);
  CHECK(subject.cost("%2") == 10);
  CHECK(subject.cost("%3") == 1);
  CHECK(subject.cost("%4") == 10);
}

TEST_CASE("many nested loops of blocks take few steps", "[costs]") {
  // Each block goes back to itself and all before it.
  std::string text = "func.func @f(%a: !noisy.i32, %i: i32) {\n cf.br ^b0\n";
  const int numBlocks = 300;
  for (int i = 0; i < numBlocks; ++i) {
    text +=
        "^b" + std::to_string(i) + ":\n %v" + std::to_string(i) +
        " = noisy.add %a, %a : !noisy.i32\n cf.switch %i : i32, [default: ^b" +
        std::to_string(i + 1);
    for (int j = 0; j <= i; ++j)
      text += ", " + std::to_string(j) + ": ^b" + std::to_string(j);
    text += "]\n";
  }
  text += "^b" + std::to_string(numBlocks) + ":\n return\n}";
  CostSubject subject(text, 2);
  for (int i = 0; i < numBlocks; ++i)
    CHECK(subject.cost("%v" + std::to_string(i)) ==
          (i < 32 ? int64_t(1) << (i + 1) : maxWeight));
}

//===----------------------------------------------------------------------===//
// Stated costs
//===----------------------------------------------------------------------===//

TEST_CASE("a stated cost replaces the weight", "[costs]") {
  CostSubject subject(R"(
    func.func private @g() -> (!noisy.i32, i1, !noisy.i32)
    func.func @f(%a: !noisy.i32 {noisy.cost = 77 : i64}, %b: !noisy.i32) {
      %s:3 = call @g() {noisy.cost = 6 : i64} : () -> (!noisy.i32, i1, !noisy.i32)
      affine.for %i = 0 to 5 {
        %1 = noisy.add %a, %a {noisy.cost = 3 : i64} : !noisy.i32
        %2 = noisy.add %a, %a {noisy.cost = 0 : i64} : !noisy.i32
        %3 = noisy.add %a, %a {noisy.cost = 4294967296 : i64} : !noisy.i32
        %4 = noisy.add %a, %a : !noisy.i32
        %5 = noisy.reduce_noise %4 : !noisy.i32
        %6 = noisy.reduce_noise %1 : !noisy.i32
        %7 = noisy.reduce_noise %1 {noisy.cost = 9 : i64} : !noisy.i32
      }
      return
    })");
  CHECK(subject.cost("%a") == 77);
  CHECK(subject.cost("%b") == 1);
  CHECK(subject.cost("%s#0") == 6);
  CHECK(subject.cost("%s#1") == -1);
  CHECK(subject.cost("%s#2") == 6);
  CHECK(subject.cost("%1") == 3);
  CHECK(subject.cost("%2") == 0);
  CHECK(subject.cost("%3") == maxWeight);
  CHECK(subject.cost("%4") == 5);
  auto keptCost = [&](const char *name) {
    return subject.costs->costs
        .getExisting(subject.program.value(name).getDefiningOp<ReduceNoiseOp>())
        .cost;
  };
  CHECK(keptCost("%5") == 5);
  CHECK(keptCost("%6") == 3);
  CHECK(keptCost("%7") == 9);
}

TEST_CASE("loops with a test and a counter run as often as it says, the test "
          "once more",
          "[costs]") {
  CostSubject subject(R"(
    func.func @f(%a: !noisy.i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c5 = arith.constant 5 : index
      %r:2 = scf.while (%i = %c0, %v = %a)
          : (index, !noisy.i32) -> (index, !noisy.i32) {
        %1 = noisy.add %v, %a : !noisy.i32
        %p = arith.cmpi ult, %i, %c5 : index
        scf.condition(%p) %i, %1 : index, !noisy.i32
      } do {
      ^bb0(%j: index, %w: !noisy.i32):
        %2 = noisy.add %w, %a : !noisy.i32
        %n = arith.addi %j, %c1 : index
        scf.yield %n, %2 : index, !noisy.i32
      }
      cf.br ^outer(%c0 : index)
    ^outer(%x: index):
      %3 = noisy.add %a, %a : !noisy.i32
      %q = arith.cmpi slt, %x, %c5 : index
      cf.cond_br %q, ^enter, ^end
    ^enter:
      cf.br ^inner(%c3 : index)
    ^inner(%y: index):
      %4 = noisy.add %a, %a : !noisy.i32
      %s = arith.cmpi eq, %y, %c0 : index
      cf.cond_br %s, ^leave, ^body
    ^body:
      %5 = noisy.add %a, %a : !noisy.i32
      %m = arith.subi %y, %c1 : index
      cf.br ^inner(%m : index)
    ^leave:
      %6 = noisy.add %a, %a : !noisy.i32
      %k = arith.addi %x, %c1 : index
      cf.br ^outer(%k : index)
    ^end:
      %7 = noisy.add %a, %a : !noisy.i32
      return
    })");
  CHECK(subject.cost("%1") == 6);
  CHECK(subject.cost("%2") == 5);
  CHECK(subject.cost("%3") == 6);
  CHECK(subject.cost("%4") == 20);
  CHECK(subject.cost("%5") == 15);
  CHECK(subject.cost("%6") == 5);
  CHECK(subject.cost("%7") == 1);
}
