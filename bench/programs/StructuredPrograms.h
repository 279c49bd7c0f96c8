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

/// A ripple-carry adder as `makeAdder`, whose full adder is a function that is
/// called for each bit.
Program makeAdderCalls(unsigned bits);

/// Polynomials of degree `turns` with all coefficients 1, by Horner's rule in a
/// loop that turns a known number of times; each of `loops` of them at the
/// point that the one before has computed.
Program makeHornerLoops(unsigned loops, unsigned turns);

/// `lines` times: a value is added up `turns` times in a loop, and the sum
/// multiplied to the result, so that nothing overflows inside a loop.
Program makeSumLoops(unsigned lines, unsigned turns);

/// As `makeHornerLoops`, with a number of turns that is not known: the
/// function's second argument, an index.
Program makeUnknownLoops(unsigned loops);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_STRUCTUREDPROGRAMS_H
