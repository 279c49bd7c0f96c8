//===- IdleCode.cpp - Code without any effect -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IdleCode.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

static void addIdle(Operation *op, ProgramFlow &flow,
                    std::vector<IdleCode> &result) {
  if (flow.getStop()())
    return;
  for (Region &region : op->getRegions()) {
    // Nothing calls a function that is not live; its body is no news.
    if (isa<CallableOpInterface>(op) && !region.empty() &&
        !flow.isLive(&region.front()))
      continue;
    for (Block &block : region) {
      if (block.empty())
        continue;
      if (!flow.isLive(&block)) {
        result.push_back(
            {IdleCode::Kind::NeverExecuted, &block.front(), &block.back()});
        continue;
      }
      for (Operation &inner : block) {
        if (inner.getNumResults() > 0 && isOpTriviallyDead(&inner))
          result.push_back({IdleCode::Kind::UnusedResult, &inner, &inner});
        else
          addIdle(&inner, flow, result);
      }
    }
  }
}

std::vector<IdleCode> mlir::noisy::findIdleCode(ProgramFlow &flow) {
  std::vector<IdleCode> result;
  addIdle(flow.getRoot(), flow, result);
  return result;
}
