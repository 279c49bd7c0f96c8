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
#include "server/dialects/LoadedDialects.h"
#include <map>
#include <mutex>
#include <optional>
#include <tuple>

namespace mlir::noisy::lsp {

/// The dialects of a registry with other default models, with dialects that
/// users add, and with rules for other dialects, so that makers of contexts
/// need not know of any. Any thread.
class ModelRegistries {
public:
  /// `Base` must outlive this object.
  explicit ModelRegistries(const DialectRegistry &Base) : Base(Base) {}

  /// The registry whose contexts have `Model` as their default, and these
  /// rules and dialects, which may be null. Without a model that of `Base`
  /// holds, and without one there that of the rules. It lives as long as this
  /// object, and is the same for equal models, the same rules and dialects.
  const DialectRegistry &registryFor(const std::optional<NoiseModel> &Model,
                                     const NoiseRulesPtr &Rules = nullptr,
                                     const LoadedDialectsPtr &Added = nullptr);

private:
  const DialectRegistry &Base;
  std::mutex Mutex;
  /// By the text of the model, by the rules and by the dialects. A handful:
  /// users do not change these often.
  std::map<std::tuple<std::string, NoiseRulesPtr, LoadedDialectsPtr>,
           DialectRegistry>
      Registries;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SETTINGS_MODELREGISTRIES_H
