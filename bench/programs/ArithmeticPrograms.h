//===- ArithmeticPrograms.h - Matrices, transforms, polynomials -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs on encrypted integers modulo 32, with every loop unrolled.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_ARITHMETICPROGRAMS_H
#define NOISY_BENCH_PROGRAMS_ARITHMETICPROGRAMS_H

#include "bench/programs/Program.h"

namespace mlir::noisy::bench {

/// (A B) C for three square matrices, each passed row by row.
Program makeMatrixProducts(unsigned rows);

/// The way in which a transform multiplies by a constant.
enum class Twiddles {
  /// `noisy.scale`.
  Plain,
  /// `noisy.mul` with an encryption of the constant.
  Encoded
};

/// The Fourier transform of `points` values, a power of two and at least 8,
/// with 3 as the root of unity (3^8 = 1 modulo 32), by decimation in time.
Program makeFourier(unsigned points, Twiddles twiddles);

/// The coefficient of x^i in the polynomials below: 1 to 15.
unsigned getCoefficient(unsigned i);

/// A polynomial at one point, by Horner's rule with encrypted coefficients.
Program makeHorner(unsigned degree);

/// A polynomial at one point with plain coefficients, by Paterson and
/// Stockmeyer: powers of x up to the square root of the degree, scaled and
/// added up, and Horner's rule over the highest of these powers.
Program makePatersonStockmeyer(unsigned degree);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_ARITHMETICPROGRAMS_H
