//===- PatternRewriting.h - Users' patterns, where they pay -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_PATTERNS_PATTERNREWRITING_H
#define NOISY_OPTIMIZER_PATTERNS_PATTERNREWRITING_H

#include "optimizer/patterns/PatternFile.h"
#include "optimizer/rewrites/Rewriter.h"

namespace mlir::noisy {

/// What patterns are judged by: the estimated reductions of a function, then
/// the noise of all its values together, in bits, then its products, then its
/// other operations on encrypted values.
struct PatternCost {
  uint64_t reductions = 0, bits = 0, products = 0, others = 0;

  auto operator<=>(const PatternCost &) const = default;
};

struct PatternOptions {
  /// True for notes on patterns that do not match or do not pay, too.
  bool explains = false;
  /// True stops: what is rewritten by then is.
  std::function<bool()> isCancelled = {};
};

/// Applies patterns in the functions below `root`, each wherever it matches, as
/// long as anything is applied. Each application is tried on a copy of the
/// function and kept only if the result verifies and costs less by an estimate
/// (`NoiseEstimate`). So the patterns always come to an end, whatever they do.
/// What a pattern leaves without a use is erased.
///
/// That plain texts stay as they are is up to the patterns.
std::vector<RewriteNote> applyPatterns(Operation *root,
                                       const UserPatterns &patterns,
                                       const PatternOptions &options = {});

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PATTERNS_PATTERNREWRITING_H
