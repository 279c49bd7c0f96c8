//===- BenchOptions.h - What is measured, and how ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_MEASURE_BENCHOPTIONS_H
#define NOISY_BENCH_MEASURE_BENCHOPTIONS_H

#include <string>

namespace mlir::noisy::bench {

/// What the sections are asked for.
struct BenchOptions {
  /// Sizes, time limits and repetitions that take an hour (of the optimizer) or
  /// a quarter of one (of the server) rather than minutes.
  bool isFull = false;
  /// Writes what was measured into the folder docs/.
  bool writesDocs = false;
  /// Of the server's tables only those with this in their title.
  std::string only;
  /// A folder of more programs: .mlir, and .txt in Bristol format; or none.
  std::string circuits;
};

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_MEASURE_BENCHOPTIONS_H
