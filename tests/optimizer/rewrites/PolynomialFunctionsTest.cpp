//===- PolynomialFunctionsTest.cpp - Polynomials on Z/32 ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/PolynomialFunctions.h"
#include "tests/support/RandomSeed.h"
#include <catch2/catch.hpp>
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static int64_t evaluate(ArrayRef<int64_t> coefficients, int64_t x) {
  int64_t result = 0;
  for (int64_t coefficient : llvm::reverse(coefficients))
    result = (result * x + coefficient) % 32;
  return result;
}

TEST_CASE("polynomials are the same functions modulo 32", "[rewrites]") {
  std::mt19937 random(randomSeed(2));
  for (int i = 0; i < 2000; ++i) {
    SmallVector<int64_t> coefficients(random() % 40);
    for (int64_t &coefficient : coefficients)
      coefficient = random() % 32;
    SmallVector<int64_t> reduced = reduceToFunction(coefficients);
    CHECK(reduced.size() <= 8);
    CHECK(reduced.size() <= coefficients.size());
    for (int64_t x = 0; x < 32; ++x)
      REQUIRE(evaluate(reduced, x) == evaluate(coefficients, x));
    // It is the only one of its kind.
    CHECK(reduceToFunction(reduced) == reduced);
  }
}

TEST_CASE("polynomials that are functions of less degree", "[rewrites]") {
  auto reduce = [](SmallVector<int64_t> coefficients) {
    return reduceToFunction(coefficients);
  };
  CHECK(reduce({}).empty());
  CHECK(reduce({0, 0, 0}).empty());
  CHECK(reduce({5, 3, 1}) == SmallVector<int64_t>{5, 3, 1});
  // 16 x^2 is 16 x, and 16 x (x - 1) is 0.
  CHECK(reduce({0, 0, 16}) == SmallVector<int64_t>{0, 16});
  CHECK(reduce({0, 16, 16}).empty());
  // x (x - 1) ... (x - 7)
  CHECK(reduce({0, -5040, 13068, -13132, 6769, -1960, 322, -28, 1}).empty());
}
