//===- OptimizerTwoModelsTest.cpp - The optimizer with several models -----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ReductionModel.h"
#include "tests/optimizer/Optimize.h"
#include "tests/random/RandomCallGraphs.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Placements.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A model in whole bits or by levels, whose reduced values may have more noise
/// than fresh ones, or less.
static std::string makeModelText(std::mt19937 &random) {
  if (random() % 4 == 0) {
    unsigned levels = 2 + random() % 4;
    return "levels = " + std::to_string(levels) +
           ", bootstrap = " + std::to_string(random() % levels);
  }
  unsigned initial = 2 + random() % 11, most = 20 + random() % 26;
  std::string text = "initial = " + std::to_string(initial) + ", reduced = " +
                     std::to_string(1 + random() % (most * 2 / 3)) +
                     ", max = " + std::to_string(most);
  if (random() % 3 == 0)
    text += ", mul = max + " + std::to_string(1 + random() % 12);
  if (random() % 6 == 0)
    text += ", mul = lhs + rhs - 1";
  // One field for each name.
  if (size_t second = text.find(", mul", text.find(", mul") + 1);
      second != std::string::npos)
    text.resize(second);
  return text;
}

/// Functions with models of their own, of which later ones call earlier ones,
/// perhaps beside a module with another model.
static std::string makeTwoModels(std::mt19937 &random) {
  std::string text;
  unsigned functions = 1 + random() % 3, steps = 0;
  const unsigned mostSteps = 8;
  bool isNested = random() % 3 == 0;
  for (unsigned f = 0; f < functions; ++f) {
    bool isLast = f + 1 == functions;
    std::string own = random() % 4
                          ? " attributes {noisy.model = #noisy.model<" +
                                makeModelText(random) + ">}"
                          : "";
    text += std::string("func.func ") + (isLast ? "" : "private ") + "@f" +
            std::to_string(f) + "(%0: !noisy.i32) -> !noisy.i32" + own + " {\n";
    unsigned count = 1;
    auto pick = [&] { return "%" + std::to_string(random() % count); };
    unsigned size = isLast ? std::max(3u, mostSteps - steps) : 1 + random() % 3;
    for (unsigned i = 0; i < size; ++i, ++steps) {
      std::string last = "%" + std::to_string(count - 1), other = pick();
      std::string cost =
          random() % 3
              ? ""
              : " {noisy.cost = " + std::to_string(random() % 6) + " : i64}";
      std::string result = "  %" + std::to_string(count++) + " = ";
      if (f > 0 && random() % 3 == 0)
        text += result + "func.call @f" + std::to_string(random() % f) + "(" +
                last + ")" + cost + " : (!noisy.i32) -> !noisy.i32\n";
      else
        text += result + "noisy." +
                (random() % 3 == 0   ? "add "
                 : random() % 2 == 0 ? "sub "
                                     : "mul ") +
                last + ", " + other + cost + " : !noisy.i32\n";
    }
    text += "  return %" + std::to_string(count - 1) + " : !noisy.i32\n}\n";
  }
  if (!isNested)
    return text;
  return text + "module @other attributes {noisy.model = #noisy.model<" +
         makeModelText(random) +
         ">} {\nfunc.func @g(%0: !noisy.i32) -> !noisy.i32 {\n"
         "  %1 = noisy.add %0, %0 : !noisy.i32\n"
         "  %2 = noisy.mul %1, %0 : !noisy.i32\n"
         "  return %2 : !noisy.i32\n}\n}\n";
}

/// Holds what the optimizer finds against all placements.
static void compareWithAll(unsigned seed, unsigned count,
                           std::string make(std::mt19937 &)) {
  std::mt19937 random(randomSeed(seed));
  unsigned fixedPrograms = 0, proven = 0, missed = 0, infeasible = 0;
  int64_t excess = 0;
  while (fixedPrograms < count) {
    std::string text = make(random);
    CAPTURE(text);
    Program program(text);
    // Some models are refused.
    if (!program.isParsed())
      continue;
    OptimizerOptions options;
    ReductionModel model(program.module(), options);
    // Those that the search leaves out count, too.
    std::vector<Value> values = model.getColumns();
    if (values.size() > 10 || program.facts().getFindings().empty() ||
        model.findHopeless())
      continue;
    Placements allPlacements(program.module(), values);
    const std::vector<int64_t> costs = model.getCosts();
    std::optional<uint32_t> best = allPlacements.getBest(costs);
    OptimizerResult result = optimize(program, options);
    INFO(result.message);
    countChecked("several models, against all placements");
    if (!best) {
      ++infeasible;
      REQUIRE_FALSE(result.isLegal());
      continue;
    }
    ++fixedPrograms;
    REQUIRE(result.status != OptimizerStatus::Infeasible);
    REQUIRE(result.status != OptimizerStatus::Failed);
    int64_t bestCost = 0;
    for (size_t i = 0; i < values.size(); ++i)
      bestCost += *best >> i & 1 ? costs[i] : 0;
    REQUIRE(result.lowerBound <= bestCost);
    if (!result.isLegal()) {
      ++missed;
      continue;
    }
    REQUIRE(confirmReductions(program.module(), result.reductions,
                              result.removals));
    REQUIRE(result.cost >= bestCost);
    if (result.status == OptimizerStatus::Optimal)
      REQUIRE(result.cost == bestCost);
    proven += result.status == OptimizerStatus::Optimal;
    excess += result.cost - bestCost;
  }
  WARN(fixedPrograms << " programs fixed, " << proven << " proven, " << missed
                     << " not found, " << infeasible
                     << " infeasible; cost above the least: " << excess);
  CHECK(proven * 10 > fixedPrograms * 7);
  CHECK(missed * 20 < fixedPrograms);
}

TEST_CASE("with several models no bound is above the optimum of all placements",
          "[random]") {
  compareWithAll(53, countPrograms(400), makeTwoModels);
}

/// Functions that call each other, of which some have a model of their own.
static std::string makeModelledCalls(std::mt19937 &random) {
  CallGraphShape shape;
  shape.kind = CallGraphKind(random() % 5);
  shape.functions = 2 + random() % 2;
  shape.hasIndirect = random() % 4 == 0;
  shape.hasPublic = random() % 3 == 0;
  shape.hasModels = true;
  return makeCallGraph(random, shape);
}

TEST_CASE("where functions of several models call each other, no bound is "
          "above the optimum of all placements",
          "[random]") {
  compareWithAll(59, countPrograms(200), makeModelledCalls);
}

TEST_CASE("a value that another model's reduction takes below its own can be "
          "reduced instead") {
  // Either the argument of @low, at 50, or the sum, at 1: of 13 bits or less
  // it takes 20.
  Program program(R"(
    func.func @f(%a: !noisy.i32 {noisy.cost = 50 : i64}) -> !noisy.i32
        attributes {noisy.model = #noisy.model<initial = 12, reduced = 20,
                                               max = 45>} {
      %l = func.call @low(%a) {noisy.cost = 50 : i64} : (!noisy.i32) -> !noisy.i32
      %s = noisy.add %l, %l {noisy.cost = 1 : i64} : !noisy.i32
      %m = noisy.mul %s, %s {noisy.cost = 60 : i64} : !noisy.i32
      return %m : !noisy.i32
    }
    func.func private @low(%a: !noisy.i32 {noisy.cost = 50 : i64}) -> !noisy.i32
        attributes {noisy.model = #noisy.model<initial = 4, reduced = 2,
                                               max = 30>} {
      %0 = noisy.mul %a, %a {noisy.cost = 50 : i64} : !noisy.i32
      return %0 : !noisy.i32
    })");
  OptimizerResult result = optimize(program);
  INFO(result.message);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(reducedNames(program, result) == "%s");
  CHECK(result.cost == 1);
  CHECK(
      confirmReductions(program.module(), result.reductions, result.removals));
}
