//===- RangeAnalysis.cpp - Integer ranges ---------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/RangeAnalysis.h"
#include "analysis/flow/FlowTargets.h"
#include "analysis/integers/ConstantAnalysis.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/TransferFunctions.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/StatedRange.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::noisy;
using dataflow::CFGEdge;
using dataflow::ConstantValue;
using dataflow::Executable;
using dataflow::PredecessorState;
using ConstantLattice = dataflow::Lattice<ConstantValue>;

RangeAnalysis::RangeAnalysis(DataFlowSolver &solver,
                             SymbolTableCollection &symbols,
                             const FunctionUses &uses, StopCheck &stop)
    : DataFlowAnalysis(solver), solver(solver), symbols(symbols), uses(uses),
      stop(stop), widening(symbols) {
  registerAnchorKind<CFGEdge>();
}

//===----------------------------------------------------------------------===//
// Order of visits
//===----------------------------------------------------------------------===//

LogicalResult RangeAnalysis::initialize(Operation *top) {
  if (stop.now())
    return failure();
  root = top;
  visitedBlocks.clear();
  widening.setRoot(top);
  CallGraph graph(top, symbols);
  if (stop.now())
    return failure();
  order.emplace(top, graph,
                [](Operation *op) { return hasAnyRange(op->getResults()); });
  auto getCalls = [&](Operation *function) {
    return getOrCreate<PredecessorState>(getProgramPointAfter(function));
  };
  for (Operation *function :
       findUnseenCalls(graph, uses, [&](Operation *function) {
         return getCalls(function)->allPredecessorsKnown();
       })) {
    PredecessorState *calls = getCalls(function);
    propagateIfChanged(calls, calls->setHasUnknownPredecessors());
  }
  enterOuterValues(top);
  findTestedLoops(top);
  for (Region &region : top->getRegions())
    if (!region.empty() && !isa<CallableOpInterface>(top))
      for (Value argument : region.getArguments())
        if (hasRange(argument))
          setToFull(argument);
  top->walk<WalkOrder::PreOrder>([&](Block *block) {
    ProgramPoint *start = getProgramPointBefore(block);
    addDependency(getOrCreate<Executable>(start), start);
    if (isLive(block))
      goThrough(block);
  });
  solve();
  return failure(stop());
}

LogicalResult RangeAnalysis::visit(ProgramPoint *point) {
  if (!point->isBlockStart()) {
    enqueue(point->getPrevOp());
  } else if (Block *block = point->getBlock(); isLive(block)) {
    if (visitedBlocks.contains(block))
      for (Value argument : block->getArguments())
        enqueue(argument);
    else
      goThrough(block);
  }
  solve();
  return failure(stop());
}

bool RangeAnalysis::isLive(Block *block) {
  return getOrCreate<Executable>(getProgramPointBefore(block))->isLive();
}

/// Visits a block that has become live, from top to bottom.
void RangeAnalysis::goThrough(Block *block) {
  if (!visitedBlocks.insert(block).second)
    return;
  current = block;
  position = nullptr;
  for (BlockArgument argument : block->getArguments())
    if (hasRange(argument))
      evaluate(Unit(argument));
  bool isUnordered = !block->empty() && mayWaitForever(&block->front());
  for (Operation &op : *block) {
    if (stop())
      break;
    position = &op;
    auto branch = op.getNumRegions() ? dyn_cast<RegionBranchOpInterface>(op)
                                     : RegionBranchOpInterface();
    if (branch && !hasKnownRegionEnds(branch))
      enterUnknownRegions(branch);
    if (isUnordered)
      for (OpResult result : op.getResults())
        if (hasRange(result) && isAwaitedAhead(result))
          setToFull(result);
    if (hasAnyRange(op.getResults()))
      evaluate(Unit(&op));
  }
  current = nullptr;
}

/// True if `op` will be visited without being queued: its block was not visited
/// yet, or not that far.
bool RangeAnalysis::isAhead(Operation *op) const {
  if (current && current == op->getBlock())
    return !position || position->isBeforeInBlock(op);
  return op->getBlock() && !visitedBlocks.contains(op->getBlock());
}

void RangeAnalysis::enqueue(Operation *op) {
  if (!isAhead(op) && hasAnyRange(op->getResults()) &&
      queuedUnits.insert(Unit(op).getOpaqueValue()).second)
    queue.push({order->get(op), op});
}

void RangeAnalysis::enqueue(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return enqueue(value.getDefiningOp());
  if (hasRange(value) && visitedBlocks.contains(argument.getOwner()) &&
      queuedUnits.insert(Unit(value).getOpaqueValue()).second)
    queue.push({order->get(argument.getOwner()), value});
}

void RangeAnalysis::enqueue(Unit unit) {
  if (auto *op = dyn_cast<Operation *>(unit))
    enqueue(op);
  else
    enqueue(cast<Value>(unit));
}

void RangeAnalysis::evaluate(Unit unit) {
  reader = unit;
  auto *op = dyn_cast<Operation *>(unit);
  Value argument = op ? Value() : cast<Value>(unit);
  if (op)
    evaluate(op);
  else
    evaluate(cast<BlockArgument>(argument));
  if (listener)
    listener(op, argument);
}

void RangeAnalysis::solve() {
  while (!queue.empty() && !stop()) {
    Unit unit = queue.top().unit;
    queue.pop();
    queuedUnits.erase(unit.getOpaqueValue());
    evaluate(unit);
  }
}

//===----------------------------------------------------------------------===//
// Reading and changing ranges
//===----------------------------------------------------------------------===//

RangeAnalysis::State &RangeAnalysis::getState(Value value) {
  State *&state = states[value];
  if (!state)
    state = &storage.emplace_back();
  return *state;
}

const ConstantIntRanges *RangeAnalysis::find(Value value) const {
  const State *state = states.lookup(value);
  return state && state->range ? &*state->range : nullptr;
}

/// The loops whose induction variables never got a range.
llvm::DenseSet<Operation *> RangeAnalysis::findEmptyLoops() const {
  llvm::DenseSet<Operation *> loops;
  for (Block *block : visitedBlocks)
    if (Value variable = getFirstVariable(block->getParentOp()))
      if (!find(variable))
        loops.insert(block->getParentOp());
  return loops;
}

/// Returns the range of `value` for the unit being evaluated, and evaluates
/// that unit again when the range changes.
const ConstantIntRanges *RangeAnalysis::read(Value value) {
  if (reads.insert({value, reader.getOpaqueValue()}).second)
    readers[value].push_back(reader);
  return find(value);
}

const ResultStatement *RangeAnalysis::findStatement(Value result) const {
  auto entry = statements.find(result);
  return entry == statements.end() ? nullptr : &entry->second;
}

bool RangeAnalysis::dropRefuted(bool atOnce) {
  refutesAtOnce |= atOnce;
  bool hasRefuted = false;
  for (auto &[result, statement] : statements)
    if (!statement.refutingRange && !find(result)) {
      statement.refutingRange = statement.computedRange;
      hasRefuted = true;
    }
  return hasRefuted;
}

/// The range that the operation of a result states, or else a function without
/// a body that it calls.
std::optional<ConstantIntRanges>
RangeAnalysis::findStatedRange(OpResult result) {
  if (std::optional<ConstantIntRanges> statedRange = getStatedRange(result))
    return statedRange;
  auto call = dyn_cast<CallOpInterface>(result.getOwner());
  if (!call || !FunctionUses::getCalleeName(call))
    return std::nullopt;
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbols));
  std::optional<ConstantIntRanges> statedRange =
      function ? getStatedResultRange(function, result.getResultNumber())
               : std::nullopt;
  return statedRange && fits(*statedRange, result.getType()) ? statedRange
                                                             : std::nullopt;
}

/// The part of `range` that the operation of a result states, if it states any.
/// None if no part is, as long as the statement is relied on.
std::optional<ConstantIntRanges>
RangeAnalysis::applyStatement(Value value, const ConstantIntRanges &range) {
  auto result = dyn_cast<OpResult>(value);
  std::optional<ConstantIntRanges> statedRange =
      result ? findStatedRange(result) : std::nullopt;
  if (!statedRange)
    return range;
  auto [entry, isNew] =
      statements.insert({value, {*statedRange, range, std::nullopt}});
  ResultStatement &statement = entry->second;
  if (!isNew)
    statement.computedRange = statement.computedRange->rangeUnion(range);
  if (statement.refutingRange)
    return range;
  ConstantIntRanges both = range.intersection(*statedRange);
  if (fits(both, value.getType()))
    return both;
  if (!refutesAtOnce || find(value))
    return std::nullopt;
  statement.refutingRange = range;
  return range;
}

/// Joins `range`, as far as its statement allows it, into that of `value`, of
/// the same type.
void RangeAnalysis::set(Value value, const ConstantIntRanges &range) {
  if (std::optional<ConstantIntRanges> part = applyStatement(value, range))
    assign(value, *part);
}

void RangeAnalysis::assign(Value value, const ConstantIntRanges &range) {
  State &state = getState(value);
  ConstantIntRanges next = state.range ? state.range->rangeUnion(range) : range;
  if (state.range && *state.range == next)
    return;
  // Cycles are widened where control flow closes them; this is for unforeseen
  // cases.
  if (++state.changes > 10000)
    next = getFullRange(value.getType());
  state.range = next;
  propagate(value, state);
}

/// Joins the range of `source`, which control flow passes to `value`.
void RangeAnalysis::join(Value value, Value source) {
  // A region may pass an integer on as something else (`async.execute`).
  if (!hasRange(source))
    return setToFull(value);
  const ConstantIntRanges *sourceRange = read(source);
  if (!sourceRange)
    return;
  if (!fits(*sourceRange, value.getType()))
    return setToFull(value);
  std::optional<ConstantIntRanges> part = applyStatement(value, *sourceRange);
  if (!part)
    return;
  State &state = getState(value);
  if (!state.range)
    return assign(value, *part);
  ConstantIntRanges next = state.range->rangeUnion(*part);
  if (next == *state.range)
    return;
  // Finding cycles is expensive; most values settle before.
  if (state.changes >= 4 && widening.isBackAndForth(source, value) &&
      ++state.rounds > 2)
    next = widening.widen(value, state.rounds, *state.range, next,
                          [&](Value entry) -> std::optional<ConstantIntRanges> {
                            const ConstantIntRanges *range = find(entry);
                            return range ? std::optional(*range) : std::nullopt;
                          });
  if (const ResultStatement *statement = findStatement(value);
      statement && !statement->refutingRange)
    next = next.intersection(statement->statedRange);
  assign(value, next);
}

/// True if `op` needs constants of its operands: for dead code analysis, which
/// reads those of all operands of control flow, or for `ConstantAnalysis`.
static bool asksForConstants(Operation *op) {
  return op->getNumRegions() || op->getNumSuccessors() || isRegionEnd(op) ||
         llvm::any_of(op->getResults(), mayBeOtherConstant);
}

/// True if `op` computes its results from the ranges of its operands alone.
static bool isComputed(Operation *op) {
  return (op->getNumRegions() == 0 || !isa<RegionBranchOpInterface>(op)) &&
         !isa<CallOpInterface>(op);
}

/// Queues all readers of a value after a change of its range.
void RangeAnalysis::propagate(Value value, const State &state) {
  bool isAsked = false;
  for (Operation *user : value.getUsers()) {
    isAsked = isAsked || asksForConstants(user);
    if (isComputed(user))
      enqueue(user);
  }
  if (auto entry = readers.find(value); entry != readers.end())
    for (Unit unit : entry->second)
      enqueue(unit);

  if (!isAsked || !isScalarInteger(value.getType()))
    return;
  auto *constant = getOrCreate<ConstantLattice>(value);
  ConstantValue constantValue = ConstantValue::getUnknownConstant();
  if (std::optional<APInt> single = state.range->getConstantValue())
    constantValue =
        ConstantValue(IntegerAttr::get(value.getType(), *single), nullptr);
  propagateIfChanged(constant, constant->join(constantValue));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void RangeAnalysis::evaluate(Operation *op) {
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    // Some results have no declared origin (those of `scf.parallel`).
    for (Value result : op->getResults())
      if (hasRange(result) &&
          !joinPredecessors(result, branch,
                            RegionSuccessor(op, op->getResults()),
                            getProgramPointAfter(op)))
        setToFull(result);
    return;
  }
  if (auto call = dyn_cast<CallOpInterface>(op))
    return evaluateCall(call);
  compute(op);
}

/// Collects the range of each operand, and its constant for folders. Returns
/// false while an operand that will get a value has none yet.
bool RangeAnalysis::getOperands(Operation *op,
                                SmallVectorImpl<IntegerValueRange> &ranges,
                                SmallVectorImpl<Attribute> &constants) {
  for (Value operand : op->getOperands()) {
    IntegerValueRange &range = ranges.emplace_back();
    Attribute &constant = constants.emplace_back();
    if (carriesNoise(operand))
      continue;
    if (hasRange(operand)) {
      if (const ConstantIntRanges *operandRange = find(operand))
        range = IntegerValueRange(*operandRange);
      else if (mayWaitForever(op))
        range = IntegerValueRange(getFullRange(operand.getType()));
      else
        return false;
    }
    if (isScalarInteger(operand.getType())) {
      if (std::optional<APInt> single = range.getValue().getConstantValue())
        constant = IntegerAttr::get(operand.getType(), *single);
      continue;
    }
    auto *lattice = getOrCreate<ConstantLattice>(operand);
    lattice->useDefSubscribe(this);
    if (!lattice->getValue().isUninitialized())
      constant = lattice->getValue().getConstantValue();
    else if (!mayWaitForever(op))
      return false;
  }
  return true;
}

/// The range of a result of type `type` that was folded to `foldResult`.
std::optional<ConstantIntRanges>
RangeAnalysis::getFolded(Operation *op, OpFoldResult foldResult, Type type) {
  std::optional<ConstantIntRanges> range;
  if (auto value = dyn_cast<Value>(foldResult)) {
    bool isOperand = llvm::is_contained(op->getOperands(), value);
    if (const ConstantIntRanges *valueRange =
            isOperand ? find(value) : read(value))
      range = *valueRange;
  } else if (auto integer =
                 dyn_cast_or_null<IntegerAttr>(cast<Attribute>(foldResult))) {
    range = ConstantIntRanges::constant(integer.getValue());
  } else if (auto splat = dyn_cast_or_null<SplatElementsAttr>(
                 cast<Attribute>(foldResult))) {
    if (isScalarInteger(splat.getElementType()))
      range = ConstantIntRanges::constant(splat.getSplatValue<APInt>());
  }
  if (range && !fits(*range, type))
    return std::nullopt;
  return range;
}

void RangeAnalysis::compute(Operation *op) {
  SmallVector<IntegerValueRange, 4> operands;
  SmallVector<Attribute, 4> constants;
  if (!getOperands(op, operands, constants))
    return;
  SmallVector<std::optional<ConstantIntRanges>, 2> inferredRanges =
      inferResultRanges(op, operands);
  std::optional<SmallVector<OpFoldResult>> foldResults;
  if (op->getNumRegions() == 0 && !isFoldedAmbiguously(op, operands))
    foldResults = foldSpeculatively(op, constants);

  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    Type type = result.getType();
    if (!hasRange(type))
      continue;
    ConstantIntRanges range = inferredRanges[i].value_or(getFullRange(type));
    std::optional<ConstantIntRanges> foldedRange;
    if (foldResults)
      foldedRange = getFolded(op, (*foldResults)[i], type);
    if (Value size = foldedRange ? Value() : findSizeOperand(op))
      foldedRange = getFolded(op, size, type);
    if (foldedRange) {
      ConstantIntRanges intersection = range.intersection(*foldedRange);
      range = fits(intersection, type) ? intersection : *foldedRange;
    }
    set(result, range);
  }
}
