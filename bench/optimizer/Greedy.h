//===- Greedy.h - Reductions in program order -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_OPTIMIZER_GREEDY_H
#define NOISY_BENCH_OPTIMIZER_GREEDY_H

#include "bench/optimizer/StraightLine.h"

namespace mlir::noisy::bench {

/// Places reductions without an optimizer: goes through the program and, if a
/// result would pass the limit, reduces the noisiest operand, and the other one
/// if that is not enough. Returns for each step true if it is reduced; nullopt
/// if reducing all operands is not enough.
std::optional<std::vector<bool>> placeGreedily(const StraightLine &program);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_OPTIMIZER_GREEDY_H
