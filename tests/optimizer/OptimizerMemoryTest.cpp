//===- OptimizerMemoryTest.cpp - Reductions of what is in memory ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/optimizer/Optimize.h"
#include "tests/random/RandomMemory.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("what is stored is reduced where that is cheapest") {
  Program program(withFresh(R"(
    %m = memref.alloca() : memref<!noisy.i32>
    %1 = noisy.mul %a, %b : !noisy.i32
    memref.store %1, %m[] : memref<!noisy.i32>
    scf.for %i = %c0 to %c4 step %c1 {
      %l = memref.load %m[] : memref<!noisy.i32>
      %2 = noisy.mul %l, %a : !noisy.i32
    })"));
  CHECK(solve(program) == "%1");
}

TEST_CASE("optima of random programs with memory and tensors are legal, and no "
          "reduction is left over",
          "[random]") {
  std::mt19937 random(randomSeed(29));
  unsigned solvedCount = 0, completeCount = 0, reductionCount = 0;
  for (unsigned i = 0; i < countPrograms(600); ++i) {
    MemoryShape shape;
    shape.statements = 4 + i % 12;
    shape.depth = 1 + i % 3;
    shape.escapes = false;
    shape.parallels = i % 2;
    shape.tensors = i % 3 == 0;
    std::string text = makeMemoryProgram(random, shape);
    Program program(text);
    REQUIRE(program.isParsed());
    if (program.facts().getFindings().empty())
      continue;
    OptimizerResult result = optimize(program);
    if (result.status != OptimizerStatus::Optimal)
      continue;
    CAPTURE(i, text, reducedNames(program, result));
    ++solvedCount;
    reductionCount += result.reductions.size();
    REQUIRE(confirmReductions(program.module(), result.reductions,
                              result.removals));
    // What depends on unknown noise is reduced as if that were little, and the
    // analysis tells nothing of it.
    if (!result.unfixed.empty())
      continue;
    ++completeCount;
    for (size_t left = 0; left < result.reductions.size(); ++left) {
      auto fewer = result.reductions;
      fewer.erase(fewer.begin() + left);
      REQUIRE_FALSE(
          confirmReductions(program.module(), fewer, result.removals));
    }
    countChecked("reductions of memory, left out one by one");
  }
  WARN(solvedCount << " programs with " << reductionCount << " reductions");
  CHECK(solvedCount > 50);
  CHECK(completeCount > 20);
}
