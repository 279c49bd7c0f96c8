//===- StructuredPrograms.h - Programs with loops and functions -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_STRUCTUREDPROGRAMS_H
#define NOISY_BENCH_PROGRAMS_STRUCTUREDPROGRAMS_H

#include "bench/programs/Program.h"

namespace mlir::noisy::bench {

/// A ripple-carry adder like `makeAdder`, whose full adder is a function that
/// is called for each bit.
Program makeAdderCalls(unsigned bits);

/// Polynomials of degree `iterations` with all coefficients 1, by Horner's rule
/// in a loop of known trip count; each of `loops` of them is evaluated at the
/// result of the one before.
Program makeHornerLoops(unsigned loops, unsigned iterations);

/// A program that, `lines` times, adds up a value `iterations` times in a loop
/// and multiplies the result by the sum, so that nothing overflows inside a
/// loop.
Program makeSumLoops(unsigned lines, unsigned iterations);

/// The program of `makeHornerLoops` with an unknown trip count: the function's
/// second argument, an index.
Program makeUnknownLoops(unsigned loops);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_STRUCTUREDPROGRAMS_H
