//===- InternedModels.h - Noise models that stay ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_INTERNEDMODELS_H
#define NOISY_SERVER_SNAPSHOT_INTERNEDMODELS_H

#include "dialect/NoiseModel.h"

namespace mlir::noisy::lsp {

/// The same model, never freed, and the same object for equal ones: for facts
/// that outlive the IR, and of which there are many. Any thread.
const NoiseModel *internModel(const NoiseModel &model);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_INTERNEDMODELS_H
