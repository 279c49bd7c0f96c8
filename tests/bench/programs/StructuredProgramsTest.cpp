//===- StructuredProgramsTest.cpp - Programs with loops and functions -----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/StructuredPrograms.h"
#include "tests/bench/programs/RunProgram.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("the adder whose full adder is called adds") {
  std::mt19937 random(1);
  constexpr unsigned bits = 6;
  for (unsigned i = 0; i < 10; ++i) {
    uint64_t a = random() % (1 << bits), b = random() % (1 << bits);
    Plain inputs = toBits({a, b}, bits);
    inputs.push_back(i % 2);
    std::optional<Plain> sum = run(bench::makeAdderCalls(bits), inputs);
    REQUIRE(sum);
    CHECK(fromBits(*sum, bits + 1) == std::vector<uint64_t>{a + b + i % 2});
  }
}

/// 1 + x + x^2 + ..., of `loops` such sums each at the value of the one before.
static uint32_t evaluateSeries(unsigned loops, unsigned turns, uint32_t x) {
  for (unsigned loop = 0; loop < loops; ++loop) {
    uint32_t sum = 1;
    for (unsigned i = 0; i < turns; ++i)
      sum = (sum * x + 1) % 32;
    x = sum;
  }
  return x;
}

TEST_CASE("loops run Horner's rule") {
  for (uint32_t x : {0, 2, 5, 30}) {
    CHECK(run(bench::makeHornerLoops(3, 4), {x}) ==
          Plain{evaluateSeries(3, 4, x)});
    for (unsigned turns : {0, 3})
      CHECK(run(bench::makeUnknownLoops(2), {x}, turns) ==
            Plain{evaluateSeries(2, turns, x)});
  }
}

TEST_CASE("loops add up") {
  // Two values of (turns + 1) x, multiplied to x.
  for (uint32_t x : {1, 3, 7})
    CHECK(run(bench::makeSumLoops(2, 4), {x}) == Plain{25 * x * x * x % 32});
}
