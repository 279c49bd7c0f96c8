//===- DecidedComparisonsTest.cpp - Comparisons that bounds decide --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/DecidedComparisons.h"
#include "tests/analysis/bounds/BoundsSubject.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/IndexProgram.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The findings of a program, a line each.
static std::string findIn(Program &program,
                          size_t most = std::numeric_limits<size_t>::max()) {
  ProgramFlow flow(program.module());
  IntegerFacts facts = IntegerFacts::compute(flow);
  std::string text;
  for (const ComparisonFinding &finding :
       findDecidedComparisons(flow, facts, most))
    text += describeComparisonFinding(
                finding, [&](Value value) { return program.name(value); }) +
            "\n";
  return text;
}

TEST_CASE("comparisons that bounds decide are found", "[decided-comparisons]") {
  BoundsSubject program(inFunction(R"(
    %d = tensor.dim %t, %c0 : tensor<?x?xi8>
    %pad = tensor.pad %t low[1, 0] high[2, 0] {
    ^bb0(%i0: index, %i1: index):
      tensor.yield %x : i8
    } : tensor<?x?xi8> to tensor<?x?xi8>
    %e = tensor.dim %pad, %c0 : tensor<?x?xi8>
    %padded = arith.cmpi slt, %d, %e : index
    %same = arith.cmpi eq, %d, %e : index
    %open = arith.cmpi slt, %d, %n : index
    scf.for %i = %c0 to %n step %c1 {
      %below = arith.cmpi slt, %i, %n : index
      %unsigned = arith.cmpi uge, %i, %n : index
      %positive = arith.cmpi sge, %i, %c0 : index
      %sum = arith.addi %n, %c1 : index
      // Not if the sum overflows.
      %maybe = arith.cmpi slt, %i, %sum : index
    }
    scf.for %j = %c10 to %c0 step %c1 {
      %dead = arith.cmpi slt, %j, %n : index
    })"));
  const std::string all =
      "always true: %d is less than %e, by the bounds of both\n"
      "always false: %d is never equal to %e, by the bounds of both\n"
      "always true: %i is less than %n, by the bounds of both\n"
      "always false: %i is never at least %n, as unsigned numbers, by the "
      "bounds of both\n";
  // What ranges decide (%positive) is a finding of theirs.
  CHECK(findIn(program) == all);
  CHECK(findIn(program, 1) ==
        "always true: %d is less than %e, by the bounds of both\n");
}

TEST_CASE("in each run a comparison that is found has the result that is told",
          "[decided-comparisons][random]") {
  unsigned foundCount = 0, checkedCount = 0, wrappedRuns = 0;
  for (unsigned seed = 0; seed < 1200; ++seed) {
    std::mt19937 random(randomSeed(seed));
    std::string text = makeIndexProgram(random, 5 + seed % 40);
    Program program(text);
    INFO("seed " << seed << "\n" << text);
    REQUIRE(program.isParsed());
    ProgramFlow flow(program.module());
    IntegerFacts facts = IntegerFacts::compute(flow);
    llvm::DenseMap<Operation *, bool> results;
    for (const ComparisonFinding &finding : findDecidedComparisons(flow, facts))
      results[finding.op] = finding.result;
    foundCount += results.size();
    auto function = *program.module().getOps<FunctionOpInterface>().begin();
    auto number = [&]() -> int64_t {
      switch (random() % 8) {
      case 0:
        return std::numeric_limits<int64_t>::max() - int64_t(random() % 4);
      case 1:
        return std::numeric_limits<int64_t>::min() + int64_t(random() % 4);
      default:
        return int64_t(random() % 18) - 6;
      }
    };
    for (unsigned i = 0; i < 30; ++i) {
      std::vector<IndexValue> arguments = {{number(), {}},
                                           {number(), {}},
                                           {number(), {}},
                                           {int64_t(random() % 2), {}},
                                           {0, {int64_t(random() % 9)}},
                                           {0, {int64_t(random() % 9), 4}}};
      IndexRun run;
      run.onValue = [](Value) {};
      run.onComparison = [&](Operation *op, bool result) {
        auto entry = results.find(op);
        if (entry == results.end())
          return;
        ++checkedCount;
        INFO(program.name(op->getResult(0)) << " was " << result);
        REQUIRE(entry->second == result);
      };
      run.run(function, arguments);
      wrappedRuns += run.hasWrapped();
    }
    countChecked("comparisons that bounds decide, against runs");
  }
  // That it was no test of nothing: also not where indices overflow.
  CHECK(foundCount > 60);
  CHECK(checkedCount > 3000);
  CHECK(wrappedRuns > 300);
}
