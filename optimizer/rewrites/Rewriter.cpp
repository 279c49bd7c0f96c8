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
#include "dialect/NumberText.h"
#include "dialect/Patterns.h"
#include "dialect/RuledDialects.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "optimizer/rewrites/Computation.h"
#include "optimizer/rewrites/Factors.h"
#include "optimizer/rewrites/Lowering.h"
#include "optimizer/rewrites/Polynomials.h"

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
  Rewriter(Operation *root, const RewriteOptions &options)
      : options(options), facts(NoiseFacts::compute(root)) {}

  void rewriteBlock(Block &block);
  std::vector<RewriteNote> takeNotes() { return std::move(notes); }

private:
  bool isBetter(const PlanCost &a, const PlanCost &b) const;
  uint32_t getNoise(Value value) const;
  void keep(NoiseOpInterface op);
  void keep(const Plan &plan);
  void erase(Operation *op);
  bool fold(Operation *op);
  void rewrite(Operation *root);
  std::optional<Way> findBest(const Computation &computation,
                              const PlanCost &cost);
  void note(Operation *op, bool isDone, std::string text) {
    notes.push_back({op->getLoc(), isDone, std::move(text)});
  }
  std::string explain(const Computation &computation) const;

  const RewriteOptions &options;
  NoiseFacts facts;
  /// The model around the current block.
  NoiseModel model;
  /// The noise that values have once reductions are inserted, by estimate.
  llvm::DenseMap<Value, uint32_t> noise;
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

uint32_t Rewriter::getNoise(Value value) const {
  if (auto it = noise.find(value); it != noise.end())
    return it->second;
  const NoiseFact *fact = facts.find(value);
  if (!fact || !fact->bound.isBits())
    return model.max;
  // What passes the limit has to be reduced somewhere.
  return fact->bound.exceeds(model.max) ? model.initial : fact->bound.getBits();
}

/// Estimates the noise of an operation that stays as it is.
void Rewriter::keep(NoiseOpInterface op) {
  SmallVector<Value> operands;
  forEachCounted(op, [&](Value operand) { operands.push_back(operand); });
  auto infer = [&] {
    SmallVector<NoiseBound> bounds;
    for (Value operand : operands)
      bounds.push_back(NoiseBound::bits(getNoise(operand)));
    return op.inferNoise(bounds);
  };
  NoiseBound bound = infer();
  while (bound.exceeds(model.max)) {
    Value noisiest;
    for (Value operand : operands)
      if (!noisiest || getNoise(operand) > getNoise(noisiest))
        noisiest = operand;
    if (!noisiest || getNoise(noisiest) <= model.initial)
      break;
    noise[noisiest] = model.initial;
    bound = infer();
  }
  // By its rule an operation of another dialect may have any number of them.
  for (Value result : op->getResults())
    noise[result] = bound.exceeds(model.max) ? model.max : bound.getBits();
}

/// Takes over which leaves a plan reduces.
void Rewriter::keep(const Plan &plan) {
  for (Plan::Node node = 0; node < plan.size(); ++node)
    if (Value value = plan.getLeaf(node))
      noise[value] = plan.getBits(node);
}

/// Erases an operation that nothing uses any more, and the constants and
/// operations of the dialect that only it used.
void Rewriter::erase(Operation *op) {
  auto canGo = [](Operation *source) {
    return source && isOpTriviallyDead(source) && mayReplace(source) &&
           (isa_and_nonnull<NoisyDialect>(source->getDialect()) ||
            source->hasTrait<OpTrait::ConstantLike>());
  };
  SmallVector<Operation *> open = {op};
  while (!open.empty()) {
    Operation *current = open.pop_back_val();
    SmallVector<Value> operands(current->getOperands());
    // Another value may get its address.
    noise.erase(current->getResult(0));
    if (options.onErased)
      options.onErased(current);
    current->erase();
    for (auto [i, operand] : llvm::enumerate(operands))
      if (!llvm::is_contained(ArrayRef(operands).take_front(i), operand) &&
          canGo(operand.getDefiningOp()))
        open.push_back(operand.getDefiningOp());
  }
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
  erase(op);
  return true;
}

static std::string describeGain(const PlanCost &before, const PlanCost &after) {
  std::string text = ": " + std::to_string(before.bits) + " to " +
                     std::to_string(after.bits) + " bits";
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
  return best;
}

/// Why nothing was found.
std::string Rewriter::explain(const Computation &computation) const {
  if (Operation *shared = computation.findShared()) {
    size_t count = Computation(shared).getOperations().size();
    size_t uses = std::distance(shared->use_begin(), shared->use_end());
    return nameValue(shared->getResult(0)) + " is used " +
           (uses == 2 ? "twice" : formatNumber(int64_t(uses)) + " times") +
           ": taking it apart would compute " + formatNumber(int64_t(count)) +
           (count == 1 ? " operation again" : " operations again");
  }
  return "no other order of its " +
         formatNumber(int64_t(computation.getOperations().size())) +
         " operations has less noise";
}

namespace {
/// Tells what is made in the place of one operation.
class MadeListener : public OpBuilder::Listener {
public:
  MadeListener(const RewriteOptions &options, Operation *place)
      : options(options), place(place) {}

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    if (options.onMade)
      options.onMade(op, place);
  }

private:
  const RewriteOptions &options;
  Operation *place;
};
} // namespace

void Rewriter::rewrite(Operation *root) {
  Computation computation(root);
  Plan plan(model, [this](Value value) { return getNoise(value); });
  Plan::Node node = computation.lower(plan);
  PlanCost cost = plan.getCost(node);
  std::optional<Way> best = findBest(computation, cost);
  if (!best) {
    keep(plan);
    noise[root->getResult(0)] = plan.getBits(node);
    if (options.explains && computation.getOperations().size() > 1)
      note(root, false, explain(computation));
    return;
  }
  note(root, true, best->text + describeGain(cost, best->cost));
  keep(best->plan);
  MadeListener listener(options, root);
  OpBuilder builder(root, &listener);
  Value result = best->plan.build(builder, root->getLoc(), best->root,
                                  computation.getOperations().drop_back());
  noise[result] = best->plan.getBits(best->root);
  root->getResult(0).replaceAllUsesWith(result);
  erase(root);
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
    if (auto noisy = dyn_cast<NoiseOpInterface>(op))
      keep(noisy);
    if (op.getNumRegions() == 0)
      continue;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        rewriteBlock(inner);
    model = NoiseModel::get(block.getParentOp());
  }
}

std::vector<RewriteNote>
mlir::noisy::rewriteProgram(Operation *root, const RewriteOptions &options) {
  Rewriter rewriter(root, options);
  Operation *top = options.scope ? options.scope : root;
  for (Region &region : top->getRegions())
    for (Block &block : region)
      rewriter.rewriteBlock(block);
  return rewriter.takeNotes();
}
