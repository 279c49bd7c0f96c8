//===- RandomNests.h - Random nested loops ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMNESTS_H
#define NOISY_TESTS_RANDOM_RANDOMNESTS_H

#include <random>
#include <string>

namespace mlir::noisy::test {

struct NestShape {
  unsigned depth = 3;
  /// Conditionals and selects.
  bool hasConditions = false;
  /// A bound or a condition may be computed from several induction variables.
  bool mixesVariables = false;
  /// It may be computed from an argument, whose range is stated.
  bool hasUnknown = false;
  /// The values outside of loops are returned, so that passes keep them.
  bool returnsAll = false;
  /// The outermost loop has many iterations, up to 300.
  bool isLong = false;
  /// Loops carry integers, too, which bounds and conditions are computed from:
  /// counters, some of which are set back.
  bool carriesIntegers = false;
};

/// A function `@f` with nested loops on encrypted values, whose bounds and
/// conditions are computed from the induction variables of the loops around.
std::string makeNest(std::mt19937 &random, const NestShape &shape);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_RANDOM_RANDOMNESTS_H
