//===- Optimizer.cpp - Finding where to reduce the noise ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/Optimizer.h"
#include "optimizer/ReductionSearch.h"

using namespace mlir;
using namespace mlir::noisy;

OptimizerResult
mlir::noisy::optimizeReductions(Operation *root,
                                const OptimizerOptions &options) {
  return ReductionSearch(root, options).run();
}
