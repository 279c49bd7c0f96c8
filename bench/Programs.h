//===- Programs.h - Programs to measure on ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_H
#define NOISY_BENCH_PROGRAMS_H

#include <string>

namespace mlir::noisy::bench {

/// A generated program; the same parameters give the same text.
struct Program {
  std::string name;
  unsigned operations = 0;
  std::string text;
};

/// `functions` functions of `operations` noisy operations each, straight-line,
/// without an overflow.
Program makeFunctions(unsigned functions, unsigned operations);

/// The same shape in the arith dialect, which LLVM's server knows.
Program makeArithFunctions(unsigned functions, unsigned operations);

/// `loops` loops with `length` operations each, of known and unknown length in
/// turn, none of which grows.
Program makeLoops(unsigned loops, unsigned length);

/// `nests` nests of `depth` loops, of known and unknown length in turn, each of
/// which carries a value and reduces it.
Program makeNests(unsigned nests, unsigned depth);

/// A ripple-carry adder of two numbers of `bits` encrypted bits.
Program makeAdder(unsigned bits);

/// A random straight-line program, a fifth of it multiplications.
Program makeRandom(unsigned operations, unsigned seed);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_H
