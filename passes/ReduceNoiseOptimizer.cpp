//===- ReduceNoiseOptimizer.cpp - Inserts the fewest reductions -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ValueNames.h"
#include "analysis/noise/NoiseFacts.h"
#include "analysis/noise/NoiseReport.h"
#include "dialect/ReducingOperations.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "optimizer/OptimizerReport.h"
#include "optimizer/Reductions.h"
#include "optimizer/choice/RewriteChoice.h"
#include "passes/Interrupt.h"
#include "passes/Passes.h"
#include "passes/RewriteRemarks.h"
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
  SmallVector<FlatSymbolRefAttr> nestedSymbols;
  for (StringRef &part : parts) {
    part.consume_front("@");
    nestedSymbols.push_back(FlatSymbolRefAttr::get(module.getContext(), part));
  }
  auto symbol = SymbolRefAttr::get(nestedSymbols.front().getAttr(),
                                   ArrayRef(nestedSymbols).drop_front());
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
    auto refuse = [&](const Twine &reason) {
      return emitError(UnknownLoc::get(context),
                       "noisy-reduce-noise-optimizer: " + reason);
    };
    if (!(gap >= 0))
      return refuse("the gap must be 0 or more, such as 0.01 for one per cent");
    if (workers == 0)
      return refuse("there must be at least one worker");
    if (assumedIterations == 0)
      return refuse("a loop must be assumed to run at least once");
    if (!costs.empty()) {
      // The reader of options takes the braces away.
      std::string error, text = costs;
      if (!StringRef(text).ltrim().starts_with("{"))
        text = "{" + text + "}";
      std::optional<NoiseCosts> read = NoiseCosts::parse(text, error);
      if (!read)
        return refuse(error);
      readCosts = std::make_shared<const NoiseCosts>(std::move(*read));
    }
    loadReducingDialects(context);
    return success();
  }

  void runOnOperation() override {
    auto begin = std::chrono::steady_clock::now();
    OptimizerOptions options;
    if (!function.empty() && !(options.scope = findScope()))
      return signalPassFailure();
    Location location = getOperation().getLoc();
    // (Without rewriting, the search finds out whether there is anything to
    // do.)
    if (rewrite && !removeExisting && !hasOperationCosts()) {
      Value first = findFirst();
      if (!first)
        return markAllAnalysesPreserved();
      location = getFunctionLocation(first);
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
    options.assumedIterations = assumedIterations;
    options.costs = readCosts;
    options.existingReductions = removeExisting ? ExistingReductions::MayRemove
                                                : ExistingReductions::Keep;
    options.workers = workers;
    InterruptCatcher catcher;
    options.isCancelled = InterruptCatcher::isInterrupted;
    options.cancellation = "interrupted";
    RewriteChoice choice;
    OptimizerResult result;
    if (rewrite) {
      RewriteChoiceOptions allowed;
      allowed.functions = functions;
      allowed.explains = seesRemarks(&getContext());
      choice = chooseRewriting(getOperation(), options, allowed);
      result = choice.isRewritten() ? std::move(choice.result)
                                    : std::move(choice.insertion);
      emitRewriteRemarks(choice.notes);
      remark::passed(getOperation().getLoc(),
                     remark::RemarkOpts::name("Choice").category("noisy"))
          << describeChoice(choice);
    } else {
      result = optimizeReductions(getOperation(), options);
      bool isIdle =
          !removeExisting && result.isLegal() && result.reductions.empty();
      bool knowsPlace = options.scope || result.culprit || removeExisting;
      // (What was found elsewhere is told below.)
      if (isIdle && !(options.scope && findFirst()))
        return markAllAnalysesPreserved();
      if (!result.isLegal() && !knowsPlace)
        if (Value first = findFirst())
          location = getFunctionLocation(first);
    }
    if (result.culprit)
      location = result.culprit.getLoc();
    else if (options.scope)
      location = options.scope->getLoc();
    else if (!result.reductions.empty())
      location = getFunctionLocation(result.reductions.front().value);
    else if (!result.removals.empty())
      location = getFunctionLocation(result.removals.front()->getResult(0));
    count(result, location);

    if (!result.isLegal()) {
      emitError(location, describeResult(result, nameValue));
      return signalPassFailure();
    }
    // A gap that the user allows is no reason to warn.
    std::string text = describeResult(result, nameValue);
    bool isFar =
        result.status == OptimizerStatus::Feasible && getGap(result) > gap;
    if (isFar || !result.unfixed.empty())
      emitWarning(location, text);
    remark::passed(location,
                   remark::RemarkOpts::name("Reductions").category("noisy"))
        << text;
    if (result.reductions.empty() && result.removals.empty() &&
        !choice.isRewritten())
      markAllAnalysesPreserved();
    else
      applyReductions(result.reductions, result.removals);
    if (choice.isRewritten()) {
      auto rewritten = cast<ModuleOp>(choice.program.get());
      getOperation().getBodyRegion().takeBody(rewritten.getBodyRegion());
      if (options.scope)
        options.scope = findScope();
    }
    numReductions += toStatistic(result.reductions.size());
    numRemoved += toStatistic(result.removals.size());
    if (options.scope)
      reportRest(options.scope);
  }

  /// True if operations may cost something by their noise, so that another way
  /// may be cheaper where nothing overflows.
  bool hasOperationCosts() {
    return readCosts || getOperation()
                            ->walk([](Operation *op) {
                              return op->getAttrOfType<DictionaryAttr>(
                                         NoisyDialect::kCostAttrName)
                                         ? WalkResult::interrupt()
                                         : WalkResult::advance();
                            })
                            .wasInterrupted();
  }

  /// The value of the first problem in the program, or null.
  Value findFirst() {
    NoiseFacts facts = NoiseFacts::compute(getOperation());
    ArrayRef<NoiseFinding> findings = facts.getFindings();
    return findings.empty() ? Value() : findings.front().value;
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
    FunctionOpInterface target = findFunction(getOperation(), function);
    if (target && !target.isExternal())
      return target;
    emitError(target ? target.getLoc() : getOperation().getLoc(),
              "noisy-reduce-noise-optimizer: ")
        << (target ? "the function '" : "there is no function '") << function
        << (target ? "' has no body" : "'");
    return nullptr;
  }

  /// `costs`, as it is read.
  std::shared_ptr<const NoiseCosts> readCosts;

  void count(const OptimizerResult &result, Location location) {
    const CoverStatistics &coverStatistics = result.statistics;
    double roundedUp =
        std::max(0.0, std::ceil(coverStatistics.Relaxation - 1e-6));
    auto relaxationBound = roundedUp < double(INT64_MAX) ? uint64_t(roundedUp)
                                                         : uint64_t(INT64_MAX);
    bool hasGap = result.isLegal() && std::isfinite(getGap(result));
    unsigned gapNow = hasGap ? toHundredths(getGap(result)) : 0;
    cost += toStatistic(std::max<int64_t>(result.cost, 0));
    lowerBound += toStatistic(std::max<int64_t>(result.lowerBound, 0));
    gapStatistic.updateMax(gapNow);
    relaxation += toStatistic(relaxationBound);
    numRows += toStatistic(coverStatistics.Rows);
    numColumns += toStatistic(coverStatistics.Columns);
    numFixed += toStatistic(coverStatistics.FixedColumns);
    numComponents += toStatistic(coverStatistics.Components);
    numDistinctComponents += toStatistic(coverStatistics.DistinctComponents);
    numRounds += result.rounds;
    numNodes += toStatistic(coverStatistics.Nodes);
    using remark::metric;
    auto toMs = [](OptimizerTimes::Duration duration) {
      return std::chrono::duration_cast<std::chrono::milliseconds>(duration)
          .count();
    };
    auto statistics = remark::analysis(
        location, remark::RemarkOpts::name("Statistics").category("noisy"));
    statistics << metric("reductions", result.reductions.size())
               << metric("removed", result.removals.size())
               << metric("cost", result.cost)
               << metric("operation-cost", result.operationCost)
               << metric("lower-bound", result.lowerBound);
    if (hasGap) // nothing is proven otherwise
      statistics << metric("gap", gapNow);
    statistics << metric("relaxation", relaxationBound)
               << metric("rows", coverStatistics.Rows)
               << metric("columns", coverStatistics.Columns)
               << metric("fixed", coverStatistics.FixedColumns)
               << metric("components", coverStatistics.Components)
               << metric("distinct-components",
                         coverStatistics.DistinctComponents)
               << metric("rounds", result.rounds)
               << metric("nodes", coverStatistics.Nodes)
               << metric("model-ms", toMs(result.times.model))
               << metric("start-ms", toMs(result.times.start))
               << metric("rows-ms", toMs(result.times.rows))
               << metric("search-ms", toMs(result.times.search))
               << metric("ties-ms", toMs(result.times.ties))
               << metric("check-ms", toMs(result.times.check));
  }
};

} // namespace
