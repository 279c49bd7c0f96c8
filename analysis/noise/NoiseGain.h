//===- NoiseGain.h - How noise depends on what flows in ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISEGAIN_H
#define NOISY_ANALYSIS_NOISE_NOISEGAIN_H

#include "dialect/NoiseBound.h"
#include "llvm/ADT/STLFunctionalExtras.h"

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
/// `probe` gives its result for some noise of the source, when all others have
/// `least` bits.
inline NoiseGain
probeNoiseGain(uint32_t least,
               llvm::function_ref<NoiseBound(NoiseBound source)> probe) {
  // Whatever else the function adds or compares with is in its least result.
  NoiseBound atLeast = probe(NoiseBound::bits(least));
  if (!(probe(NoiseBound::unbounded()) > atLeast))
    return NoiseGain::None;
  if (!atLeast.isBits())
    return NoiseGain::Zero; // off the scale, as the rest of the circle will be
  NoiseBound far = atLeast.plus(1);
  return probe(far) > far ? NoiseGain::Positive : NoiseGain::Zero;
}

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISEGAIN_H
