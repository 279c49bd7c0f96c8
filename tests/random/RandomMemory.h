//===- RandomMemory.h - Programs with memory and tensors --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_RANDOM_RANDOMMEMORY_H
#define NOISY_TESTS_RANDOM_RANDOMMEMORY_H

#include <random>
#include <string>

namespace mlir::noisy::test {

/// What programs with memory may hold.
struct MemoryShape {
  unsigned statements = 12;
  unsigned depth = 3;
  /// Buffers escape now and then.
  bool escapes = true;
  /// Loops whose iterations run in any order.
  bool parallels = true;
  bool tensors = false;
  /// Functions that get buffers.
  unsigned functions = 0;
  /// All buffers have one element.
  bool scalarBuffers = false;
};

/// The text of a program whose function @f, which returns one, keeps encrypted
/// values in buffers and tensors: some of their elements are never written, or
/// not always.
std::string makeMemoryProgram(std::mt19937 &random, const MemoryShape &shape);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_RANDOM_RANDOMMEMORY_H
