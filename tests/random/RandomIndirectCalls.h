//===- RandomIndirectCalls.h - Calls of values by chance --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMINDIRECTCALLS_H
#define NOISY_TESTS_RANDOM_RANDOMINDIRECTCALLS_H

#include <random>
#include <string>
#include <vector>

namespace mlir::noisy::test {

/// One program in two texts: with calls of values that may be several
/// functions, and with an `scf.if` of calls by name in place of each.
struct IndirectProgram {
  std::string indirect, direct;
  /// The values that have the same noise in both, "%v7".
  std::vector<std::string> values;
};

/// Private functions that call each other, from the public function `@f0` on,
/// by name and by values: addresses, selects, results of conditionals, what
/// loops carry, and arguments of functions. If it `states`, some declare the
/// noise of what they return, of which some have no body; these cannot be run.
IndirectProgram makeIndirectCalls(std::mt19937 &random, unsigned functions,
                                  bool states = false);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_RANDOM_RANDOMINDIRECTCALLS_H
