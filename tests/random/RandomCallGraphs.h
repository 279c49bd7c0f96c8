//===- RandomCallGraphs.h - Functions that call each other ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMCALLGRAPHS_H
#define NOISY_TESTS_RANDOM_RANDOMCALLGRAPHS_H

#include <random>
#include <string>

namespace mlir::noisy::test {

/// Who calls whom.
enum class CallGraphKind {
  /// Each function is called at one place; `@f0` is the root.
  Tree,
  /// Each function calls the next.
  Chain,
  /// One function, called by several that another one calls.
  Diamond,
  /// Any later functions, at any number of places.
  Acyclic,
  /// As well, on a condition, an earlier one or itself.
  Recursive
};

struct CallGraphShape {
  CallGraphKind kind = CallGraphKind::Acyclic;
  unsigned functions = 3;
  /// The most operations of a function beside its calls.
  unsigned operations = 2;
  /// Some calls are of values: an address, or one of two.
  bool hasIndirect = false;
  /// Some calls are of functions without a body, of which only the noise of the
  /// result is stated, and perhaps what an argument may have.
  bool hasExternal = false;
  /// Some functions beside the first are public.
  bool hasPublic = false;
  /// Some functions have a model of their own, with as much noise in reduced
  /// values.
  bool hasModels = false;
};

/// Functions `@f0`, `@f1`, ..., of one or two encrypted values each. The first
/// is public, and the others are private unless `shape` says otherwise. All
/// that is not recursive is called unconditionally.
std::string makeCallGraph(std::mt19937 &random, const CallGraphShape &shape);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_RANDOM_RANDOMCALLGRAPHS_H
