//===- StatedLevels.h - Levels that types state -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ciphertexts of schemes whose noise is counted in bits, on levels of a chain
// of moduli that their types state (ModulusChain.h). In a model by levels
// nothing is dropped: levels themselves are the noise.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_STATEDLEVELS_H
#define NOISY_DIALECT_STATEDLEVELS_H

#include "dialect/NoiseModel.h"
#include "mlir/IR/Value.h"

namespace mlir::noisy {

/// The bits of the modulus that values of a type have lost, in units of the
/// model: 0 if the type states no level. Nothing if the model does not say how
/// large the factors are, or has another number of them.
std::optional<uint32_t> findDropped(Type type, const NoiseModel &model);

/// Why `findDropped` cannot tell, as it goes on behind "%x has unknown noise:
/// ".
std::string describeUnknownLevel(const NoiseModel &model);

/// The noise of a fresh value of a type: that of the model, with the bits that
/// were dropped; unknown if these are not known.
NoiseBound getFreshNoise(Type type, const NoiseModel &model);

/// The bits that were dropped before an operation and after it.
struct LevelChange {
  uint32_t before = 0, after = 0;

  bool isNone() const { return before == 0 && after == 0; }
  /// The noise without the bits that were dropped: of an operand. Never less
  /// than a value can have; what is less than these bits, as a bound that
  /// somebody states may be, counts as it is.
  NoiseBound withoutDropped(NoiseBound bound, const NoiseModel &model) const;
  /// The noise of the result of a switch of the modulus, given that of the
  /// operand, both without the bits that were dropped. Unknown if the scheme
  /// has no formula for it.
  NoiseBound switchModulus(NoiseBound bound, const NoiseModel &model) const;
};

/// That of an operation with a rule. Nothing if it cannot be told, or if the
/// encrypted operands that count, or the results, have different levels.
std::optional<LevelChange> findLevelChange(Operation *op,
                                           const NoiseModel &model);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_STATEDLEVELS_H
