//===- OptimizerReportTest.cpp - The optimizer's result in words ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/OptimizerReport.h"
#include "tests/support/Program.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static constexpr double infinity = std::numeric_limits<double>::infinity();

/// A proven result that reduces earliest, with so many changes.
static OptimizerResult makeResult(unsigned insertedCount, unsigned removedCount,
                                  int64_t cost) {
  OptimizerResult result;
  result.status = OptimizerStatus::Optimal;
  result.reductions.resize(insertedCount);
  result.removals.resize(removedCount);
  result.cost = result.lowerBound = cost;
  result.earliest = true;
  return result;
}

static std::string describe(const OptimizerResult &result) {
  return describeResult(result, [](Value) { return std::string("%4"); });
}

TEST_CASE("optimal results are told by counts", "[report]") {
  CHECK(describe(makeResult(0, 0, 0)) == "no reductions are needed");
  CHECK(describe(makeResult(1, 0, 1)) ==
        "inserted 1 reduction, the fewest possible");
  CHECK(describe(makeResult(3, 0, 3)) ==
        "inserted 3 reductions, the fewest possible");
  CHECK(describe(makeResult(3, 2, 3)) ==
        "inserted 3 reductions and removed 2: 3 in all, the fewest possible");
  CHECK(describe(makeResult(0, 1, 4)) ==
        "removed 1 reduction: 4 in all, the fewest possible");
  CHECK(describe(makeResult(0, 2, 0)) ==
        "removed 2 reductions: 0 in all, the fewest possible");
  // Some of those that were there stay.
  CHECK(describe(makeResult(1, 0, 5)) ==
        "inserted 1 reduction: 5 in all, the fewest possible");
  CHECK(describe(makeResult(0, 0, 5)) ==
        "no change is needed: 5 in all, the fewest possible");
}

TEST_CASE("where costs are no counts they are told", "[report]") {
  OptimizerResult result = makeResult(3, 0, 130);
  result.isWeighted = true;
  CHECK(describe(result) ==
        "inserted 3 reductions that count as 130 (how often each runs, or its "
        "'noisy.cost'), the least possible");
  result.removals.resize(1);
  CHECK(describe(result) == "inserted 3 reductions and removed 1; all that "
                            "remain count as 130 (how often each runs, or its "
                            "'noisy.cost'), the least possible");
  // That the sum is the number says nothing.
  result = makeResult(2, 0, 2);
  result.isWeighted = true;
  CHECK(describe(result) ==
        "inserted 2 reductions that count as 2 (how often each runs, or its "
        "'noisy.cost'), the least possible");
  result = makeResult(1, 0, 4);
  result.isWeighted = true;
  CHECK(describe(result) == "inserted 1 reduction that counts as 4 (how often "
                            "each runs, or its 'noisy.cost'), the least "
                            "possible");
}

TEST_CASE("whether ties were settled is told", "[report]") {
  OptimizerResult result = makeResult(3, 0, 3);
  result.earliest = false;
  CHECK(describe(result) == "inserted 3 reductions, the fewest possible; "
                            "equally good solutions may reduce earlier");
}

TEST_CASE("what is not proven comes with its gap and the reason", "[report]") {
  OptimizerResult result = makeResult(12, 0, 12);
  result.status = OptimizerStatus::Feasible;
  result.lowerBound = 10;
  result.message = "the time limit was reached";
  CHECK(describe(result) ==
        "inserted 12 reductions, at most 20 % above the fewest possible (the "
        "time limit was reached)");
  CHECK(
      describeResult(
          result, [](Value) { return std::string(); }, ReportTense::Proposed) ==
      "would insert 12 reductions, at most 20 % above the fewest possible "
      "(the time limit was reached)");
  result.lowerBound = 0;
  CHECK(describe(result) == "inserted 12 reductions; the fewest possible is "
                            "not known (the time limit was reached)");
  result.message.clear();
  CHECK(describe(result) ==
        "inserted 12 reductions; the fewest possible is not known");
  result.isWeighted = true;
  result.cost = 100'300;
  result.lowerBound = 100'000;
  CHECK(describe(result) ==
        "inserted 12 reductions that count as 100,300 (how often each runs, or "
        "its 'noisy.cost'), at most 0.3 % above the least possible");
}

TEST_CASE("what has no solution names the culprit", "[report]") {
  Program program(withFresh("%1 = noisy.mul %a, %b : !noisy.i32"));
  OptimizerResult result;
  result.message = "it is too loud";
  for (OptimizerStatus status :
       {OptimizerStatus::Infeasible, OptimizerStatus::Stopped,
        OptimizerStatus::Failed}) {
    result.status = status;
    result.culprit = nullptr;
    CHECK(describe(result) == "cannot reduce the noise: it is too loud");
    result.culprit = program.value("%1");
    CHECK(describe(result) == "cannot reduce the noise: %4: it is too loud");
  }
}

TEST_CASE("gaps are parts of what is proven", "[report]") {
  auto gap = [](int64_t cost, int64_t lowerBound) {
    OptimizerResult result;
    result.cost = cost;
    result.lowerBound = lowerBound;
    return getGap(result);
  };
  CHECK(gap(0, 0) == 0);
  CHECK(gap(5, 5) == 0);
  CHECK(gap(12, 10) == Approx(0.2));
  CHECK(gap(1, 0) == infinity);
  CHECK(gap(5, -1) == infinity);
  CHECK(gap(INT64_MAX, 1) == Approx(9.2e18).epsilon(0.01));
}

TEST_CASE("what is proposed is not done yet", "[report]") {
  auto propose = [](unsigned inserted, unsigned removed, int64_t cost) {
    return describeResult(
        makeResult(inserted, removed, cost),
        [](Value) { return std::string(); }, ReportTense::Proposed);
  };
  CHECK(propose(1, 0, 1) == "would insert 1 reduction, the fewest possible");
  CHECK(propose(3, 2, 3) == "would insert 3 reductions and remove 2: 3 in all, "
                            "the fewest possible");
  CHECK(propose(0, 1, 4) ==
        "would remove 1 reduction: 4 in all, the fewest possible");
  CHECK(propose(0, 0, 0) == "no reductions are needed");
}

TEST_CASE("numbers for people", "[report]") {
  CHECK(describe(makeResult(10545, 0, 10545)) ==
        "inserted 10,545 reductions, the fewest possible");
}

TEST_CASE("gaps have one decimal and are rounded up", "[report]") {
  CHECK(formatGap(0.2) == "20 %");
  CHECK(formatGap(0.047) == "4.7 %");
  CHECK(formatGap(0.0461) == "4.7 %");
  CHECK(formatGap(1e-9) == "0.1 %");
  CHECK(formatGap(0.0996) == "10 %");
  CHECK(formatGap(12.3456) == "1,234.6 %");
}

TEST_CASE("hundredths of a per cent are rounded up", "[report]") {
  CHECK(toHundredths(0) == 0);
  CHECK(toHundredths(0.01) == 100);
  CHECK(toHundredths(0.2) == 2000);
  CHECK(toHundredths(1e-9) == 1);
  CHECK(toHundredths(0.010001) == 101);
  CHECK(toHundredths(infinity) == UINT_MAX);
  CHECK(toHundredths(1e9) == UINT_MAX);
  // Numbers that arithmetic does not hit.
  for (int percent = 1; percent <= 1000; ++percent)
    CHECK(toHundredths((100.0 + percent) / 100.0 - 1) ==
          unsigned(percent) * 100);
}
