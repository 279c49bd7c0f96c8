//===- Rewriter.cpp - Programs rewritten for less noise -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Rewriter.h"
#include "analysis/flow/ValueNames.h"
#include "analysis/noise/NoiseFacts.h"
#include "dialect/Folds.h"
#include "dialect/NoisyOps.h"
#include "dialect/Patterns.h"
#include "dialect/units/NoiseUnit.h"
#include "dialect/units/NumberText.h"
#include "optimizer/rewrites/Factors.h"
#include "optimizer/rewrites/LoopRewriting.h"
#include "optimizer/rewrites/Lowering.h"
#include "optimizer/rewrites/NoiseEstimate.h"
#include "optimizer/rewrites/Polynomials.h"
#include "optimizer/rewrites/Replacement.h"
#include "optimizer/rewrites/Sharing.h"

using namespace mlir;
using namespace mlir::noisy;

namespace {

/// One way to compute a value.
struct Way {
  /// What was done, for a note.
  std::string text;
  Plan plan;
  Plan::Node root;
  PlanCost cost;
};

class Rewriter {
public:
  Rewriter(NoiseFacts facts, const RewriteOptions &options)
      : options(options), facts(std::move(facts)) {
    observer.onMade = options.observer.onMade;
    observer.onErased = [this](Operation *op) {
      // Another value may get its address.
      noise.forget(op->getResult(0));
      if (this->options.observer.onErased)
        this->options.observer.onErased(op);
    };
  }

  void rewriteBlock(Block &block);
  std::vector<RewriteNote> takeNotes() { return std::move(notes); }

private:
  bool isBetter(const PlanCost &a, const PlanCost &b) const;
  uint32_t getNoise(Value value) const {
    return noise.get(value, facts, model);
  }
  void keep(const Plan &plan);
  bool fold(Operation *op);
  void rewrite(Operation *root);
  std::optional<Way> findBest(const Computation &computation,
                              const PlanCost &cost);
  void note(Operation *op, bool isDone, std::string text) {
    notes.push_back({op->getLoc(), isDone, std::move(text)});
  }
  std::string explain(const Computation &computation) const;

  const RewriteOptions &options;
  RewriteObserver observer;
  NoiseFacts facts;
  /// The model around the current block.
  NoiseModel model;
  NoiseEstimate noise;
  std::vector<RewriteNote> notes;
};

} // namespace

bool Rewriter::isBetter(const PlanCost &a, const PlanCost &b) const {
  auto key = [&](const PlanCost &cost) {
    uint64_t bits = cost.bits, products = cost.products;
    if (options.goal == RewriteGoal::Products)
      std::swap(bits, products);
    return std::tuple(cost.reductions, bits, products, cost.others);
  };
  return key(a) < key(b);
}

/// Takes over which leaves a plan reduces.
void Rewriter::keep(const Plan &plan) {
  for (Plan::Node node = 0; node < plan.size(); ++node)
    if (Value value = plan.getLeaf(node))
      noise.set(value, plan.getBits(node));
}

/// Replaces an operation that gives a value that is there.
bool Rewriter::fold(Operation *op) {
  // What nothing uses is perhaps being written.
  if (op->getNumResults() != 1 || op->use_empty() ||
      !isa_and_nonnull<NoisyDialect>(op->getDialect()))
    return false;
  Value value = foldToValue(op);
  if (!value)
    return false;
  note(op, true, "removed: it changes nothing");
  op->getResult(0).replaceAllUsesWith(value);
  eraseUnused(op, observer);
  return true;
}

static std::string describeGain(const PlanCost &before, const PlanCost &after,
                                unsigned unit) {
  std::string text = ": " + formatBits(before.bits, unit) + " to " +
                     formatBits(after.bits, unit) + " bits";
  if (before.reductions != after.reductions)
    text += ", about " + formatNumber(int64_t(after.reductions)) +
            " reductions in place of " +
            formatNumber(int64_t(before.reductions));
  if (before.products != after.products)
    text += ", " + formatNumber(int64_t(after.products)) +
            " products in place of " + formatNumber(int64_t(before.products));
  return text;
}

static std::string describe(const Expression &expression) {
  size_t count = expression.parts.size();
  if (expression.kind == Expression::Kind::Leaf)
    return "computed it as one value";
  if (expression.kind == Expression::Kind::Product && count == 1)
    return "computed it as a power of one value";
  if (expression.kind == Expression::Kind::Product)
    return "multiplied " + formatNumber(int64_t(count)) +
           (count == 1 ? " factor" : " factors") + " anew";
  if (count == 0)
    return "computed it as a constant";
  count += expression.constant != 0;
  return "joined " + formatNumber(int64_t(count)) +
         (count == 1 ? " term" : " terms") + " anew";
}

std::optional<Way> Rewriter::findBest(const Computation &computation,
                                      const PlanCost &cost) {
  Expressions expressions;
  ExpressionId root = computation.read(expressions);
  std::optional<Way> best;
  auto consider = [&](ExpressionId id, std::string text) {
    Plan plan(model, [this](Value value) { return getNoise(value); });
    Plan::Node node = lower(expressions, id, plan);
    PlanCost wayCost = plan.getCost(node);
    if (isBetter(wayCost, best ? best->cost : cost))
      best.emplace(Way{std::move(text), std::move(plan), node, wayCost});
  };
  consider(root, describe(expressions[root]));
  if (!options.factors)
    return best;
  ExpressionId factored = factorOut(expressions, root);
  if (factored != root)
    consider(factored, "put common factors outside of sums");
  ExpressionId merged = mergeChoices(expressions, root);
  if (merged != root && merged != factored)
    consider(merged, "merged choices between two values");
  for (ExpressionId id : rewritePolynomial(expressions, root))
    consider(id, "computed a polynomial in parts");
  if (options.functions)
    for (ExpressionId id : rewriteAsFunction(expressions, root))
      consider(id, "computed a polynomial as a function modulo 32");
  return best;
}

/// A value in words, with its line where that is known.
static std::string nameWithLine(Value value) {
  std::string text = nameValue(value);
  if (auto place = dyn_cast<FileLineColLoc>(value.getLoc()))
    text += " in line " + std::to_string(place.getLine());
  return text;
}

/// Why an operation that could be part of a computation is none.
static std::string explainObstacle(Operation *op) {
  return op->getDiscardableAttrDictionary().empty()
             ? "left as it is: its noise model is neither a maximum nor a sum"
             : "left as it is: it has attributes of its own";
}

/// Why nothing was found.
std::string Rewriter::explain(const Computation &computation) const {
  if (Operation *shared = computation.findShared()) {
    size_t count = Computation(shared).getOperations().size();
    size_t uses = std::distance(shared->use_begin(), shared->use_end());
    return nameWithLine(shared->getResult(0)) + " is used " +
           (uses == 2 ? "twice" : formatNumber(int64_t(uses)) + " times") +
           ": taking it apart would compute " + formatNumber(int64_t(count)) +
           (count == 1 ? " operation again" : " operations again");
  }
  if (computation.getOperations().size() == 1)
    return "stands alone: no other sum or product is computed only for it";
  return "no other order of its " +
         formatNumber(int64_t(computation.getOperations().size())) +
         " operations has less noise";
}

void Rewriter::rewrite(Operation *root) {
  Computation computation(root);
  Plan plan(model, [this](Value value) { return getNoise(value); });
  Plan::Node node = computation.lower(plan);
  PlanCost cost = plan.getCost(node);
  std::optional<Way> best = findBest(computation, cost);
  if (!best) {
    keep(plan);
    noise.set(root->getResult(0), plan.getBits(node));
    if (options.explains)
      note(root, false, explain(computation));
    return;
  }
  note(root, true, best->text + describeGain(cost, best->cost, model.unit));
  keep(best->plan);
  Value result =
      replaceComputation(computation, best->plan, best->root, observer);
  noise.set(result, best->plan.getBits(best->root));
}

void Rewriter::rewriteBlock(Block &block) {
  model = NoiseModel::get(block.getParentOp());
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (options.isCancelled && options.isCancelled())
      return;
    if (isInner(&op) || fold(&op))
      continue;
    if (isRewritable(&op)) {
      rewrite(&op);
      continue;
    }
    if (options.explains && isa<AddOp, SubOp, MulOp, ScaleOp>(op))
      note(&op, false, explainObstacle(&op));
    if (auto noisy = dyn_cast<NoiseOpInterface>(op))
      noise.pass(noisy, facts, model);
    if (op.getNumRegions() == 0)
      continue;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        rewriteBlock(inner);
    model = NoiseModel::get(block.getParentOp());
  }
}

/// What was done by the thousand is told as one number, at one place.
static void noteCount(std::vector<RewriteNote> &notes, Operation *top,
                      unsigned count, const char *noun, const char *done) {
  if (count > 0)
    notes.push_back({top->getLoc(), true, formatCount(count, noun) + done});
}

std::vector<RewriteNote>
mlir::noisy::rewriteProgram(Operation *root, const RewriteOptions &options) {
  Operation *top = options.scope ? options.scope : root;
  std::vector<RewriteNote> notes;
  if (options.dropsReductions)
    noteCount(notes, top, dropReductions(top, options.observer), "reduction",
              " taken away, to be inserted anew");
  auto share = [&] {
    noteCount(notes, top, shareEqualValues(top, options.observer), "operation",
              " gone that computed what is there already");
  };
  if (options.sharing == RewriteSharing::Both)
    share();
  NoiseFacts facts = NoiseFacts::compute(root);
  if (options.loops != RewriteLoops::No) {
    std::vector<RewriteNote> loops = rewriteLoops(top, facts, options);
    bool isDone = llvm::any_of(
        loops, [](const RewriteNote &note) { return note.isDone; });
    llvm::append_range(notes, loops);
    if (isDone)
      facts = NoiseFacts::compute(root);
  }
  Rewriter rewriter(std::move(facts), options);
  for (Region &region : top->getRegions())
    for (Block &block : region)
      rewriter.rewriteBlock(block);
  llvm::append_range(notes, rewriter.takeNotes());
  if (options.loops != RewriteLoops::No)
    noteCount(notes, top, moveInvariants(top), "operation",
              " moved out of loops");
  if (options.sharing != RewriteSharing::No)
    share();
  return notes;
}
