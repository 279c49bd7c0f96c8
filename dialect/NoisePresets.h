//===- NoisePresets.h - Noise models of real schemes ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_NOISEPRESETS_H
#define NOISY_DIALECT_NOISEPRESETS_H

#include "dialect/NoiseModel.h"
#include <optional>
#include <vector>

namespace mlir::noisy {

/// A noise model by the published formulas of a scheme.
struct NoisePreset {
  NoiseModel model;
  /// The noise of a key switch, as in rotations, in units of the model; nothing
  /// where the formulas have none of their own.
  std::optional<uint32_t> keySwitch;
  /// What it is made from, a line each, for people: the parameters, and for
  /// each number its formula, its value and its source.
  std::vector<std::string> comments;
};

/// True if a text is meant as the parameters of a scheme: it begins with the
/// name of one.
bool isNoisePreset(llvm::StringRef text);

/// Makes the model of a scheme from its parameters, such as
/// "bfv N=8192 t=65537 logq=55,55,55,55 variance=worst". The schemes are bfv,
/// bgv, ckks and tfhe; NoisePresets.cpp has the parameters and formulas. All
/// numbers are rounded to the safe side. Nothing, and a message in `error`, for
/// any other text, and for parameters that leave no room for noise.
std::optional<NoisePreset> makeNoisePreset(llvm::StringRef text,
                                           std::string &error);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_NOISEPRESETS_H
