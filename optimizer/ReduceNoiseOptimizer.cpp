//===- ReduceNoiseOptimizer.cpp - Inserts the fewest reductions -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/NoiseFacts.h"
#include "mlir/IR/Diagnostics.h"
#include "optimizer/Optimizer.h"
#include "optimizer/Passes.h"
#include "optimizer/Reductions.h"
#include "optimizer/ValueNames.h"

using namespace mlir;
using namespace mlir::noisy;

namespace mlir::noisy {
#define GEN_PASS_DEF_REDUCENOISEOPTIMIZER
#include "optimizer/Passes.h.inc"
} // namespace mlir::noisy

namespace {

struct ReduceNoiseOptimizer
    : public noisy::impl::ReduceNoiseOptimizerBase<ReduceNoiseOptimizer> {
  using ReduceNoiseOptimizerBase::ReduceNoiseOptimizerBase;

  void runOnOperation() override {
    NoiseFacts facts = NoiseFacts::compute(getOperation());
    if (facts.getFindings().empty()) {
      markAllAnalysesPreserved();
      return;
    }
    OptimizerOptions options;
    options.timeLimit = std::chrono::milliseconds(timeLimit);
    OptimizerResult result = optimizeReductions(getOperation(), options);
    numRows += result.statistics.Rows;
    numRounds += result.rounds;

    Location location =
        result.culprit ? result.culprit.getLoc() : getOperation().getLoc();
    if (!result.isLegal()) {
      emitError(location, "cannot reduce the noise: ")
          << (result.culprit ? nameValue(result.culprit) + ": " : "")
          << result.message;
      return signalPassFailure();
    }
    if (!confirmReductions(getOperation(), result.reductions)) {
      emitError(location, "the noise analysis does not confirm the optimizer's "
                          "solution, which was not applied; please report this "
                          "with the program");
      return signalPassFailure();
    }
    if (result.status == OptimizerStatus::Feasible)
      emitWarning(getOperation().getLoc(), describeResult(result));
    applyReductions(result.reductions);
    numReductions += result.reductions.size();
  }
};

} // namespace
