//===- NoiseUnitTest.cpp - Fractions of a bit -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/units/NoiseUnit.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "tests/support/Program.h"
#include <cmath>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("a unit is a part of a bit that decimals can have") {
  for (unsigned unit : {1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50, 64, 80, 100})
    CHECK(isNoiseUnit(unit));
  for (unsigned unit : {0, 3, 6, 7, 12, 15, 48, 99, 101, 128, 1000})
    CHECK_FALSE(isNoiseUnit(unit));
}

TEST_CASE(
    "units are bits with two decimals at most, rounded to the safe side") {
  CHECK(formatBits(24, 1) == "24");
  CHECK(formatBits(448, 10) == "44.8");
  CHECK(formatBits(320, 10) == "32");
  CHECK(formatBits(205, 16) == "12.82"); // 12.8125
  CHECK(formatBits(205, 16, Rounding::Down) == "12.81");
  CHECK(formatBits(1, 100) == "0.01");
  CHECK(formatBits(12345, 10) == "1,234.5");
  CHECK(formatBits(-205, 16) == "-12.81");
  CHECK(formatBitsInWords(10, 10) == "1 bit");
  CHECK(formatBitsInWords(1, 1) == "1 bit");
  CHECK(formatBitsInWords(128, 10) == "12.8 bits");
  CHECK(formatExactBits(205, 16) == "12.8125");
  CHECK(formatExactBits(1, 64) == "0.015625");
  CHECK(formatExactBits(12345, 10) == "1234.5");
  CHECK(formatBound(NoiseBound::bits(128), 10) == "12.8");
  CHECK(formatBound(NoiseBound::moreThanCap(), 16) == "more than 4,096");
  CHECK(formatBound(NoiseBound::moreThanCap(), 1) == "more than 65,536");
  CHECK(formatBound(NoiseBound::unbounded(), 16) == "unbounded");
}

TEST_CASE("what is shown keeps the order, and is exact for tenths") {
  auto read = [](std::string text) {
    llvm::erase(text, ',');
    return std::stod(text);
  };
  for (unsigned unit : {1, 10, 16, 64, 100})
    for (int units = 1; units < 2000; ++units) {
      CAPTURE(unit, units);
      double noise = read(formatBits(units, unit));
      double limit = read(formatBits(units, unit, Rounding::Down));
      double exact = double(units) / unit;
      CHECK(noise >= exact - 1e-12);
      CHECK(limit <= exact + 1e-12);
      // More noise than the limit looks like it.
      CHECK(read(formatBits(units + 1, unit)) > limit);
      if (unit == 10)
        CHECK(noise == limit);
      std::optional<MillionthBits> exactBits =
          parseBits(formatExactBits(units, unit));
      REQUIRE(exactBits);
      CHECK(toUnits(*exactBits, unit, Rounding::Up) == units);
      CHECK(toUnits(*exactBits, unit, Rounding::Down) == units);
    }
}

TEST_CASE("numbers of bits are read exactly") {
  CHECK(parseBits("12") == 12 * kMillionths);
  CHECK(parseBits("12.8") == 12'800'000);
  CHECK(parseBits("0.000001") == 1);
  for (const char *text : {"", ".", ".5", "5.", "1.2.3", "1e1", "0x10", "-1",
                           "+1", "1 ", "0.0000001", "99999999999999999999"})
    CHECK_FALSE(parseBits(text));
  CHECK(toMillionths(12.8) == 12'800'000);
  CHECK(toMillionths(-0.1) == -100'000);
  CHECK_FALSE(toMillionths(0.00000049));
  CHECK_FALSE(toMillionths(NAN));
  CHECK_FALSE(toMillionths(INFINITY));
  CHECK(formatMillionths(12'800'000) == "12.8");
  CHECK(formatMillionths(-1) == "-0.000001");
  CHECK(formatMillionths(0) == "0");
  // Not a tenth more because 0.1 is no binary number.
  CHECK(toUnits(*toMillionths(0.1), 10, Rounding::Up) == 1);
  CHECK(toUnits(*parseBits("12.8"), 16, Rounding::Up) == 205);
  CHECK(toUnits(*parseBits("12.8"), 16, Rounding::Down) == 204);
  CHECK(toUnits(-100'000, 1, Rounding::Up) == 0);
  CHECK(convertUnits(26, 1, 10, Rounding::Up) == 260);
  CHECK(convertUnits(261, 10, 1, Rounding::Up) == 27);
  CHECK(convertUnits(269, 10, 1, Rounding::Down) == 26);
}

TEST_CASE("logarithms are rounded up") {
  CHECK(log2InUnits(1, 10) == 0);
  CHECK(log2InUnits(3, 1) == 2);
  CHECK(log2InUnits(3, 10) == 16);
  CHECK(log2InUnits(1024, 16) == 160);
  CHECK(log2InUnits(UINT64_MAX, 10) >= 640);
  for (uint64_t number = 1; number < 5000; ++number)
    CHECK(std::exp2(log2InUnits(number, 16) / 16.0) >= number - 1e-9);
}
