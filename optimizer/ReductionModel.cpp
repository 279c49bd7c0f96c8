//===- ReductionModel.cpp - A program as a covering problem ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ReductionModel.h"
#include "dialect/NoisyOps.h"
#include "dialect/ReducingOperations.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "optimizer/GreedyReductions.h"
#include "optimizer/PlacementModel.h"
#include "optimizer/ReductionCosts.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

using namespace mlir;
using namespace mlir::noisy;

/// The size of a graph, in nodes, up to which all iterations of all loops are
/// followed.
static constexpr size_t kFewNodes = size_t(1) << 17;
/// The iterations that are followed at first in a larger graph; more are added
/// as needed, up to a larger number of nodes.
static constexpr uint64_t kFirstIterations = 16;
static constexpr size_t kMostNodes = size_t(1) << 20;

ReductionModel::ReductionModel(Operation *root, const OptimizerOptions &options,
                               bool raises, bool skipsIdle)
    : root(root), options(options), program(root), flows(program),
      facts(NoiseFacts::compute(program, flows, noiseProgram)),
      approximation(facts.getApproximation()), iterationLimit(kFirstIterations),
      raises(raises) {
  if (skipsIdle && options.existingReductions == ExistingReductions::Keep &&
      !hasFindings())
    return;
  findColumns();
  findChangingReductions();
  if (isConfined())
    byCalls = findOverflowsByCalls(options.scope, facts, *noiseProgram,
                                   program.getUses());
  buildOracle();
  // Graphs of more iterations have more noise, so these costs stay low enough.
  for (auto [number, column] : llvm::enumerate(columns))
    if (!column.steps.empty())
      column.cost = placementGraph.column(number).Cost;
  takesExcess |=
      byCalls.isReturned || findLimited().size() < byCalls.hidden.size();
  // What overflows whatever a call passes for one value may overflow in all
  // calls once others pass less, and then it is no finding of this function.
  takesExcess |=
      isConfined() &&
      llvm::any_of(facts.getFindings(), [&](const NoiseFinding &finding) {
        return finding.overflow && finding.limit == 0 && isInScope(finding) &&
               !isInScope(finding.overflow);
      });
  // By the flow itself: a result of a call that the callee is run for gets what
  // the callee returns.
  for (NoiseOracle::Slot slot = 0; isConfined() && slot < noiseProgram->size();
       ++slot)
    takesExcess |=
        isInScope(getValue(slot)) &&
        llvm::any_of(noiseProgram->getFlow(slot).inputs,
                     [&](NoiseOracle::Slot input) {
                       return !isInScope(getValue(input)) &&
                              !byCalls.contains(getValue(input)) &&
                              facts.getBound(getValue(input))
                                  .exceeds(noiseProgram->getModel(slot).max);
                     });
}

ReductionModel::~ReductionModel() = default;

bool ReductionModel::isInScope(Value value) const {
  return !options.scope ||
         options.scope->isAncestor(value.getParentBlock()->getParentOp());
}

bool ReductionModel::isInScope(const NoiseFinding &finding) const {
  return !options.scope || finding.isWithin(options.scope);
}

std::optional<NoiseFinding> ReductionModel::findHopeless() const {
  std::vector<NoiseFinding> findings = getHopeless();
  if (findings.empty())
    return std::nullopt;
  return findings.front();
}

std::vector<NoiseFinding> ReductionModel::getHopeless() const {
  std::vector<NoiseFinding> findings;
  for (const NoiseFinding &finding : facts.getFindings())
    if (isBeyondReductions(finding) && isInScope(finding))
      findings.push_back(finding);
  return findings;
}

/// True if the only use of a value is a reduction that could be kept instead
/// and never costs more.
static bool isForReduction(Value value, const ReductionCandidate &candidate,
                           ReductionCosts &costs) {
  if (!value.hasOneUse())
    return false;
  Operation *op = *value.user_begin();
  if (getReducedOperand(op) != value)
    return false;
  const ReductionCandidate existing = costs.getExisting(op);
  if (existing.noise > candidate.noise || !candidate.others.empty())
    return false;
  if (existing.steps.empty())
    return existing.cost <= candidate.cost;
  return existing.steps.size() == candidate.steps.size() &&
         llvm::all_of(
             llvm::zip(existing.steps, candidate.steps), [](const auto &pair) {
               const auto &[kept, inserted] = pair;
               return kept.from == inserted.from && kept.cost <= inserted.cost;
             });
}

bool ReductionModel::hasFindings() const {
  return llvm::any_of(facts.getFindings(), [&](const NoiseFinding &finding) {
    return isInScope(finding) && !isBeyondReductions(finding);
  });
}

std::string ReductionModel::explainInexact() const {
  if (takesExcess)
    return "the inputs of the function have too much noise already; fix that "
           "first, or fix the whole program";
  if (changesReductions || oracle->leavesOutCombinations())
    return "reducing what a parallel reduction combines may have another "
           "effect "
           "than the optimizer knows; it was not tried there, so fewer may "
           "suffice";
  if (exact)
    return "a reduction leaves more noise than a value has in some iterations "
           "or calls, though less than in others; it was not tried there, so "
           "fewer may suffice";
  if (!approximation.joinedFunctions.empty())
    return "a function with too many calls was treated as if each were the "
           "noisiest, so fewer may suffice";
  if (approximation.uncountedLoops.empty())
    return "a loop with too many iterations was treated as if each condition "
           "in "
           "it could hold whatever the others are, so fewer may suffice";
  return "a loop with too many iterations was treated as one of unknown "
         "length, so fewer may suffice";
}

/// Finds parallel reductions whose noise is only known once the result of their
/// one operation is reduced: the graph has them as loops that grow.
void ReductionModel::findChangingReductions() {
  for (NoiseOracle::Slot slot = 0; slot < noiseProgram->size(); ++slot) {
    Value value = noiseProgram->getValues()[slot];
    if (!value || !value.getDefiningOp<scf::ParallelOp>() ||
        noiseProgram->getLoop(slot))
      continue;
    std::optional<ParallelReduction> reduction = getParallelReduction(
        value, [&](Value each) { return flows.getRange(each); });
    if (reduction && reduction->iterations.max > 0 &&
        !reduction->hasFormula() && reduction->combination &&
        isa<AddOp, SubOp, MulOp>(reduction->combination.getDefiningOp()))
      changesReductions = true;
  }
  exact &= !changesReductions;
}

void ReductionModel::findColumns() {
  ReductionCosts costs(program, flows, options.assumedIterations, options.costs,
                       noiseProgram.get());
  bool mayRemove = options.existingReductions == ExistingReductions::MayRemove;
  std::vector<Column> others;
  for (NoiseOracle::Slot slot = 0; slot < noiseProgram->size(); ++slot) {
    Value value = noiseProgram->getValues()[slot];
    if (!noiseProgram->isLive(slot) || !isInScope(value))
      continue;
    const auto number = static_cast<uint32_t>(columns.size());
    if (mayRemove && NoiseInstances::isDissolvable(*noiseProgram, slot)) {
      Operation *op = value.getDefiningOp();
      ReductionCandidate existing = costs.getExisting(op);
      columns.push_back({slot, existing.place, existing.cost,
                         std::move(existing.steps), op, existing.noise,
                         number});
      continue;
    }
    std::optional<ReductionCandidate> candidate = costs.getCandidate(value);
    if (!candidate || (mayRemove && isForReduction(value, *candidate, costs)))
      continue;
    columns.push_back({slot, candidate->place, candidate->cost,
                       std::move(candidate->steps), nullptr, candidate->noise,
                       number});
    for (ReductionCandidate::Other &other : candidate->others) {
      Reduction place = candidate->place;
      place.target = other.target.number;
      others.push_back({slot, place, other.cost, std::move(other.steps),
                        nullptr, other.target.noise, number});
    }
  }
  numColumns = columns.size();
  for (auto [number, column] : llvm::enumerate(columns))
    columnOf[column.slot] = number;
  llvm::append_range(columns, others);
  findCostlyOperations(costs);
}

/// The values elsewhere that have to keep their limits, beside what is told at
/// the calls in the scope: some have too much noise in some calls whatever is
/// reduced in the scope.
llvm::DenseSet<Value> ReductionModel::findLimited() const {
  llvm::DenseSet<Value> limited;
  for (Value value : byCalls.hidden)
    if (llvm::all_of(instances->getInstances(noiseProgram->getSlot(value)),
                     [&](NoiseOracle::Node node) {
                       return oracle->getLimit(node) !=
                              ReductionProblem::kNoLimit;
                     }))
      limited.insert(value);
  return limited;
}

/// What a reduction of a value leaves; of one that cannot be reduced, what the
/// model says.
uint32_t ReductionModel::getReduced(NoiseOracle::Slot slot) const {
  if (auto column = columnOf.find(slot); column != columnOf.end())
    return columns[column->second].noise;
  NoiseModel model = noiseProgram->getModel(slot);
  return getReducedNoise(getValue(slot).getType(), model)
      .value_or(model.getReduced());
}

ReductionProblem ReductionModel::makeProblem() const {
  ReductionProblem problem;
  problem.columnOf.assign(noiseProgram->size(), -1);
  for (NoiseOracle::Slot slot = 0; slot < noiseProgram->size(); ++slot)
    problem.reduced.push_back(getReduced(slot));
  for (auto [index, column] : llvm::enumerate(columns))
    if (index < numColumns)
      problem.columnOf[column.slot] = index;
  for (NoiseOracle::Slot slot = 0; slot < noiseProgram->size(); ++slot) {
    Value value = noiseProgram->getValues()[slot];
    uint32_t limit = noiseProgram->getModel(slot).max;
    // Values elsewhere must not get worse; how bad they are does not matter.
    NoiseBound bound = facts.getBound(value);
    if (!isInScope(value))
      limit = bound.exceeds(limit) || !bound.isBits() ? problem.kNoLimit
                                                      : bound.getBits();
    problem.limits.push_back(limit);
  }
  for (const llvm::DenseSet<Value> *values : {&byCalls.told, &byCalls.hidden})
    for (Value value : *values)
      problem.limits[noiseProgram->getSlot(value)] =
          facts.find(value)->model.max;
  for (Value value : byCalls.hidden)
    problem.limitedWherePossible.insert(noiseProgram->getSlot(value));
  for (const NoiseContractUse &use : facts.getContractUses())
    if (!options.scope || options.scope->isAncestor(use.use))
      problem.uses.push_back({noiseProgram->getSlot(use.value), use.limit});
  problem.passesExcess = isConfined();
  return problem;
}

void ReductionModel::buildOracle() {
  // Fewer iterations make a graph smaller only where a loop has more.
  if (iterations == UINT64_MAX &&
      llvm::none_of(noiseProgram->getLoops(), [](const auto &loop) {
        return loop->iterations.max > kFirstIterations;
      }))
    iterations = kFirstIterations;
  NoiseInstances::Options graph;
  graph.iterations = iterations;
  graph.nodes = iterations == UINT64_MAX ? kFewNodes : kMostNodes;
  graph.dissolveReductions =
      options.existingReductions == ExistingReductions::MayRemove;
  oracle.reset();
  instances = std::make_unique<NoiseInstances>(*noiseProgram, graph);
  if (instances->isCut() && iterations == UINT64_MAX) {
    iterations = kFirstIterations;
    return buildOracle();
  }
  oracle = std::make_unique<NoiseOracle>(*instances, makeProblem());
  mixedSlots.clear();
  for (NoiseOracle::Slot slot : oracle->getMixed())
    if (oracle->mayBeLowered(slot) || !isReplaceable(slot))
      mixedSlots.push_back(slot);
  if (raises && hasMixed()) {
    for (NoiseOracle::Slot slot : mixedSlots)
      instances->raise(slot, getReduced(slot));
    oracle = std::make_unique<NoiseOracle>(*instances, makeProblem());
  }
  buildPlacementGraph();
}

void ReductionModel::buildPlacementGraph() {
  auto toSteps = [](ArrayRef<ReductionCostTable::Step> steps) {
    PlacementCosts::Steps result;
    for (ReductionCostTable::Step step : steps)
      result.push_back({step.from, step.cost});
    return result;
  };
  PlacementCosts costs;
  for (const Column &column : columns)
    costs.costs.push_back(column.cost);
  for (auto [index, column] : llvm::enumerate(columns))
    if (!column.steps.empty()) {
      costs.steps.resize(columns.size());
      costs.steps[index] = toSteps(column.steps);
    }
  for (const Column &column : ArrayRef(columns).drop_front(numColumns))
    costs.targets.push_back({column.base, column.noise});
  for (const CostlyOperation &costly : costlyOperations) {
    PlacementCosts::Charge &charge = costs.charges.emplace_back();
    charge.steps = toSteps(costly.steps);
    for (Value operand : costly.op->getOperands()) {
      NoiseOracle::Slot slot = noiseProgram->getSlot(operand);
      if (isNoisyType(operand.getType()) && getValue(slot) == operand)
        charge.operands.push_back(slot);
    }
  }
  placementGraph = makePlacementGraph(*oracle, costs, &leftOutTargets);
  if (!hasTargets())
    return;
  costs.targets.clear();
  costs.costs.resize(numColumns);
  if (!costs.steps.empty())
    costs.steps.resize(numColumns);
  coverGraph = makePlacementGraph(*oracle, costs);
}

/// True if some target may leave more noise than a value has.
bool ReductionModel::mayTargetsRaise() const {
  for (uint32_t number = numColumns; number < columns.size(); ++number)
    if (placementGraph.column(number).FallsBelow)
      return true;
  return leftOutTargets;
}

std::vector<uint32_t> ReductionModel::toCover(ArrayRef<uint32_t> choice) const {
  std::vector<uint32_t> cover;
  for (uint32_t column : choice)
    cover.push_back(columns[column].base);
  llvm::sort(cover);
  cover.erase(llvm::unique(cover), cover.end());
  return cover;
}

std::vector<std::vector<uint32_t>>
ReductionModel::toPlacement(ArrayRef<std::vector<uint32_t>> rows) const {
  std::vector<std::vector<uint32_t>> result = rows.vec();
  if (!hasTargets())
    return result;
  std::vector<SmallVector<uint32_t>> others(numColumns);
  for (uint32_t number = numColumns; number < columns.size(); ++number)
    others[columns[number].base].push_back(number);
  for (std::vector<uint32_t> &row : result)
    for (size_t i = 0, size = row.size(); i < size; ++i)
      llvm::append_range(row, others[row[i]]);
  return result;
}

/// True if a value that is no column only passes on what does: then reducing
/// that, where it has more noise than a reduced value, does the same. It must
/// not cost more.
bool ReductionModel::isReplaceable(NoiseOracle::Slot slot) const {
  const NoiseBound fresh = NoiseBound::bits(getReduced(slot));
  llvm::SmallDenseSet<int> replacements;
  SmallVector<NoiseOracle::Node> worklist(instances->getInstances(slot));
  llvm::DenseSet<NoiseOracle::Node> seen(worklist.begin(), worklist.end());
  while (!worklist.empty()) {
    NoiseOracle::Node node = worklist.pop_back_val();
    if (oracle->getFloor(node) < fresh)
      continue;
    if (int column = oracle->getColumn(node); column >= 0) {
      replacements.insert(column);
      continue;
    }
    bool isJoin = instances->getKind(node) == NoiseInstances::Kind::Join;
    if (!isJoin || instances->getBound(node) >= fresh)
      return false;
    for (NoiseOracle::Node input : instances->getInputs(node))
      if (seen.insert(input).second)
        worklist.push_back(input);
  }
  int64_t cost = 0, ownCost = 0;
  bool hasSteps = false;
  for (int column : replacements) {
    cost += columns[column].cost;
    hasSteps |= !columns[column].steps.empty();
  }
  for (const Column &column : columns)
    if (column.slot == slot) {
      ownCost = column.cost;
      hasSteps |= !column.steps.empty();
    }
  return cost <= ownCost && !hasSteps && !hasTargets() &&
         costlyOperations.empty();
}

bool ReductionModel::refine() {
  if (instances->isComplete())
    return false;
  if (!instances->isCut()) {
    iterations *= 4;
    buildOracle();
    return true;
  }
  // Too many iterations to follow: a safe answer has to do.
  exact = false;
  // At first no conditions are told apart in loops. Then the longest loops are
  // not run; short ones that are nested can be too many as well.
  bool hasConditions = false;
  for (const auto &loop : noiseProgram->getLoops())
    if (loop->conditions)
      hasConditions |= approximation.joinedConditions.insert(loop->op).second;
  auto &uncountedLoops = approximation.uncountedLoops;
  for (size_t previousCount = uncountedLoops.size(); !hasConditions;
       iterationLimit /= 2) {
    for (const auto &loop : noiseProgram->getLoops())
      if (loop->iterations.max > iterationLimit)
        uncountedLoops.insert(loop->op);
    if (uncountedLoops.size() > previousCount)
      break;
    if (iterationLimit > 0)
      continue;
    // No loops are left, so there are too many calls.
    if (noiseProgram->getNumFunctions() == 0)
      return false;
    for (unsigned i = 0; i < noiseProgram->getNumFunctions(); ++i)
      approximation.joinedFunctions.insert(noiseProgram->getFunctionAt(i).op);
    break;
  }
  iterations = UINT64_MAX;
  instances.reset();
  oracle.reset();
  noiseProgram = std::make_unique<NoiseProgram>(root, flows, approximation);
  buildOracle();
  return true;
}

std::vector<Value> ReductionModel::getColumns() const {
  std::vector<Value> values;
  for (const Column &column : ArrayRef(columns).take_front(numColumns))
    values.push_back(getValue(column.slot));
  return values;
}

std::vector<uint32_t> ReductionModel::getExisting() const {
  std::vector<uint32_t> existingColumns;
  for (auto [index, column] : llvm::enumerate(columns))
    // One that only raises noise is no column.
    if (column.existingOp && oracle->getProblem().columnOf[column.slot] >= 0)
      existingColumns.push_back(index);
  return existingColumns;
}

Value ReductionModel::getValue(NoiseOracle::Slot slot) const {
  return slot == NoiseInstances::kNoSlot ? nullptr
                                         : noiseProgram->getValues()[slot];
}

std::optional<std::vector<NoiseOracle::Row>>
ReductionModel::check(ArrayRef<uint32_t> choice,
                      llvm::function_ref<bool()> isOver) const {
  llvm::BitVector reducedColumns(numColumns);
  for (uint32_t column : choice)
    reducedColumns.set(columns[column].base);
  return oracle->check(reducedColumns, isOver);
}

std::vector<uint32_t>
ReductionModel::complete(ArrayRef<uint32_t> choice) const {
  llvm::BitVector reducedColumns(numColumns);
  for (uint32_t column : choice)
    reducedColumns.set(columns[column].base);
  reduceGreedily(*oracle, getCosts(), reducedColumns);
  return std::vector<uint32_t>(reducedColumns.set_bits_begin(),
                               reducedColumns.set_bits_end());
}

/// Why a value of another dialect, or one that it is computed of, is no column.
std::optional<std::string>
ReductionModel::explainByRules(NoiseOracle::Slot slot) const {
  Value value = getValue(slot);
  if (!value)
    return std::nullopt;
  const NoiseModel model = noiseProgram->getModel(slot);
  if (Operation *op = value.getDefiningOp())
    for (Value operand : op->getOperands())
      if (std::optional<std::string> reason =
              explainNoReduction(operand, model))
        return reason;
  return explainNoReduction(value, model);
}

std::string ReductionModel::explain(const NoiseOracle::Row &row) const {
  if (isConfined()) {
    OptimizerOptions everywhere = options;
    everywhere.scope = nullptr;
    ReductionModel whole(root, everywhere);
    // An excess that cannot be fixed there either remains when all is reduced.
    std::vector<uint32_t> allColumns(whole.numColumns);
    std::iota(allColumns.begin(), allColumns.end(), 0);
    if (llvm::none_of(*whole.check(allColumns),
                      [&](const NoiseOracle::Row &otherRow) {
                        return otherRow.culprit == row.culprit;
                      }))
      return "reductions in this function cannot fix it; fix the whole program";
  }
  const unsigned unit = row.culprit == NoiseInstances::kNoSlot
                            ? 1
                            : noiseProgram->getModel(row.culprit).unit;
  const std::string limit = formatBits(row.limit, unit, Rounding::Down);
  if (std::optional<std::string> reason = explainByRules(row.culprit))
    return *reason;
  switch (row.reason) {
  case NoiseOracle::Row::Limit:
    break;
  case NoiseOracle::Row::Contract:
    return "the contract of " + limit +
           " bits cannot be kept, because there is no place for a reduction "
           "before it";
  case NoiseOracle::Row::Growth:
    return "it grows with every iteration, and the cycle has no place for a "
           "reduction";
  }
  return "it passes the limit of " + limit +
         " bits even if all its operands are reduced";
}

void ReductionModel::apply(ArrayRef<uint32_t> choice,
                           OptimizerResult &result) const {
  // The chosen column of each value: of several the one that leaves least.
  std::vector<const Column *> chosen(numColumns);
  for (uint32_t number : choice) {
    const Column &column = columns[number];
    const Column *&best = chosen[column.base];
    if (!best || column.noise < best->noise)
      best = &column;
  }
  llvm::SmallSetVector<StringRef, 2> names;
  for (auto [column, best] :
       llvm::zip_equal(ArrayRef(columns).take_front(numColumns), chosen)) {
    if ((best != nullptr) == (column.existingOp != nullptr))
      continue;
    names.insert(getReducingName(column.place.value.getType()));
    if (best)
      result.reductions.push_back(best->place);
    else
      result.removals.push_back(column.existingOp);
  }
  result.operation.clear();
  if (names.size() == 1 && names[0] != ReduceNoiseOp::getOperationName())
    result.operation = names[0].str();
}

bool ReductionModel::confirm(ArrayRef<uint32_t> choice) const {
  OptimizerResult changes;
  apply(choice, changes);
  if (changes.reductions.empty() && changes.removals.empty() &&
      facts.getFindings().empty())
    return true;
  return options.scope
             ? confirmReductions(root, changes.reductions, changes.removals,
                                 options.scope, facts, findLimited())
             : confirmReductions(root, changes.reductions, changes.removals,
                                 countUnknown(facts));
}
