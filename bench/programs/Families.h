//===- Families.h - Programs of any size, by task ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_FAMILIES_H
#define NOISY_BENCH_PROGRAMS_FAMILIES_H

#include "bench/programs/Program.h"
#include <vector>

namespace mlir::noisy::bench {

enum class FamilyKind {
  Bits,       ///< Boolean circuits.
  Arithmetic, ///< Integers modulo 32.
  Random,
  Structured, ///< Loops and functions.
};

/// Programs that compute the same in different sizes.
struct Family {
  const char *name;
  FamilyKind kind;
  /// The sizes of the smallest and the largest program, in operations.
  unsigned minOperations, maxOperations;
  /// Makes the program whose number of operations is about the closest to
  /// `operations`.
  Program (*make)(unsigned operations);
};

const std::vector<Family> &getFamilies();

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_FAMILIES_H
