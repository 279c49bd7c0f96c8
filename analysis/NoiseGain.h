//===- NoiseGain.h - How noise depends on what flows in ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISEGAIN_H
#define NOISY_ANALYSIS_NOISEGAIN_H

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

/// Bits far above whatever else flows in, and far below the cap: what is probed
/// with so many is not hidden behind anything.
inline constexpr uint32_t kFarBits = NoiseBound::kCap / 2;

/// Tells the gain of a function that passes noise on, made of maxima and sums:
/// `probe` gives its result when the source has so many bits and all others
/// have `least`.
inline NoiseGain
probeNoiseGain(uint32_t least,
               llvm::function_ref<NoiseBound(uint32_t bits)> probe) {
  NoiseBound atFar = probe(kFarBits);
  if (atFar.isBits() ? probe(kFarBits + 1) <= atFar : !probe(least).isBits())
    return NoiseGain::None;
  return atFar > NoiseBound::bits(kFarBits) ? NoiseGain::Positive
                                            : NoiseGain::Zero;
}

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISEGAIN_H
