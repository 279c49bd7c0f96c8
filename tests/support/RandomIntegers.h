//===- RandomIntegers.h - Programs of integers by chance --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_RANDOMINTEGERS_H
#define NOISY_TESTS_SUPPORT_RANDOMINTEGERS_H

#include "llvm/ADT/APInt.h"
#include <random>
#include <string>

namespace mlir::noisy::test {

/// What programs may hold.
struct IntegerShape {
  unsigned functions = 3;
  unsigned statements = 10;
  unsigned depth = 2;
  bool controlFlow = true;
  /// More signed operations of the kind that MLIR's pass
  /// arith-unsigned-when-equivalent looks for.
  bool mostlySigned = false;
  bool statedRanges = true;
  /// Loops with bounds that go round in circles of all kinds (other loops,
  /// blocks, recursion), mostly such that the loops are empty at first.
  bool growingLoops = true;
  /// What crashes MLIR's analysis: some operations of the affine dialect, and
  /// overflow flags, of which it makes ranges that end before they begin.
  bool affine = true;
  bool overflowFlags = true;
  /// Integers that the turns of `scf.forall` share in a tensor.
  bool sharedIntegers = false;
};

/// The text of a program of integers of 1 to 64 bits and `index`, which
/// `IntegerMachine` can run. All functions but the last, "@f0", ... , are
/// private.
std::string makeIntegerProgram(std::mt19937 &random, const IntegerShape &shape);

/// A number of `width` bits; small ones and ends of the type are likely.
llvm::APInt makeInteger(std::mt19937 &random, unsigned width);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_RANDOMINTEGERS_H
