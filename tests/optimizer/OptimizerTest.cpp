//===- OptimizerTest.cpp - Where to reduce the noise ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/RandomPrograms.h"
#include "optimizer/ReductionModel.h"
#include "tests/optimizer/Optimize.h"
#include "tests/support/Placements.h"
#include "tests/support/RandomProgram.h"
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;
using namespace std::chrono_literals;

//===----------------------------------------------------------------------===//
// The programs of the article
//===----------------------------------------------------------------------===//

TEST_CASE("four chained multiplications need three reductions") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    %4 = noisy.mul %3, %3 : !noisy.i32)"));
  CHECK(solve(program) == "%1 %2 %3");
}

TEST_CASE("nothing is reduced where nothing has to be") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.add %1, %a : !noisy.i32
    %3 = noisy.add %2, %a : !noisy.i32)"));
  CHECK(solve(program) == "");
}

static const char *const twoBranches = R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %l1 = noisy.add %m, %a : !noisy.i32
    %l2 = noisy.add %l1, %a : !noisy.i32
    %l3 = noisy.add %l2, %a : !noisy.i32
    %l4 = noisy.add %l3, %a : !noisy.i32
    %r1 = noisy.sub %m, %b : !noisy.i32
    %r2 = noisy.sub %r1, %b : !noisy.i32
    %r3 = noisy.sub %r2, %b : !noisy.i32
    %r4 = noisy.sub %r3, %b : !noisy.i32)";

TEST_CASE("one reduction behind the multiplication serves both branches") {
  Program program(withFresh(twoBranches));
  CHECK(solve(program) == "%m");
}

TEST_CASE("two branches that are multiplied need three, the earliest of ten") {
  Program program(withFresh(std::string(twoBranches) +
                            "\n%p1 = noisy.mul %l4, %r4 : !noisy.i32"));
  ReductionModel model(program.module(), OptimizerOptions());
  std::vector<Value> values = model.getColumns();
  Placements allPlacements(program.module(), values);
  std::optional<uint32_t> best = allPlacements.getBest(model.getCosts());
  REQUIRE(best);
  CHECK(llvm::popcount(*best) == 3);
  auto isTriple = [](uint32_t placement) {
    return llvm::popcount(placement) == 3;
  };
  CHECK(llvm::count_if(allPlacements.getLegal(), isTriple) == 10);
  std::string names;
  for (unsigned i = 0; i < values.size(); ++i)
    if (*best >> i & 1)
      names += (names.empty() ? "" : " ") + program.name(values[i]);
  CHECK(solve(program) == names);
}

//===----------------------------------------------------------------------===//
// Control flow and contracts
//===----------------------------------------------------------------------===//

TEST_CASE("in fifteen turns of an addition the only mend is that addition") {
  Program program(withFresh(R"(
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> !noisy.i32 {
      %1 = noisy.add %v, %b : !noisy.i32
      scf.yield %1 : !noisy.i32
    })"));
  // The value carried, which stands before it, does as well.
  CHECK(solve(program) == "%v");
}

TEST_CASE("what is reduced already stays, and counts") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.reduce_noise %1 : !noisy.i32
    %3 = noisy.mul %2, %b : !noisy.i32
    %4 = noisy.mul %3, %b : !noisy.i32)"));
  CHECK(solve(program) == "%3");
}

TEST_CASE("a recursion that grows is mended inside") {
  Program program(R"(
    func.func private @rec(%v: !noisy.i32, %p: i1) -> !noisy.i32 {
      %w = noisy.add %v, %v : !noisy.i32
      cf.cond_br %p, ^end(%w : !noisy.i32), ^again
    ^again:
      %r = call @rec(%w, %p) : (!noisy.i32, i1) -> !noisy.i32
      cf.br ^end(%r : !noisy.i32)
    ^end(%e: !noisy.i32):
      return %e : !noisy.i32
    }
    func.func @f(%x: i5, %p: i1) -> !noisy.i32 {
      %a = noisy.encode %x : i5 -> !noisy.i32
      %r = call @rec(%a, %p) : (!noisy.i32, i1) -> !noisy.i32
      return %r : !noisy.i32
    })");
  CHECK(solve(program) == "%v");
}

//===----------------------------------------------------------------------===//
// No solution
//===----------------------------------------------------------------------===//

TEST_CASE("what overflows from fresh values is infeasible, and named") {
  Program program(withFresh(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.scale %a by 100000 : !noisy.i32)"));
  OptimizerResult result = optimize(program);
  CHECK(result.status == OptimizerStatus::Infeasible);
  CHECK(result.culprit == program.value("%2"));
  CHECK_FALSE(result.isLegal());
  CHECK_FALSE(result.message.empty());
}

TEST_CASE("an unknown source is infeasible, even when it is reduced") {
  Program program(withFresh(R"(
    %u = "strange.operation"() : () -> !noisy.i32
    %r = noisy.reduce_noise %u : !noisy.i32)"));
  OptimizerResult result = optimize(program);
  CHECK(result.status == OptimizerStatus::Infeasible);
  CHECK(result.culprit == program.value("%u"));
}

TEST_CASE("what no reduction fixes keeps nothing else from being fixed") {
  Program program(R"(
    func.func @unknown() -> !noisy.i32 {
      %u = "strange.operation"() : () -> !noisy.i32
      %v = noisy.mul %u, %u : !noisy.i32
      return %v : !noisy.i32
    }
    func.func @rest(%a: !noisy.i32) -> !noisy.i32 {
      %1 = noisy.mul %a, %a : !noisy.i32
      %2 = noisy.mul %1, %a : !noisy.i32
      return %2 : !noisy.i32
    })");
  OptimizerResult result = optimize(program);
  INFO(result.message);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(reducedNames(program, result) == "%1");
  REQUIRE(result.unfixed.size() == 1);
  CHECK(result.unfixed.front().value == program.value("%u"));

  // In the function itself that is the answer.
  OptimizerOptions options;
  options.scope = program.value("%u").getParentRegion()->getParentOp();
  CHECK(optimize(program, options).status == OptimizerStatus::Infeasible);
}

//===----------------------------------------------------------------------===//
// Time, cancellation and accidents
//===----------------------------------------------------------------------===//

static const char *const chain = R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32)";

TEST_CASE("without time a legal choice is found, and no least one claimed") {
  // The loop is followed through a few turns first.
  for (std::string text : {withFresh(chain), std::string(R"(
    func.func @f(%x: !noisy.i32) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c9 = arith.constant 1000000 : index
      %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%v = %x) -> !noisy.i32 {
        %s = noisy.add %v, %x : !noisy.i32
        scf.yield %s : !noisy.i32
      }
      return %r : !noisy.i32
    })")}) {
    Program program(text);
    OptimizerOptions options;
    options.timeLimit = 0ms;
    OptimizerResult result = optimize(program, options);
    CHECK(result.status == OptimizerStatus::Feasible);
    CHECK(result.rounds == 0);
    CHECK_FALSE(result.reductions.empty());
    CHECK(confirmReductions(program.module(), result.reductions, {}));
    CHECK_THAT(result.message, Catch::Contains("stopped after"));
  }
}

TEST_CASE("a search that is cancelled before it begins gives a legal choice") {
  Program program(withFresh(chain));
  OptimizerOptions options;
  options.isCancelled = [] { return true; };
  OptimizerResult result = optimize(program, options);
  CHECK(result.status == OptimizerStatus::Feasible);
  CHECK_THAT(result.message, Catch::StartsWith("stopped by you after "));
  CHECK(result.endedEarly);
  CHECK(confirmReductions(program.module(), result.reductions));
}

/// Sums and products, of values of which each is one of the last `reach`; a
/// random number says which.
static std::string
makeOfRecent(llvm::function_ref<uint32_t()> random, int count, size_t reach,
             llvm::function_ref<bool(uint32_t number)> isProduct) {
  std::string text;
  std::vector<std::string> values = {"%a", "%b", "%c"};
  for (int i = 0; i < count; ++i) {
    auto pick = [&] {
      return values[values.size() - 1 -
                    random() % std::min(values.size(), reach)];
    };
    std::string name = "%h" + std::to_string(i);
    text += name + (isProduct(random()) ? " = noisy.mul " : " = noisy.add ") +
            pick() + ", " + pick() + " : !noisy.i32\n";
    values.push_back(name);
  }
  return withFresh(text);
}

/// A program that presolving and greed do not settle: a wheel of additions.
static std::string makeHard() {
  std::mt19937 random(5);
  return makeOfRecent(random, /*count=*/120, /*reach=*/6,
                      [](uint32_t number) { return number % 5 == 0; });
}

TEST_CASE("however short the time is, there is a legal choice") {
  // A loop that is followed further and further, and a long row.
  std::string text = R"(
    module attributes {noisy.model = #noisy.model<initial = 12, max = 500>} {
    func.func @f(%x: !noisy.i32) -> !noisy.i32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 100000 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> !noisy.i32 {
        %s = noisy.add %v, %x : !noisy.i32
        %t0 = noisy.add %v, %x : !noisy.i32
)";
  for (int i = 0; i < 400; ++i)
    text += "%t" + std::to_string(i + 1) + " = noisy.add %v, %t" +
            std::to_string(i) + " : !noisy.i32\n";
  text += "scf.yield %s : !noisy.i32 } return %r : !noisy.i32 } }";
  for (std::chrono::milliseconds limit : {0ms, 10ms, 40ms, 100ms, 200ms}) {
    Program program(text);
    REQUIRE(program.isParsed());
    OptimizerOptions options;
    options.timeLimit = limit;
    OptimizerResult result = optimize(program, options);
    CAPTURE(limit.count(), result.message);
    CHECK(result.isLegal());
    CHECK(confirmReductions(program.module(), result.reductions));
  }
  // Also if it is cancelled from the start.
  Program program(text);
  OptimizerOptions options;
  options.isCancelled = [] { return true; };
  OptimizerResult result = optimize(program, options);
  INFO(result.message);
  CHECK(result.isLegal());
  CHECK(confirmReductions(program.module(), result.reductions));
}

TEST_CASE("more time gives no worse answer, and rounds are no matter of time") {
  Program program(makeHard());
  int64_t lastCost = INT64_MAX;
  for (std::chrono::milliseconds limit : {0ms, 30ms, 300ms, 10000ms}) {
    OptimizerOptions options;
    options.timeLimit = limit;
    OptimizerResult result = optimize(program, options);
    REQUIRE(result.isLegal());
    CHECK(result.cost <= lastCost);
    lastCost = result.cost;
  }
  OptimizerOptions options;
  options.roundLimit = 1;
  options.nodeLimit = 1;
  options.workers = 1;
  options.timeLimit = std::chrono::minutes(2);
  std::string names = reducedNames(program, optimize(program, options));
  CHECK(reducedNames(program, optimize(program, options)) == names);
}

TEST_CASE("whenever it is cancelled, the answer is the best so far, and says "
          "so") {
  const std::string costsByNoise =
      "module attributes {noisy.cost = {by_noise = [[12, 3], [16, 9], [20, 2], "
      "[24, 7]]}} {" +
      makeHard() + "}";
  for (const std::string &text : {makeHard(), costsByNoise}) {
    Program program(text);
    REQUIRE(program.isParsed());
    unsigned cancelled = 0;
    for (unsigned poll = 1; cancelled < 400; poll += 1 + poll / 4) {
      OptimizerOptions options;
      options.timeLimit = 1000ms;
      options.workerPath = "/nowhere/noisy-cover-worker";
      unsigned polls = 0;
      options.isCancelled = [&] { return ++polls >= poll; };
      OptimizerResult result = optimize(program, options);
      if (polls < poll)
        break; // it came to its end
      CAPTURE(poll, result.message);
      REQUIRE(result.isLegal());
      REQUIRE(confirmReductions(program.module(), result.reductions));
      REQUIRE(result.lowerBound <= result.cost);
      // Only the choice between equals can still be cancelled otherwise.
      if (result.status == OptimizerStatus::Feasible)
        REQUIRE_THAT(result.message,
                     Catch::StartsWith("stopped by you after "));
      ++cancelled;
    }
    CHECK(cancelled > 5);
  }
}

TEST_CASE("a large program is legal whatever the search does meanwhile") {
  // The rounded relaxation lacks so many reductions that the local search is
  // due before they are found. Simple random numbers make many alike.
  std::linear_congruential_engine<uint32_t, 1103, 12345, 65536> engine(0);
  Program program(
      inModel(NoiseModel{.initial = 12, .max = 60},
              makeOfRecent([&] { return engine() / 16; }, /*count=*/3000,
                           /*reach=*/30,
                           [](uint32_t number) { return number % 5 == 0; })));
  REQUIRE(program.isParsed());
  OptimizerOptions options;
  options.timeLimit = 3000ms;
  OptimizerResult result = optimize(program, options);
  INFO(result.message);
  REQUIRE(result.isLegal());
  CHECK(confirmReductions(program.module(), result.reductions));
}

TEST_CASE("without the worker the local search has the time, and why is said") {
  std::mt19937 random(7);
  Program program(
      inModel(NoiseModel{.initial = 12, .max = 40},
              makeOfRecent(random, /*count=*/1000, /*reach=*/30,
                           [](uint32_t number) { return number % 3 != 0; })));
  REQUIRE(program.isParsed());
  OptimizerOptions options;
  options.workerPath = "/nowhere/noisy-cover-worker";
  options.timeLimit = 0ms;
  OptimizerResult first = optimize(program, options);
  options.timeLimit = 60000ms;
  OptimizerResult result = optimize(program, options);
  INFO(result.message);
  CHECK(result.status == OptimizerStatus::Feasible);
  CHECK(result.cost < first.cost);
  CHECK_THAT(result.message,
             Catch::EndsWith("install noisy-cover-worker, or set its path"));
  // More time would not help.
  CHECK_FALSE(result.endedEarly);
}

TEST_CASE("without the worker a legal choice is found, and called no more than "
          "that") {
  Program program(makeHard());
  OptimizerOptions options;
  options.workerPath = "/nowhere/noisy-cover-worker";
  OptimizerResult result = optimize(program, options);
  CHECK(result.isLegal());
  CHECK(confirmReductions(program.module(), result.reductions));
  if (result.status == OptimizerStatus::Feasible)
    CHECK_FALSE(result.message.empty());

  OptimizerResult best = optimize(program);
  INFO(best.message);
  CHECK(best.status == OptimizerStatus::Optimal);
  CHECK(confirmReductions(program.module(), best.reductions));
  CHECK(best.reductions.size() <= result.reductions.size());
  CHECK(result.lowerBound <= int64_t(best.reductions.size()));
}

TEST_CASE("what is proven is not held back for the earliest of equals") {
  // Milliseconds prove the least, but many equals remain.
  Program program(bench::makeRandomWide(500, 1).text);
  OptimizerResult result = optimize(program);
  REQUIRE(result.status == OptimizerStatus::Optimal);
  CHECK(result.times.ties < 900ms);
  CHECK(confirmReductions(program.module(), result.reductions));
}
