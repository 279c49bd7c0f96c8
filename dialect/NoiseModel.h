//===- NoiseModel.h - The numbers of the noise model ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_NOISEMODEL_H
#define NOISY_DIALECT_NOISEMODEL_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlir {
class DialectRegistry;
class Operation;

namespace noisy {

/// The parameters of the scheme. This is the one place where the numbers
/// stand; everything else asks `get`.
struct NoiseModel {
  /// Bits of noise of a fresh or reduced encryption.
  uint32_t initial = 12;
  /// The most bits of noise with which a value can still be decrypted.
  uint32_t max = 26;

  bool operator==(const NoiseModel &other) const = default;

  /// The model that holds at `op`: that of the nearest attribute `noisy.model`
  /// on `op` or around it, else the default of the context
  /// (NoisyDialect::getDefaultModel). An attribute of another kind, which the
  /// verifier refuses, is passed over. Of no operation, 12 and 26 bits.
  ///
  /// Where a value is defined, the model is that of the operation around its
  /// block: the model on an operation holds inside of it, not for its results.
  ///
  /// Cheap enough to be asked for each operation: a step for each operation
  /// around it.
  static NoiseModel get(Operation *op);

  /// What is wrong with these numbers, as a sentence without its beginning's
  /// capital and its full stop; nothing for those of a model,
  /// 0 < initial <= max < NoiseBound::kCap.
  static std::optional<std::string> findError(int64_t initial, int64_t max);

  /// Reads "initial=16,max=30", with blanks wherever one likes: the form of
  /// options and settings. Returns nothing, and a message in `error`, for
  /// anything else and for numbers that are no model.
  static std::optional<NoiseModel> parse(llvm::StringRef text,
                                         std::string &error);
};

/// Makes `model` the default of every context that is given `registry`. Once
/// for each registry: what was said first holds. A context that lives is told
/// by NoisyDialect::setDefaultModel.
void registerDefaultModel(DialectRegistry &registry, NoiseModel model);

} // namespace noisy
} // namespace mlir

#endif // NOISY_DIALECT_NOISEMODEL_H
