//===- ModelRegistries.h - Dialects with a default model --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SETTINGS_MODELREGISTRIES_H
#define NOISY_SERVER_SETTINGS_MODELREGISTRIES_H

#include "dialect/NoiseRules.h"
#include "mlir/IR/DialectRegistry.h"
#include <map>
#include <mutex>
#include <optional>

namespace mlir::noisy::lsp {

/// The dialects of a registry with other default models, and with rules for
/// other dialects, so that makers of contexts need not know of either. Any
/// thread.
class ModelRegistries {
public:
  /// `Base` must outlive this object.
  explicit ModelRegistries(const DialectRegistry &Base) : Base(Base) {}

  /// The registry whose contexts have `Model` as their default, and these
  /// rules, which may be null. Without a model that of `Base` holds, and
  /// without one there that of the rules. It lives as long as this object, and
  /// is the same for equal models and the same rules.
  const DialectRegistry &registryFor(const std::optional<NoiseModel> &Model,
                                     const NoiseRulesPtr &Rules = nullptr);

private:
  const DialectRegistry &Base;
  std::mutex Mutex;
  /// By the text of the model and by the rules. A handful: users do not change
  /// either often.
  std::map<std::pair<std::string, NoiseRulesPtr>, DialectRegistry> Registries;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SETTINGS_MODELREGISTRIES_H
