//===- RandomAccumulators.h - Loops that carry memory -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMACCUMULATORS_H
#define NOISY_TESTS_RANDOM_RANDOMACCUMULATORS_H

#include <random>
#include <string>

namespace mlir::noisy::test {

/// The text of a program whose function @f keeps encrypted values in buffers
/// that nested loops of known length load from and store into, each element at
/// constant indices: every load reads one store, in each iteration.
std::string makeAccumulators(std::mt19937 &random, unsigned statements);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_RANDOM_RANDOMACCUMULATORS_H
