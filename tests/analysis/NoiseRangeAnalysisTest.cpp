//===- NoiseRangeAnalysisTest.cpp - Integer ranges, and noise -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The traps of running MLIR's integer range analysis on a type that is no
// integer, each of which the stock analysis falls into.
//
//===----------------------------------------------------------------------===//

#include "analysis/NoiseRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A program with the solver that ran on it.
struct Solved {
  explicit Solved(Program &program) : program(program) {
    INFO(program.diagnostics());
    REQUIRE(program.parsed());
    solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<dataflow::SparseConstantPropagation>();
    solver.load<NoiseRangeAnalysis>();
    REQUIRE(succeeded(solver.initializeAndRun(program.module())));
  }
  IntegerValueRange range(llvm::StringRef name) {
    const auto *lattice =
        solver.lookupState<NoiseRangeLattice>(program.value(name));
    return lattice ? lattice->getValue() : IntegerValueRange();
  }
  NoiseBound noise(llvm::StringRef name) {
    return NoiseBound::fromRange(range(name));
  }

  Program &program;
  DataFlowSolver solver;
};
} // namespace

TEST_CASE("arguments and carried values are no ranges of width 0") {
  Program program(R"(
    func.func @f(%v: !noisy.i32, %n: index, %p: i1) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%w = %v) -> !noisy.i32 {
        %1 = noisy.add %w, %v : !noisy.i32
        scf.yield %1 : !noisy.i32
      }
      %s = scf.while (%x = %v) : (!noisy.i32) -> !noisy.i32 {
        scf.condition(%p) %x : !noisy.i32
      } do {
      ^bb0(%y: !noisy.i32):
        scf.yield %y : !noisy.i32
      }
      cf.br ^end(%s : !noisy.i32)
    ^end(%e: !noisy.i32):
      return %e : !noisy.i32
    })");
  Solved solved(program);
  for (const char *name : {"%v", "%w", "%r", "%s", "%x", "%y", "%e"}) {
    CAPTURE(name);
    REQUIRE_FALSE(solved.range(name).isUninitialized());
    CHECK(solved.range(name).getValue().umax().getBitWidth() == 32);
  }
  CHECK(solved.noise("%v") == 12);
  CHECK(solved.noise("%r") == unbounded);
  CHECK(solved.noise("%e") == 12);
}

TEST_CASE("a bound that is a single number ends no process") {
  Program program(withFresh("%1 = noisy.add %a, %b : !noisy.i32"));
  Solved solved(program);
  CHECK_FALSE(solved.range("%1").getValue().getConstantValue());
  CHECK(solved.noise("%1") == 13);
}

TEST_CASE("integers keep the ranges that they have in the stock analysis") {
  Program program(R"(
    func.func @f(%x: i8) {
      %c10 = arith.constant 10 : i8
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %r = arith.remui %x, %c10 : i8
      scf.for %i = %c0 to %c4 step %c1 {
        %j = arith.addi %i, %c1 : index
      }
      return
    })");
  Solved solved(program);
  CHECK(solved.range("%r").getValue().umax() == 9);
  CHECK(solved.range("%i").getValue().umax() == 3);
  CHECK(solved.range("%j").getValue().umin() == 1);
  CHECK(solved.range("%j").getValue().umax() == 4);
}

TEST_CASE("an affine loop with a bound that is not constant is no crash") {
  Program program(withFresh(R"(
    %r = affine.for %i = 0 to %n iter_args(%v = %a) -> !noisy.i32 {
      %j = arith.addi %i, %c1 : index
      %1 = noisy.reduce_noise %v : !noisy.i32
      affine.yield %1 : !noisy.i32
    }
    affine.for %k = 0 to %n {
    })"));
  Solved solved(program);
  CHECK(solved.noise("%r") == 12);
}

TEST_CASE("affine arithmetic that divides by zero is no crash") {
  Program program(withFresh(R"(
    %1 = affine.apply affine_map<(d0) -> (d0 mod 0)>(%c1)
    %2 = affine.apply affine_map<(d0) -> (d0 floordiv 0)>(%n)
    %3 = affine.apply affine_map<(d0) -> (d0 ceildiv 0)>(%n)
    %4 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%n)[%c0]
    %5 = affine.min affine_map<(d0) -> (d0 floordiv 0, 3)>(%n)
    %8 = affine.max affine_map<(d0) -> (d0 ceildiv 0, 3)>(%n)
    %9:2 = affine.delinearize_index %n into (%c0, 3) : index, index
    %10 = affine.linearize_index [%n, %c1] by (%c0, 0) : index
    %6 = arith.divui %n, %c0 : index
    %7 = arith.remsi %c1, %c0 : index)"));
  Solved solved(program);
  CHECK(solved.noise("%a") == 12);
}

TEST_CASE("noise that doubles saturates, and never comes round to legal") {
  std::string text = "%0 = noisy.mul %a, %a : !noisy.i32\n";
  for (int i = 1; i < 80; ++i)
    text += "%" + std::to_string(i) + " = noisy.mul %" + std::to_string(i - 1) +
            ", %" + std::to_string(i - 1) + " : !noisy.i32\n";
  Program program(withFresh(text));
  Solved solved(program);
  for (int i = 1; i < 80; ++i)
    CHECK(solved.noise("%" + std::to_string(i)).exceeds(26));
}

TEST_CASE("operations with encrypted and other results") {
  Program program(withFresh(R"(
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a, %k = %c0)
        -> (!noisy.i32, index) {
      %1 = noisy.reduce_noise %v : !noisy.i32
      scf.yield %1, %c4 : !noisy.i32, index
    }
    %s:2 = "strange.operation"() : () -> (!noisy.i32, i8)
    %t = arith.addi %s#1, %s#1 : i8)"));
  Solved solved(program);
  CHECK(solved.noise("%r#0") == 12);
  CHECK(solved.range("%r#1").getValue().umax() == 4);
  CHECK(solved.noise("%s#0") == unknown);
  CHECK_FALSE(solved.range("%t").isUninitialized());
}

TEST_CASE("all that carries no noise costs no facts") {
  Program program(R"(
    func.func @f(%x: i8) -> i8 {
      %1 = arith.addi %x, %x : i8
      return %1 : i8
    })");
  CHECK(program.facts().getValues().empty());
  CHECK(program.findings() == "");
}
