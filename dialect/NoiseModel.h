//===- NoiseModel.h - The numbers of the noise model ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_NOISEMODEL_H
#define NOISY_DIALECT_NOISEMODEL_H

#include "dialect/units/NoiseTransfer.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlir {
class DialectRegistry;
class Operation;

namespace noisy {

/// The parameters of the scheme. The numbers stand here only; all other code
/// calls `get`. All are in units of noise, of which a bit has `unit`.
struct NoiseModel {
  /// The noise of a fresh encryption.
  uint32_t initial = 12;
  /// The most noise with which a value can still be decrypted.
  uint32_t max = 26;
  /// What the operations of the dialect do to noise. That of `noisy.scale`
  /// comes on top of the bits of its factor: `Max` leaves these out (a scheme
  /// whose noise is counted in levels), `Sum` adds them.
  NoiseTransfer add = NoiseTransfer::max(1), sub = NoiseTransfer::max(1),
                mul = NoiseTransfer::sum(0), scale = NoiseTransfer::sum(0);
  /// The noise of a reduced value; 0 if it is that of a fresh one. See
  /// `getReduced`.
  uint32_t reduced = 0;
  /// The units in a bit (`isNoiseUnit`).
  uint32_t unit = 1;
  /// The factors of the modulus that it was made for, if they are known, as
  /// `ModulusChain::find` has them. Texts and attributes leave them out.
  uint32_t chain = 0;

  bool operator==(const NoiseModel &rhs) const = default;

  /// The noise of a reduced value.
  uint32_t getReduced() const { return reduced ? reduced : initial; }
  /// The least noise that a value can have.
  uint32_t getLeast() const;
  /// True if the noise is the number of levels used: one for a fresh value, one
  /// more for each product, and none for a sum. Texts have it as
  /// `levels = 9, bootstrap = 2`.
  bool isLevels() const;

  /// True if it has what the article's model has, with other numbers: whole
  /// bits, transfers that are a maximum or a sum of all operands, and reduced
  /// values that are as fresh ones.
  bool hasUsualForm() const;
  /// True if each transfer is a maximum or a sum of all operands.
  bool hasPlainTransfers() const;

  /// The model that holds at `op`: that of the nearest attribute `noisy.model`
  /// on `op` or around it, or of the nearest module that states parameters
  /// (StatedParameters.h), else the default of the context
  /// (NoisyDialect::getDefaultModel). An attribute of another kind, which the
  /// verifier refuses, is passed over. For a null operation, 12 and 26 bits.
  ///
  /// The model of a value is that of the operation around its block: the model
  /// on an operation holds inside it, not for its results.
  ///
  /// Cheap enough to call for each operation: one step per enclosing operation.
  static NoiseModel get(Operation *op);
  /// True if an operation itself states the model for what is inside.
  static bool isStatedBy(Operation *op);

  /// The error message for these numbers, without initial capital and full
  /// stop; nothing for those of a valid model, 0 < initial <= max <
  /// NoiseBound::kCap.
  static std::optional<std::string> findError(int64_t initial, int64_t max,
                                              unsigned unit = 1);
  /// The error message for this model; nothing for one on which the proofs of
  /// analysis and optimizer rest:
  ///
  /// - noise is never lowered, but by resets;
  /// - an operation that adds to an operand does so from the least noise on, so
  ///   that what one more bit does there tells whether a cycle grows.
  std::optional<std::string> findError() const;

  /// Parses "initial=16,max=30" or "initial=12.8,max=203,mul=max+32.1", blanks
  /// allowed: the form of options and settings, which has what the attribute
  /// has. Also the parameters of a scheme, "bfv N=8192 ..." (NoisePresets.h).
  /// Returns nothing, and a message in `error`, for any other text and for
  /// numbers that are no valid model.
  static std::optional<NoiseModel> parse(llvm::StringRef text,
                                         std::string &error);
  /// Writes the model as `parse` reads it: without the transfer functions that
  /// are as usual. `gap` is what stands around each '=' and behind each ','.
  std::string str(llvm::StringRef gap = "") const;
};

/// The transfer functions of a model, with their names in texts.
inline constexpr std::pair<const char *, NoiseTransfer NoiseModel::*>
    kModelTransfers[] = {{"add", &NoiseModel::add},
                         {"sub", &NoiseModel::sub},
                         {"mul", &NoiseModel::mul},
                         {"scale", &NoiseModel::scale}};
/// True for the one on a single operand.
inline constexpr bool isUnary(NoiseTransfer NoiseModel::*transfer) {
  return transfer == &NoiseModel::scale;
}

/// Makes `model` the default of every context that is given `registry`. Only
/// the first call for a registry counts. The default of an existing context is
/// set by NoisyDialect::setDefaultModel.
void registerDefaultModel(DialectRegistry &registry, NoiseModel model);

} // namespace noisy
} // namespace mlir

#endif // NOISY_DIALECT_NOISEMODEL_H
