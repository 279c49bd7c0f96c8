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

/// What one does without an optimizer: goes through the program, and where a
/// result would pass the limit reduces the noisiest operand, and the other one
/// when that is not enough. Says for each step whether it is reduced; nullopt
/// where reducing all operands is not enough.
std::optional<std::vector<bool>> placeGreedily(const StraightLine &program);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_OPTIMIZER_GREEDY_H
