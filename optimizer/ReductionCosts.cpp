//===- ReductionCosts.cpp - Costs and places of reductions ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ReductionCosts.h"
#include "analysis/flow/Components.h"
#include "analysis/flow/ElementBodies.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/TestedLoop.h"
#include "analysis/program/NoiseProgram.h"
#include "dialect/NoisyOps.h"
#include "dialect/ReducingOperations.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::noisy;

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// The weight of a trip count. A loop that never iterates is dead; it weighs no
/// less than any other, so that weights can be compared and divided.
static int64_t toWeight(uint64_t iterations) {
  return std::clamp<uint64_t>(iterations, 1, ReductionCosts::kMostWeight);
}

static int64_t multiply(int64_t a, int64_t b) {
  return toWeight(llvm::SaturatingMultiply<uint64_t>(a, b));
}

ReductionCosts::ReductionCosts(ProgramFlow &program, NoiseFlows &flows,
                               uint64_t assumedIterations,
                               std::shared_ptr<const NoiseCosts> defaultCosts,
                               const NoiseProgram *noiseProgram)
    : program(program), flows(flows),
      assumedIterations(toWeight(assumedIterations)),
      tables(std::move(defaultCosts)),
      graph(program.getRoot(), program.getSymbols()) {
  weighFunctions(noiseProgram);
}

/// True if `op`, whose regions have no interface that tells how often they run,
/// runs them for elements or indices.
static bool repeatsRegions(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return op->getName().getDialectNamespace() == "linalg" ||
         name == "omp.loop_nest" || name == "shape.reduce" ||
         name == "sparse_tensor.foreach";
}

/// The weight of a body with this trip count, or of the test in front of it.
int64_t ReductionCosts::getLoopWeight(TripCount iterations, bool isTest) const {
  // A range that reaches further says no more than the integer's type.
  if (iterations.isExact() || iterations.max <= kMostIterationsOfRange)
    return toWeight(iterations.max + isTest);
  return std::max(assumedIterations, toWeight(iterations.min));
}

/// The number of runs of a region, which is no function, for each run of its
/// operation.
int64_t ReductionCosts::getFactor(Region *region) {
  Operation *op = region->getParentOp();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    if (!llvm::is_contained(loop.getLoopRegions(), region))
      return 1;
    if (std::optional<TripCount> iterations = flows.getTripCount(loop)) {
      // The test of a while loop is run once more.
      auto whileOp = dyn_cast<scf::WhileOp>(op);
      bool isTest = whileOp && region == &whileOp.getBefore();
      return getLoopWeight(*iterations, isTest);
    }
    auto parallel = dyn_cast<affine::AffineParallelOp>(op);
    std::optional<SmallVector<int64_t, 8>> ranges;
    if (!parallel || !(ranges = parallel.getConstantRanges()))
      return assumedIterations;
    int64_t product = 1;
    for (auto [range, step] : llvm::zip_equal(*ranges, parallel.getSteps())) {
      if (step <= 0)
        return assumedIterations;
      product = multiply(
          product,
          toWeight(range <= 0 ? 0 : llvm::divideCeil(uint64_t(range), step)));
    }
    return product;
  }
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
    return branch.isRepetitiveRegion(region->getRegionNumber())
               ? assumedIterations
               : 1;
  if (isa<tensor::GenerateOp, tensor::PadOp>(op)) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (!type.hasStaticShape())
      return assumedIterations;
    int64_t elements = 1;
    for (int64_t size : type.getShape())
      elements = multiply(elements, toWeight(size));
    return elements;
  }
  if (auto elementOp = dyn_cast<linalg::LinalgOp>(op))
    if (std::optional<uint64_t> points = countPoints(elementOp))
      return toWeight(*points);
  // A reduction of `scf.parallel` combines once for each iteration, which the
  // factor of the loop already counts.
  return repeatsRegions(op) ? assumedIterations : 1;
}

int64_t ReductionCosts::getWeight(Block *block) {
  // Up to a known weight and down again, without recursion: programs may nest
  // deeper than the stack.
  SmallVector<Block *> path;
  int64_t weight = 1;
  for (Block *ancestor = block; ancestor;
       ancestor = ancestor->getParentOp()->getBlock()) {
    auto entry = weights.find(ancestor);
    if (entry != weights.end()) {
      weight = entry->second;
      break;
    }
    path.push_back(ancestor);
    Operation *parent = ancestor->getParentOp();
    auto function = functionWeights.find(parent);
    if (function != functionWeights.end()) {
      weight = function->second;
      break;
    }
    if (!parent || parent == program.getRoot())
      break;
  }
  for (Block *ancestor : llvm::reverse(path)) {
    Region *region = ancestor->getParent();
    Operation *parent = ancestor->getParentOp();
    if (parent && !functionWeights.contains(parent))
      weight = multiply(weight, getFactor(region));
    weights[ancestor] = multiply(weight, getLoopFactor(ancestor));
    weight = weights[ancestor];
  }
  return weight;
}

//===----------------------------------------------------------------------===//
// Loops of blocks
//===----------------------------------------------------------------------===//

int64_t ReductionCosts::getLoopFactor(Block *block) {
  Region *region = block->getParent();
  if (!region || region->hasOneBlock())
    return 1;
  if (!loopFactors.contains(&region->front()))
    weighBlockLoops(region);
  return loopFactors.lookup(block);
}

/// Finds the cycles, and within each those that are left when the blocks by
/// which control enters it are removed, and so on (Steensgaard 1993). If each
/// has one entry, these are the natural loops and their nesting.
void ReductionCosts::weighBlockLoops(Region *region) {
  llvm::DenseMap<Block *, TripCount> tripCounts;
  for (const BlockLoop &loop : findBlockLoops(*region))
    if (std::optional<TripCount> iterations = getTripCount(
            TestedLoop(loop), [&](Value v) { return program.getRange(v); }))
      tripCounts[loop.header] = *iterations;
  std::vector<Block *> blocks;
  llvm::DenseMap<Block *, unsigned> numbers;
  for (Block &block : *region) {
    loopFactors[&block] = 1;
    numbers[&block] = blocks.size();
    blocks.push_back(&block);
  }
  // For each block the cycle to be searched next; 0 for none.
  std::vector<unsigned> circles(blocks.size(), 1);
  unsigned numCircles = 1;
  // One level of nesting at a time. There are few levels, however deep the
  // loops are: each multiplies, up to the limit.
  bool isDone = assumedIterations == 1 && tripCounts.empty();
  for (int64_t maxWeight = 1; !isDone && maxWeight < kMostWeight;
       maxWeight =
           multiply(maxWeight, std::max<int64_t>(assumedIterations, 2))) {
    isDone = true;
    Graph edges = findEdgesInCircles(blocks, numbers, circles);
    std::vector<unsigned> inner(blocks.size(), 0);
    visitComponents(edges, [&](ArrayRef<unsigned> component) {
      if (component.size() == 1 &&
          !llvm::is_contained(edges.getTargets(component[0]), component[0]))
        return;
      isDone = false;
      ++numCircles;
      for (unsigned i : component)
        inner[i] = numCircles;
      SmallVector<unsigned> entries;
      for (unsigned i : component)
        if (llvm::any_of(blocks[i]->getPredecessors(), [&](Block *predecessor) {
              return inner[numbers.lookup(predecessor)] != numCircles;
            }))
          entries.push_back(i);
      auto known = entries.size() == 1 ? tripCounts.find(blocks[entries[0]])
                                       : tripCounts.end();
      for (unsigned i : component)
        loopFactors[blocks[i]] =
            multiply(loopFactors[blocks[i]],
                     known == tripCounts.end()
                         ? assumedIterations
                         : getLoopWeight(known->second, i == entries[0]));
      // A cycle without entries is dead.
      if (entries.empty())
        entries.append(component.begin(), component.end());
      for (unsigned i : entries)
        inner[i] = 0;
    });
    circles = std::move(inner);
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// How often functions that call themselves run for a call from outside: those
/// that end by one integer, which has each of its values once.
static llvm::DenseMap<Operation *, uint64_t>
countRecursions(const NoiseProgram *noiseProgram) {
  llvm::DenseMap<Operation *, uint64_t> counts;
  for (unsigned i = 0; noiseProgram && i < noiseProgram->getNumFunctions();
       ++i) {
    const NoiseProgram::Function &function = noiseProgram->getFunctionAt(i);
    if (!function.isRecursive || !function.cases ||
        function.integers.size() != 1 ||
        !isScalarInteger(function.integers.front().getType()) ||
        function.integers.front().getType().isInteger(1))
      continue;
    std::set<FunctionCases::Case> values(function.integersByCase.begin(),
                                         function.integersByCase.end());
    if (values.size() == function.cases->numStates)
      counts[function.op] = function.cases->numStates;
  }
  return counts;
}

/// Weighs callers before callees.
void ReductionCosts::weighFunctions(const NoiseProgram *noiseProgram) {
  llvm::DenseMap<Operation *, uint64_t> recursions =
      countRecursions(noiseProgram);
  auto seesAllCalls = [&](Operation *function) {
    return program.isSolved() && flows.knowsCalls(function);
  };
  // Functions whose calls are all known, and their callers.
  llvm::DenseMap<Operation *, unsigned> numbers;
  std::vector<Operation *> functions;
  for (Operation *function : graph.functions) {
    functionWeights[function] = 1;
    if (seesAllCalls(function)) {
      numbers[function] = functions.size();
      functions.push_back(function);
    }
  }
  if (functions.empty())
    return;
  std::vector<SmallVector<CallOpInterface>> calls(functions.size());
  for (CallOpInterface call : graph.calls) {
    if (!flows.isLive(call->getBlock()))
      continue;
    for (Operation *op : flows.getUses().getCallees(call))
      if (auto callee = numbers.find(op); callee != numbers.end())
        calls[callee->second].push_back(call);
  }
  auto getCaller = [&](CallOpInterface call) -> Operation * {
    return call->getParentOfType<CallableOpInterface>();
  };
  Graph callers;
  for (ArrayRef<CallOpInterface> list : calls) {
    callers.addNode();
    for (CallOpInterface call : list)
      if (auto caller = numbers.find(getCaller(call)); caller != numbers.end())
        callers.addEdge(caller->second);
  }
  std::vector<unsigned> circles(functions.size());
  unsigned numCircles = 0;
  visitComponents(callers, [&](ArrayRef<unsigned> component) {
    ++numCircles;
    for (unsigned i : component)
      circles[i] = numCircles;
    unsigned numInner = 0, numOuter = 0;
    uint64_t sum = 0;
    for (unsigned i : component)
      for (CallOpInterface call : calls[i]) {
        auto caller = numbers.find(getCaller(call));
        bool isInner =
            caller != numbers.end() && circles[caller->second] == numCircles;
        ++(isInner ? numInner : numOuter);
        if (!isInner)
          sum = std::min<uint64_t>(sum + getWeight(call->getBlock()),
                                   kMostWeight);
      }
    for (unsigned i : component) {
      int64_t turns = numInner > 0 ? assumedIterations : 1;
      // Several calls may begin with several integers.
      if (auto known = recursions.find(functions[i]);
          numInner == 1 && numOuter == 1 && known != recursions.end())
        turns = toWeight(known->second);
      functionWeights[functions[i]] = multiply(toWeight(sum), turns);
    }
  });
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The cost that the program states for a reduction of `value`.
static std::optional<int64_t> getStatedCost(Value value) {
  Attribute attr;
  if (Operation *op = value.getDefiningOp()) {
    attr = op->getDiscardableAttr(NoisyDialect::kCostAttrName);
  } else {
    auto argument = cast<BlockArgument>(value);
    auto function = dyn_cast_or_null<FunctionOpInterface>(
        argument.getOwner()->getParentOp());
    if (function && argument.getOwner()->isEntryBlock() &&
        argument.getParentRegion() == &function.getFunctionBody() &&
        argument.getArgNumber() < function.getNumArguments())
      attr = function.getArgAttr(argument.getArgNumber(),
                                 NoisyDialect::kCostAttrName);
  }
  auto cost = dyn_cast_or_null<IntegerAttr>(attr);
  if (!cost)
    return std::nullopt;
  return cost.getInt();
}

/// The cost of one reduction, by its rule.
static int64_t getCostByRules(Value value) {
  const ReductionRule *rule = getReductionRule(value.getType());
  return rule ? rule->cost : 1;
}

/// True if the regions of `op` take operations of the noisy dialect, and these
/// are printed. Most do; operations that require a certain form are listed
/// here.
static bool takesReductions(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  // Named operations of linalg print none of their region.
  if (dialect == "linalg")
    return isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(op);
  if (dialect == "spirv")
    return false;
  // These hold one loop, or sections, and nothing else.
  return !isa<omp::LoopWrapperInterface, omp::SectionsOp>(op);
}

/// True if a reduction can stand right after the definition of `value`.
static bool hasPlaceAfter(Value value) {
  if (Operation *parent = value.getParentBlock()->getParentOp();
      parent && !takesReductions(parent))
    return false;
  Operation *op = value.getDefiningOp();
  return !op || op->getNextNode() ||
         !op->mightHaveTrait<OpTrait::IsTerminator>();
}

Block *ReductionCosts::findPlaceAfterLoops(Value value) {
  Block *definingBlock = value.getParentBlock();
  Region *region = definingBlock->getParent();
  if (getLoopFactor(definingBlock) == 1 ||
      !dominance.isReachableFromEntry(definingBlock))
    return nullptr;
  Block *uses = nullptr;
  for (Operation *user : value.getUsers()) {
    Block *block = region->findAncestorBlockInRegion(*user->getBlock());
    if (!block)
      return nullptr;
    if (!dominance.isReachableFromEntry(block))
      continue;
    uses = uses ? dominance.findNearestCommonDominator(uses, block) : block;
    if (uses == definingBlock)
      return nullptr;
  }
  // All blocks between the definition and the uses that dominate the uses.
  Block *best = definingBlock;
  for (DominanceInfoNode *node = uses ? dominance.getNode(uses) : nullptr;
       node && node->getBlock() != definingBlock; node = node->getIDom())
    if (getLoopFactor(node->getBlock()) < getLoopFactor(best) ||
        (best != definingBlock &&
         getLoopFactor(node->getBlock()) == getLoopFactor(best)))
      best = node->getBlock();
  return best == definingBlock ? nullptr : best;
}

bool mlir::noisy::isReducedAlready(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto reduction = dyn_cast<ReduceNoiseOp>(op))
    return reduction.getNoise() <= NoiseModel::get(op).getReduced();
  const NoiseRule *rule = getNoiseRule(op);
  if (!isa<EncodeOp>(op) && !(rule && rule->isReset() && hasKnownRule(op)))
    return false;
  NoiseModel model = NoiseModel::get(op->getParentOp());
  if (!rule)
    return model.getReduced() >= model.initial;
  NoiseBound bound = cast<NoiseOpInterface>(op).inferNoise(model, {});
  std::optional<uint32_t> reduced = getReducedNoise(value.getType(), model);
  return bound.isBits() && reduced && *reduced >= bound.getBits();
}

/// True if values of another dialect can be reduced, and if that does to the
/// noise of others what the graph of the optimizer says: nothing but passing it
/// on. A value that is rescaled is reduced behind the rescaling; and nothing
/// stands between a parallel reduction and what it combines.
static bool canReduceByRules(Value value) {
  if (!getReductionRule(value.getType()))
    return false;
  Operation *parent = value.getParentBlock()->getParentOp();
  return getReducedNoise(value.getType(), NoiseModel::get(parent)) &&
         findReductionOperands(value) && !isBeforeRescaling(value) &&
         !isBeforeRelinearization(value) &&
         !isa_and_nonnull<scf::ReduceOp>(parent);
}

std::optional<ReductionCandidate> ReductionCosts::getCandidate(Value value) {
  const bool isOurs = isa<NoisyI32Type>(value.getType());
  if (!(isOurs || canReduceByRules(value)) || isReducedAlready(value) ||
      !hasPlaceAfter(value))
    return std::nullopt;
  if (isa<BlockArgument>(value)) {
    std::optional<ParallelReduction> reduction = getParallelReduction(
        value, [&](Value v) { return program.getRange(v); });
    if (reduction && reduction->hasFormula())
      return std::nullopt;
  }
  ReductionCandidate candidate;
  candidate.place = {value, findPlaceAfterLoops(value)};
  Block *block = candidate.place.block;
  setCost(candidate, value, block ? block : value.getParentBlock(),
          getStatedCost(value));
  return candidate;
}

/// Multiplies steps by the weight of a block, after adding to each; `cost`
/// becomes the least.
void ReductionCosts::setSteps(int64_t &cost,
                              std::vector<ReductionCostTable::Step> &steps,
                              int64_t weight, int64_t added) {
  cost = kMostWeight;
  for (ReductionCostTable::Step &step : steps) {
    step.cost += added;
    step.cost = step.cost ? multiply(weight, step.cost) : 0;
    cost = std::min(cost, step.cost);
  }
  if (steps.size() == 1)
    steps.clear();
}

/// Sets what a reduction of `value` in `block` costs, where the program does
/// not state that, and what it may leave.
void ReductionCosts::setCost(ReductionCandidate &candidate, Value value,
                             Block *block, std::optional<int64_t> stated) {
  const NoiseModel model =
      NoiseModel::get(value.getParentBlock()->getParentOp());
  candidate.noise =
      getReducedNoise(value.getType(), model).value_or(model.getReduced());
  std::vector<NoiseCosts::Target> targets;
  // A parallel reduction has a formula for what the model says only.
  if (!isa_and_nonnull<scf::ReduceOp>(value.getParentBlock()->getParentOp()))
    targets = tables.getTargets(value);
  const ReductionCostTable table = tables.getReductions(value);
  std::vector<ReductionCostTable::Step> steps = table.getSteps(model);
  if (steps.empty()) {
    int64_t cost = getCostByRules(value);
    bool isByTarget = !targets.empty() && isa<NoisyI32Type>(value.getType());
    steps.push_back({0, isByTarget ? 0 : cost});
  }
  const int64_t weight = getWeight(block);
  auto set = [&](int64_t &cost, std::vector<ReductionCostTable::Step> &own,
                 int64_t added) {
    if (stated) {
      cost = *stated;
      return;
    }
    own = steps;
    setSteps(cost, own, weight, added);
  };
  if (targets.empty())
    return set(candidate.cost, candidate.steps, 0);
  candidate.place.target = targets.front().number;
  candidate.noise = targets.front().noise;
  set(candidate.cost, candidate.steps, targets.front().cost);
  for (const NoiseCosts::Target &target : ArrayRef(targets).drop_front()) {
    ReductionCandidate::Other &other = candidate.others.emplace_back();
    other.target = target;
    set(other.cost, other.steps, target.cost);
  }
}

std::vector<ReductionCostTable::Step>
ReductionCosts::getOperation(Operation *op) {
  std::vector<ReductionCostTable::Step> steps =
      tables.getOperation(op).getSteps(NoiseModel::get(op));
  const int64_t weight = steps.empty() ? 0 : getWeight(op->getBlock());
  for (ReductionCostTable::Step &step : steps)
    step.cost = step.cost ? multiply(weight, step.cost) : 0;
  return steps;
}

ReductionCandidate ReductionCosts::getExisting(Operation *reduction) {
  const Value operand = getReducedOperand(reduction);
  ReductionCandidate candidate;
  std::optional<int64_t> stated;
  for (Value value : {Value(reduction->getResult(0)), operand})
    if (!stated)
      stated = getStatedCost(value);
  setCost(candidate, operand, reduction->getBlock(), stated);
  candidate.place = {reduction->getResult(0)};
  NoiseBound left = cast<NoiseOpInterface>(reduction).inferNoise(
      NoiseModel::get(reduction->getParentOp()), {});
  if (left.isBits())
    candidate.noise = left.getBits();
  // What it leaves is decided: the nearest target that leaves no more.
  for (ReductionCandidate::Other &other : candidate.others)
    if (other.target.noise <= candidate.noise) {
      candidate.cost = other.cost;
      candidate.steps = std::move(other.steps);
    }
  candidate.others.clear();
  return candidate;
}
