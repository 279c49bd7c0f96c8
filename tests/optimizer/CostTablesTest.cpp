//===- CostTablesTest.cpp - Reductions that cost by noise -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/OptimizerReport.h"
#include "optimizer/ReductionModel.h"
#include "tests/dialect/RuledProgram.h"
#include "tests/optimizer/CostSubject.h"
#include "tests/optimizer/Optimize.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Placements.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"
#include <chrono>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static std::string describe(const OptimizerResult &result) {
  return describeResult(result, [](Value) { return std::string("it"); });
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

TEST_CASE("Cost tables: by level, the last entry holds for more levels") {
  ReductionCostTable table;
  table.byLevel = {5, 6, 8};
  NoiseModel model;
  std::string error;
  model = *NoiseModel::parse("levels=9", error);
  // Noise 10 leaves no level, 9 leaves one, and less leaves two and more.
  std::vector<ReductionCostTable::Step> steps = table.getSteps(model);
  CHECK(steps ==
        std::vector<ReductionCostTable::Step>{{0, 8}, {9, 6}, {10, 5}});
  // Fewer levels than entries.
  model = *NoiseModel::parse("levels=1", error);
  CHECK(table.getSteps(model) ==
        std::vector<ReductionCostTable::Step>{{0, 6}, {2, 5}});
  // Where levels are not counted nobody knows how many are left.
  model = *NoiseModel::parse("initial=12,max=26", error);
  CHECK(table.getSteps(model) == std::vector<ReductionCostTable::Step>{{0, 8}});
}

TEST_CASE("Cost tables: by noise, in the units of the model") {
  ReductionCostTable table;
  table.byNoise = {{12'000'000, 1}, {20'500'000, 3}, {22'000'000, 3}};
  std::string error;
  NoiseModel model = *NoiseModel::parse("initial=12.8,max=203", error);
  CHECK(model.unit == 10);
  CHECK(table.getSteps(model) ==
        std::vector<ReductionCostTable::Step>{{0, 1}, {205, 3}});
}

TEST_CASE(
    "Cost tables: the nearest one holds, times how often the place runs") {
  CostSubject subject(R"(
    module attributes {noisy.model = #noisy.model<levels = 3>,
                       noisy.cost = {by_level = [7, 9]}} {
    func.func @f(%a: !noisy.i32) {
      %1 = noisy.mul %a, %a : !noisy.i32
      affine.for %i = 0 to 5 {
        %2 = noisy.mul %a, %a : !noisy.i32
      }
      %3 = noisy.mul %a, %a {noisy.cost = 4 : i64} : !noisy.i32
      return
    }
    func.func @g(%b: !noisy.i32) attributes {
        noisy.cost = {by_noise = [[1, 2], [3, 0]]}} {
      return
    }
    })");
  using Steps = std::vector<ReductionCostTable::Step>;
  CHECK(subject.candidate("%1")->steps == Steps{{0, 9}, {4, 7}});
  CHECK(subject.candidate("%1")->cost == 7);
  CHECK(subject.candidate("%2")->steps == Steps{{0, 45}, {4, 35}});
  CHECK(subject.candidate("%3")->steps.empty());
  CHECK(subject.candidate("%3")->cost == 4);
  CHECK(subject.candidate("%b")->steps == Steps{{0, 2}, {3, 0}});
}

//===----------------------------------------------------------------------===//
// Placements
//===----------------------------------------------------------------------===//

static const std::string chain = R"(
  func.func @f(%a: !noisy.i32) {
    %1 = noisy.mul %a, %a : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    %4 = noisy.mul %3, %3 : !noisy.i32
    return
  })";

static std::string inLevels(const std::string &table, const std::string &text) {
  return "module attributes {noisy.model = #noisy.model<levels = 3>, "
         "noisy.cost = {" +
         table + "}} {" + text + "}";
}

TEST_CASE("Cost tables: the place is where a reduction costs least") {
  // The argument has all levels left, %1 two, %2 one, %3 none.
  Program late(inLevels("by_level = [3, 4, 5, 6]", chain));
  CHECK(reducedNames(late, optimize(late)) == "%3");
  Program early(inLevels("by_level = [6, 5, 4, 3]", chain));
  CHECK(reducedNames(early, optimize(early)) == "%1");
  Program middle(inLevels("by_level = [6, 1, 4, 8]", chain));
  OptimizerResult result = optimize(middle);
  CHECK(reducedNames(middle, result) == "%2");
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.cost == 1);
  CHECK(describe(result).find("inserted 1 reduction that counts as 1") == 0);
}

TEST_CASE("Cost tables: one reduction more may make another one cheaper") {
  // %3 alone costs 100, with no level left; with %1 reduced it has one left.
  Program program(inLevels("by_level = [100, 10, 10, 10]", R"(
  func.func @f(%a: !noisy.i32) {
    %1 = noisy.mul %a, %a : !noisy.i32
    %2 = noisy.mul %1, %1 {noisy.cost = 1000 : i64} : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    %4 = noisy.mul %3, %3 {noisy.cost = 1000 : i64} : !noisy.i32
    %5 = noisy.mul %4, %4 {noisy.cost = 1000 : i64} : !noisy.i32
    %6 = noisy.mul %5, %5 : !noisy.i32
    return
  })"));
  OptimizerResult result = optimize(program);
  INFO(describe(result));
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.cost == 20);
  CHECK(reducedNames(program, result) == "%1 %3");
}

TEST_CASE("Cost tables: nothing is proven where a reduction that raises noise "
          "may pay") {
  // Reduced, %a has more noise, and %v then costs 1 instead of 100.
  Program program(R"(
module attributes {noisy.model = #noisy.model<levels = 6, bootstrap = 2>,
                   noisy.cost = {by_level = [1, 1, 1, 100]}} {
  func.func @f(%a: !noisy.i32 {noisy.cost = 1 : i64}) -> !noisy.i32 {
    %1 = noisy.mul %a, %a {noisy.cost = 1000 : i64} : !noisy.i32
    %2 = noisy.mul %1, %1 {noisy.cost = 1000 : i64} : !noisy.i32
    %v = noisy.mul %2, %2 : !noisy.i32
    %3 = noisy.mul %v, %v {noisy.cost = 1000 : i64} : !noisy.i32
    %4 = noisy.mul %3, %3 {noisy.cost = 1000 : i64} : !noisy.i32
    %5 = noisy.mul %4, %4 {noisy.cost = 1000 : i64} : !noisy.i32
    %6 = noisy.mul %5, %5 {noisy.cost = 1000 : i64} : !noisy.i32
    return %6 : !noisy.i32
  }
})");
  OptimizerResult result = optimize(program);
  INFO(result.message);
  CHECK(result.isLegal());
  CHECK(result.lowerBound <= 2);
  if (result.cost > 2) {
    CHECK(result.status == OptimizerStatus::Feasible);
    CHECK_THAT(result.message, Catch::Contains("one that raises noise"));
  }
}

TEST_CASE(
    "Cost tables: the search ends once the local search meets the bound") {
  Program program(R"(
module attributes {noisy.model = #noisy.model<initial = 10, max = 40>,
                   noisy.cost = {by_noise = [[4, 0], [28, 1], [30, 1]]}} {
  func.func @f(%a: !noisy.i32) -> !noisy.i32 {
    %0 = noisy.add %a, %a {noisy.cost = 1000 : i64} : !noisy.i32
    %1 = noisy.add %a, %a {noisy.cost = 4 : i64} : !noisy.i32
    %2 = noisy.add %0, %a {noisy.cost = 3 : i64} : !noisy.i32
    %3 = noisy.mul %1, %1 : !noisy.i32
    %4 = noisy.mul %2, %a {noisy.cost = 0 : i64} : !noisy.i32
    %5 = noisy.mul %3, %a : !noisy.i32
    %6 = noisy.mul %5, %a {noisy.cost = 1000 : i64} : !noisy.i32
    %7 = noisy.mul %5, %a : !noisy.i32
    %8 = noisy.add %7, %7 {noisy.cost = 1000 : i64} : !noisy.i32
    %9 = noisy.mul %7, %8 {noisy.cost = 4 : i64} : !noisy.i32
    %10 = noisy.add %8, %9 : !noisy.i32
    return %10 : !noisy.i32
  }
})");
  OptimizerOptions options;
  options.timeLimit = std::chrono::seconds(30);
  auto begin = std::chrono::steady_clock::now();
  OptimizerResult result = optimize(program, options);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(confirmReductions(program.module(), result.reductions));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(15));
}

TEST_CASE("Cost tables: a rule may have one") {
  auto run = [](const std::string &cost) {
    RuledProgram program(R"mlir(
func.func @f(%a: !my.ct) -> !my.ct {
  %0 = "my.mul"(%a, %a) : (!my.ct, !my.ct) -> !my.ct
  %1 = "my.mul"(%0, %0) : (!my.ct, !my.ct) -> !my.ct
  %2 = "my.mul"(%1, %1) : (!my.ct, !my.ct) -> !my.ct
  return %2 : !my.ct
}
)mlir",
                         "model: levels=2,bootstrap=0\ncarriers: [\"!my.ct\"]\n"
                         "ops: {my.mul: mul, my.boot: fresh}\nreduce: "
                         "{\"!my.ct\": {operation: my.boot, cost: " +
                             cost + "}}\n");
    OptimizerResult result = optimizeReductions(program.module());
    REQUIRE(result.reductions.size() == 1);
    CHECK(result.status == OptimizerStatus::Optimal);
    Operation *op = result.reductions.front().value.getDefiningOp();
    return std::pair(op == &*std::next(op->getBlock()->begin()), result.cost);
  };
  CHECK(run("{by-level: [7, 3]}") == std::pair(false, int64_t(3)));
  CHECK(run("{by-level: [3, 7]}") == std::pair(true, int64_t(3)));
  CHECK(run("{by-noise: {1: 9, 3: 2}}") == std::pair(true, int64_t(2)));
}

//===----------------------------------------------------------------------===//
// Against all placements
//===----------------------------------------------------------------------===//

static std::string makeTable(std::mt19937 &random, bool isLevels) {
  std::string text = isLevels ? "by_level = [" : "by_noise = [";
  unsigned noise = 1 + random() % 10;
  for (unsigned i = 0, size = 2 + random() % 4; i < size; ++i) {
    std::string cost = std::to_string(random() % 12);
    text += i ? ", " : "";
    text += isLevels ? cost : "[" + std::to_string(noise) + ", " + cost + "]";
    noise += 1 + random() % 8;
  }
  return text + "]";
}

/// The least cost of all legal placements, by what the analysis says of each.
static std::optional<int64_t>
findLeastCost(Placements &placements, ArrayRef<ReductionCandidate> candidates) {
  std::optional<int64_t> least;
  for (uint32_t placement : placements.getLegal()) {
    int64_t cost = 0;
    for (auto [i, candidate] : llvm::enumerate(candidates)) {
      if (!(placement >> i & 1))
        continue;
      NoiseBound bound = placements.getBounds(placement)[i];
      int64_t ownCost = candidate.cost;
      for (const ReductionCostTable::Step &step : candidate.steps)
        if (step.from == 0 || (bound.isBits() && bound.getBits() >= step.from))
          ownCost = step.cost;
      cost += ownCost;
    }
    least = std::min(least.value_or(cost), cost);
  }
  return least;
}

static void compareWithAll(unsigned seed, unsigned count,
                           const OptimizerOptions &options) {
  std::mt19937 random(randomSeed(seed));
  unsigned fixedPrograms = 0, proven = 0, best = 0, infeasible = 0, differ = 0;
  while (fixedPrograms < count) {
    Shape shape = makeOptimizableShape(random, 8);
    std::string text =
        makeProgram(random, shape).text({/*thrown=*/false, /*carried=*/false});
    // One to eight multiplications fit between two reductions.
    bool isLevels = random() % 2;
    std::string model =
        isLevels ? "levels = " + std::to_string(1 + random() % 8)
                 : "initial = 12, max = " + std::to_string(24 + random() % 80);
    bool hasContracts = text.find("noisy.bound") != std::string::npos;
    if (hasContracts && isLevels)
      continue;
    text = "module attributes {noisy.model = #noisy.model<" + model +
           ">, noisy.cost = {" + makeTable(random, isLevels) + "}} {\n" + text +
           "}\n";
    CAPTURE(text);
    Program program(text);
    if (!program.isParsed()) // a contract above the limit
      continue;
    ReductionModel reductions(program.module(), options);
    std::vector<Value> values = reductions.getColumns();
    if (values.size() > 9 || program.facts().getFindings().empty() ||
        reductions.findHopeless())
      continue;
    Costs costs(program.module(), options.assumedIterations);
    std::vector<ReductionCandidate> candidates;
    for (Value value : values) {
      Operation *op = value.getDefiningOp();
      candidates.push_back(op && getReducedOperand(op)
                               ? costs.costs.getExisting(op)
                               : *costs.costs.getCandidate(value));
    }
    Placements allPlacements(program.module(), values);
    std::optional<int64_t> least = findLeastCost(allPlacements, candidates);
    OptimizerResult result = optimize(program, options);
    INFO(result.message);
    countChecked("costs by noise, against all placements");
    if (!least) {
      ++infeasible;
      REQUIRE_FALSE(result.isLegal());
      continue;
    }
    ++fixedPrograms;
    REQUIRE(result.isLegal());
    REQUIRE(confirmReductions(program.module(), result.reductions,
                              result.removals));
    CAPTURE(*least, result.cost, result.lowerBound);
    REQUIRE(result.lowerBound <= *least);
    REQUIRE(result.cost >= *least);
    REQUIRE(result.lowerBound <= result.cost);
    if (result.status == OptimizerStatus::Optimal)
      REQUIRE(result.cost == *least);
    proven += result.status == OptimizerStatus::Optimal;
    best += result.cost == *least;
    differ += result.cost != int64_t(result.reductions.size());
  }
  WARN(fixedPrograms << " programs, " << proven << " proven, " << best
                     << " at the least cost, " << infeasible << " infeasible");
  CHECK(best == fixedPrograms);
  CHECK(proven * 20 >= fixedPrograms * 19);
  CHECK(differ > fixedPrograms / 2);
}

TEST_CASE("Cost tables: the optimum is that of trying all placements",
          "[random]") {
  compareWithAll(59, countPrograms(100), {});
}

TEST_CASE("Cost tables: where reductions may go as well, the optimum is that "
          "of trying all placements",
          "[random]") {
  OptimizerOptions options;
  options.existingReductions = ExistingReductions::MayRemove;
  compareWithAll(61, countPrograms(50), options);
}
