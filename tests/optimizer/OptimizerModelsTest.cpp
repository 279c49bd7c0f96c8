//===- OptimizerModelsTest.cpp - The optimizer with other models ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ReductionModel.h"
#include "tests/optimizer/Optimize.h"
#include "tests/support/Placements.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static std::string inModel(const std::string &model, const std::string &body) {
  return "module attributes {noisy.model = #noisy.model<" + model +
         ">} {\nfunc.func @f(%x: i5) {\n"
         "  %c0 = arith.constant 0 : index\n"
         "  %c1 = arith.constant 1 : index\n"
         "  %n = arith.constant 100 : index\n"
         "  %a = noisy.encode %x : i5 -> !noisy.i32\n" +
         body + "\n  return\n}\n}\n";
}

TEST_CASE("levels, with a bootstrap that uses some") {
  // 1, 2, 3, 4 and then 3 again.
  Program program(inModel("levels = 3, bootstrap = 2", R"(
    %1 = noisy.mul %a, %a : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    %4 = noisy.mul %3, %a : !noisy.i32
    %5 = noisy.add %4, %3 : !noisy.i32)"));
  CHECK(solve(program) == "%3");
}

TEST_CASE("a value with less noise than a reduced one is not reduced") {
  // The product of two sums is too much; one of them reduced would be more.
  Program program(inModel("initial = 12, reduced = 20, max = 30, mul = sum + 3",
                          R"(
    %1 = noisy.add %a, %a : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32)"));
  ReductionModel model(program.module(), OptimizerOptions());
  CHECK(model.isExact());
  CHECK(model.getOracle().getMixed().empty());
  OptimizerResult result = optimize(program);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.reductions.empty());
}

TEST_CASE("a fresh value is reduced where that leaves less noise") {
  // 2, 3 and 6 bits on both ways.
  Program program(inModel("initial = 9, reduced = 2, max = 12", R"(
    %1 = noisy.add %a, %a : !noisy.i32
    %2 = noisy.sub %a, %a : !noisy.i32
    %3 = noisy.mul %1, %1 : !noisy.i32
    %4 = noisy.mul %2, %2 : !noisy.i32)"));
  CHECK(solve(program) == "%a");
}

TEST_CASE(
    "where another model's value lowers noise, the optimum is that of all "
    "placements") {
  // Beside a value of 1 bit a product has less noise than its other operand.
  Program program(R"(
    func.func private @one() -> (!noisy.i32 {noisy.bound = 1})
        attributes {noisy.model = #noisy.model<initial = 1, max = 200>}
    func.func @main(%a: !noisy.i32 {noisy.bound = 40, noisy.cost = 100}) -> i5
        attributes {noisy.model = #noisy.model<initial = 20, max = 40,
                                               mul = lhs + rhs - 15>} {
      %o = func.call @one() : () -> !noisy.i32
      %v = noisy.mul %a, %o : !noisy.i32
      %w = noisy.mul %v, %v {noisy.cost = 50} : !noisy.i32
      %z = noisy.mul %w, %v : !noisy.i32
      %r = noisy.decode %z : !noisy.i32 -> i5
      return %r : i5
    })");
  OptimizerResult result = optimize(program);
  CHECK(result.status == OptimizerStatus::Optimal);
  ReductionModel model(program.module(), OptimizerOptions());
  std::vector<Value> values = model.getColumns();
  std::vector<int64_t> costs = model.getCosts();
  Placements allPlacements(program.module(), values);
  std::optional<uint32_t> best = allPlacements.getBest(costs);
  REQUIRE(best);
  int64_t bestCost = 0;
  for (size_t i = 0; i < values.size(); ++i)
    bestCost += *best >> i & 1 ? costs[i] : 0;
  CHECK(result.cost == bestCost);
  CHECK(
      confirmReductions(program.module(), result.reductions, result.removals));
}

TEST_CASE("an existing reduction that only adds noise is taken out") {
  Program program(inModel("initial = 12, reduced = 20, max = 30", R"(
    %r = noisy.reduce_noise %a : !noisy.i32
    %1 = noisy.mul %r, %a : !noisy.i32)"));
  OptimizerOptions options;
  options.existingReductions = ExistingReductions::MayRemove;
  OptimizerResult result = optimize(program, options);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.reductions.empty());
  CHECK(result.removals.size() == 1);
  CHECK(
      confirmReductions(program.module(), result.reductions, result.removals));
}

TEST_CASE("a carried value is reduced where it is made") {
  // Fresh in the first iteration, it is no column; what is passed on is.
  Program program(inModel("initial = 12, reduced = 14, max = 30", R"(
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.mul %v, %a : !noisy.i32
      scf.yield %1 : !noisy.i32
    })"));
  ReductionModel model(program.module(), OptimizerOptions());
  CHECK(model.getOracle().getMixed().size() == 1);
  CHECK_FALSE(model.hasMixed());
  CHECK(solve(program) == "%1");
}

TEST_CASE("a reduction that raises noise in some iterations may be needed") {
  // Up to 49 in the first iterations, and far over the limit in the last.
  Program program(inModel("initial = 12, reduced = 50, max = 60", R"(
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.add %v, %a : !noisy.i32
      scf.yield %1 : !noisy.i32
    })"));
  ReductionModel model(program.module(), OptimizerOptions());
  CHECK(model.hasMixed());
  CHECK_FALSE(model.isExact());
  OptimizerResult result = optimize(program);
  INFO(result.message);
  CHECK(result.status == OptimizerStatus::Feasible);
  CHECK(result.lowerBound <= result.cost);
  CHECK(result.reductions.size() == 1);
  CHECK_THAT(result.message,
             Catch::Contains("a reduction leaves more noise than a value has"));
  CHECK(
      confirmReductions(program.module(), result.reductions, result.removals));
}

/// A chain of operations with %a, which begins with `last` and of which the
/// one with the number `cheap` costs less.
static std::string makeChain(const std::string &prefix, std::string last,
                             const std::string &op, unsigned length,
                             unsigned cheap) {
  std::string text;
  for (unsigned i = 1; i <= length; ++i) {
    std::string name = prefix + std::to_string(i);
    text += name + " = noisy." + op + " " + last +
            ", %a {noisy.cost = " + (i == cheap ? "1" : "10") +
            " : i64} : !noisy.i32\n";
    last = name;
  }
  return text;
}

TEST_CASE("an operation adds what its own model says") {
  // A sum in one function, a maximum in another.
  Program program(
      R"(func.func @sum(%a: !noisy.i32) -> !noisy.i32 attributes {
      noisy.model = #noisy.model<initial = 10, max = 30>} {
    %1 = noisy.mul %a, %a : !noisy.i32
    %2 = noisy.mul %1, %a : !noisy.i32
    %3 = noisy.mul %2, %a : !noisy.i32
    return %3 : !noisy.i32
  }
  func.func @max(%a: !noisy.i32) -> !noisy.i32 attributes {
      noisy.model = #noisy.model<initial = 10, max = 30, mul = max + 1>} {
  )" + makeChain("%x", "%a", "mul", 22, 5) +
      "return %x22 : !noisy.i32\n}\n");
  REQUIRE(program.isParsed());
  OptimizerResult result = optimize(program);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.cost == 2);
  CHECK(confirmReductions(program.module(), result.reductions));
}

/// A parallel loop that combines %a, and what follows.
static std::string makeParallel(const std::string &model, unsigned iterations,
                                const std::string &combine,
                                const std::string &rest) {
  return "func.func @f(%a: !noisy.i32) attributes {noisy.model = "
         "#noisy.model<" +
         model + R"(>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant )" +
         std::to_string(iterations) + R"( : index
    %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a) -> !noisy.i32 {
      scf.reduce(%a : !noisy.i32) {
      ^bb0(%l: !noisy.i32, %r: !noisy.i32):
        %x = )" +
         combine + R"( : !noisy.i32
        scf.reduce.return %x : !noisy.i32
      }
    } {noisy.cost = 10 : i64}
)" + rest +
         "return\n}\n";
}

TEST_CASE("a few values together have less noise than a reduced one") {
  // The sum has 14 bits; reduced, it would have 20. On two ways to a product.
  std::string rest;
  for (std::string way : {"%p", "%q"})
    rest += way +
            "0 = noisy.mul %a, %a {noisy.cost = 10 : i64} : !noisy.i32\n" +
            makeChain(way + "y", way + "0", "add", 4, way == "%p" ? 1 : 4) +
            makeChain(way + "z", way + "y4", "mul", 2, 0) +
            makeChain(way + "w", way + "z2", "add", 3, 0) + way +
            "m = noisy.mul %s, " + way + "w3 : !noisy.i32\n";
  Program program(makeParallel("initial = 10, reduced = 20, max = 60", 4,
                               "noisy.add %l, %r", rest));
  REQUIRE(program.isParsed());
  CHECK(solve(program) == "%py1 %qy4");
}

TEST_CASE("a combination is not reduced where that raises noise in a part") {
  // The result has 20 bits instead of 30, but a combination 40 instead of 30.
  Program program(makeParallel("initial = 10, reduced = 20, max = 35", 2,
                               "noisy.mul %l, %r {noisy.cost = 1 : i64}",
                               "%1 = noisy.mul %s, %a : !noisy.i32\n"));
  REQUIRE(program.isParsed());
  OptimizerResult result = optimize(program);
  INFO(result.message);
  CHECK(result.isLegal());
  CHECK(reducedNames(program, result) == "%s");
  CHECK(result.lowerBound <= result.cost);
  CHECK(confirmReductions(program.module(), result.reductions));
}

TEST_CASE("where only a combination that may raise noise could be reduced, "
          "nothing is called impossible") {
  // Reduced to 16 bits, %v3 is no operand of itself: the loop runs once.
  const std::string text = R"(
    module attributes {noisy.model = #noisy.model<initial = 6, reduced = 16,
        max = 36, add = max(lhs + rhs + rhs - 1, lhs + 1, rhs + 2),
        mul = sum + 4>} {
      func.func @f(%x: i5) -> !noisy.i32 {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %v0 = noisy.encode %x : i5 -> !noisy.i32
        %v7, %v8 = scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %c1)
            step (%c1, %c1) init (%v0, %v0) -> (!noisy.i32, !noisy.i32) {
          scf.reduce(%v0, %v0 : !noisy.i32, !noisy.i32) {
          ^bb0(%v1: !noisy.i32, %v2: !noisy.i32):
            %v3 = noisy.add %v1, %v2 : !noisy.i32
            REDUCED
          }, {
          ^bb0(%v4: !noisy.i32, %v5: !noisy.i32):
            %v6 = noisy.mul %v4, %v5 : !noisy.i32
            scf.reduce.return %v6 : !noisy.i32
          }
        }
        return %v0 : !noisy.i32
      }
    })";
  auto with = [&](const std::string &line) {
    std::string changed = text;
    return changed.replace(changed.find("REDUCED"), 7, line);
  };
  Program program(with("scf.reduce.return %v3 : !noisy.i32"));
  Program reduced(with("%r = noisy.reduce_noise %v3 : !noisy.i32 "
                       "scf.reduce.return %r : !noisy.i32"));
  REQUIRE(program.isParsed());
  REQUIRE(reduced.isParsed());
  REQUIRE_FALSE(program.facts().getFindings().empty());
  REQUIRE(reduced.facts().getFindings().empty());
  OptimizerResult result = optimize(program);
  INFO(result.message);
  CHECK(result.status == OptimizerStatus::Stopped);
  CHECK(result.lowerBound <= 1);
}

TEST_CASE("fractions of a bit count") {
  // 12.8 + 44.8 is over the limit by a tenth.
  const std::string body = R"(
    %1 = noisy.mul %a, %a : !noisy.i32
    %2 = noisy.add %1, %a : !noisy.i32
    %3 = noisy.mul %2, %a : !noisy.i32)";
  Program fits(inModel("initial = 12.8, max = 77.8, mul = max + 32", body));
  CHECK(solve(fits) == "");
  Program isOver(inModel("initial = 12.8, max = 77.7, mul = max + 32", body));
  CHECK(solve(isOver) == "%1");
}

TEST_CASE("what cannot be fixed is told in bits") {
  Program program(inModel("initial = 12.8, max = 40.5, mul = max + 32", R"(
    %1 = noisy.mul %a, %a : !noisy.i32)"));
  OptimizerResult result = optimize(program);
  CHECK(result.status == OptimizerStatus::Infeasible);
  CHECK(result.message ==
        "it passes the limit of 40.5 bits even if all its operands are "
        "reduced");
}
