//===- RewrittenPrograms.h - Programs that can be rewritten --- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_REWRITTENPROGRAMS_H
#define NOISY_BENCH_PROGRAMS_REWRITTENPROGRAMS_H

#include "bench/programs/Program.h"

namespace mlir::noisy::bench {

/// The sum of arguments, one after the other.
Program makeSum(unsigned terms);
/// The sum of products of two arguments each; or of one and the same factor
/// with each of the others.
Program makeInnerProduct(unsigned terms);
Program makeCommonFactor(unsigned terms);
/// x times x times x, or different values.
Program makePower(unsigned exponent);
Program makeProduct(unsigned factors);
/// Horner's rule with arguments as coefficients.
Program makeEncryptedHorner(unsigned degree);

/// Loops, as a compiler writes them: a sum of the elements of a tensor, the sum
/// of products of two, a matrix times a vector, and a filter of 8 encrypted
/// taps on 128 samples.
Program makeSumLoop(unsigned turns);
Program makeDotLoop(unsigned turns);
Program makeMatrixVector(unsigned size);
Program makeFilterLoop();

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_REWRITTENPROGRAMS_H
