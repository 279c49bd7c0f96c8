//===- DialectsBench.h - Files with dialects of other projects --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_DIALECTS_DIALECTSBENCH_H
#define NOISY_BENCH_DIALECTS_DIALECTSBENCH_H

#include "bench/measure/BenchOptions.h"

namespace mlir::noisy::bench {

/// Opens all files of some folders (BenchOptions::folders), prints how many are
/// read without a false error, and how long an operation of a dialect takes
/// that is not linked in; false if something could not be measured.
bool benchDialects(const BenchOptions &options);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_DIALECTS_DIALECTSBENCH_H
