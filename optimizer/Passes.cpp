//===- Passes.cpp - Passes on noise ---------------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/Passes.h"
#include "analysis/NoiseReport.h"
#include "mlir/IR/Diagnostics.h"
#include "optimizer/Optimizer.h"
#include "optimizer/Reductions.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;

namespace mlir::noisy {
#define GEN_PASS_DEF_VERIFYNOISE
#define GEN_PASS_DEF_REDUCENOISEOPTIMIZER
#include "optimizer/Passes.h.inc"
} // namespace mlir::noisy

/// IR in memory has no names. The location tells where a value is; this tells
/// what it is.
static std::string nameValue(Value value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    os << "argument #" << argument.getArgNumber();
    return text;
  }
  auto result = cast<OpResult>(value);
  if (result.getOwner()->getNumResults() > 1)
    os << "result #" << result.getResultNumber() << " of ";
  else
    os << "the result of ";
  os << "'" << result.getOwner()->getName() << "'";
  return text;
}

namespace {

struct VerifyNoise : public noisy::impl::VerifyNoiseBase<VerifyNoise> {
  void runOnOperation() override {
    NoiseFacts facts = NoiseFacts::compute(getOperation());
    for (const NoiseFinding &finding : facts.getFindings()) {
      Location location =
          finding.use ? finding.use->getLoc() : finding.value.getLoc();
      InFlightDiagnostic diagnostic =
          emitError(location, describeFinding(facts, finding, nameValue));
      for (const NoiseNote &note : explainFinding(facts, finding, nameValue))
        diagnostic.attachNote(note.value.getLoc()) << note.message;
    }
    if (!facts.getFindings().empty())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

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
    OptimizerResult result = optimizeReductions(facts, options);
    numRows += result.rows;
    numRounds += result.rounds;

    Location location =
        result.culprit ? result.culprit.getLoc() : getOperation().getLoc();
    if (!result.isLegal()) {
      emitError(location, "cannot reduce the noise: ")
          << (result.culprit ? nameValue(result.culprit) + ": " : "")
          << result.message;
      return signalPassFailure();
    }
    if (!confirmReductions(getOperation(), result.reduced)) {
      emitError(location, "the noise analysis does not confirm the optimizer's "
                          "solution, which was not applied; please report this "
                          "with the program");
      return signalPassFailure();
    }
    if (result.status == OptimizerStatus::Feasible)
      emitWarning(getOperation().getLoc(), describeResult(result));
    insertReductions(result.reduced);
    numReductions += result.reduced.size();
  }
};

} // namespace
