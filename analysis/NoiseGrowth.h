//===- NoiseGrowth.h - Proofs that noise grows without end ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISEGROWTH_H
#define NOISY_ANALYSIS_NOISEGROWTH_H

#include "analysis/NoiseFlow.h"

namespace mlir::noisy {

/// How the noise of a value depends on that of one value that flows into it.
enum class NoiseGain {
  /// Not at all: a reduction.
  None,
  /// Passed on as it is.
  Zero,
  /// The result has at least one bit more.
  Positive
};

/// Tells the gain of a function that passes noise on, made of maxima and sums:
/// `probe` gives its result when the source has so many bits and all others
/// have `least`.
NoiseGain probeNoiseGain(uint32_t least,
                         llvm::function_ref<NoiseBound(uint32_t bits)> probe);

/// Tells the gain from `source` to `value`, by probing the function that
/// `flow` stands for far above the least noise, which the other values have.
NoiseGain getNoiseGain(NoiseFlows &flows, Value value, const NoiseFlow &flow,
                       Value source);

/// If `value` lies on a cycle of flow that gains, returns all values that lie
/// on such cycles with it, `value` among them: their strongly connected
/// component. They are unbounded: whatever noise `value` has, going round the
/// cycle gives it more. Otherwise returns nothing, and then `value` has a
/// finite bound as far as cycles through it are concerned: noise is only ever
/// added, so a cycle that does not gain passes on what came in from outside.
SmallVector<Value> findGrowth(NoiseFlows &flows, Value value);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISEGROWTH_H
