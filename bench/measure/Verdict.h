//===- Verdict.h - The result of a measurement ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_MEASURE_VERDICT_H
#define NOISY_BENCH_MEASURE_VERDICT_H

#include <string>

namespace mlir::noisy::bench {

/// The verdict on a measurement, compared with its target.
enum class Verdict { Met, Missed, NotApplicable };

/// A verdict, as a cell of a table.
inline std::string writeVerdict(Verdict verdict, const std::string &reason) {
  return verdict == Verdict::Met      ? "met"
         : verdict == Verdict::Missed ? "MISSED: " + reason
                                      : reason;
}

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_MEASURE_VERDICT_H
