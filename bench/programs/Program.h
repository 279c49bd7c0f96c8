//===- Program.h - A program to be measured ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_PROGRAM_H
#define NOISY_BENCH_PROGRAMS_PROGRAM_H

#include <string>

namespace mlir::noisy::bench {

/// A generated program; the same parameters give the same text.
struct Program {
  std::string name;
  /// The number of operations on encrypted values, without encodings.
  unsigned operations = 0;
  std::string text;
};

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_PROGRAM_H
