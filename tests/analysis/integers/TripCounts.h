//===- TripCounts.h - How often the loops of a program turn -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_ANALYSIS_INTEGERS_TRIPCOUNTS_H
#define NOISY_TESTS_ANALYSIS_INTEGERS_TRIPCOUNTS_H

#include "analysis/integers/ProgramFlow.h"
#include "analysis/integers/TripCount.h"
#include "tests/support/Program.h"

namespace mlir::noisy {
inline std::ostream &operator<<(std::ostream &os, TripCount count) {
  return os << count.min << " to " << count.max;
}

namespace test {

inline TripCount exactly(uint64_t n) { return {n, n}; }

/// The trip count of the first loop in the program.
inline std::optional<TripCount> countFirst(llvm::StringRef text) {
  Program program(text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  ProgramFlow flow(program.module());
  std::optional<TripCount> count;
  bool hasLoop = false;
  program.module().walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
    count = getTripCount(loop, [&](Value v) { return flow.getRange(v); });
    hasLoop = true;
    return WalkResult::interrupt();
  });
  REQUIRE(hasLoop);
  return count;
}

} // namespace test
} // namespace mlir::noisy

#endif // NOISY_TESTS_ANALYSIS_INTEGERS_TRIPCOUNTS_H
