//===- AesPrograms.h - AES-128 by functions ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs on bits as in ProgramWriter. A byte is eight values, the lowest bit
// first.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_AESPROGRAMS_H
#define NOISY_BENCH_PROGRAMS_AESPROGRAMS_H

#include "bench/programs/Program.h"

namespace mlir::noisy::bench {

/// AES-128 as in FIPS 197 with `rounds` rounds, from 1 to 10 (10 is the
/// standard); the last one does not mix columns, as there. Its arguments are
/// the 16 bytes of the block and those of the `rounds` + 1 round keys, its
/// results the 16 bytes of the encrypted block. A round is a function that
/// calls others: for each byte `@sbox`, for each column `@mix_column`.
Program makeAes(unsigned rounds);

/// `boxes` S-boxes of AES, each a call of the same function. If `isChain`, each
/// gets the byte that the one before returns; otherwise a byte of its own.
Program makeSubstitutions(unsigned boxes, bool isChain);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_AESPROGRAMS_H
