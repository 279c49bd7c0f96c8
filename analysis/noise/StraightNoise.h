//===- StraightNoise.h - Noise in straight code, by values ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_STRAIGHTNOISE_H
#define NOISY_ANALYSIS_NOISE_STRAIGHTNOISE_H

#include "analysis/noise/NoiseFacts.h"

namespace mlir::noisy {

/// Computes the fact of one result in straight code from the facts of its
/// operands, so that a change of a large program costs what depends on it. It
/// is the fact that `NoiseFacts` computes.
///
/// The code is straight if the result is in the only block of a function that
/// nothing else in the program names, and in which no operation has regions,
/// names a symbol, or states anything. The result is not that of a select whose
/// condition is no constant, and depends on operands alone: not on what was
/// stored, or on an element that was put into a tensor somewhere. `model` is
/// that of the function.
/// `before` must have the facts of all values before the result.
NoiseFact computeStraightFact(OpResult result, NoiseModel model,
                              const NoiseFactSource &before);

/// The finding about a value in straight code; nothing if there is none.
std::optional<NoiseFinding> makeStraightFinding(Value value,
                                                const NoiseFact &fact);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_STRAIGHTNOISE_H
