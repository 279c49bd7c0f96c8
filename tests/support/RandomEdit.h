//===- RandomEdit.h - Edits by chance ---------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_RANDOMEDIT_H
#define NOISY_TESTS_SUPPORT_RANDOMEDIT_H

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace mlir::noisy::test {

/// The bytes from `Begin` to `End` become `New`.
struct RandomEdit {
  size_t Begin = 0, End = 0;
  std::string New;
};

/// One edit of a kind that people make, or that finds bugs, in one or two
/// steps: each is of the text that the one before it made. May cut characters
/// of several bytes.
std::vector<RandomEdit> makeEdit(std::string Text, std::mt19937 &Random);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_RANDOMEDIT_H
