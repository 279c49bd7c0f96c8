//===- AnalysisBench.h - Measuring the analyses -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_ANALYSISBENCH_H
#define NOISY_BENCH_ANALYSISBENCH_H

#include "bench/measure/BenchOptions.h"

namespace mlir::noisy::bench {

/// Prints the tables of the analyses; false if something could not be measured.
bool benchAnalysis(const BenchOptions &options);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_ANALYSISBENCH_H
