//===- FunctionSummary.h - The noise of a function in a line ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NOISE_FUNCTIONSUMMARY_H
#define NOISY_SERVER_FEATURES_NOISE_FUNCTIONSUMMARY_H

#include "server/features/noise/NoiseLevel.h"

namespace mlir::noisy::lsp {

/// The text of a function's lens: its noise in a line, with the contracts that
/// are broken in the current text.
std::string describeFunction(const PlacedSection &Placement,
                             const FunctionNoise &Noise);

/// The noise of a function in a line, for the section that contains it.
std::string describeFunctionNoise(const Section &Data,
                                  const FunctionNoise &Noise);

/// What makes this doubtful: operations with errors, or text that does not
/// parse. Empty if nothing does.
std::string describeDoubt(const FunctionNoise &Noise);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NOISE_FUNCTIONSUMMARY_H
