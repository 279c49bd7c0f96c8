//===- RandomElements.h - Programs with bodies for elements -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMELEMENTS_H
#define NOISY_TESTS_RANDOM_RANDOMELEMENTS_H

#include <random>
#include <string>

namespace mlir::noisy::test {

struct ElementsShape {
  unsigned statements = 6;
  /// All elements of a tensor have the same noise, all sizes are known, and the
  /// outputs of an operation have the same elements.
  bool isUniform = false;
};

/// The text of a program whose function @f computes tensors by operations of
/// linalg: by bodies, or by moving elements.
std::string makeElementsProgram(std::mt19937 &random,
                                const ElementsShape &shape);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_RANDOM_RANDOMELEMENTS_H
