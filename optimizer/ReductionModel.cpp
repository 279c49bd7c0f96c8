//===- ReductionModel.cpp - A program as a covering problem ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ReductionModel.h"
#include "dialect/NoisyOps.h"
#include "optimizer/GreedyReductions.h"
#include "optimizer/ReductionCosts.h"
#include <numeric>

using namespace mlir;
using namespace mlir::noisy;

/// The size of a graph, in nodes, up to which all iterations of all loops are
/// followed.
static constexpr size_t kFewNodes = size_t(1) << 17;
/// The iterations that are followed at first in a larger graph; more are added
/// as needed, up to a larger number of nodes.
static constexpr uint64_t kFirstTurns = 16;
static constexpr size_t kMostNodes = size_t(1) << 20;

ReductionModel::ReductionModel(Operation *root, const OptimizerOptions &options)
    : root(root), options(options), program(root), flows(program),
      facts(NoiseFacts::compute(program)), uncounted(facts.getUncounted()),
      followed(kFirstTurns) {
  compiled = std::make_unique<NoiseProgram>(root, flows, uncounted);
  findColumns();
  buildOracle();
  for (NoiseOracle::Slot slot = 0; isConfined() && slot < compiled->size();
       ++slot)
    if (const NoiseFact *fact = facts.find(compiled->getValues()[slot]);
        fact && isInScope(compiled->getValues()[slot]))
      takesExcess |= llvm::any_of(fact->incoming, [&](Value incoming) {
        return !isInScope(incoming) &&
               facts.getBound(incoming).exceeds(fact->model.max);
      });
}

ReductionModel::~ReductionModel() = default;

bool ReductionModel::isInScope(Value value) const {
  return !options.scope ||
         options.scope->isAncestor(value.getParentBlock()->getParentOp());
}

bool ReductionModel::isInScope(const NoiseFinding &finding) const {
  if (!finding.use)
    return isInScope(finding.value);
  return !options.scope || options.scope->isAncestor(finding.use);
}

std::optional<NoiseFinding> ReductionModel::findHopeless() const {
  for (const NoiseFinding &finding : facts.getFindings())
    if ((finding.kind == NoiseFindingKind::Unknown ||
         finding.kind == NoiseFindingKind::StatedRange) &&
        isInScope(finding))
      return finding;
  return std::nullopt;
}

/// True if the only use of a value is a reduction that could be kept instead
/// and costs no more than `cost`.
static bool isForReduction(Value value, int64_t cost, ReductionCosts &costs) {
  if (!value.hasOneUse())
    return false;
  auto op = dyn_cast<ReduceNoiseOp>(*value.user_begin());
  return op && costs.getCost(op) <= cost;
}

bool ReductionModel::hasFindings() const {
  return llvm::any_of(facts.getFindings(), [&](const NoiseFinding &finding) {
    return isInScope(finding);
  });
}

std::string ReductionModel::explainInexact() const {
  if (takesExcess)
    return "what comes into the function has too much noise already; mend that "
           "first, or the whole program";
  return "a loop that turns too often to be followed was taken for one of "
         "unknown length, so fewer may do";
}

void ReductionModel::findColumns() {
  ReductionCosts costs(program, flows, options.assumedTurns);
  bool mayRemove = options.existing == ExistingReductions::MayRemove;
  for (NoiseOracle::Slot slot = 0; slot < compiled->size(); ++slot) {
    Value value = compiled->getValues()[slot];
    if (!compiled->isLive(slot) || !isInScope(value))
      continue;
    if (std::optional<ReductionCandidate> candidate =
            costs.getCandidate(value)) {
      if (!mayRemove || !isForReduction(value, candidate->cost, costs))
        columns.push_back({slot, candidate->place, candidate->cost, nullptr});
    } else if (mayRemove && NoiseInstances::isDissolvable(*compiled, slot)) {
      auto op = value.getDefiningOp<ReduceNoiseOp>();
      columns.push_back({slot, {value}, costs.getCost(op), op});
    }
  }
}

ReductionProblem ReductionModel::makeProblem() const {
  ReductionProblem problem;
  problem.columnOf.assign(compiled->size(), -1);
  for (auto [index, column] : llvm::enumerate(columns))
    problem.columnOf[column.slot] = index;
  for (NoiseOracle::Slot slot = 0; slot < compiled->size(); ++slot) {
    Value value = compiled->getValues()[slot];
    uint32_t limit = compiled->getModel(slot).max;
    // Values elsewhere must not get worse; how bad they are does not matter.
    NoiseBound bound = facts.getBound(value);
    if (!isInScope(value))
      limit = bound.exceeds(limit) || !bound.isBits() ? problem.kNoLimit
                                                      : bound.getBits();
    problem.limits.push_back(limit);
  }
  for (const NoiseContractUse &use : facts.getContractUses())
    if (!options.scope || options.scope->isAncestor(use.use))
      problem.uses.push_back({compiled->getSlot(use.value), use.limit});
  problem.passesExcess = isConfined();
  return problem;
}

void ReductionModel::buildOracle() {
  NoiseInstances::Options graph;
  graph.turns = turns;
  graph.nodes = turns == UINT64_MAX ? kFewNodes : kMostNodes;
  graph.dissolveReductions = options.existing == ExistingReductions::MayRemove;
  oracle.reset();
  instances = std::make_unique<NoiseInstances>(*compiled, graph);
  if (instances->isCut() && turns == UINT64_MAX) {
    turns = kFirstTurns;
    return buildOracle();
  }
  oracle = std::make_unique<NoiseOracle>(*instances, makeProblem());
}

bool ReductionModel::refine() {
  if (instances->isComplete())
    return false;
  if (!instances->isCut()) {
    turns *= 4;
    buildOracle();
    return true;
  }
  // Too many iterations to follow: a safe answer has to do.
  exact = false;
  // The longest loops first. Short ones that are nested can be too many as
  // well.
  for (size_t before = uncounted.size();; followed /= 2) {
    root->walk([&](LoopLikeOpInterface loop) {
      std::optional<TripCount> count = flows.getTripCount(loop);
      if (count && count->most > followed)
        uncounted.insert(loop);
    });
    if (uncounted.size() > before)
      break;
    if (followed == 0)
      return false;
  }
  turns = UINT64_MAX;
  instances.reset();
  oracle.reset();
  compiled = std::make_unique<NoiseProgram>(root, flows, uncounted);
  buildOracle();
  return true;
}

std::vector<Value> ReductionModel::getColumns() const {
  std::vector<Value> values;
  for (const Column &column : columns)
    values.push_back(getValue(column.slot));
  return values;
}

std::vector<int64_t> ReductionModel::getCosts() const {
  std::vector<int64_t> costs;
  for (const Column &column : columns)
    costs.push_back(column.cost);
  return costs;
}

std::vector<uint32_t> ReductionModel::getExisting() const {
  std::vector<uint32_t> existing;
  for (auto [index, column] : llvm::enumerate(columns))
    if (column.existing)
      existing.push_back(index);
  return existing;
}

Value ReductionModel::getValue(NoiseOracle::Slot slot) const {
  return slot == NoiseInstances::kNoSlot ? nullptr
                                         : compiled->getValues()[slot];
}

std::optional<std::vector<NoiseOracle::Row>>
ReductionModel::check(ArrayRef<uint32_t> choice,
                      llvm::function_ref<bool()> isOver) const {
  llvm::BitVector reduced(columns.size());
  for (uint32_t column : choice)
    reduced.set(column);
  return oracle->check(reduced, isOver);
}

std::vector<uint32_t>
ReductionModel::complete(ArrayRef<uint32_t> choice) const {
  llvm::BitVector reduced(columns.size());
  for (uint32_t column : choice)
    reduced.set(column);
  reduceGreedily(*oracle, reduced);
  return std::vector<uint32_t>(reduced.set_bits_begin(),
                               reduced.set_bits_end());
}

std::string ReductionModel::explain(const NoiseOracle::Row &row) const {
  if (isConfined()) {
    OptimizerOptions everywhere = options;
    everywhere.scope = nullptr;
    ReductionModel whole(root, everywhere);
    // An excess that cannot be fixed there either remains when all is reduced.
    std::vector<uint32_t> all(whole.columns.size());
    std::iota(all.begin(), all.end(), 0);
    if (llvm::none_of(*whole.check(all), [&](const NoiseOracle::Row &other) {
          return other.culprit == row.culprit;
        }))
      return "reductions in this function cannot mend it; the whole program is "
             "needed";
  }
  switch (row.reason) {
  case NoiseOracle::Row::Limit:
    break;
  case NoiseOracle::Row::Contract:
    return "the contract of " + std::to_string(row.limit) +
           " bits cannot be kept, because there is no place for a reduction "
           "before it";
  case NoiseOracle::Row::Growth:
    return "it grows with every turn, and there is no place for a reduction on "
           "the way round";
  }
  return "it passes the limit of " + std::to_string(row.limit) +
         " bits even if all that it is made of is reduced";
}

bool ReductionModel::isWeighted() const {
  return llvm::any_of(columns,
                      [](const Column &column) { return column.cost != 1; });
}

void ReductionModel::apply(ArrayRef<uint32_t> choice,
                           OptimizerResult &result) const {
  std::vector<char> isChosen(columns.size());
  for (uint32_t column : choice)
    isChosen[column] = true;
  for (auto [column, chosen] : llvm::zip_equal(columns, isChosen)) {
    if (chosen && !column.existing)
      result.reductions.push_back(column.place);
    else if (!chosen && column.existing)
      result.removed.push_back(column.existing);
  }
}

bool ReductionModel::confirm(ArrayRef<uint32_t> choice) const {
  OptimizerResult changes;
  apply(choice, changes);
  if (changes.reductions.empty() && changes.removed.empty() &&
      facts.getFindings().empty())
    return true;
  return options.scope
             ? confirmReductions(root, changes.reductions, changes.removed,
                                 options.scope, facts)
             : confirmReductions(root, changes.reductions, changes.removed);
}
