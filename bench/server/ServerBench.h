//===- ServerBench.h - Measuring the servers --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_SERVER_SERVERBENCH_H
#define NOISY_BENCH_SERVER_SERVERBENCH_H

#include "bench/measure/BenchOptions.h"

namespace mlir::noisy::bench {

/// Prints the tables of the servers; false if something could not be measured.
bool benchServer(const BenchOptions &options);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_SERVER_SERVERBENCH_H
