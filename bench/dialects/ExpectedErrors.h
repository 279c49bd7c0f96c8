//===- ExpectedErrors.h - The errors that a test expects --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_DIALECTS_EXPECTEDERRORS_H
#define NOISY_BENCH_DIALECTS_EXPECTEDERRORS_H

#include <set>
#include <string>

namespace mlir::noisy::bench {

/// The lines, from 0, where comments of `text` say that `mlir-opt
/// -verify-diagnostics` finds an error: `expected-error`, also `@+1`, `@-1`,
/// `@above`, `@below`.
std::set<unsigned> findExpectedErrors(const std::string &text);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_DIALECTS_EXPECTEDERRORS_H
