//===- DropAssumptions.cpp - Takes out what is assumed --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NoisyOps.h"
#include "passes/Passes.h"

using namespace mlir;
using namespace mlir::noisy;

namespace mlir::noisy {
#define GEN_PASS_DEF_DROPASSUMPTIONS
#include "passes/Passes.h.inc"
} // namespace mlir::noisy

namespace {

struct DropAssumptions
    : public noisy::impl::DropAssumptionsBase<DropAssumptions> {
  void runOnOperation() override {
    getOperation()->walk([&](AssumeOp op) {
      op.replaceAllUsesWith(op.getValue());
      op.erase();
      ++numDropped;
    });
    if (numDropped == 0)
      markAllAnalysesPreserved();
  }
};

} // namespace
