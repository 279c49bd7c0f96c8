//===- RewriteChoice.cpp - Rewriting, where that is cheaper ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/choice/RewriteChoice.h"
#include "analysis/program/NoiseFlow.h"
#include "dialect/NoisyOps.h"
#include "dialect/units/NumberText.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "optimizer/ReductionCosts.h"
#include "optimizer/rewrites/Sharing.h"

using namespace mlir;
using namespace mlir::noisy;

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// True if equal values are computed twice.
static bool hasEqualValues(Operation *root) {
  OwningOpRef<Operation *> copy = root->clone();
  return shareEqualValues(copy.get(), {}) > 0;
}

static bool hasLoops(Operation *root) {
  return root->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// The ways to rewrite that are tried, in this order: of equally cheap ones the
/// first is taken. Not those that are the same as others for this program.
static std::vector<RewriteOptions>
getVariants(Operation *root, const OptimizerOptions &options,
            const RewriteChoiceOptions &allowed) {
  std::vector<RewriteOptions> result;
  const bool sharesBefore = hasEqualValues(root), isLooped = hasLoops(root);
  for (RewriteSharing sharing : {RewriteSharing::After, RewriteSharing::Both})
    for (RewriteLoops loops :
         {RewriteLoops::Nests, RewriteLoops::Joined, RewriteLoops::No})
      for (auto [goal, factors] : {std::pair(RewriteGoal::Noise, true),
                                   std::pair(RewriteGoal::Products, true),
                                   std::pair(RewriteGoal::Noise, false)}) {
        if ((sharing == RewriteSharing::Both && !sharesBefore) ||
            (loops != RewriteLoops::No && !(allowed.loops && isLooped)))
          continue;
        RewriteOptions &variant = result.emplace_back();
        variant.goal = goal;
        variant.factors = factors;
        variant.loops = loops;
        variant.functions = allowed.functions;
        variant.sharing = sharing;
        variant.explains = allowed.explains;
        variant.dropsReductions =
            options.existingReductions == ExistingReductions::MayRemove;
      }
  return result;
}

static ProgramCost getCost(Operation *root, const OptimizerResult &result,
                           uint64_t assumedIterations) {
  ProgramCost cost;
  cost.reductions = result.cost;
  ProgramFlow program(root);
  NoiseFlows flows(program);
  ReductionCosts costs(program, flows, assumedIterations);
  // Weights stop at 2^32, so no sum of less than 2^31 of them overflows.
  root->walk([&](Operation *op) {
    if (isa<MulOp>(op))
      cost.products += costs.getWeight(op->getBlock());
    else if (isa<AddOp, SubOp, ScaleOp, EncodeOp>(op))
      cost.others += costs.getWeight(op->getBlock());
  });
  return cost;
}

static bool areEqual(Operation *a, Operation *b) {
  return OperationEquivalence::isEquivalentTo(
      a, b, OperationEquivalence::IgnoreLocations);
}

RewriteObserver RewriteOrigins::follow(const IRMapping &mapping) {
  for (auto [original, copy] : mapping.getOperationMap())
    copies[copy] = original;
  RewriteObserver observer;
  observer.onMade = [this](Operation *made, Operation *place) {
    // What was made in one place may be replaced again.
    Operation *original = copies.lookup(place);
    places[made] = original ? original : places.lookup(place);
  };
  observer.onErased = [this](Operation *op) {
    copies.erase(op);
    places.erase(op);
  };
  return observer;
}

namespace {
/// A rewritten copy of the program.
struct Variant {
  OwningOpRef<Operation *> program;
  RewriteOrigins origins;
  std::vector<RewriteNote> notes;
  Operation *scope = nullptr;
};
} // namespace

static Variant makeVariant(Operation *root, RewriteOptions rewriting,
                           const OptimizerOptions &options) {
  Variant variant;
  IRMapping mapping;
  variant.program = root->clone(mapping);
  variant.scope = options.scope ? mapping.lookupOrNull(options.scope) : nullptr;
  rewriting.scope = variant.scope;
  rewriting.isCancelled = options.isCancelled;
  rewriting.observer = variant.origins.follow(mapping);
  variant.notes = rewriteProgram(variant.program.get(), rewriting);
  return variant;
}

RewriteChoice
mlir::noisy::chooseRewriting(Operation *root, const OptimizerOptions &options,
                             const RewriteChoiceOptions &allowed) {
  RewriteChoice choice;
  choice.insertion = optimizeReductions(root, options);
  Clock::time_point end = Clock::now() + options.timeLimit;
  auto timeLeft = [&] {
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(
                                         end - Clock::now()));
  };
  OptimizerOptions current = options;
  if (choice.insertion.isLegal())
    choice.insertionCost =
        getCost(root, choice.insertion, options.assumedIterations);
  auto isCancelled = [&] {
    return options.isCancelled && options.isCancelled();
  };

  std::vector<Variant> tried;
  std::optional<size_t> best;
  for (const RewriteOptions &rewriting : getVariants(root, options, allowed)) {
    // The first one is not given up for want of time: the optimizer has a legal
    // choice early.
    if (isCancelled() || (timeLeft().count() == 0 && !tried.empty()))
      break;
    tried.push_back(makeVariant(root, rewriting, options));
    Operation *program = tried.back().program.get();
    bool isKnown =
        llvm::any_of(ArrayRef(tried).drop_back(), [&](const Variant &other) {
          return areEqual(other.program.get(), program);
        });
    if (isKnown || areEqual(root, program) || failed(verify(program)))
      continue;
    bool hasBest = best || choice.insertion.isLegal();
    ProgramCost bestCost = best ? choice.cost : choice.insertionCost;
    bool isHopeless = false;
    current.scope = tried.back().scope;
    current.timeLimit = timeLeft();
    current.isCancelled = [&] { return isHopeless || isCancelled(); };
    current.progress = [&](int64_t, int64_t lowerBound) {
      isHopeless |= hasBest && lowerBound > bestCost.reductions;
    };
    OptimizerResult result = optimizeReductions(program, current);
    if (!result.isLegal() || isHopeless ||
        (choice.insertion.isLegal() &&
         result.unfixed.size() > choice.insertion.unfixed.size()))
      continue;
    ProgramCost cost = getCost(program, result, options.assumedIterations);
    if (hasBest && cost >= bestCost)
      continue;
    best = tried.size() - 1;
    choice.result = std::move(result);
    choice.cost = cost;
  }
  if (best) {
    choice.program = std::move(tried[*best].program);
    choice.origins = std::move(tried[*best].origins);
    choice.notes = std::move(tried[*best].notes);
  } else if (allowed.explains && !tried.empty()) {
    choice.notes = std::move(tried.front().notes);
    for (RewriteNote &note : choice.notes)
      if (note.isDone)
        note = {note.location, false, "does not pay: " + note.text};
  }
  return choice;
}

RewriteGain RewriteGain::operator+(const RewriteGain &other) const {
  auto add = [](const ProgramCost &a, const ProgramCost &b) {
    return ProgramCost{a.reductions + b.reductions, a.products + b.products,
                       a.others + b.others};
  };
  return {add(insertion, other.insertion), add(rewritten, other.rewritten),
          isInsertionLegal && other.isInsertionLegal,
          isWeighted || other.isWeighted};
}

RewriteGain mlir::noisy::getGain(const RewriteChoice &choice) {
  return {choice.insertionCost, choice.cost, choice.insertion.isLegal(),
          choice.result.isWeighted || choice.insertion.isWeighted};
}

std::string mlir::noisy::describeGain(const RewriteGain &gain) {
  const ProgramCost &alone = gain.insertion, &cost = gain.rewritten;
  std::string reductions = gain.isWeighted
                               ? "cost " + formatNumber(cost.reductions)
                               : formatCount(cost.reductions, "reduction");
  if (!gain.isInsertionLegal)
    return reductions + ", inserting alone gives no solution";
  auto instead = [](int64_t number) {
    return " instead of " + formatNumber(number);
  };
  if (cost.reductions != alone.reductions)
    return reductions + instead(alone.reductions);
  if (cost.products != alone.products)
    return reductions + ", " + formatCount(cost.products, "product") +
           instead(alone.products);
  return reductions + ", " + formatCount(cost.others, "other operation") +
         instead(alone.others);
}

std::string mlir::noisy::describeChoice(const RewriteChoice &choice) {
  const OptimizerResult &insertion = choice.insertion;
  const ProgramCost &alone = choice.insertionCost, &cost = choice.cost;
  bool isWeighted = choice.result.isWeighted || insertion.isWeighted;
  auto countReductions = [&](int64_t number) {
    return isWeighted ? "a cost of " + formatNumber(number)
                      : formatCount(number, "reduction");
  };
  if (!choice.isRewritten())
    return insertion.isLegal()
               ? "not rewritten: nothing is cheaper than inserting alone, " +
                     countReductions(alone.reductions)
               : "not rewritten: that gives no solution, either";
  std::string text = "rewritten: " + countReductions(cost.reductions);
  if (!insertion.isLegal())
    return text + "; inserting alone gives no solution";
  text += cost.reductions < alone.reductions
              ? " in place of " + formatNumber(alone.reductions) +
                    " by inserting alone"
              : ", as by inserting alone";
  if (cost.products != alone.products)
    return text + ", " + formatCount(cost.products, "product") +
           " in place of " + formatNumber(alone.products);
  if (cost.reductions == alone.reductions)
    text += ", " + formatCount(cost.others, "other operation") +
            " in place of " + formatNumber(alone.others);
  return text;
}
