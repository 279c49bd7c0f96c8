//===- Optimize.h - Run the optimizer in a test -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_OPTIMIZER_OPTIMIZE_H
#define NOISY_TESTS_OPTIMIZER_OPTIMIZE_H

#include "optimizer/Optimizer.h"
#include "tests/support/Program.h"
#include <cstdlib>

namespace mlir::noisy::test {

inline OptimizerResult optimize(Program &program,
                                const OptimizerOptions &options = {}) {
  return optimizeReductions(program.module(), options);
}

/// The names of what is reduced: "%1 %2".
inline std::string reducedNames(Program &program,
                                const OptimizerResult &result) {
  std::string text;
  for (const Reduction &reduction : result.reductions)
    text += (text.empty() ? "" : " ") + program.name(reduction.value);
  return text;
}

/// The optimum, which has to be proven, legal and the earliest.
inline std::string solve(Program &program,
                         const OptimizerOptions &options = {}) {
  OptimizerResult result = optimize(program, options);
  INFO(result.message);
  CHECK(result.status == OptimizerStatus::Optimal);
  CHECK(result.earliest);
  CHECK(result.lowerBound == result.cost);
  CHECK(
      confirmReductions(program.module(), result.reductions, result.removals));
  return reducedNames(program, result);
}

/// How many programs: more where NOISY_TEST_PROGRAMS asks for it.
inline unsigned countPrograms(unsigned minCount) {
  const char *setting = std::getenv("NOISY_TEST_PROGRAMS");
  return setting ? std::max<unsigned>(minCount, std::atoi(setting)) : minCount;
}

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_OPTIMIZER_OPTIMIZE_H
