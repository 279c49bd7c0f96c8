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
  ReductionSearch search(root, options);
  OptimizerResult result = search.run();
  bool hasNone = result.status == OptimizerStatus::Infeasible ||
                 result.status == OptimizerStatus::Stopped;
  if (!hasNone || !search.isRestricted() ||
      (options.isCancelled && options.isCancelled()))
    return result;
  // Only a reduction that raises noise in some places may be of help.
  OptimizerResult raised =
      ReductionSearch(root, options, /*raises=*/true).run();
  bool isFound = raised.status == OptimizerStatus::Optimal ||
                 raised.status == OptimizerStatus::Feasible;
  return isFound ? std::move(raised) : std::move(result);
}
