//===- RandomPrograms.h - Random graphs of operations -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs: a fifth of the operations multiply, the others add.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_PROGRAMS_RANDOMPROGRAMS_H
#define NOISY_BENCH_PROGRAMS_RANDOMPROGRAMS_H

#include "bench/programs/Program.h"

namespace mlir::noisy::bench {

/// A program whose operands come from the 16 values before.
Program makeRandom(unsigned operations, unsigned seed);

/// A program of layers of values, each computed from values of the layer
/// before. It has as many layers as values in a layer.
Program makeRandomLayers(unsigned operations, unsigned seed);

/// A program whose operands come from any earlier value.
Program makeRandomWide(unsigned operations, unsigned seed);

/// An expression of about `operations` operations in which every value is used
/// once.
Program makeRandomTree(unsigned operations, unsigned seed);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_PROGRAMS_RANDOMPROGRAMS_H
