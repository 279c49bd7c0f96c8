//===- RandomSeed.h - Where tests of random programs begin ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_RANDOMSEED_H
#define NOISY_TESTS_SUPPORT_RANDOMSEED_H

#include <cstdlib>

namespace mlir::noisy::test {

/// The seed of a test that makes programs by chance: `seed`, so that it is the
/// same each time; another where the environment has a number NOISY_TEST_SEED,
/// as in `./dev fuzz programs`. Such tests have the tag [random].
inline unsigned randomSeed(unsigned seed) {
  const char *round = std::getenv("NOISY_TEST_SEED");
  return round ? seed + 1000003u * unsigned(std::atoi(round)) : seed;
}

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_RANDOMSEED_H
