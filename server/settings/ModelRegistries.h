//===- ModelRegistries.h - Dialects with a default model --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SETTINGS_MODELREGISTRIES_H
#define NOISY_SERVER_SETTINGS_MODELREGISTRIES_H

#include "dialect/NoiseModel.h"
#include "mlir/IR/DialectRegistry.h"
#include <map>
#include <mutex>
#include <optional>

namespace mlir::noisy::lsp {

/// The dialects of a registry with other default models, so that makers of
/// contexts need not know of models. Any thread.
class ModelRegistries {
public:
  /// `Base` must outlive this object.
  explicit ModelRegistries(const DialectRegistry &Base) : Base(Base) {}

  /// The registry whose contexts have `Model` as their default; without one,
  /// `Base`. It lives as long as this object, and is the same for equal models.
  const DialectRegistry &registryFor(const std::optional<NoiseModel> &Model);

private:
  const DialectRegistry &Base;
  std::mutex Mutex;
  /// By the text of the model. A handful: users do not change models often.
  std::map<std::string, DialectRegistry> Registries;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SETTINGS_MODELREGISTRIES_H
