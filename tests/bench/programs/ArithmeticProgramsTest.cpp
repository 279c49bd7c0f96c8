//===- ArithmeticProgramsTest.cpp - Matrices, transforms, polynomials -----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/ArithmeticPrograms.h"
#include "tests/bench/programs/RunProgram.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("matrices are multiplied") {
  std::mt19937 random(1);
  for (unsigned rows : {1, 2, 4}) {
    unsigned size = rows * rows;
    Plain inputs = throwNumbers(random, 3 * size, 32);
    auto multiply = [&](const Plain &a, const Plain &b) {
      Plain c(size);
      for (unsigned i = 0; i < rows; ++i)
        for (unsigned j = 0; j < rows; ++j)
          for (unsigned k = 0; k < rows; ++k)
            c[i * rows + j] += a[i * rows + k] * b[k * rows + j];
      return c;
    };
    auto part = [&](unsigned i) {
      return Plain(inputs.begin() + i * size, inputs.begin() + (i + 1) * size);
    };
    Plain result = multiply(multiply(part(0), part(1)), part(2));
    for (uint32_t &value : result)
      value %= 32;
    CHECK(runFixed(bench::makeMatrixProducts(rows), inputs) == result);
  }
}

static uint32_t power(uint32_t base, unsigned exponent) {
  uint32_t result = 1;
  for (unsigned i = 0; i < exponent; ++i)
    result = result * base % 32;
  return result;
}

TEST_CASE("the Fourier transform is the sum that defines it") {
  std::mt19937 random(2);
  for (bench::Twiddles twiddles :
       {bench::Twiddles::Plain, bench::Twiddles::Encoded})
    for (unsigned points : {8, 16, 32}) {
      Plain inputs = throwNumbers(random, points, 32), result(points);
      for (unsigned k = 0; k < points; ++k)
        for (unsigned j = 0; j < points; ++j)
          result[k] = (result[k] + inputs[j] * power(3, j * k)) % 32;
      CHECK(runFixed(bench::makeFourier(points, twiddles), inputs) == result);
    }
}

TEST_CASE("polynomials are evaluated, by both ways") {
  for (unsigned degree : {1, 2, 3, 4, 7, 8, 15, 24, 30})
    for (uint32_t x : {0, 1, 2, 3, 11, 31}) {
      CAPTURE(degree, x);
      uint32_t result = 0;
      for (unsigned i = 0; i <= degree; ++i)
        result = (result + bench::getCoefficient(i) * power(x, i)) % 32;
      CHECK(runFixed(bench::makeHorner(degree), {x}) == Plain{result});
      CHECK(runFixed(bench::makePatersonStockmeyer(degree), {x}) ==
            Plain{result});
    }
}
