//===- NoiseGainTest.cpp - How noise depends on what flows in -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseGain.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("a gain is told by probing") {
  auto gain = [](auto function) { return probeNoiseGain(12, function); };
  CHECK(gain([](NoiseBound) { return NoiseBound::bits(12); }) ==
        NoiseGain::None);
  CHECK(gain([](NoiseBound b) { return b; }) == NoiseGain::Zero);
  CHECK(gain([](NoiseBound b) { return b.plus(1); }) == NoiseGain::Positive);
  CHECK(gain([](NoiseBound b) { return b + b; }) == NoiseGain::Positive);
  CHECK(gain([](NoiseBound b) { return b + b + b; }) == NoiseGain::Positive);
}

TEST_CASE("a gain that a larger value hides at first is a gain") {
  auto hiddenGain = [](uint32_t otherBits, uint32_t gain) {
    return probeNoiseGain(12, [=](NoiseBound source) {
      return NoiseBound::join(source.plus(gain), NoiseBound::bits(otherBits));
    });
  };
  for (uint32_t otherBits : {13u, 1000u, 40000u, NoiseBound::kCap - 1}) {
    CHECK(hiddenGain(otherBits, 0) == NoiseGain::Zero);
    CHECK(hiddenGain(otherBits, 1) == NoiseGain::Positive);
  }
}
