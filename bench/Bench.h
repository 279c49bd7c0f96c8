//===- Bench.h - The sections of the benchmark ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_BENCH_H
#define NOISY_BENCH_BENCH_H

#include "bench/Timing.h"
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

// Each prints its table, and says whether everything could be measured.
bool benchAnalysis(const BenchOptions &options);
bool benchOptimizer(const BenchOptions &options);
bool benchServer(const BenchOptions &options);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_BENCH_H
