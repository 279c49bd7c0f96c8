//===- RunVerdict.h - A run beside what is known of it ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_RUNVERDICT_H
#define NOISY_TESTS_SUPPORT_RUNVERDICT_H

#include "analysis/noise/NoiseFacts.h"
#include "tests/support/RandomProgram.h"

namespace mlir::noisy::test {

/// What a run with encrypted values says of the facts.
struct RunVerdict {
  /// The value has no more noise than its bound. What is dead is never defined.
  bool holds;
  /// No value that is junk is called safe, nor its program.
  bool honest;
};

/// Holds a value of a run, with its noise in bits, against its fact.
inline RunVerdict judge(const NoiseFacts &facts, const NoiseFact &fact,
                        uint64_t bits, bool isJunk) {
  return {!fact.bound.isUnreachable() && fact.bound >= NoiseBound::bits(bits),
          !isJunk ||
              (!facts.getFindings().empty() && !fact.isSafe(fact.model.max))};
}

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_RUNVERDICT_H
