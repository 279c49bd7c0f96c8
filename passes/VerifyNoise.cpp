//===- VerifyNoise.cpp - Reports every value with too much noise ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ValueNames.h"
#include "analysis/noise/NoiseReport.h"
#include "analysis/noise/UncheckedStatements.h"
#include "mlir/IR/Diagnostics.h"
#include "passes/Passes.h"

using namespace mlir;
using namespace mlir::noisy;

namespace mlir::noisy {
#define GEN_PASS_DEF_VERIFYNOISE
#include "passes/Passes.h.inc"
} // namespace mlir::noisy

/// Where a value is in the text. Arguments of a body in short form are nowhere.
static Location getPlace(Value value) {
  Location place = value.getLoc();
  return isa<UnknownLoc>(place)
             ? value.getParentBlock()->getParentOp()->getLoc()
             : place;
}

namespace {

struct VerifyNoise : public noisy::impl::VerifyNoiseBase<VerifyNoise> {
  void runOnOperation() override {
    NoiseFacts facts = NoiseFacts::compute(getOperation());
    for (const NoiseFinding &finding : facts.getFindings()) {
      Location location =
          finding.use ? finding.use->getLoc() : getPlace(finding.value);
      InFlightDiagnostic diagnostic =
          emitError(location, describeFinding(facts, finding, nameValue));
      for (const NoiseNote &note : explainFinding(facts, finding, nameValue))
        diagnostic.attachNote(note.call ? note.call->getLoc()
                                        : getPlace(note.value))
            << note.message;
      if (finding.reason && finding.reason->place)
        diagnostic.attachNote(finding.reason->place->getLoc())
            << describeReasonPlace(*finding.reason, nameValue);
    }
    for (const UncheckedStatement &statement :
         findUncheckedStatements(getOperation()))
      emitWarning(statement.op->getLoc(), statement.message);
    if (!facts.getFindings().empty())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
