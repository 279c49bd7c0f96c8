//===- ModelRegistries.cpp - Dialects with a default model ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/settings/ModelRegistries.h"
#include "dialect/RuledDialects.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

const DialectRegistry &
ModelRegistries::registryFor(const std::optional<NoiseModel> &Model,
                             const NoiseRulesPtr &Rules,
                             const LoadedDialectsPtr &Added) {
  if (!Model && !Rules && !Added)
    return Base;
  std::lock_guard Lock(Mutex);
  auto [Entry, IsNew] =
      Registries.try_emplace({Model ? Model->str() : "", Rules, Added});
  if (!IsNew)
    return Entry->second;
  // The first counts: `Base` may contain the model of the command line.
  if (Model)
    registerDefaultModel(Entry->second, *Model);
  Base.appendTo(Entry->second);
  if (Added)
    Added->appendTo(Entry->second);
  // The server reads other dialects itself.
  if (Rules)
    registerNoiseRules(Entry->second, Rules, /*standsIn=*/false);
  return Entry->second;
}
