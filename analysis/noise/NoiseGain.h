//===- NoiseGain.h - The gain of noise along an edge ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISEGAIN_H
#define NOISY_ANALYSIS_NOISE_NOISEGAIN_H

#include "dialect/units/NoiseBound.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy {

/// The dependence of a value's noise on that of one incoming value.
enum class NoiseGain {
  /// No dependence: a reduction.
  None,
  /// The noise is passed on unchanged.
  Zero,
  /// The result has at least one bit more.
  Positive
};

/// Finds the gain of a function that passes noise on, made of maxima and sums:
/// `probe` returns its result for a noise of the source, while all other inputs
/// have `minNoise` bits.
inline NoiseGain
probeNoiseGain(uint32_t minNoise,
               llvm::function_ref<NoiseBound(NoiseBound source)> probe) {
  // The least result contains all constants that the function adds or compares
  // with.
  NoiseBound atLeast = probe(NoiseBound::bits(minNoise));
  if (!(probe(NoiseBound::unbounded()) > atLeast))
    return NoiseGain::None;
  if (!atLeast.isBits())
    return NoiseGain::Zero; // beyond the cap, as the rest of the cycle will be
  NoiseBound probeBound = atLeast.plus(1);
  return probe(probeBound) > probeBound ? NoiseGain::Positive : NoiseGain::Zero;
}

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISEGAIN_H
