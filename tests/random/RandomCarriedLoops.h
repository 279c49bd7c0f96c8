//===- RandomCarriedLoops.h - Loops that carry sums -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMCARRIEDLOOPS_H
#define NOISY_TESTS_RANDOM_RANDOMCARRIEDLOOPS_H

#include <random>
#include <string>

namespace mlir::noisy::test {

/// The text of a program whose function @f has loops of known length, some in
/// others, that carry several values each: sums and products of terms that
/// depend on the counter, values that are no sums, and plain integers.
std::string makeCarriedLoops(std::mt19937 &random);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_RANDOM_RANDOMCARRIEDLOOPS_H
