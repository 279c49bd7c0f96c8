//===- ModelRegistries.cpp - Dialects with a default model ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/settings/ModelRegistries.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

const DialectRegistry &
ModelRegistries::registryFor(const std::optional<NoiseModel> &Model) {
  if (!Model)
    return Base;
  std::lock_guard Lock(Mutex);
  auto [Entry, IsNew] = Registries.try_emplace(Model->str());
  if (IsNew) {
    // First, because `Base` may contain the model of the command line.
    registerDefaultModel(Entry->second, *Model);
    Base.appendTo(Entry->second);
  }
  return Entry->second;
}
