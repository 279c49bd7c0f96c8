//===- SoundnessTest.cpp - The facts, and what programs really do ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the facts say of all runs holds for each single run of random programs.
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyDialect.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/NumberedProgram.h"
#include "tests/support/RandomSeed.h"
#include "tests/support/Reference.h"
#include "tests/support/RunVerdict.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// What was run.
struct Counts {
  unsigned runs = 0, junk = 0, values = 0, brokenRuns = 0;
};
} // namespace

/// Whether a run that broke what is stated, at `op`, was foreseen there: it is
/// reported, or a value that is passed has too much noise already.
static bool isForeseen(NumberedProgram &program, Operation *op) {
  const NoiseFacts &facts = program.program.facts();
  auto isReported = [&](Operation *use) {
    return llvm::any_of(facts.getFindings(),
                        [&](const NoiseFinding &finding) {
                          return finding.use == use;
                        }) ||
           llvm::any_of(use->getOperands(), [&](Value operand) {
             const NoiseFact *fact = facts.find(operand);
             return fact && !fact->isSafe(maxNoise);
           });
  };
  if (isReported(op))
    return true;
  // A function out of sight may pass what it, or another one, got in another
  // call.
  auto isOutOfSight = [](func::CallOp call) {
    return call && SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
                       call, call.getCalleeAttr())
                       .isExternal();
  };
  if (!isOutOfSight(dyn_cast<func::CallOp>(op)))
    return false;
  bool isElsewhere = false;
  program.program.module()->walk([&](func::CallOp otherCall) {
    isElsewhere |= isOutOfSight(otherCall) && isReported(otherCall);
  });
  return isElsewhere;
}

/// Runs a program a few times: no value has more noise than its bound, none
/// that is junk is called safe, and what is stated is not broken without a
/// finding.
static void checkRuns(NumberedProgram &program, std::mt19937 &random,
                      Counts &counts) {
  for (unsigned run = 0; run < 4; ++run) {
    RunOptions options;
    options.worstCase = run % 2;
    options.maxSteps = 1500;
    counts.runs += program.run(random, options, [&](int value, Noise noise) {
      const NoiseFact &fact = program.fact(value);
      auto [holds, honest] =
          judge(program.program.facts(), fact, noise.bits, noise.junk);
      counts.junk += noise.junk;
      ++counts.values;
      if (!holds || !honest) {
        CAPTURE(RandomProgram::name(value), noise.bits, noise.junk, fact.bound);
        REQUIRE(holds);
        REQUIRE(honest);
      }
    });
    bool isBroken = program.end() == RunEnd::BrokenContract;
    counts.brokenRuns += isBroken;
    if (isBroken) {
      CAPTURE(*program.lastOp());
      REQUIRE(isForeseen(program, program.lastOp()));
    }
  }
  countChecked("noise, against runs");
}

TEST_CASE("no run of a random program passes the bounds, or makes junk that "
          "is called safe",
          "[random]") {
  std::mt19937 random(randomSeed(7));
  Counts counts;
  for (unsigned i = 0; i < 2500; ++i) {
    RandomProgram source =
        makeProgram(random, makeShape(random, i, makeFullShape()));
    NumberedProgram program(source, {/*thrown=*/true, /*carried=*/i % 2 == 1});
    CAPTURE(i, program.text);
    checkRuns(program, random, counts);
  }
  WARN(counts.runs << " runs, with " << counts.values << " values, of which "
                   << counts.junk << " are junk");
  CHECK(counts.runs > 6000);
  CHECK(counts.junk > 10000);
}

TEST_CASE("the same with the models of other schemes", "[random]") {
  std::mt19937 random(randomSeed(23));
  Counts counts;
  for (unsigned i = 0; i < 1500; ++i) {
    RandomProgram source =
        makeProgram(random, makeShape(random, i, makeFullShape()));
    NumberedProgram program(source, {/*thrown=*/true, /*carried=*/i % 2 == 1});
    NoiseModel model = withTransfers(NoiseModel(), random);
    program.program.context()
        ->getLoadedDialect<NoisyDialect>()
        ->setDefaultModel(model);
    CAPTURE(i, model.str(), program.text);
    checkRuns(program, random, counts);
  }
  CHECK(counts.runs > 3000);
  CHECK(counts.junk > 5000);
}

TEST_CASE("the same with models of terms and of fractions of a bit",
          "[random]") {
  std::mt19937 random(randomSeed(29));
  Counts counts;
  for (unsigned i = 0; i < 1500; ++i) {
    RandomProgram source =
        makeProgram(random, makeShape(random, i, makeFullShape()));
    NumberedProgram program(source, {/*thrown=*/true, /*carried=*/i % 2 == 1});
    NoiseModel model = makeModel(random);
    program.program.context()
        ->getLoadedDialect<NoisyDialect>()
        ->setDefaultModel(model);
    CAPTURE(i, model.str(), program.text);
    checkRuns(program, random, counts);
  }
  CHECK(counts.runs > 3000);
}

TEST_CASE("the same where functions are called in all ways, and ranges are "
          "stated",
          "[random]") {
  std::mt19937 random(randomSeed(19));
  Counts counts;
  for (unsigned i = 0; i < 1500; ++i) {
    Shape shape = makeShape(random, i, makeFullShape());
    shape.calls = true;
    RandomProgram source = makeProgram(random, shape);
    TextOptions options;
    options.thrown = i % 2;
    options.hasCarried = i % 4 >= 2;
    options.calls = &random;
    NumberedProgram program(source, options);
    CAPTURE(i, program.text);
    REQUIRE(program.program.isParsed());
    checkRuns(program, random, counts);
  }
  WARN(counts.runs << " runs, with " << counts.values << " values, of which "
                   << counts.junk << " are junk; " << counts.brokenRuns
                   << " broke what is stated");
  CHECK(counts.runs > 1000);
  CHECK(counts.brokenRuns > 50);
}

TEST_CASE("whatever is above the limit is reported, or depends on what is",
          "[random]") {
  std::mt19937 random(randomSeed(11));
  for (unsigned i = 0; i < 1000; ++i) {
    RandomProgram source =
        makeProgram(random, makeShape(random, i, makeFullShape()));
    NumberedProgram program(source);
    CAPTURE(i, program.text);
    const NoiseFacts &facts = program.program.facts();
    llvm::DenseSet<Value> reportedValues;
    for (const NoiseFinding &finding : facts.getFindings()) {
      reportedValues.insert(finding.value);
      reportedValues.insert_range(finding.others);
      // Told at a call.
      reportedValues.insert(finding.overflow);
    }
    for (auto [value, fact] :
         llvm::zip_equal(facts.getValues(), facts.getFacts())) {
      bool isExplained = !fact.bound.exceeds(maxNoise) ||
                         fact.unreliableCause || reportedValues.contains(value);
      if (!isExplained) {
        CAPTURE(program.program.name(value), fact.bound);
        REQUIRE(isExplained);
      }
    }
    countChecked("noise, for findings");
  }
}

TEST_CASE("where nothing is joined, the worst run attains the bounds",
          "[random]") {
  std::mt19937 random(randomSeed(13));
  Shape maxShape;
  maxShape.conditionals = maxShape.otherLoops = maxShape.blocks =
      maxShape.calls = maxShape.selects = false;
  maxShape.contracts = maxShape.affine = maxShape.longLoops = true;
  RunOptions options;
  options.worstCase = true;
  options.maxSteps = 100'000;
  options.maxNoise = UINT64_MAX / 2;
  unsigned runs = 0, values = 0;
  for (unsigned i = 0; i < 1000; ++i) {
    RandomProgram source =
        makeProgram(random, makeShape(random, 4 * i, maxShape));
    NumberedProgram program(source);
    CAPTURE(i, program.text);
    std::vector<uint64_t> attainedBits(program.size());
    if (!program.run(random, options, [&](int value, Noise noise) {
          attainedBits[value] = std::max(attainedBits[value], noise.bits);
        }))
      continue;
    ++runs;
    countChecked("noise, against the worst run");
    for (int value = 0; value < program.size(); ++value) {
      NoiseBound bound = program.fact(value).bound;
      // What was never defined cannot be.
      NoiseBound worst = attainedBits[value]
                             ? NoiseBound::bits(attainedBits[value])
                             : NoiseBound::unreachable();
      bool agrees = bound == worst;
      if (!agrees) {
        CAPTURE(RandomProgram::name(value), bound, worst);
        REQUIRE(agrees);
      }
      ++values;
    }
  }
  WARN(runs << " runs, with " << values << " values");
  CHECK(runs > 800);
}

TEST_CASE("the order in which functions and blocks stand changes nothing",
          "[random]") {
  std::mt19937 random(randomSeed(17));
  for (unsigned i = 0; i < 1000; ++i) {
    RandomProgram source =
        makeProgram(random, makeShape(random, i, makeFullShape()));
    // Where private functions call each other in a circle that nothing enters,
    // the first in the text is taken for the entry.
    if (!Reference(source).isConclusive())
      continue;
    NumberedProgram program(source);
    NumberedProgram shuffledProgram(
        source, {/*thrown=*/false, /*carried=*/false, &random});
    CAPTURE(i, program.text, shuffledProgram.text);
    countChecked("noise, in another order");
    for (int value = 0; value < program.size(); ++value) {
      const NoiseFact &fact = program.fact(value);
      const NoiseFact &otherFact = shuffledProgram.fact(value);
      bool agrees = fact.bound == otherFact.bound &&
                    fact.source == otherFact.source &&
                    fact.isAssumed == otherFact.isAssumed &&
                    fact.isSafe(maxNoise) == otherFact.isSafe(maxNoise) &&
                    (fact.isAssumed || !fact.restsOn == !otherFact.restsOn);
      if (!agrees) {
        CAPTURE(RandomProgram::name(value), fact.bound, otherFact.bound);
        REQUIRE(agrees);
      }
    }
  }
}
