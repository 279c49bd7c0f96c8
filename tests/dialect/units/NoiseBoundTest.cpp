//===- NoiseBoundTest.cpp - How much noise a value can have ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/units/NoiseBound.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static constexpr uint32_t cap = NoiseBound::kCap;

static const std::vector<NoiseBound> samples = {
    unreachable,
    NoiseBound::bits(1),
    NoiseBound::bits(2),
    NoiseBound::bits(12),
    NoiseBound::bits(26),
    NoiseBound::bits(27),
    NoiseBound::bits(cap / 2),
    NoiseBound::bits(cap - 1),
    NoiseBound::bits(cap),
    moreThanCap,
    unbounded,
    unknown,
};

TEST_CASE("bounds are a chain, and the join is the larger one") {
  for (size_t i = 0; i < samples.size(); ++i)
    for (size_t j = 0; j < samples.size(); ++j) {
      NoiseBound lhs = samples[i], rhs = samples[j];
      CHECK((lhs < rhs) == (i < j));
      CHECK((lhs == rhs) == (i == j));
      CHECK(NoiseBound::join(lhs, rhs) == samples[std::max(i, j)]);
    }
}

TEST_CASE("sums are monotone and commute, and unreachable stays so") {
  for (NoiseBound lhs : samples)
    for (NoiseBound rhs : samples) {
      CHECK(lhs + rhs == rhs + lhs);
      CHECK((lhs + unreachable).isUnreachable());
      if (lhs.isUnreachable() || rhs.isUnreachable())
        continue;
      CHECK(lhs + rhs >= std::max(lhs, rhs));
      for (NoiseBound largerBound : samples)
        if (rhs <= largerBound)
          CHECK(lhs + rhs <= lhs + largerBound);
    }
}

TEST_CASE("sums are exact up to the cap and never wrap") {
  CHECK(NoiseBound::bits(12) + NoiseBound::bits(12) == 24);
  CHECK((NoiseBound::bits(cap - 1) + NoiseBound::bits(1)) == int(cap));
  CHECK((NoiseBound::bits(cap) + NoiseBound::bits(1)) == moreThanCap);
  CHECK((moreThanCap + moreThanCap) == moreThanCap);
  CHECK((moreThanCap + unbounded) == unbounded);
  CHECK((unbounded + unknown) == unknown);
  CHECK(NoiseBound::bits(UINT64_MAX) == moreThanCap);
  CHECK(NoiseBound::bits(uint64_t(1) << 32) == moreThanCap);
  CHECK(NoiseBound::bits(12).plus(UINT32_MAX) == moreThanCap);
  CHECK(NoiseBound::bits(12).plus(0) == 12);
  CHECK(unreachable.plus(5) == unreachable);
  CHECK(unknown.plus(5) == unknown);
}

TEST_CASE("whatever is not known may be above the limit") {
  CHECK_FALSE(NoiseBound::bits(26).exceeds(26));
  CHECK(NoiseBound::bits(27).exceeds(26));
  CHECK(moreThanCap.exceeds(UINT16_MAX));
  CHECK(unbounded.exceeds(26));
  CHECK(unknown.exceeds(26));
  CHECK_FALSE(unreachable.exceeds(26));
}

TEST_CASE("bounds go through ranges and come back") {
  for (NoiseBound bound : samples)
    CHECK(NoiseBound::fromRange(bound.toRange()) == bound);
}

TEST_CASE("a range is never a single point, which would become a constant") {
  for (NoiseBound bound : samples)
    if (!bound.isUnreachable())
      CHECK_FALSE(bound.toRange().getValue().getConstantValue());
}

TEST_CASE("ranges that no noise analysis made are unknown") {
  // What the stock analysis gives to a type that is no integer.
  CHECK(NoiseBound::fromRange(ConstantIntRanges::maxRange(0)) == unknown);
  CHECK(NoiseBound::fromRange(ConstantIntRanges::maxRange(64)) == unknown);
  CHECK(NoiseBound::fromRange(ConstantIntRanges::maxRange(32)) == unknown);
  CHECK(NoiseBound::fromRange(ConstantIntRanges::constant(APInt(32, 0))) ==
        unknown);
  CHECK(NoiseBound::fromRange(IntegerValueRange()) == unreachable);
}

TEST_CASE("bounds are written as people say them") {
  auto text = [](NoiseBound bound) {
    std::ostringstream os;
    os << bound;
    return os.str();
  };
  CHECK(text(NoiseBound::bits(24)) == "24");
  CHECK(text(moreThanCap) == "more than 65536");
  CHECK(text(unbounded) == "unbounded");
  CHECK(text(unknown) == "unknown");
  CHECK(text(unreachable) == "unreachable");
}
