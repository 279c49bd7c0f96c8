//===- RangeControlFlow.cpp - Integer ranges along control flow -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of RangeAnalysis that joins the values passed by control flow: to
// arguments of blocks, regions and functions, and to results of regions and
// calls.
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/ConstantAnalysis.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/RangeAnalysis.h"
#include "analysis/integers/TransferFunctions.h"
#include "dialect/StatedRange.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace mlir::noisy;
using dataflow::CFGEdge;
using dataflow::ConstantValue;
using dataflow::Executable;
using dataflow::PredecessorState;
using ConstantLattice = dataflow::Lattice<ConstantValue>;

/// Values from outside of `top` get no range otherwise, and their users would
/// be considered dead.
void RangeAnalysis::enterOuterValues(Operation *top) {
  if (top->hasTrait<OpTrait::IsIsolatedFromAbove>())
    return;
  top->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (hasRange(operand) &&
          !top->isAncestor(operand.getParentRegion()->getParentOp()))
        setToFull(operand);
  });
}

/// Dead code analysis computes no control flow into and out of regions whose
/// ends do not declare it. All these regions are live then, and the values that
/// they pass on can be anything.
void RangeAnalysis::enterUnknownRegions(RegionBranchOpInterface branch) {
  SmallVector<Value> variables = getInductionVariables(branch);
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    auto *live =
        getOrCreate<Executable>(getProgramPointBefore(&region.front()));
    propagateIfChanged(live, live->setToLive());
    for (Value argument : region.getArguments())
      if (hasRange(argument) && !llvm::is_contained(variables, argument))
        setToFull(argument);
  }
  for (Value result : branch->getResults()) {
    if (hasRange(result))
      setToFull(result);
    if (isScalarInteger(result.getType()))
      continue;
    auto *constant = getOrCreate<ConstantLattice>(result);
    propagateIfChanged(constant,
                       constant->join(ConstantValue::getUnknownConstant()));
  }
}

void RangeAnalysis::findTestedLoops(Operation *top) {
  testedLoopOf.clear();
  testedLoops.clear();
  blockLoops.clear();
  auto add = [&](TestedLoop &&loop) {
    const TestedLoop &added = testedLoops.emplace_back(std::move(loop));
    // What is stated of the values that a counted loop carries tells more than
    // their number.
    auto isStated = [&](const TestedLoop::Carried &carried) {
      return added.counted && llvm::any_of(carried.next, [](Value value) {
               auto result = dyn_cast<OpResult>(value);
               return result && getStatedRange(result);
             });
    };
    for (const auto &[argument, carried] : added.carriedValues)
      if (isScalarInteger(argument.getType()) && !isStated(carried))
        testedLoopOf[argument] = &added;
    for (auto [alias, value] : added.aliases)
      if (isScalarInteger(alias.getType()) &&
          added.carriedValues.contains(value))
        testedLoopOf.try_emplace(alias, &added);
  };
  top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      add(TestedLoop(loop));
    else if (isa<scf::ForOp, affine::AffineForOp>(op) && op->getNumResults())
      add(TestedLoop(cast<LoopLikeOpInterface>(op)));
    for (Region &region : op->getRegions())
      for (BlockLoop &loop : findBlockLoops(region))
        add(TestedLoop(blockLoops.emplace_back(std::move(loop))));
  });
}

/// Evaluates a counter of a loop with a test: nothing else flows in than what
/// it is at first, and multiples of its step. Returns false if it is none, or
/// not known to be one yet.
bool RangeAnalysis::evaluateCounter(BlockArgument argument) {
  auto entry = testedLoopOf.find(argument);
  if (entry == testedLoopOf.end())
    return false;
  const TestedLoop &loop = *entry->second;
  // What changes in the loop may depend on the counter, and would be widened
  // with it.
  auto rangeOf = [&](Value value) -> std::optional<ConstantIntRanges> {
    if (!hasRange(value) || !loop.isInvariant(value))
      return std::nullopt;
    const ConstantIntRanges *range = read(value);
    return range ? std::optional(*range) : std::nullopt;
  };
  auto alias = loop.aliases.find(argument);
  bool isAlias = alias != loop.aliases.end();
  bool isInBody = isAlias || loop.counted;
  std::optional<LoopCounter> counter =
      findCounter(loop, isAlias ? alias->second : argument, rangeOf);
  if (!counter)
    return false;
  std::optional<ConstantIntRanges> initial = rangeOf(counter->initial);
  std::optional<TripCount> iterations = getTripCount(loop, rangeOf);
  if (!initial || !iterations ||
      initial->umin().getBitWidth() != counter->step.getBitWidth())
    return false;
  // The test sees it once more than the body.
  uint64_t last =
      isInBody && iterations->max > 0 ? iterations->max - 1 : iterations->max;
  ConstantIntRanges range = inferCounterRange(*initial, counter->step, last);
  // Where it may pass the end of the type, what the addition says of that may
  // tell more.
  if (loop.counted && range.smin().isMinSignedValue() &&
      range.smax().isMaxSignedValue())
    return false;
  set(argument, range);
  return true;
}

void RangeAnalysis::evaluate(BlockArgument argument) {
  if (evaluateCounter(argument))
    return;
  Block *block = argument.getOwner();
  Operation *parent = block->getParentOp();
  if (block->isEntryBlock()) {
    if (auto callable = dyn_cast<CallableOpInterface>(parent);
        callable && callable.getCallableRegion() == block->getParent())
      return evaluateFunctionArgument(argument, callable);
    auto branch = dyn_cast<RegionBranchOpInterface>(parent);
    if (!branch ||
        !joinPredecessors(argument, branch, RegionSuccessor(block->getParent()),
                          getProgramPointBefore(block)))
      evaluateOwnArgument(argument);
    return;
  }

  for (auto it = block->pred_begin(), e = block->pred_end(); it != e; ++it) {
    auto *edge = getOrCreate<Executable>(getLatticeAnchor<CFGEdge>(*it, block));
    if (!edge->isLive()) {
      addDependency(edge, getProgramPointBefore(block));
      continue;
    }
    Value operand;
    if (auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator()))
      operand = branch.getSuccessorOperands(
          it.getSuccessorIndex())[argument.getArgNumber()];
    if (operand)
      join(argument, operand);
    else
      setToFull(argument);
  }
}

std::optional<ConstantIntRanges>
mlir::noisy::getStatedRange(BlockArgument argument) {
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function)
    return std::nullopt;
  std::optional<ConstantIntRanges> range =
      getStatedRange(function, argument.getArgNumber());
  return range && fits(*range, argument.getType()) ? range : std::nullopt;
}

bool mlir::noisy::isWithin(const ConstantIntRanges &range,
                           const ConstantIntRanges &statedRange) {
  bool isUnsigned =
      !(statedRange.umin().isZero() && statedRange.umax().isAllOnes()) &&
      statedRange.umin().ule(range.umin()) &&
      range.umax().ule(statedRange.umax());
  bool isSigned = !(statedRange.smin().isMinSignedValue() &&
                    statedRange.smax().isMaxSignedValue()) &&
                  statedRange.smin().sle(range.smin()) &&
                  range.smax().sle(statedRange.smax());
  return isUnsigned || isSigned ||
         statedRange ==
             ConstantIntRanges::maxRange(statedRange.umin().getBitWidth());
}

void RangeAnalysis::evaluateFunctionArgument(BlockArgument argument,
                                             CallableOpInterface callable) {
  const auto *calls = getOrCreateFor<PredecessorState>(
      getProgramPointBefore(argument.getOwner()),
      getProgramPointAfter(callable.getOperation()));
  unsigned number = argument.getArgNumber();
  if (auto statedRange = getStatedRange(argument))
    return set(argument, *statedRange);
  if (!calls->allPredecessorsKnown())
    return setToFull(argument);
  for (Operation *op : calls->getKnownPredecessors()) {
    OperandRange operands = cast<CallOpInterface>(op).getArgOperands();
    if (number < operands.size())
      join(argument, operands[number]);
  }
}

/// Joins the values that the regions of `branch`, or `branch` itself, pass to
/// `value` at `point`. Returns false if no known predecessor passes a value.
bool RangeAnalysis::joinPredecessors(Value value,
                                     RegionBranchOpInterface branch,
                                     RegionSuccessor successor,
                                     ProgramPoint *point) {
  const auto *predecessors = getOrCreateFor<PredecessorState>(point, point);
  bool isPassedOn = false, isLeftOut = false;
  for (Operation *op : predecessors->getKnownPredecessors()) {
    ValueRange inputs = predecessors->getSuccessorInputs(op);
    size_t index = llvm::find(inputs, value) - inputs.begin();
    if (index == inputs.size()) {
      isLeftOut = true;
      continue;
    }
    isPassedOn = true;
    // The end of a body that is not executed.
    if (Value variable = op == branch ? Value() : getFirstVariable(branch);
        variable && !read(variable))
      continue;
    std::optional<OperandRange> operands;
    if (op == branch)
      operands = branch.getEntrySuccessorOperands(successor);
    else if (auto end = dyn_cast<RegionBranchTerminatorOpInterface>(op))
      operands = end.getSuccessorOperands(successor);
    if (operands && index < operands->size())
      join(value, (*operands)[index]);
    else
      setToFull(value);
  }
  if (isPassedOn && isLeftOut)
    setToFull(value);
  return isPassedOn || !isLeftOut;
}

/// Evaluates an argument of a region that control flow does not set: an
/// induction variable, or one that the operation defines itself.
void RangeAnalysis::evaluateOwnArgument(BlockArgument argument) {
  Operation *op = argument.getOwner()->getParentOp();
  bool waits = false;
  auto rangeOf = [&](Value value) -> std::optional<ConstantIntRanges> {
    if (!hasRange(value))
      return std::nullopt;
    if (const ConstantIntRanges *range = read(value))
      return *range;
    if (mayWaitForever(op))
      return getFullRange(value.getType());
    waits = true;
    return std::nullopt;
  };
  SmallVector<Value> variables = getInductionVariables(op);
  auto variable = llvm::find(variables, argument);
  if (variable != variables.end()) {
    std::optional<InductionRanges> inferredRanges =
        inferInductionRanges(op, rangeOf);
    if (!inferredRanges && !waits)
      return setToFull(argument);
    if (!inferredRanges || inferredRanges->isEmpty)
      return;
    const ConstantIntRanges &range =
        inferredRanges->ranges[variable - variables.begin()];
    return fits(range, argument.getType()) ? set(argument, range)
                                           : setToFull(argument);
  }

  SmallVector<IntegerValueRange> operands;
  for (Value operand : op->getOperands())
    operands.push_back(IntegerValueRange(rangeOf(operand)));
  if (!waits)
    set(argument, inferArgumentRange(argument, operands)
                      .value_or(getFullRange(argument.getType())));
}

void RangeAnalysis::evaluateCall(CallOpInterface call) {
  ProgramPoint *point = getProgramPointAfter(call.getOperation());
  const auto *returns = getOrCreateFor<PredecessorState>(point, point);
  for (OpResult result : call->getResults()) {
    if (!hasRange(result))
      continue;
    if (!returns->allPredecessorsKnown()) {
      setToFull(result);
      continue;
    }
    for (Operation *end : returns->getKnownPredecessors())
      if (result.getResultNumber() < end->getNumOperands())
        join(result, end->getOperand(result.getResultNumber()));
  }
}
