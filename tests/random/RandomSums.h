//===- RandomSums.h - Programs of long sums ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMSUMS_H
#define NOISY_TESTS_RANDOM_RANDOMSUMS_H

#include <random>
#include <string>

namespace mlir::noisy::test {

/// Functions with sums of many terms in straight code, in loops that carry a
/// value, and in a function that is called with different noise.
std::string makeSums(std::mt19937 &random);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_RANDOM_RANDOMSUMS_H
