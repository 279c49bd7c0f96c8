//===- NumberTextTest.cpp - Numbers for people ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/units/NumberText.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;

TEST_CASE("NumberText: thousands are apart", "[report]") {
  CHECK(formatNumber(0) == "0");
  CHECK(formatNumber(999) == "999");
  CHECK(formatNumber(10545) == "10,545");
  CHECK(formatNumber(1234567) == "1,234,567");
  CHECK(formatNumber(-1234) == "-1,234");
  CHECK(formatNumber(-123) == "-123");
}

TEST_CASE("NumberText: numbers with nouns", "[text]") {
  CHECK(formatCount(0, "reduction") == "0 reductions");
  CHECK(formatCount(1, "reduction") == "1 reduction");
  CHECK(formatCount(10545, "reduction") == "10,545 reductions");
}
