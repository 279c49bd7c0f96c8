//===- NoiseIterations.cpp - What differs between iterations --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that finds what depends on the iteration
// of a loop that is run, and on the case of a function.
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IterationRanges.h"
#include "analysis/program/NoiseProgramBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::noisy;

/// The most iterations that are told apart. None of these can be skipped.
static constexpr uint64_t kMostIterations = 1u << 14;
/// The iterations for each state that are run before others can be skipped.
static constexpr uint64_t kRunsOfState = 4;
/// The most states of loops and functions together.
static constexpr uint64_t kMostStates = 1u << 16;
/// The most units that may be run for that, about: a loop within counts as
/// `kFewIterations`, and one around it as `kFewOuterIterations`, because many
/// can be skipped.
static constexpr uint64_t kMostSteps = 1u << 19, kFewIterations = 64,
                          kFewOuterIterations = 16;

/// The combinations of conditions that an iteration is run for, and the units
/// that this may take.
static constexpr uint64_t kMostCombinations = 16, kMostUnits = 1u << 14;
/// The most blocks of a loop in which conditions are looked for.
static constexpr size_t kMostBlocks = 64;

/// Finds the trip counts of loops whose bounds depend on the induction
/// variables of loops around them or on the case, and the branches of
/// conditionals and selects whose conditions do.
void NoiseProgram::Builder::findByState() {
  findConditions();
  for (std::unique_ptr<Loop> &loop : program.loops)
    if ((!loop->iterations.isExact() && !loop->isOpen) || loop->isPartlyOpen)
      findTripCounts(*loop);
  for (Operation *op : deciders) {
    SmallVector<Value> operands = getDecidingOperands(op);
    if (auto call = dyn_cast<CallOpInterface>(op))
      operands = {cast<Value>(call.getCallableForCallee())};
    if (!operands.empty() && (cases || findLoop(op) >= 0) &&
        // The trip count says what the test of a loop that is run decides.
        !program.loopOfOp.contains(op))
      findChoice(op, operands);
  }
  findReachedBlocks();
  for (auto [op, choice] : choiceOf)
    choice->around = findBranchAround(op);
}

/// True if a block of a loop of blocks is run once in an iteration at most: no
/// way leads back to it but through the header.
static bool isRunOnce(Block *block, ArrayRef<Block *> loop) {
  Block *header = loop.front();
  if (block == header)
    return true;
  llvm::SetVector<Block *> reached;
  auto reach = [&](Block *from) {
    for (Block *next : from->getSuccessors())
      if (next != header && llvm::is_contained(loop, next))
        reached.insert(next);
  };
  reach(block);
  for (unsigned i = 0; i < reached.size(); ++i)
    reach(reached[i]);
  return !reached.contains(block);
}

/// True if a value has one content in an iteration of a loop: it is from
/// outside, or computed once at most.
bool NoiseProgram::Builder::isFixedInIteration(Value value,
                                               const Loop &loop) const {
  Operation *definition = value.getDefiningOp();
  if (definition && definition->hasTrait<OpTrait::ConstantLike>())
    return true;
  Region *blocks = loop.blocks.empty() ? nullptr : loop.blocks[0]->getParent();
  if (blocks) {
    Block *outermost =
        blocks->findAncestorBlockInRegion(*value.getParentBlock());
    if (!outermost || !llvm::is_contained(loop.blocks, outermost))
      return true;
  } else if (!loop.op->isProperAncestor(
                 value.getParentBlock()->getParentOp()) &&
             loop.op != value.getParentBlock()->getParentOp()) {
    return true;
  }
  for (Block *block = value.getParentBlock();;) {
    if (blocks && block->getParent() == blocks)
      return isRunOnce(block, loop.blocks);
    if (!block->isEntryBlock() && !block->getParent()->hasOneBlock())
      return false;
    Operation *parent = block->getParentOp();
    if (parent == loop.op)
      return true;
    if (!isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp,
             affine::AffineIfOp>(parent))
      return false;
    block = parent->getBlock();
  }
}

/// True for a condition, used by `op`, that its function has no cases for.
bool NoiseProgram::Builder::mayTellApart(Value condition, Operation *op) const {
  if (!condition.getType().isInteger(1) && !standsForCondition(condition))
    return false;
  unsigned function = findCaseFunction(op);
  return function == kNone ||
         !llvm::is_contained(cases->getInputs(function), condition);
}

/// Those of the conditions that decide together in each iteration of a loop
/// with `size` values. `loop` must outlive them.
SharedConditions NoiseProgram::Builder::shareConditions(
    const Loop &loop, const llvm::MapVector<Value, unsigned> &count,
    size_t size) {
  return SharedConditions(
      count,
      [this, &loop](Value value) { return isFixedInIteration(value, loop); },
      [&](Value value) { return getRange(value); },
      std::min<uint64_t>(kMostCombinations, kMostUnits / (size + 1)));
}

/// True if some conditions decide together in each iteration of a loop that is
/// an operation.
bool NoiseProgram::Builder::hasSharedConditions(const Extent &extent) {
  if (!conditionsIn) {
    conditionsIn.emplace();
    auto count = [&](Value condition, Operation *op) {
      if (!condition || !mayTellApart(condition, op))
        return;
      for (Operation *around = op->getParentOp();
           around && !isa<CallableOpInterface>(around);
           around = around->getParentOp())
        if (isa<scf::ForOp, affine::AffineForOp, scf::WhileOp>(around))
          ++(*conditionsIn)[around][condition];
    };
    for (Operation *op : deciders)
      count(getCondition(op), op);
    // A callee may have cases for them.
    for (const CallSite &site : callSites)
      if (cases && isRunnable[site.callee])
        for (BlockArgument argument : cases->getArguments(site.callee)) {
          CallOpInterface call = site.op;
          count(call.getArgOperands()[argument.getArgNumber()], call);
        }
  }
  auto counts = conditionsIn->find(extent.op);
  if (counts == conditionsIn->end())
    return false;
  Loop loop;
  loop.op = extent.op;
  return !shareConditions(loop, counts->second, extent.end - extent.begin)
              .isEmpty();
}

/// Finds the conditions that decide together in the iterations of loops: each
/// belongs to the outermost loop in which it is the same in a whole iteration.
void NoiseProgram::Builder::findConditions() {
  auto mayHave = [&](const Loop &loop) {
    return (isa<scf::ForOp, affine::AffineForOp, scf::WhileOp>(loop.op) ||
            !loop.blocks.empty()) &&
           loop.blocks.size() <= kMostBlocks &&
           !approximation.joinedConditions.contains(loop.op);
  };
  std::vector<llvm::MapVector<Value, unsigned>> counts(program.loops.size());
  std::vector<Operation *> firstDecider(program.loops.size());
  auto decide = [&](Value condition, Operation *op) {
    if (!mayTellApart(condition, op))
      return;
    int outermost = -1;
    for (int id = findLoop(op); id >= 0; id = loopAround[id]) {
      const Loop &loop = *program.loops[id];
      auto isFixed = [&](Value v) { return isFixedInIteration(v, loop); };
      if (mayHave(loop) && getConditionKey(condition, isFixed))
        outermost = id;
    }
    if (outermost < 0)
      return;
    ++counts[outermost][condition];
    if (!firstDecider[outermost])
      firstDecider[outermost] = op;
  };
  for (Operation *op : deciders)
    if (Value condition = getCondition(op);
        condition && !program.loopOfOp.contains(op))
      decide(condition, op);
  for (const CallSite &site : callSites)
    if (cases && site.loop >= 0 && functionOf[site.callee])
      for (BlockArgument argument : cases->getArguments(site.callee)) {
        CallOpInterface call = site.op;
        decide(call.getArgOperands()[argument.getArgNumber()], call);
      }
  for (auto [id, count] : llvm::enumerate(counts)) {
    if (count.empty())
      continue;
    Loop &loop = *program.loops[id];
    SharedConditions conditions =
        shareConditions(loop, count, loop.end - loop.begin);
    if (conditions.isEmpty())
      continue;
    program.conditions.push_back(std::make_unique<Variable>());
    program.conditions.back()->numStates = conditions.size();
    loop.conditions = program.conditions.back().get();
    // Iterations and cases may exclude some.
    ByState<uint64_t> table;
    auto findPossible = [&](RangeOf rangeOf, std::optional<unsigned>) {
      uint64_t possible = 0;
      for (unsigned i = 0; i < conditions.size(); ++i)
        possible |= uint64_t(conditions.mayBe(i, rangeOf)) << i;
      return possible ? possible : ~0ull;
    };
    if (tabulate<uint64_t>(table, conditions.getSources(), firstDecider[id],
                           findPossible))
      loop.possibleByStates = std::move(table);
    conditionsOf[id] = std::move(conditions);
  }
}

/// The loops around `op`, by their positions, whose conditions some of
/// `sources` are.
SmallVector<int> NoiseProgram::Builder::findConditionsToTell(
    const llvm::SetVector<Value> &sources, Operation *op) const {
  SmallVector<int> loops;
  if (conditionsOf.empty())
    return loops;
  for (int id = findLoop(op); id >= 0; id = loopAround[id])
    if (auto known = conditionsOf.find(id);
        known != conditionsOf.end() &&
        llvm::any_of(known->second.getValues(),
                     [&](Value value) { return sources.contains(value); }))
      loops.push_back(id);
  return loops;
}

/// The callable around an operation that has several cases; `kNone` if that has
/// none.
unsigned NoiseProgram::Builder::findCaseFunction(Operation *op) const {
  if (!cases)
    return kNone;
  Operation *callable = op->getParentOfType<CallableOpInterface>();
  auto index = callableIndex.find(callable);
  return index == callableIndex.end() || cases->getInputs(index->second).empty()
             ? kNone
             : index->second;
}

/// The loops around `op`, the test of `self` if that is one, that are told
/// apart where it uses `values`, which are computed from `sources`, outer ones
/// first; none if they take too long. `decides`: `op` decides by `values`.
SmallVector<NoiseProgram::Builder::ToldLoop>
NoiseProgram::Builder::findLoopsToTell(ArrayRef<Value> values,
                                       const llvm::SetVector<Value> &sources,
                                       Operation *op, bool decides,
                                       const Loop *self) {
  SmallVector<Operation *> variableLoops =
      findVariableLoops(sources, &loopCounters);
  SmallVector<ToldLoop> loops;
  uint64_t count = 1, steps = 0, aroundSteps = 1;
  llvm::SmallSet<int, 4> toldApart;
  // How often a loop with a test runs depends on more than its condition: on
  // what it passes on to the next iteration.
  const bool hasPhases = !self || !getTest(*self);
  int around = findLoop(op);
  if (self)
    around = loopAround[program.loopOfOp.lookup(self->op)];
  for (int id = around; id >= 0; id = loopAround[id]) {
    Loop &loop = *program.loops[id];
    if (loop.isOpen || !llvm::is_contained(variableLoops, loop.op)) {
      // One between or around those that are told apart.
      aroundSteps *=
          std::clamp<uint64_t>(loop.iterations.max, 1, kFewOuterIterations);
      aroundSteps = std::min(aroundSteps, kMostSteps + 1);
      continue;
    }
    aroundSteps = 1;
    std::optional<IterationPhases> phases;
    if (hasPhases)
      phases = findPhases(
          decides ? op : nullptr, values, loop.op, loop.getNumTold(),
          [&](Value value) { return getRange(value); }, &loopCounters);
    if (phases && phases->getNumStates() >= loop.getNumTold())
      phases.reset();
    uint64_t runs = loop.numStates;
    if (phases)
      runs = std::min(runs, kRunsOfState * phases->getNumStates());
    loops.push_back({&loop, std::move(phases)});
    toldApart.insert(id);
    count *= std::min(runs, kMostIterations + 1);
    if (count > kMostIterations)
      return {};
    ArrayRef<int> ids = program.loopOfSlot;
    // (The iterations of those that are told apart are counted already.)
    bool hasLoops =
        llvm::any_of(ids.slice(loop.begin, loop.end - loop.begin),
                     [&](int inner) { return !toldApart.contains(inner); });
    steps = std::max<uint64_t>(steps, (loop.end - loop.begin) *
                                          (hasLoops ? kFewIterations : 1));
  }
  std::reverse(loops.begin(), loops.end());
  if (steps * count > kMostSteps / aroundSteps)
    loops.clear();
  return loops;
}

/// Evaluates what follows from `values`, which `op` uses, for all iterations of
/// the loops around `op` that they are computed from, for all combinations of
/// their conditions, and in all cases of the function. Returns false if they
/// depend on none of these. `self` is a loop that `op` is the test of, and is
/// not around itself.
template <typename T>
bool NoiseProgram::Builder::tabulate(ByState<T> &table, ArrayRef<Value> values,
                                     Operation *op, Evaluation<T> evaluate,
                                     bool decides, const Loop *self) {
  llvm::SetVector<Value> sources = findIntegerSources(values, &loopCounters);
  unsigned function = findCaseFunction(op);
  if (function != kNone &&
      llvm::none_of(cases->getInputs(function),
                    [&](Value input) { return sources.contains(input); }))
    function = kNone;
  SmallVector<const Variable *> variables;
  SmallVector<Value> inputs;
  if (function != kNone) {
    variables.push_back(caseVariables[function]);
    llvm::append_range(inputs, cases->getInputs(function));
  }
  auto countStates = [&] {
    uint64_t count = 1;
    for (const Variable *variable : variables)
      count *= variable->numStates;
    return count;
  };
  SmallVector<ToldLoop> loops =
      findLoopsToTell(values, sources, op, decides, self);
  std::vector<std::unique_ptr<PhaseVariable>> phases;
  size_t numOuters = variables.size();
  for (const ToldLoop &told : loops) {
    if (told.phases)
      phases.push_back(std::make_unique<PhaseVariable>(
          *told.phases, told.loop->isPartlyOpen));
    variables.push_back(told.phases
                            ? static_cast<const Variable *>(phases.back().get())
                            : told.loop);
  }
  if (countStates() > kMostStates) {
    loops.clear();
    variables.truncate(numOuters);
  }
  SmallVector<int> conditions = findConditionsToTell(sources, op);
  size_t numLoops = variables.size();
  for (int id : conditions)
    variables.push_back(program.loops[id]->conditions);
  if (countStates() > kMostStates) {
    conditions.clear();
    variables.truncate(numLoops);
  }
  if (variables.empty())
    return false;
  for (int id : conditions)
    llvm::append_range(inputs, conditionsOf.at(id).getValues());
  SmallVector<Operation *> loopOps;
  for (auto [told, variable] :
       llvm::zip(loops, ArrayRef(variables).drop_front(numOuters))) {
    loopOps.push_back(told.loop->op);
    if (told.phases)
      told.loop->phases.push_back(static_cast<const PhaseVariable *>(variable));
    else
      told.loop->varies = true;
  }
  IterationRanges ranges(
      loopOps, [&](Value value) { return getRange(value); }, inputs,
      &loopCounters);
  uint64_t count = countStates();
  table.values.reserve(count);
  SmallVector<uint64_t> states(variables.size());
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t rest = i;
    for (unsigned j = variables.size(); j-- > 0;) {
      states[j] = rest % variables[j]->numStates;
      rest /= variables[j]->numStates;
    }
    ArrayRef<uint64_t> left = states;
    FunctionCases::Case known;
    std::optional<unsigned> number;
    if (function != kNone) {
      number = left.consume_front();
      known = cases->getKnown(function, *number);
    }
    SmallVector<std::optional<uint64_t>> iterations;
    for (auto [told, variable, state] :
         llvm::zip(loops, ArrayRef(variables).drop_front(numOuters), left)) {
      bool isAny = told.loop->isPartlyOpen && state == variable->numStates - 1;
      iterations.push_back(isAny ? std::nullopt : std::optional(state));
      if (told.phases && !isAny)
        iterations.back() = told.phases->getIteration(state);
    }
    for (auto [id, combination] :
         llvm::zip_equal(conditions, left.drop_front(loops.size())))
      FunctionCases::append(known, conditionsOf.at(id).get(combination));
    ranges.setState(iterations, known);
    table.values.push_back(
        evaluate([&](Value value) { return ranges.getRange(value); }, number));
  }
  table.variables.assign(variables.begin(), variables.end());
  if (!loops.empty())
    llvm::move(phases, std::back_inserter(program.phases));
  return true;
}

/// Sets the cases of `callee` that a call may reach which passes `integers` for
/// the arguments that have cases.
void NoiseProgram::Builder::setCases(Call &call, unsigned callee, Operation *op,
                                     ArrayRef<Value> integers) {
  auto findAll = [&](RangeOf rangeOf, std::optional<unsigned> callerCase) {
    FunctionCases::Ranges ranges;
    for (Value integer : integers)
      ranges.push_back(rangeOf(integer));
    return cases->find(callee, ranges, op, callerCase);
  };
  if (!call.function->cases)
    call.cases.values.push_back({0});
  else if (!op || !tabulate<SmallVector<unsigned, 1>>(call.cases, integers, op,
                                                      findAll))
    call.cases.values.push_back(
        findAll([&](Value value) { return getRange(value); }, std::nullopt));
}

void NoiseProgram::Builder::findTripCounts(Loop &loop) {
  ByState<std::optional<TripCount>> table;
  std::optional<TestedLoop> test = getTest(loop);
  auto byCase = partlyOpenLoops.find(loop.op);
  auto count = [&](RangeOf rangeOf,
                   std::optional<unsigned> number) -> std::optional<TripCount> {
    std::optional<TripCount> known = countIterations(loop.op, test, rangeOf);
    std::optional<TripCount> general = loop.iterations;
    if (loop.isPartlyOpen) {
      // What is known in general does not count in all cases. There are states
      // for as many iterations as that only.
      general = number ? byCase->second[*number] : std::nullopt;
      if (!canBeRun(known))
        return general;
      if (!general)
        return known->max <= loop.iterations.max ? known : std::nullopt;
    }
    if (!known)
      return general;
    TripCount both{std::max(general->min, known->min),
                   std::min(general->max, known->max)};
    return both.min <= both.max ? both : general;
  };
  SmallVector<Value> operands =
      test ? SmallVector<Value>{test->condition} : getBoundOperands(loop.op);
  auto isKnown = [&] {
    return !operands.empty() &&
           tabulate<std::optional<TripCount>>(table, operands, loop.op, count,
                                              /*decides=*/false, &loop);
  };
  bool isTabulated = isKnown();
  if (!isTabulated && loop.isPartlyOpen && !test) {
    // The loops around it are bounded by the case.
    for (Operation *around : findLoopsOfBounds(operands))
      llvm::append_range(operands, getBoundOperands(around));
    isTabulated = isKnown();
  }
  if (isTabulated)
    loop.iterationsByOuters = std::move(table);
  else if (loop.isPartlyOpen)
    loop.iterationsByOuters =
        ByState<std::optional<TripCount>>{{}, {std::nullopt}};
}

/// Finds the branch that an operation takes, or the function that it calls.
void NoiseProgram::Builder::findChoice(Operation *op,
                                       ArrayRef<Value> operands) {
  auto choice = std::make_unique<Choice>();
  auto choose = [&](RangeOf rangeOf, std::optional<unsigned>) {
    auto call = dyn_cast<CallOpInterface>(op);
    return call ? findCallee(call, rangeOf) : findBranch(op, rangeOf);
  };
  if (!tabulate<std::optional<unsigned>>(*choice, operands, op, choose,
                                         /*decides=*/true))
    return;
  choiceOf[op] = choice.get();
  program.choices.push_back(std::move(choice));
}
