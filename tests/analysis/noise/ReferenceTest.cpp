//===- ReferenceTest.cpp - The facts, and the book ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On random programs the analysis and a plain, slow implementation of the
// semantics say the same; and so do single runs, of which none knows anything
// of either.
//
//===----------------------------------------------------------------------===//

#include "tests/support/Reference.h"
#include "dialect/NoisyDialect.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/NumberedProgram.h"
#include "tests/support/RandomSeed.h"
#include <cmath>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The bound that the reference would write.
static NoiseBound toBound(double bits) {
  if (bits == 0)
    return unreachable;
  if (std::isinf(bits))
    return unbounded;
  return NoiseBound::bits(static_cast<uint64_t>(bits));
}

/// Whether `bound` is what it has to be. Beyond the cap there are no numbers
/// any more that growth could be seen in.
static bool agrees(NoiseBound bound, NoiseBound expectedBound, bool isExact) {
  if (!isExact)
    return bound >= expectedBound;
  return bound == expectedBound ||
         (bound == moreThanCap && expectedBound == unbounded);
}

/// Compares the facts of programs of these shapes with the reference.
static void compare(std::mt19937 random, unsigned programs,
                    const Shape &maxShape, bool hasModels = false) {
  unsigned comparedPrograms = 0, values = 0, unboundedValues = 0;
  for (unsigned i = 0; i < programs; ++i) {
    RandomProgram source = makeProgram(random, makeShape(random, i, maxShape));
    NoiseModel model = hasModels ? makeModel(random) : NoiseModel();
    Reference reference(source, model);
    if (!reference.isConclusive())
      continue;
    // To the reference all conditions are different ones; those that a loop
    // carries are the same in an iteration.
    bool isSame = i % 4 < 2;
    NumberedProgram program(source,
                            {/*thrown=*/i % 4 != 0, /*carried=*/i % 4 == 1});
    CAPTURE(i, program.text, model.str());
    program.program.context()
        ->getLoadedDialect<NoisyDialect>()
        ->setDefaultModel(model);
    for (int value = 0; value < program.size(); ++value) {
      NoiseBound expectedBound = toBound(reference.bound(value));
      NoiseBound bound = program.fact(value).bound;
      if (isSame && (bound <= expectedBound || !reference.isExact(value)))
        continue;
      if (!agrees(bound, expectedBound, reference.isExact(value))) {
        CAPTURE(RandomProgram::name(value), reference.isExact(value));
        REQUIRE(bound == expectedBound);
      }
      unboundedValues += expectedBound == unbounded;
    }
    ++comparedPrograms;
    countChecked("noise, against the reference");
    values += program.size();
  }
  WARN("compared " << comparedPrograms << " programs, " << values << " values, "
                   << unboundedValues << " of them unbounded");
  CHECK(comparedPrograms >= programs / 2);
  CHECK(unboundedValues > 0);
}

TEST_CASE("the bounds of random programs are those of the reference",
          "[random]") {
  Shape shape;
  shape.contracts = true;
  compare(std::mt19937(randomSeed(20240607)), 3000, shape);
}

TEST_CASE("so are those of programs with all kinds of control flow",
          "[random]") {
  compare(std::mt19937(randomSeed(2)), 5000, makeFullShape());
}

TEST_CASE("so are those of models of terms and of fractions of a bit",
          "[random]") {
  Shape shape = makeFullShape();
  shape.contracts = shape.parallels = false;
  compare(std::mt19937(randomSeed(6)), 3000, shape, /*hasModels=*/true);
}

TEST_CASE("no run of a random program passes the reference", "[random]") {
  std::mt19937 random(randomSeed(4));
  unsigned runs = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    RandomProgram source =
        makeProgram(random, makeShape(random, i, makeFullShape()));
    Reference reference(source);
    if (!reference.isConclusive())
      continue;
    NumberedProgram program(source, {/*thrown=*/true, /*carried=*/i % 2 == 1});
    CAPTURE(i, program.text);
    countChecked("noise, the reference against runs");
    for (int run = 0; run < 4; ++run) {
      RunOptions options;
      options.worstCase = run % 2;
      runs += program.run(random, options, [&](int value, Noise noise) {
        bool holds = noise.bits <= reference.bound(value);
        if (!holds) {
          CAPTURE(RandomProgram::name(value), noise.bits);
          CAPTURE(reference.bound(value));
          REQUIRE(holds);
        }
      });
    }
  }
  WARN(runs << " runs");
  CHECK(runs > 3000);
}

TEST_CASE("where nothing is joined the worst run is the reference",
          "[random]") {
  std::mt19937 random(randomSeed(5));
  Shape maxShape;
  maxShape.conditionals = maxShape.otherLoops = maxShape.blocks =
      maxShape.calls = maxShape.selects = false;
  maxShape.contracts = maxShape.affine = maxShape.longLoops =
      maxShape.parallels = true;
  RunOptions options;
  options.worstCase = true;
  options.maxSteps = 200'000;
  options.maxNoise = UINT64_MAX / 2;
  unsigned runs = 0, values = 0;
  for (unsigned i = 0; i < 1000; ++i) {
    RandomProgram source =
        makeProgram(random, makeShape(random, 4 * i, maxShape));
    Reference reference(source);
    if (!reference.isConclusive())
      continue;
    NumberedProgram program(source);
    CAPTURE(i, program.text);
    std::vector<double> maxBits(program.size());
    if (!program.run(random, options, [&](int value, Noise noise) {
          maxBits[value] = std::max(maxBits[value], double(noise.bits));
        }))
      continue;
    ++runs;
    countChecked("noise, the reference against the worst run");
    for (int value = 0; value < program.size(); ++value) {
      CAPTURE(RandomProgram::name(value));
      double bound = reference.bound(value);
      if (!reference.isExact(value))
        REQUIRE(maxBits[value] <= bound);
      else if (maxBits[value] != bound)
        REQUIRE(maxBits[value] == bound);
      ++values;
    }
  }
  WARN(runs << " runs, with " << values << " values");
  CHECK(runs > 700);
}
