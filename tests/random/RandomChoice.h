//===- RandomChoice.h - What writers of programs throw ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMCHOICE_H
#define NOISY_TESTS_RANDOM_RANDOMCHOICE_H

#include <random>
#include <vector>

namespace mlir::noisy::test {

/// The choices of a class that writes random programs.
class RandomChoice {
protected:
  /// `random` must live as long.
  explicit RandomChoice(std::mt19937 &random) : random(random) {}

  /// A number from 0 to n - 1.
  unsigned below(unsigned n) {
    return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
  }
  /// True once in `n` times.
  bool oneOf(unsigned n) { return below(n) == 0; }
  template <typename T> const T &pick(const std::vector<T> &list) {
    return list[below(list.size())];
  }

  std::mt19937 &random;
};

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_RANDOM_RANDOMCHOICE_H
