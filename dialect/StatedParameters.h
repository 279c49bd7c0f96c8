//===- StatedParameters.h - Models that programs state ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other compilers write the parameters of the scheme on their modules:
// `ckks.schemeParam = #ckks.scheme_param<logN = 14, Q = [36028797019389953,
// 35184372121601], P = [...], logDefaultScale = 45>`. Rules name such
// attributes (NoiseRules::parameters), so that a program is measured by its own
// parameters.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_STATEDPARAMETERS_H
#define NOISY_DIALECT_STATEDPARAMETERS_H

#include "dialect/NoiseModel.h"
#include "mlir/IR/Attributes.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy {

/// An attribute on modules in which programs state the parameters of a scheme.
struct StatedParameters {
  /// Its name, "ckks.schemeParam".
  std::string attribute;
  /// The scheme, and what the attribute does not say, as makeNoisePreset reads
  /// it: "ckks bootstrap=2", "bgv variance=average".
  std::string preset;

  bool operator==(const StatedParameters &rhs) const = default;
};

/// Makes the parameters of a preset from the text of an attribute. The names
/// are HEIR's: `Q` and `P`, lists of the prime factors of the modulus and of
/// that for key switching; `logN`; `plaintextModulus`. Comments and strings
/// inside of it do not count. Nothing, and a message in `error`, for a text
/// without what the scheme needs, or with a name twice, and for factors of `P`
/// that are too small for the formulas of key switching.
std::optional<std::string> makePresetText(llvm::StringRef preset,
                                          llvm::StringRef attribute,
                                          std::string &error);

/// The models of the parameters that the modules of a context state. For any
/// thread.
class StatedModels {
public:
  /// A model that is stated is never equal to `defaultModel`, whose key switch
  /// (NoiseRules::keySwitch) is that of other parameters: its limit is a unit
  /// lower then.
  StatedModels(MLIRContext *context, std::vector<StatedParameters> parameters,
               NoiseModel defaultModel);

  /// The model that the parameters on `op` make; nothing without parameters.
  /// For those that make none, one in which only fresh values are within the
  /// limit: what a scheme without room allows, and never too much.
  std::optional<NoiseModel> find(Operation *op) const;
  /// Why the parameters of an attribute make no model; nothing for those that
  /// make one, and for other attributes.
  std::optional<std::string> findError(NamedAttribute attribute) const;

private:
  struct Made {
    NoiseModel model;
    /// Empty if the parameters made the model.
    std::string error;
  };
  const Made &make(size_t index, Attribute value) const;

  std::vector<StatedParameters> parameters;
  NoiseModel defaultModel;
  std::vector<StringAttr> names;
  mutable std::mutex mutex;
  /// By the number of the parameters and the attribute.
  mutable llvm::DenseMap<std::pair<size_t, Attribute>, std::unique_ptr<Made>>
      made;
};

/// The same as registerDefaultModel(registry, model), with parameters that come
/// before the default where modules state them.
void registerDefaultModel(DialectRegistry &registry, NoiseModel model,
                          std::vector<StatedParameters> parameters);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_STATEDPARAMETERS_H
