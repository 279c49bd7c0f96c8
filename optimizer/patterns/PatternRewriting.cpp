//===- PatternRewriting.cpp - Users' patterns, where they pay -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/patterns/PatternRewriting.h"
#include "analysis/noise/NoiseFacts.h"
#include "dialect/units/NumberText.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "optimizer/rewrites/NoiseEstimate.h"

using namespace mlir;
using namespace mlir::noisy;

/// Notes on what does not match, or does not pay, of one pattern at most: large
/// programs have many such places, which differ little.
static constexpr unsigned kMostNotes = 100;

namespace {
/// The noise of the values of a function that no estimate follows.
using BaseNoise = llvm::DenseMap<Value, uint32_t>;

/// What became of trying a pattern at an operation.
struct Attempt {
  enum class Outcome { NoMatch, Failed, Invalid, NotCheaper, Applied };
  Outcome outcome;
  /// Of `Invalid`: what the verifier says.
  std::string error = {};
  /// Of `NotCheaper` and `Applied`.
  PatternCost cost = {};
};

class PatternApplier {
public:
  PatternApplier(FunctionOpInterface function, const UserPatterns &patterns,
                 const NoiseFacts &facts, const PatternOptions &options,
                 std::vector<RewriteNote> &notes);

  /// Applies patterns until none pays.
  void run();

private:
  bool sweep();
  Attempt attempt(const UserPattern &pattern, Operation *op);
  void note(const UserPattern &pattern, Operation *op, const Attempt &result,
            const PatternCost &before);

  FunctionOpInterface function;
  const UserPatterns &patterns;
  const PatternOptions &options;
  std::vector<RewriteNote> &notes;
  /// By the numbers of the patterns.
  std::vector<std::unique_ptr<PatternApplicator>> applicators;
  BaseNoise base;
  PatternCost cost;
  /// The notes that each pattern has, by its number.
  std::vector<unsigned> noteCounts;
  /// True once a note on each place was made.
  bool isExplained = false;
};
} // namespace

/// Passes the operations of a function in their order.
static PatternCost measure(FunctionOpInterface function,
                           const BaseNoise &base) {
  PatternCost cost;
  NoiseEstimate estimate;
  NoiseFacts none;
  for (auto [value, bits] : base)
    estimate.set(value, bits);
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto noisy = dyn_cast<NoiseOpInterface>(op);
    if (!noisy)
      return;
    NoiseModel model = NoiseModel::get(op->getParentOp());
    cost.reductions += estimate.pass(noisy, none, model);
    for (Value result : op->getResults())
      cost.bits += estimate.get(result, none, model);
    ++(isa<MulOp>(op) ? cost.products : cost.others);
  });
  return cost;
}

PatternApplier::PatternApplier(FunctionOpInterface function,
                               const UserPatterns &patterns,
                               const NoiseFacts &facts,
                               const PatternOptions &options,
                               std::vector<RewriteNote> &notes)
    : function(function), patterns(patterns), options(options), notes(notes),
      noteCounts(patterns.size()) {
  NoiseEstimate estimate;
  auto add = [&](Value value) {
    if (facts.find(value))
      base[value] = estimate.get(
          value, facts, NoiseModel::get(value.getParentBlock()->getParentOp()));
  };
  function->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
    if (op != function.getOperation() && !isa<NoiseOpInterface>(op))
      llvm::for_each(op->getResults(), add);
  });
  cost = measure(function, base);
  for (const UserPattern &pattern : patterns) {
    applicators.push_back(
        std::make_unique<PatternApplicator>(*pattern.compiled));
    applicators.back()->applyDefaultCostModel();
  }
}

namespace {
/// A copy of a function, while a pattern changes it.
class ChangedCopy : public RewriterBase::Listener {
public:
  ChangedCopy(FunctionOpInterface function, const BaseNoise &base);
  ~ChangedCopy() override { function->erase(); }
  ChangedCopy(const ChangedCopy &) = delete;
  ChangedCopy &operator=(const ChangedCopy &) = delete;

  /// Erases what nothing uses any more: what was made, or had uses before.
  void eraseDead();

  IRMapping copies;
  FunctionOpInterface function;
  BaseNoise base;

private:
  void notifyOperationErased(Operation *op) override;

  llvm::DenseMap<Operation *, Operation *> originals;
};
} // namespace

ChangedCopy::ChangedCopy(FunctionOpInterface original,
                         const BaseNoise &originalBase) {
  // It stands in the same module: models and symbols are around it.
  OpBuilder builder(original);
  builder.setInsertionPointAfter(original);
  function = cast<FunctionOpInterface>(builder.clone(*original, copies));
  for (auto [op, copy] : copies.getOperationMap())
    originals[copy] = op;
  for (auto [value, bits] : originalBase)
    if (Value copy = copies.lookupOrNull(value))
      base[copy] = bits;
}

/// What is made next may get its address.
void ChangedCopy::notifyOperationErased(Operation *op) {
  originals.erase(op);
  for (Value result : op->getResults())
    base.erase(result);
}

void ChangedCopy::eraseDead() {
  bool isErased = true;
  while (isErased) {
    isErased = false;
    function->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      Operation *original = originals.lookup(op);
      if (op == function.getOperation() || !isOpTriviallyDead(op) ||
          (original && original->use_empty()))
        return;
      notifyOperationErased(op);
      op->erase();
      isErased = true;
    });
  }
}

Attempt PatternApplier::attempt(const UserPattern &pattern, Operation *op) {
  using Outcome = Attempt::Outcome;
  MLIRContext *context = op->getContext();
  PatternApplicator &applicator = *applicators[&pattern - patterns.data()];
  bool isMatch = false;
  PatternRewriter matcher(context);
  (void)applicator.matchAndRewrite(op, matcher, [&](const Pattern &) {
    isMatch = true;
    return false;
  });
  if (!isMatch)
    return {Outcome::NoMatch};

  ChangedCopy copy(function, base);
  std::string error;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (error.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      error = diagnostic.str();
    return success();
  });
  PatternRewriter rewriter(context);
  rewriter.setListener(&copy);
  Operation *place = copy.copies.lookup(op);
  rewriter.setInsertionPoint(place);
  if (failed(applicator.matchAndRewrite(place, rewriter)))
    return {Outcome::Failed};
  // Other code takes operations for valid.
  if (failed(verify(copy.function)))
    return {Outcome::Invalid, error};
  copy.eraseDead();
  PatternCost after = measure(copy.function, copy.base);
  if (after >= cost)
    return {Outcome::NotCheaper, "", after};
  function.getFunctionBody().takeBody(copy.function.getFunctionBody());
  base = std::move(copy.base);
  return {Outcome::Applied, "", after};
}

/// The first thing in which costs differ, "about 1 reduction instead of 4".
static std::string describeChange(const PatternCost &before,
                                  const PatternCost &after) {
  auto count = [](uint64_t number, const char *one, const char *several) {
    return formatNumber(int64_t(number)) + " " + (number == 1 ? one : several);
  };
  auto instead = [](uint64_t number) {
    return " instead of " + formatNumber(int64_t(number));
  };
  if (before.reductions >= kHopelessReductions &&
      after.reductions < kHopelessReductions)
    return "about " + count(after.reductions, "reduction", "reductions") +
           ", which did not help before";
  if (after.reductions >= kHopelessReductions &&
      before.reductions < kHopelessReductions)
    return "reductions would not help then";
  if (before.reductions != after.reductions)
    return "about " + count(after.reductions, "reduction", "reductions") +
           instead(before.reductions);
  if (before.bits != after.bits)
    return count(after.bits, "bit of noise in all", "bits of noise in all") +
           instead(before.bits);
  if (before.products != after.products)
    return count(after.products, "product", "products") +
           instead(before.products);
  if (before.others != after.others)
    return count(after.others, "other operation", "other operations") +
           instead(before.others);
  return "nothing changes in cost";
}

void PatternApplier::note(const UserPattern &pattern, Operation *op,
                          const Attempt &result, const PatternCost &before) {
  using Outcome = Attempt::Outcome;
  bool isDone = result.outcome == Outcome::Applied;
  if (!isDone && (!options.explains || isExplained ||
                  ++noteCounts[&pattern - patterns.data()] > kMostNotes))
    return;
  std::string text = "pattern " + pattern.name;
  switch (result.outcome) {
  case Outcome::NoMatch:
    text += " does not match: operands, attributes or types are others";
    break;
  case Outcome::Failed:
    text += " matches, but its rewrite fails";
    break;
  case Outcome::Invalid:
    text += " matches, but what it makes is invalid: " +
            (result.error.empty() ? "the verifier refuses it" : result.error);
    break;
  case Outcome::NotCheaper:
    text +=
        " matches, but does not pay: " + describeChange(before, result.cost);
    break;
  case Outcome::Applied:
    text += " applied: " + describeChange(before, result.cost);
    break;
  }
  notes.push_back({op->getLoc(), isDone, std::move(text)});
}

/// Tries all patterns at all operations. True if anything was applied.
bool PatternApplier::sweep() {
  auto collect = [&] {
    std::vector<Operation *> operations;
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != function.getOperation())
        operations.push_back(op);
    });
    return operations;
  };
  bool isApplied = false;
  std::vector<Operation *> operations = collect();
  for (size_t i = 0; i < operations.size(); ++i)
    for (const UserPattern &pattern : patterns) {
      if (options.isCancelled && options.isCancelled())
        return false;
      Operation *op = operations[i];
      if (!pattern.root.empty() && op->getName().getStringRef() != pattern.root)
        continue;
      Location location = op->getLoc();
      PatternCost before = cost;
      Attempt result = attempt(pattern, op);
      if (result.outcome != Attempt::Outcome::Applied) {
        note(pattern, op, result, before);
        continue;
      }
      // The operation is gone, as all others: they are those of the copy now.
      note(pattern, function, result, before);
      notes.back().location = location;
      cost = result.cost;
      isApplied = true;
      operations = collect();
      i = i > 0 ? i - 1 : 0;
      break;
    }
  isExplained = true;
  return isApplied;
}

void PatternApplier::run() {
  while (sweep()) {
  }
}

std::vector<RewriteNote>
mlir::noisy::applyPatterns(Operation *root, const UserPatterns &patterns,
                           const PatternOptions &options) {
  NoiseFacts facts = NoiseFacts::compute(root);
  std::vector<RewriteNote> notes;
  SmallVector<FunctionOpInterface> functions;
  root->walk([&](FunctionOpInterface function) {
    if (!function.isExternal())
      functions.push_back(function);
  });
  for (FunctionOpInterface function : functions)
    PatternApplier(function, patterns, facts, options, notes).run();
  return notes;
}
