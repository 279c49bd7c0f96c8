//===- OptimizerBench.h - Measuring the optimizer ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_OPTIMIZER_OPTIMIZERBENCH_H
#define NOISY_BENCH_OPTIMIZER_OPTIMIZERBENCH_H

#include "bench/measure/BenchOptions.h"

namespace mlir::noisy::bench {

/// Prints the tables of the optimizer; false if something could not be
/// measured.
bool benchOptimizer(const BenchOptions &options);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_OPTIMIZER_OPTIMIZERBENCH_H
