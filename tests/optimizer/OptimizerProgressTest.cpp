//===- OptimizerProgressTest.cpp - What is told of a search ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report has the cost of a legal placement of all that is asked for, and a
// bound that holds for it: nothing of what is tried on the way, of a part, or
// of a covering problem whose rows are not all known.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "optimizer/ReductionModel.h"
#include "optimizer/choice/RewriteChoice.h"
#include "tests/optimizer/Optimize.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
struct Report {
  int64_t cost, lowerBound;
};
} // namespace

/// The reports of a search.
static std::vector<Report> reportsOf(Program &program, OptimizerOptions options,
                                     OptimizerResult &result) {
  std::vector<Report> reports;
  options.progress = [&](int64_t cost, int64_t lowerBound) {
    reports.push_back({cost, lowerBound});
  };
  result = optimize(program, options);
  return reports;
}

/// Fails unless each report has a cost between the optimum and that of the
/// report before, and a bound between that of the report before and the
/// optimum.
static void checkReports(llvm::ArrayRef<Report> reports, int64_t optimum) {
  int64_t lastCost = std::numeric_limits<int64_t>::max(), lastBound = 0;
  for (auto [cost, lowerBound] : reports) {
    CAPTURE(cost, lowerBound, optimum);
    REQUIRE(lowerBound >= lastBound);
    REQUIRE(lowerBound <= optimum);
    lastBound = lowerBound;
    if (cost < 0) {
      REQUIRE(lastCost == std::numeric_limits<int64_t>::max());
      continue;
    }
    REQUIRE(cost >= optimum);
    REQUIRE(cost <= lastCost);
    lastCost = cost;
  }
}

/// Fails unless a search that ends at a report has a legal placement that costs
/// no more than was told.
static void checkLegal(Program &program, OptimizerOptions options,
                       size_t count) {
  for (size_t last = 0; last < count; ++last) {
    size_t index = 0;
    std::optional<int64_t> told;
    options.progress = [&](int64_t cost, int64_t) {
      if (index++ <= last && cost >= 0)
        told = cost;
    };
    options.isCancelled = [&] { return index > last; };
    OptimizerResult result = optimize(program, options);
    CAPTURE(last, result.message);
    REQUIRE(result.isLegal());
    if (told)
      REQUIRE(result.cost <= *told);
    if (!options.scope)
      REQUIRE(confirmReductions(program.module(), result.reductions,
                                result.removals));
  }
}

/// Functions, loops and branches that can be fixed.
static std::string makeFixable(std::mt19937 &random) {
  return makeProgram(random, makeOptimizableShape(random, 16))
      .text({/*thrown=*/false, /*carried=*/random() % 2 == 0});
}

TEST_CASE("progress tells of legal placements and of bounds that hold",
          "[random]") {
  std::mt19937 random(randomSeed(43));
  for (unsigned fixed = 0; fixed < countPrograms(60);) {
    std::string text = makeFixable(random);
    CAPTURE(text);
    Program program(text);
    REQUIRE(program.isParsed());
    OptimizerResult result;
    std::vector<Report> reports = reportsOf(program, {}, result);
    if (result.status != OptimizerStatus::Optimal || reports.empty())
      continue;
    ++fixed;
    countChecked("optimizer, reports of progress");
    checkReports(reports, result.cost);
    CHECK(reports.back().cost == result.cost);
    checkLegal(program, {}, reports.size());
  }
}

TEST_CASE("progress of one function tells nothing of others", "[random]") {
  std::mt19937 random(randomSeed(47));
  for (unsigned fixed = 0; fixed < countPrograms(60);) {
    std::string text = makeFixable(random);
    CAPTURE(text);
    Program program(text);
    REQUIRE(program.isParsed());
    for (auto function : program.module().getOps<FunctionOpInterface>()) {
      if (function.isExternal())
        continue;
      CAPTURE(function.getName().str());
      OptimizerOptions options;
      options.scope = function;
      OptimizerResult result;
      std::vector<Report> reports = reportsOf(program, options, result);
      if (result.status != OptimizerStatus::Optimal || reports.empty())
        continue;
      ++fixed;
      checkReports(reports, result.cost);
      checkLegal(program, options, reports.size());
    }
  }
}

TEST_CASE("progress tells nothing of rewritings that are tried", "[random]") {
  std::mt19937 random(randomSeed(53));
  for (unsigned fixed = 0; fixed < countPrograms(30);) {
    std::string text = makeFixable(random);
    CAPTURE(text);
    Program program(text);
    REQUIRE(program.isParsed());
    std::vector<Report> reports;
    OptimizerOptions options;
    options.progress = [&](int64_t cost, int64_t lowerBound) {
      reports.push_back({cost, lowerBound});
    };
    RewriteChoice choice = chooseRewriting(program.module(), options);
    if (choice.insertion.status != OptimizerStatus::Optimal || reports.empty())
      continue;
    ++fixed;
    checkReports(reports, choice.insertion.cost);
  }
}
