//===- ReduceNoiseOptimizer.cpp - Inserts the fewest reductions -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseFacts.h"
#include "analysis/noise/NoiseReport.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "optimizer/OptimizerReport.h"
#include "optimizer/Reductions.h"
#include "passes/Passes.h"
#include "passes/ValueNames.h"
#include <cmath>

using namespace mlir;
using namespace mlir::noisy;

namespace mlir::noisy {
#define GEN_PASS_DEF_REDUCENOISEOPTIMIZER
#include "passes/Passes.h.inc"
} // namespace mlir::noisy

/// The function below `module` that "@f" or "@inner::@f" names, with or without
/// the signs; null when there is none.
static FunctionOpInterface findFunction(ModuleOp module, StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, "::");
  SmallVector<FlatSymbolRefAttr> nested;
  for (StringRef &part : parts) {
    part.consume_front("@");
    nested.push_back(FlatSymbolRefAttr::get(module.getContext(), part));
  }
  auto symbol = SymbolRefAttr::get(nested.front().getAttr(),
                                   ArrayRef(nested).drop_front());
  return dyn_cast_or_null<FunctionOpInterface>(
      SymbolTable::lookupSymbolIn(module, symbol));
}

/// The location of the function around a value; at top level, of the operation.
static Location getFunctionLocation(Value value) {
  Operation *op = value.getParentBlock()->getParentOp();
  while (op && !isa<FunctionOpInterface>(op))
    op = op->getParentOp();
  return op ? op->getLoc() : value.getLoc();
}

/// A number as a statistic, which is an unsigned integer.
static unsigned toStatistic(uint64_t number) {
  return std::min<uint64_t>(number, std::numeric_limits<unsigned>::max());
}

namespace {

struct ReduceNoiseOptimizer
    : public noisy::impl::ReduceNoiseOptimizerBase<ReduceNoiseOptimizer> {
  using ReduceNoiseOptimizerBase::ReduceNoiseOptimizerBase;

  LogicalResult initialize(MLIRContext *context) override {
    auto refuse = [&](const Twine &why) {
      return emitError(UnknownLoc::get(context),
                       "noisy-reduce-noise-optimizer: " + why);
    };
    if (!(gap >= 0))
      return refuse("the gap must be 0 or more, such as 0.01 for one per cent");
    if (workers == 0)
      return refuse("there must be at least one worker");
    if (assumedTurns == 0)
      return refuse("a loop must be assumed to turn at least once");
    return success();
  }

  void runOnOperation() override {
    auto begin = std::chrono::steady_clock::now();
    OptimizerOptions options;
    if (!function.empty() && !(options.scope = findScope()))
      return signalPassFailure();
    Location location = getOperation().getLoc();
    if (!removeExisting) {
      NoiseFacts facts = NoiseFacts::compute(getOperation());
      if (facts.getFindings().empty())
        return markAllAnalysesPreserved();
      location = getFunctionLocation(facts.getFindings().front().value);
    }
    // The check for any work to do counts towards the time limit.
    options.timeLimit =
        std::max(std::chrono::milliseconds(timeLimit) -
                     std::chrono::ceil<std::chrono::milliseconds>(
                         std::chrono::steady_clock::now() - begin),
                 std::chrono::milliseconds(0));
    options.gap = gap;
    options.roundLimit = maxRounds;
    options.nodeLimit = maxNodes;
    options.assumedTurns = assumedTurns;
    options.existing = removeExisting ? ExistingReductions::MayRemove
                                      : ExistingReductions::Keep;
    options.workers = workers;
    OptimizerResult result = optimizeReductions(getOperation(), options);
    if (result.culprit)
      location = result.culprit.getLoc();
    else if (options.scope)
      location = options.scope->getLoc();
    else if (!result.reductions.empty())
      location = getFunctionLocation(result.reductions.front().value);
    else if (!result.removed.empty())
      location = getFunctionLocation(result.removed.front()->getResult(0));
    count(result, location);

    if (!result.isLegal()) {
      emitError(location, describeResult(result, nameValue));
      return signalPassFailure();
    }
    // A gap that the user allows is no reason to warn.
    std::string text = describeResult(result, nameValue);
    if (result.status == OptimizerStatus::Feasible && getGap(result) > gap)
      emitWarning(location, text);
    remark::passed(location,
                   remark::RemarkOpts::name("Reductions").category("noisy"))
        << text;
    if (result.reductions.empty() && result.removed.empty())
      markAllAnalysesPreserved();
    else
      applyReductions(result.reductions, result.removed);
    numReductions += toStatistic(result.reductions.size());
    numRemoved += toStatistic(result.removed.size());
    if (options.scope)
      reportRest(options.scope);
  }

  /// Reports the problems left in the program if only one function was to be
  /// fixed.
  void reportRest(Operation *scope) {
    constexpr size_t kMostNotes = 3;
    NoiseFacts facts = NoiseFacts::compute(getOperation());
    ArrayRef<NoiseFinding> findings = facts.getFindings();
    if (findings.empty())
      return;
    InFlightDiagnostic diagnostic = emitRemark(scope->getLoc());
    diagnostic << "noisy-reduce-noise-optimizer: only this function was to be "
                  "fixed; "
               << findings.size()
               << (findings.size() == 1 ? " problem is" : " problems are")
               << " left in the program";
    if (findings.size() > kMostNotes)
      diagnostic << ", the first " << kMostNotes << " are shown";
    for (const NoiseFinding &finding : findings.take_front(kMostNotes))
      diagnostic.attachNote(finding.use ? finding.use->getLoc()
                                        : finding.value.getLoc())
          << describeFinding(facts, finding, nameValue);
  }

  /// The function to be fixed; null, with an error, if there is none.
  Operation *findScope() {
    FunctionOpInterface found = findFunction(getOperation(), function);
    if (found && !found.isExternal())
      return found;
    emitError(found ? found.getLoc() : getOperation().getLoc(),
              "noisy-reduce-noise-optimizer: ")
        << (found ? "the function '" : "there is no function '") << function
        << (found ? "' has no body" : "'");
    return nullptr;
  }

  void count(const OptimizerResult &result, Location location) {
    const CoverStatistics &solved = result.statistics;
    double roundedUp = std::max(0.0, std::ceil(solved.Relaxation - 1e-6));
    auto relaxed = roundedUp < double(INT64_MAX) ? uint64_t(roundedUp)
                                                 : uint64_t(INT64_MAX);
    unsigned gapNow = result.isLegal() ? toHundredths(getGap(result)) : 0;
    cost += toStatistic(std::max<int64_t>(result.cost, 0));
    lowerBound += toStatistic(std::max<int64_t>(result.lowerBound, 0));
    gapStatistic.updateMax(gapNow);
    relaxation += toStatistic(relaxed);
    numRows += toStatistic(solved.Rows);
    numColumns += toStatistic(solved.Columns);
    numFixed += toStatistic(solved.Fixed);
    numComponents += toStatistic(solved.Components);
    numDistinctComponents += toStatistic(solved.DistinctComponents);
    numRounds += result.rounds;
    numNodes += toStatistic(solved.Nodes);
    using remark::metric;
    remark::analysis(location,
                     remark::RemarkOpts::name("Statistics").category("noisy"))
        << metric("reductions", result.reductions.size())
        << metric("removed", result.removed.size())
        << metric("cost", result.cost)
        << metric("lower-bound", result.lowerBound) << metric("gap", gapNow)
        << metric("relaxation", relaxed) << metric("rows", solved.Rows)
        << metric("columns", solved.Columns) << metric("fixed", solved.Fixed)
        << metric("components", solved.Components)
        << metric("distinct-components", solved.DistinctComponents)
        << metric("rounds", result.rounds) << metric("nodes", solved.Nodes);
  }
};

} // namespace
