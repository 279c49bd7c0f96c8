//===- RunProgram.h - What a generated program computes ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_BENCH_PROGRAMS_RUNPROGRAM_H
#define NOISY_TESTS_BENCH_PROGRAMS_RUNPROGRAM_H

#include "bench/programs/Program.h"
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace mlir::noisy::test {

using Plain = std::vector<uint32_t>;

/// Runs `@main` on encryptions of `inputs`, and on the index `turns` behind
/// them where there is one, under a model with room for much noise. What is
/// returned is decrypted; nothing where it is junk.
std::optional<Plain> run(const bench::Program &program, const Plain &inputs,
                         std::optional<uint64_t> turns = std::nullopt);

/// The same of a straight-line program under the default model, after greed has
/// placed reductions.
std::optional<Plain> runFixed(const bench::Program &program,
                              const Plain &inputs);

/// The same of any program under the default model, with the reductions that
/// the optimizer places in no time.
std::optional<Plain> runReduced(const bench::Program &program,
                                const Plain &inputs);

/// As many numbers below `limit`.
Plain throwNumbers(std::mt19937 &random, size_t count, uint32_t limit);

/// Numbers of `width` bits as bits, the lowest first.
Plain toBits(const std::vector<uint64_t> &numbers, unsigned width);
/// The reverse, from values of which the lowest bit counts.
std::vector<uint64_t> fromBits(const Plain &bits, unsigned width);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_BENCH_PROGRAMS_RUNPROGRAM_H
