//===- NoiseModel.h - The numbers of the noise model ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_NOISEMODEL_H
#define NOISY_DIALECT_NOISEMODEL_H

#include <cstdint>

namespace mlir {
class Operation;

namespace noisy {

/// The parameters of the scheme. This is the one place where the numbers
/// stand; everything else asks `get`.
struct NoiseModel {
  /// Bits of noise of a fresh or reduced encryption.
  uint32_t initial = 12;
  /// The most bits of noise with which a value can still be decrypted.
  uint32_t max = 26;

  /// The model that holds at `op`.
  static NoiseModel get(Operation *op) { return NoiseModel(); }
};

} // namespace noisy
} // namespace mlir

#endif // NOISY_DIALECT_NOISEMODEL_H
