//===- BitPrograms.h - Boolean circuits over encrypted bits -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs on bits as in ProgramWriter. Numbers are passed and returned with
// the lowest bit first, one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_BITPROGRAMS_H
#define NOISY_BENCH_PROGRAMS_BITPROGRAMS_H

#include "bench/programs/Program.h"

namespace mlir::noisy::bench {

/// A ripple-carry adder: its arguments are two numbers of `bits` bits and a
/// carry; its results are the sum and, as its highest bit, the carry.
Program makeAdder(unsigned bits);

/// A multiplier of two numbers of `bits` bits that adds up the rows of partial
/// products by ripple-carry adders.
Program makeMultiplier(unsigned bits);

/// Batcher's bitonic network, which sorts `numbers` numbers, a power of two, of
/// `bits` bits, the least first.
Program makeBitonicSort(unsigned numbers, unsigned bits);

/// The first `rounds` rounds of Keccak-f with lanes of `laneBits` bits, a power
/// of two up to 64, as in FIPS 202: lane (x, y) is number x + 5 y.
Program makeKeccak(unsigned laneBits, unsigned rounds);

/// The permutation of Ascon, as in NIST SP 800-232, with `rounds` rounds, at
/// most 12, on five words of 64 bits.
Program makeAscon(unsigned rounds);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_BITPROGRAMS_H
