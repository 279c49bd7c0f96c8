//===- ReductionsTest.cpp - Write reductions into the IR ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/Reductions.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/Verifier.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static unsigned countReductions(Program &program) {
  unsigned count = 0;
  program.module().walk([&](ReduceNoiseOp) { ++count; });
  return count;
}

TEST_CASE("a reduction stands behind the definition and serves every use") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.add %1, %1 : !noisy.i32
    scf.if %p {
      %3 = noisy.add %1, %a : !noisy.i32
    })"));
  Value value = program.value("%1");
  applyReductions({{value}});
  REQUIRE(succeeded(verify(program.module())));
  REQUIRE(value.hasOneUse());
  auto reduce = cast<ReduceNoiseOp>(*value.user_begin());
  CHECK(reduce->getPrevNode() == value.getDefiningOp());
  CHECK(program.value("%2").getDefiningOp()->getOperand(0) ==
        reduce.getResult());
  CHECK(program.value("%2").getDefiningOp()->getOperand(1) ==
        reduce.getResult());
  CHECK(program.value("%3").getDefiningOp()->getOperand(0) ==
        reduce.getResult());
}

TEST_CASE("an argument is reduced at the top of its block") {
  Program program(R"(
    func.func @f(%v: !noisy.i32, %w: !noisy.i32, %p: i1) -> !noisy.i32 {
      cf.br ^next(%v : !noisy.i32)
    ^next(%u: !noisy.i32):
      %1 = noisy.add %u, %w : !noisy.i32
      cf.cond_br %p, ^next(%1 : !noisy.i32), ^end
    ^end:
      return %1 : !noisy.i32
    })");
  applyReductions({{program.value("%w")}, {program.value("%u")}});
  REQUIRE(succeeded(verify(program.module())));
  CHECK(isa<ReduceNoiseOp>(program.value("%w").getParentBlock()->front()));
  CHECK(isa<ReduceNoiseOp>(program.value("%u").getParentBlock()->front()));
  CHECK(countReductions(program) == 2);
}

TEST_CASE("results of calls, loops and conditionals can be reduced") {
  Program program(R"(
    func.func private @g() -> (!noisy.i32, !noisy.i32)
    func.func @f(%v: !noisy.i32, %n: index, %p: i1) -> !noisy.i32 {
      %c1 = arith.constant 1 : index
      %r:2 = call @g() : () -> (!noisy.i32, !noisy.i32)
      %l = scf.for %i = %c1 to %n step %c1 iter_args(%w = %r#1) -> !noisy.i32 {
        scf.yield %w : !noisy.i32
      }
      %s = scf.if %p -> !noisy.i32 {
        scf.yield %l : !noisy.i32
      } else {
        scf.yield %r#0 : !noisy.i32
      }
      return %s : !noisy.i32
    })");
  applyReductions({{program.value("%r#1")},
                   {program.value("%l")},
                   {program.value("%w")},
                   {program.value("%s")}});
  REQUIRE(succeeded(verify(program.module())));
  CHECK(countReductions(program) == 4);
  CHECK(program.value("%r#0").hasOneUse());
}

TEST_CASE("a reduction that is not used is written all the same") {
  Program program(withFresh("%1 = noisy.mul %a, %b : !noisy.i32"));
  applyReductions({{program.value("%1")}});
  CHECK(countReductions(program) == 1);
}

TEST_CASE("confirming works on a copy, and believes only the analysis") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.mul %1, %b : !noisy.i32)"));
  std::string oldText = program.print();
  CHECK_FALSE(confirmReductions(program.module(), {}));
  CHECK_FALSE(confirmReductions(program.module(), {{program.value("%2")}}));
  CHECK(confirmReductions(program.module(), {{program.value("%1")}}));
  CHECK(program.print() == oldText);
}
