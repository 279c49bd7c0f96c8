//===- InternedModels.cpp - Noise models that stay ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/InternedModels.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <mutex>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

const NoiseModel *mlir::noisy::lsp::internModel(const NoiseModel &model) {
  // A handful: users do not change models often.
  static std::mutex mutex;
  static std::deque<NoiseModel> models;
  std::lock_guard lock(mutex);
  auto known = llvm::find(models, model);
  return known == models.end() ? &models.emplace_back(model) : &*known;
}
