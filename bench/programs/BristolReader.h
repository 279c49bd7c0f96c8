//===- BristolReader.h - Circuits in Bristol format -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_BRISTOLREADER_H
#define NOISY_BENCH_PROGRAMS_BRISTOLREADER_H

#include "bench/programs/Program.h"
#include <optional>

namespace mlir::noisy::bench {

/// Translates a boolean circuit, in Bristol format or the newer "Bristol
/// fashion", into a function on encrypted bits (see ProgramWriter): the input
/// wires are its arguments, the output wires its results. Nullopt, and the
/// reason in `error`, for anything else.
std::optional<Program> readBristol(const std::string &text,
                                   const std::string &name, std::string &error);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_BRISTOLREADER_H
