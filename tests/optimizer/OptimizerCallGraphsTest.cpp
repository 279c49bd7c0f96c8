//===- OptimizerCallGraphsTest.cpp - Calls against inlined programs -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyOps.h"
#include "tests/optimizer/Optimize.h"
#include "tests/random/RandomCallGraphs.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static CallGraphShape makeShape(std::mt19937 &random, CallGraphKind kind,
                                unsigned mostFunctions) {
  CallGraphShape shape;
  shape.kind = kind;
  shape.functions = 2 + random() % (mostFunctions - 1);
  shape.operations = 1 + random() % 5;
  return shape;
}

/// Without other changes to the program.
static constexpr char kInline[] = "inline{default-pipeline=}";

static int64_t countReductions(Program &program) {
  int64_t count = 0;
  program.module().walk([&](ReduceNoiseOp) { ++count; });
  return count;
}

/// The optimum of a program in which each function is called once: proven, and
/// equal to that of the inlined one.
static void compareWithInlined(const std::string &text) {
  CAPTURE(text);
  Program program(text), inlined(text);
  REQUIRE(program.diagnostics() == "");
  REQUIRE(inlined.run(kInline));
  OptimizerResult result = optimize(program), copy = optimize(inlined);
  INFO(result.message);
  REQUIRE(result.status == OptimizerStatus::Optimal);
  REQUIRE(copy.status == OptimizerStatus::Optimal);
  REQUIRE(result.cost == copy.cost);
  REQUIRE(result.cost == int64_t(result.reductions.size()));
}

TEST_CASE("where each function is called once, the optimum is that of the "
          "inlined program",
          "[random]") {
  std::mt19937 random(randomSeed(3));
  for (unsigned count = countPrograms(100); count > 0; --count) {
    CallGraphKind kind =
        random() % 2 ? CallGraphKind::Tree : CallGraphKind::Chain;
    compareWithInlined(makeCallGraph(random, makeShape(random, kind, 12)));
    countChecked("optimizer, against inlined programs");
  }
}

TEST_CASE("long chains of functions cost what they cost inlined") {
  std::mt19937 random(5);
  CallGraphShape shape;
  shape.kind = CallGraphKind::Chain;
  // MLIR takes half a minute to inline 1,000.
  shape.functions = 200;
  compareWithInlined(makeCallGraph(random, shape));
  shape.functions = 1000;
  Program program(makeCallGraph(random, shape));
  CHECK(solve(program) != "");
}

TEST_CASE("what calls share is legal inlined as well, and costs as much there",
          "[random]") {
  std::mt19937 random(randomSeed(7));
  unsigned shared = 0;
  for (unsigned count = countPrograms(100); count > 0; --count) {
    CallGraphKind kind =
        random() % 2 ? CallGraphKind::Diamond : CallGraphKind::Acyclic;
    std::string text = makeCallGraph(random, makeShape(random, kind, 7));
    CAPTURE(text);
    Program program(text), inlined(text);
    REQUIRE(inlined.run(kInline));
    OptimizerResult result = optimize(program);
    INFO(result.message);
    REQUIRE(result.status == OptimizerStatus::Optimal);
    shared += result.cost > int64_t(result.reductions.size());
    // There each copy of a body may be reduced in its own way.
    REQUIRE(optimize(inlined).lowerBound <= result.cost);
    applyReductions(result.reductions, {});
    Program reduced(program.print());
    REQUIRE(reduced.run(kInline));
    CHECK(reduced.facts().getFindings().empty());
    REQUIRE(countReductions(reduced) == result.cost);
    countChecked("optimizer, against inlined programs");
  }
  CHECK(shared > 10);
}

TEST_CASE("noise that goes round without growing has an end for its cause") {
  // A reduced value has more than @outside takes.
  Program program(R"(
    module attributes {noisy.model = #noisy.model<
        initial = 11, reduced = 15, max = 42, add = max(lhs + lhs, rhs, 15),
        mul = max(lhs + 6, rhs), scale = max(x + x - 4, x)>} {
      func.func private @flip() -> i1
      func.func private @outside(!noisy.i32 {noisy.bound = 12 : i64})
          -> (!noisy.i32 {noisy.bound = 18 : i64})
      func.func @f(%a: !noisy.i32) -> !noisy.i32 {
        %0 = func.call @again(%a) : (!noisy.i32) -> !noisy.i32
        %1 = func.call @again(%0) : (!noisy.i32) -> !noisy.i32
        %2 = noisy.scale %1 by 16 : !noisy.i32
        return %2 : !noisy.i32
      }
      func.func private @again(%x: !noisy.i32) -> !noisy.i32 {
        %p = func.call @flip() : () -> i1
        %y = scf.if %p -> !noisy.i32 {
          %z = func.call @again(%x) : (!noisy.i32) -> !noisy.i32
          scf.yield %z : !noisy.i32
        } else {
          scf.yield %x : !noisy.i32
        }
        %o = func.call @outside(%y) : (!noisy.i32) -> !noisy.i32
        %m = noisy.mul %o, %x : !noisy.i32
        return %m : !noisy.i32
      }
    })");
  REQUIRE(program.isParsed());
  OptimizerOptions options;
  options.timeLimit = std::chrono::seconds(1);
  CHECK_FALSE(optimize(program, options).isLegal());
}
