//===- OptimizeRanges.cpp - Applies the findings on integers --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "optimizer/integers/IntegerRewrites.h"
#include "passes/Passes.h"

using namespace mlir;
using namespace mlir::noisy;

namespace mlir::noisy {
#define GEN_PASS_DEF_OPTIMIZERANGES
#include "passes/Passes.h.inc"
} // namespace mlir::noisy

namespace {

struct OptimizeRanges : public noisy::impl::OptimizeRangesBase<OptimizeRanges> {
  using OptimizeRangesBase::OptimizeRangesBase;

  void runOnOperation() override {
    IntegerRewriteCounts counts =
        rewriteIntegers(getOperation(), unsignedForms);
    numConstants = counts.constants;
    numOperands = counts.operands;
    numUnsigned = counts.unsignedForms;
    numErased = counts.erasedOperations;
    if (counts.isEmpty())
      markAllAnalysesPreserved();
  }
};

} // namespace
