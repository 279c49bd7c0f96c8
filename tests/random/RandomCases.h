//===- RandomCases.h - Random functions that integers decide ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMCASES_H
#define NOISY_TESTS_RANDOM_RANDOMCASES_H

#include <random>
#include <string>

namespace mlir::noisy::test {

struct CasesShape {
  unsigned functions = 4;
  /// Functions may call themselves and those before them.
  bool hasRecursion = true;
  /// Buffers that several branches write.
  bool hasMemory = true;
  /// Loops of up to 70 iterations, whose number is passed to callees, in which
  /// two numbers decide.
  bool hasLongLoops = false;
  /// Numbers decide of which nothing is known: others in each iteration of a
  /// loop.
  bool hasUnknown = false;
  /// The numbers that are passed to the first function have many values.
  bool hasWideRanges = false;
  /// Another public function, `@other`, at the end, which calls the others with
  /// numbers of which nothing is known.
  bool hasOther = false;
};

/// Functions `@f0`, `@f1`, ..., in which a number and a truth value decide, by
/// comparisons, conditionals, selects and loops, most of them several times;
/// they are passed on to callees, as they are or changed. The first function is
/// public.
std::string makeCases(std::mt19937 &random, const CasesShape &shape);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_RANDOM_RANDOMCASES_H
