//===- OptimizerScopeTest.cpp - Reductions in one function ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/StructuredPrograms.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "optimizer/ReductionModel.h"
#include "tests/optimizer/Optimize.h"
#include "tests/random/RandomCallGraphs.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static OptimizerResult optimizeIn(Program &program, llvm::StringRef function,
                                  OptimizerOptions options = {}) {
  options.scope = SymbolTable::lookupSymbolIn(program.module(), function);
  REQUIRE(options.scope);
  return optimize(program, options);
}

TEST_CASE("one function is mended, the others stay as they are") {
  Program program(R"(
    func.func @f(%x: !noisy.i32) {
      %1 = noisy.mul %x, %x : !noisy.i32
      %2 = noisy.mul %1, %x : !noisy.i32
      return
    }
    func.func @g(%y: !noisy.i32) {
      %3 = noisy.mul %y, %y : !noisy.i32
      %4 = noisy.mul %3, %y : !noisy.i32
      return
    })");
  OptimizerResult result = optimizeIn(program, "g");
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.earliest);
  CHECK(reducedNames(program, result) == "%3");
}

TEST_CASE("a function's own arguments and what it is given can be reduced") {
  Program program(R"(
    func.func private @g(%y: !noisy.i32) -> !noisy.i32 {
      %3 = noisy.mul %y, %y : !noisy.i32
      %4 = noisy.reduce_noise %3 : !noisy.i32
      %5 = noisy.mul %4, %4 : !noisy.i32
      return %5 : !noisy.i32
    }
    func.func @f(%x: !noisy.i32) {
      %1 = noisy.scale %x by 8 : !noisy.i32
      %2 = func.call @g(%1) : (!noisy.i32) -> !noisy.i32
      %6 = noisy.mul %2, %x : !noisy.i32
      return
    })");
  CHECK(reducedNames(program, optimizeIn(program, "g")) == "%y");
  CHECK(reducedNames(program, optimizeIn(program, "f")) == "%2");
  CHECK(solve(program) == "%y %5");
}

TEST_CASE("what a function passes on does not get worse") {
  // Without %1 there is nothing wrong in @f, but @g's %3 would have 36.
  Program program(R"(
    func.func private @g(%y: !noisy.i32) {
      %3 = noisy.mul %y, %y : !noisy.i32
      return
    }
    func.func @f(%x: !noisy.i32) {
      %0 = noisy.scale %x by 64 : !noisy.i32
      %1 = noisy.reduce_noise %0 : !noisy.i32
      func.call @g(%1) : (!noisy.i32) -> ()
      %4 = noisy.reduce_noise %x : !noisy.i32
      %5 = noisy.mul %4, %1 : !noisy.i32
      return
    })");
  OptimizerOptions options;
  options.existingReductions = ExistingReductions::MayRemove;
  OptimizerResult result = optimizeIn(program, "f", options);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.reductions.empty());
  REQUIRE(result.removals.size() == 1);
  CHECK(result.removals.front() == program.value("%4").getDefiningOp());
}

TEST_CASE("a function that only passes on what is wrong elsewhere has nothing "
          "to mend") {
  Program program(R"(
    func.func private @g(%y: !noisy.i32) -> !noisy.i32 {
      %3 = noisy.mul %y, %y : !noisy.i32
      %4 = noisy.mul %3, %3 : !noisy.i32
      return %4 : !noisy.i32
    }
    func.func @h(%x: !noisy.i32) -> !noisy.i32 {
      %1 = func.call @g(%x) : (!noisy.i32) -> !noisy.i32
      %2 = noisy.add %1, %x : !noisy.i32
      return %2 : !noisy.i32
    })");
  OptimizerResult result = optimizeIn(program, "h");
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.reductions.empty());
}

TEST_CASE("what comes in with too much noise is passed on, and nothing is "
          "claimed of the least") {
  Program program(R"(
    func.func private @g(%y: !noisy.i32) -> !noisy.i32 {
      %3 = noisy.mul %y, %y : !noisy.i32
      %4 = noisy.mul %3, %3 : !noisy.i32
      return %4 : !noisy.i32
    }
    func.func @h(%x: !noisy.i32) -> !noisy.i32 {
      %1 = func.call @g(%x) : (!noisy.i32) -> !noisy.i32
      %2 = noisy.add %1, %x : !noisy.i32
      %5 = noisy.mul %x, %x : !noisy.i32
      %6 = noisy.mul %5, %5 : !noisy.i32
      return %2 : !noisy.i32
    })");
  OptimizerResult result = optimizeIn(program, "h");
  CHECK(result.status == OptimizerStatus::Feasible);
  CHECK(reducedNames(program, result) == "%5");
  CHECK_THAT(result.message, Catch::Contains("inputs of the function"));
}

TEST_CASE("where nothing helps that is said, of one function too") {
  Program program(R"(
    func.func @h(%a: tensor<2x!noisy.i32>, %i: index) {
      %e = tensor.extract %a[%i] : tensor<2x!noisy.i32>
      %s = noisy.scale %e by 100000 : !noisy.i32
      return
    })");
  OptimizerResult hopeless = optimizeIn(program, "h");
  CHECK(hopeless.status == OptimizerStatus::Infeasible);
  CHECK(hopeless.culprit == program.value("%s"));
  CHECK(hopeless.message ==
        "it passes the limit of 26 bits even if all its operands are reduced");
}

TEST_CASE("where one function cannot be mended alone, that is said") {
  // %t grows through @g, and in @f there is nothing to reduce.
  Program program(R"(
    func.func private @f(%t: tensor<1x!noisy.i32>, %p: i1) {
      scf.if %p {
        func.call @g(%t, %p) : (tensor<1x!noisy.i32>, i1) -> ()
      }
      return
    }
    func.func private @g(%u: tensor<1x!noisy.i32>, %q: i1) {
      %c0 = arith.constant 0 : index
      %e = tensor.extract %u[%c0] : tensor<1x!noisy.i32>
      %s = noisy.add %e, %e : !noisy.i32
      %v = tensor.from_elements %s : tensor<1x!noisy.i32>
      func.call @f(%v, %q) : (tensor<1x!noisy.i32>, i1) -> ()
      return
    }
    func.func @main(%w: tensor<1x!noisy.i32>, %r: i1) {
      func.call @f(%w, %r) : (tensor<1x!noisy.i32>, i1) -> ()
      return
    })");
  REQUIRE(program.findings() == "unbounded %t by 1");
  OptimizerResult result = optimizeIn(program, "f");
  CHECK(result.status == OptimizerStatus::Infeasible);
  CHECK_THAT(result.message, Catch::Contains("fix the whole program"));
  // What is wrong is wrong in @f: @g has nothing to mend.
  CHECK(reducedNames(program, optimizeIn(program, "g")) == "");
  CHECK(reducedNames(program, optimize(program)) == "%e");
}

TEST_CASE("what comes from elsewhere with too much noise is no dead end") {
  Program program(R"(
    func.func private @g(%y: !noisy.i32) {
      %1 = noisy.add %y, %y : !noisy.i32
      return
    }
    func.func @f(%x: !noisy.i32) {
      %2 = noisy.mul %x, %x : !noisy.i32
      %3 = noisy.mul %2, %x : !noisy.i32
      func.call @g(%3) : (!noisy.i32) -> ()
      return
    })");
  OptimizerResult result = optimizeIn(program, "g");
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.reductions.empty());
  CHECK(solve(program) == "%2");
}

TEST_CASE("what grows elsewhere and comes round is mended where it comes in") {
  // The noise grows within @g. The circle by way of @f is the first in the
  // text, so it is reported there; once it is cut, @f has nothing to mend.
  Program program(R"(
    func.func private @f(%v: !noisy.i32, %p: i1) {
      %s = func.call @g(%v, %p) : (!noisy.i32, i1) -> !noisy.i32
      func.call @f(%s, %p) : (!noisy.i32, i1) -> ()
      return
    }
    func.func private @g(%w: !noisy.i32, %q: i1) -> !noisy.i32 {
      %r = scf.if %q -> !noisy.i32 {
        %a = func.call @g(%w, %q) : (!noisy.i32, i1) -> !noisy.i32
        %b = noisy.add %a, %a : !noisy.i32
        scf.yield %b : !noisy.i32
      } else {
        scf.yield %w : !noisy.i32
      }
      return %r : !noisy.i32
    }
    func.func @main(%x: !noisy.i32, %t: i1) {
      func.call @f(%x, %t) : (!noisy.i32, i1) -> ()
      return
    })");
  REQUIRE(program.findings() == "unbounded %v");
  OptimizerResult result = optimizeIn(program, "f");
  CHECK(result.status == OptimizerStatus::Feasible);
  CHECK(reducedNames(program, result) == "%v");
  CHECK(solve(program) == "%r");
}

TEST_CASE("a function that a loop calls is mended for every turn") {
  // In the second turn %m overflows from a %v that does not, but over all turns
  // %v comes in with too much noise.
  Program program(R"(
    func.func private @sq(%v: !noisy.i32, %p: i1) -> !noisy.i32 {
      %m = noisy.mul %v, %v : !noisy.i32
      %r = arith.select %p, %v, %m : !noisy.i32
      return %r : !noisy.i32
    }
    func.func @main(%a: !noisy.i32, %q: i1) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5 = arith.constant 5 : index
      %l = scf.for %i = %c0 to %c5 step %c1 iter_args(%w = %a) -> !noisy.i32 {
        %s = func.call @sq(%w, %q) : (!noisy.i32, i1) -> !noisy.i32
        %u = noisy.scale %s by 3 : !noisy.i32
        scf.yield %u : !noisy.i32
      }
      return %l : !noisy.i32
    })");
  CHECK(reducedNames(program, optimizeIn(program, "sq")) == "%v");
  CHECK(solve(program) == "%v");
}

TEST_CASE("a function is mended where others grow without end") {
  Program program(R"(
    func.func @grows(%x: !noisy.i32, %n: index) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %l = scf.for %i = %c0 to %n step %c1 iter_args(%w = %x) -> !noisy.i32 {
        %u = noisy.add %w, %w : !noisy.i32
        scf.yield %u : !noisy.i32
      }
      return %l : !noisy.i32
    }
    func.func private @again(%x: !noisy.i32, %p: i1) -> !noisy.i32 {
      %r = scf.if %p -> !noisy.i32 {
        %s = noisy.add %x, %x : !noisy.i32
        %t = func.call @again(%s, %p) : (!noisy.i32, i1) -> !noisy.i32
        scf.yield %t : !noisy.i32
      } else {
        scf.yield %x : !noisy.i32
      }
      return %r : !noisy.i32
    }
    func.func private @square(%v: !noisy.i32) -> !noisy.i32 {
      %m = noisy.mul %v, %v : !noisy.i32
      return %m : !noisy.i32
    }
    func.func @f(%a: !noisy.i32) -> !noisy.i32 {
      %1 = func.call @square(%a) : (!noisy.i32) -> !noisy.i32
      %2 = func.call @square(%1) : (!noisy.i32) -> !noisy.i32
      %3 = noisy.mul %2, %a : !noisy.i32
      return %3 : !noisy.i32
    })");
  OptimizerResult result = optimizeIn(program, "f");
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(reducedNames(program, result) == "%1 %2");
  CHECK(reducedNames(program, optimizeIn(program, "square")) == "%v");
  CHECK(reducedNames(program, optimizeIn(program, "grows")) == "%w");
}

TEST_CASE(
    "what calls would overflow as well once the first is mended is mended "
    "with it") {
  // Only %m is told. Where it is not too much, %s is, with 27 bits.
  Program program(R"(
    func.func private @twice(%u: !noisy.i32) -> !noisy.i32 {
      %s = noisy.add %u, %u : !noisy.i32
      return %s : !noisy.i32
    }
    func.func private @step(%v: !noisy.i32) -> !noisy.i32 {
      %d = func.call @twice(%v) : (!noisy.i32) -> !noisy.i32
      %m = noisy.mul %d, %v : !noisy.i32
      %r = func.call @twice(%m) : (!noisy.i32) -> !noisy.i32
      return %r : !noisy.i32
    }
    func.func @f(%a: !noisy.i32) -> !noisy.i32 {
      %0 = noisy.add %a, %a : !noisy.i32
      %1 = func.call @step(%0) : (!noisy.i32) -> !noisy.i32
      %2 = func.call @step(%1) : (!noisy.i32) -> !noisy.i32
      return %2 : !noisy.i32
    })");
  OptimizerResult result = optimizeIn(program, "f");
  INFO(result.message);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(reducedNames(program, result) == "%0 %1");
}

TEST_CASE("a function of calls is mended as in the whole program") {
  Program program(bench::makeAdderCalls(60).text);
  OptimizerResult result = optimizeIn(program, "main");
  INFO(result.message);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.cost == 59);
}

/// The least cost of all choices that are legal, tried out one by one.
static std::optional<int64_t> findLeastCost(const ReductionModel &model) {
  std::vector<int64_t> costs = model.getCosts();
  std::optional<int64_t> minCost;
  for (uint32_t bits = 0; bits < 1u << costs.size(); ++bits) {
    std::vector<uint32_t> choice;
    int64_t cost = 0;
    for (uint32_t column = 0; column < costs.size(); ++column)
      if (bits >> column & 1) {
        choice.push_back(column);
        cost += costs[column];
      }
    if ((!minCost || cost < *minCost) && model.confirm(choice))
      minCost = cost;
  }
  return minCost;
}

static std::string makeAny(std::mt19937 &random) {
  return makeProgram(random, makeOptimizableShape(random, 12))
      .text({/*thrown=*/false, /*carried=*/random() % 2 == 0});
}

static std::string makeCalls(std::mt19937 &random) {
  CallGraphShape shape;
  shape.kind = CallGraphKind(random() % 5);
  shape.functions = 2 + random() % 4;
  shape.operations = 1 + random() % 3;
  shape.hasIndirect = random() % 4 == 0;
  shape.hasExternal = random() % 5 == 0;
  shape.hasPublic = random() % 3 == 0;
  return makeCallGraph(random, shape);
}

/// Holds what the optimizer finds for functions of random programs against all
/// choices in them.
static void compareWithAll(unsigned seed, unsigned count,
                           std::string make(std::mt19937 &)) {
  std::mt19937 random(randomSeed(seed));
  unsigned optimal = 0, feasible = 0, infeasible = 0;
  for (unsigned attempts = 0; attempts < count;) {
    std::string text = make(random);
    CAPTURE(text);
    Program program(text);
    REQUIRE(program.isParsed());
    for (auto function : program.module().getOps<FunctionOpInterface>()) {
      if (function.isExternal())
        continue;
      CAPTURE(function.getName().str());
      OptimizerOptions options;
      options.scope = function;
      ReductionModel model(program.module(), options);
      if (!model.hasFindings() || model.findHopeless() ||
          model.getColumns().size() > 8)
        continue;
      ++attempts;
      countChecked("optimizer, one function against all its placements");
      std::optional<int64_t> minCost = findLeastCost(model);
      OptimizerResult result = optimize(program, options);
      INFO(result.message);
      REQUIRE(result.isLegal() == minCost.has_value());
      if (!minCost) {
        ++infeasible;
        continue;
      }
      REQUIRE(confirmReductions(program.module(), result.reductions, {},
                                function,
                                NoiseFacts::compute(program.module())));
      REQUIRE(result.cost >= *minCost);
      REQUIRE(result.lowerBound <= *minCost);
      bool isProven = result.status == OptimizerStatus::Optimal;
      REQUIRE((!isProven || result.cost == *minCost));
      ++(isProven ? optimal : feasible);
    }
  }
  WARN(optimal << " optimal, " << feasible << " feasible, " << infeasible
               << " infeasible");
}

TEST_CASE("of one function the optimum is that of trying all its choices",
          "[random]") {
  compareWithAll(23, countPrograms(400), makeAny);
}

TEST_CASE("of one function that others call, or that calls others, the optimum "
          "is that of trying all its choices",
          "[random]") {
  compareWithAll(29, countPrograms(400), makeCalls);
}
