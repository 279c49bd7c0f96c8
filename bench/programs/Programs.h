//===- Programs.h - Programs without any overflow ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_PROGRAMS_H
#define NOISY_BENCH_PROGRAMS_PROGRAMS_H

#include "bench/programs/Program.h"

namespace mlir::noisy::bench {

/// A program of `functions` straight-line functions of `operations` noisy
/// operations each, without an overflow.
Program makeFunctions(unsigned functions, unsigned operations);

/// The program of `makeFunctions` in the arith dialect, which LLVM's server
/// knows.
Program makeArithFunctions(unsigned functions, unsigned operations);

/// A program of `loops` loops with `length` operations each, of known and
/// unknown trip count in turn, none of which grows.
Program makeLoops(unsigned loops, unsigned length);

/// A program of `nests` nests of `depth` loops, of known and unknown trip count
/// in turn, each of which carries a value and reduces it.
Program makeNests(unsigned nests, unsigned depth);

/// A program of `calls` calls of one function of `operations` noisy operations,
/// each with other noise (of up to 3,375 calls); or the same with the
/// function's body in place of each call.
Program makeCalls(unsigned calls, unsigned operations, bool isInlined);

/// A tree of calls, three deep: each function calls the next one `fanOut` times
/// (at most 10), each time with other noise, and the last one has `operations`
/// noisy operations; or the same with the bodies in place of the calls.
Program makeCallTree(unsigned fanOut, unsigned operations, bool isInlined);

/// A network of `layers` layers, each a call of one of three functions: sums of
/// neighbours, squares, and reductions; `width` values go through all of them.
/// Or the same with the bodies in place of the calls.
Program makeNetwork(unsigned layers, unsigned width, bool isInlined);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_PROGRAMS_H
