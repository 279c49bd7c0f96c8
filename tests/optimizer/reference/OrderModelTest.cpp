//===- OrderModelTest.cpp - The optimum, by another model -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimizer has to agree with a model that shares nothing with it but CBC,
// on programs that are too large for trying all placements.
//
//===----------------------------------------------------------------------===//

#include "tests/optimizer/reference/OrderModel.h"
#include "bench/optimizer/Milp.h"
#include "bench/programs/Families.h"
#include "optimizer/Optimizer.h"
#include "optimizer/ReductionModel.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Placements.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"
#include <cmath>
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;
using namespace std::chrono_literals;

/// The least cost by the other model; -1 where there is no solution.
static int64_t solveByOrder(Program &program) {
  std::optional<bench::StraightLine> steps =
      bench::StraightLine::read(program.module());
  REQUIRE(steps);
  OrderModel model(*steps);
  bench::MilpResult result = bench::solveMilp(model.getMilp(), 60s);
  INFO(result.message);
  if (result.status == bench::MilpStatus::Infeasible)
    return -1;
  REQUIRE(result.status == bench::MilpStatus::Optimal);
  std::vector<Reduction> reductions =
      steps->getReductions(model.getReduced(result.values));
  CHECK(confirmReductions(program.module(), reductions));
  return std::llround(result.objective);
}

/// The least cost by the optimizer, proven; -1 where there is no solution.
static int64_t solveByCover(Program &program) {
  OptimizerOptions options;
  options.timeLimit = 60s;
  OptimizerResult result = optimizeReductions(program.module(), options);
  INFO(result.message);
  if (result.status == OptimizerStatus::Infeasible)
    return -1;
  REQUIRE(result.status == OptimizerStatus::Optimal);
  CHECK(confirmReductions(program.module(), result.reductions));
  CHECK(
      (result.isWeighted || result.cost == int64_t(result.reductions.size())));
  return result.cost;
}

/// A random function of every operation that can stand in a straight line, and
/// of arguments with contracts; where it is weighted, with costs from 0 on.
static std::string makeText(std::mt19937 &random, unsigned operations,
                            NoiseModel model, bool isWeighted = false) {
  auto randomBelow = [&](unsigned limit) { return unsigned(random() % limit); };
  unsigned span = 3 + randomBelow(20), mulPercent = 5 + randomBelow(40);
  std::string text = "func.func @main(%x: i5";
  unsigned values = 0;
  for (; values < 4; ++values) {
    text += ", %v" + std::to_string(values) + ": !noisy.i32";
    if (randomBelow(2))
      text += " {noisy.bound = " +
              std::to_string(
                  model.initial +
                  randomBelow(std::min(model.max - model.initial, 5u) + 1)) +
              " : i64}";
  }
  text += ") {\n";
  // Few factors are so large that nothing can be done.
  int64_t largest = int64_t(1) << std::min(model.max - model.initial, 4u);
  for (unsigned i = 0; i < operations; ++i) {
    auto pick = [&] {
      return "%v" +
             std::to_string(values - 1 - randomBelow(std::min(values, span)));
    };
    std::string a = pick(), b = randomBelow(8) ? pick() : a;
    text += "  %v" + std::to_string(values++) + " = noisy.";
    unsigned kind = randomBelow(100);
    if (kind < mulPercent)
      text += "mul " + a + ", " + b;
    else if (kind < mulPercent + 5)
      text += "scale " + a + " by " +
              std::to_string(randomBelow(2) ? largest - randomBelow(2) : -2);
    else if (kind < mulPercent + 8)
      text += "reduce_noise " + a;
    else if (kind < mulPercent + 10)
      text += "encode %x : i5 ->";
    else
      text += (randomBelow(3) ? "add " : "sub ") + a + ", " + b;
    if (text.ends_with("->")) {
      text += " !noisy.i32\n";
      continue;
    }
    if (isWeighted && randomBelow(4))
      text += " {noisy.cost = " + std::to_string(randomBelow(6)) + " : i64}";
    text += " : !noisy.i32\n";
  }
  return text + "  return\n}\n";
}

TEST_CASE("the other model agrees with trying all placements", "[random]") {
  std::mt19937 random(randomSeed(1));
  unsigned fixedPrograms = 0, infeasible = 0;
  while (fixedPrograms + infeasible < 30) {
    NoiseModel model{12, 14 + unsigned(random() % 20)};
    std::string text = inModel(model, makeText(random, 6, model));
    CAPTURE(text);
    Program program(text);
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    std::vector<Value> values =
        ReductionModel(program.module(), {}).getColumns();
    if (program.facts().getFindings().empty() || values.size() > 10)
      continue;
    std::optional<uint32_t> best =
        Placements(program.module(), values)
            .getBest(std::vector<int64_t>(values.size(), 1));
    int fewest = best ? llvm::popcount(*best) : -1;
    ++(fewest < 0 ? infeasible : fixedPrograms);
    REQUIRE(solveByOrder(program) == fewest);
    countChecked("the other model, against all placements");
  }
  CHECK(fixedPrograms >= 3);
  CHECK(infeasible >= 3);
}

TEST_CASE("the optimum is that of the other model on random programs",
          "[random]") {
  std::mt19937 random(randomSeed(2));
  unsigned infeasible = 0;
  // A model with much room, and how many operations the other model bears.
  struct Kind {
    NoiseModel model;
    unsigned operations;
  };
  constexpr Kind kinds[] = {{{12, 26}, 150}, {{12, 24}, 150}, {{8, 20}, 80},
                            {{12, 38}, 60},  {{5, 12}, 120},  {{1, 9}, 60},
                            {{30, 64}, 50},  {{2, 30}, 40}};
  for (unsigned i = 0; i < 32; ++i) {
    auto [model, operations] = kinds[i % std::size(kinds)];
    bool isWeighted = i / std::size(kinds) % 2;
    operations = operations / 2 + random() % (operations / 2);
    std::string text =
        inModel(model, makeText(random, operations, model, isWeighted));
    CAPTURE(text);
    Program program(text);
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    int64_t minCost = solveByOrder(program);
    infeasible += minCost < 0;
    REQUIRE(solveByCover(program) == minCost);
    countChecked("optimizer, against the other model");
  }
  // Most have something to find.
  CHECK(infeasible <= 16);
}

TEST_CASE("the optimum is that of the other model on programs that compute "
          "something") {
  for (const bench::Family &family : bench::getFamilies()) {
    if (family.kind == bench::FamilyKind::Structured ||
        family.minOperations > 400)
      continue;
    // Comparators are hard for both.
    unsigned operations = family.kind == bench::FamilyKind::Bits ? 60 : 100;
    bench::Program source =
        family.make(std::max(operations, family.minOperations));
    CAPTURE(source.name);
    Program program(source.text);
    REQUIRE(program.isParsed());
    CHECK(solveByCover(program) == solveByOrder(program));
  }
}
