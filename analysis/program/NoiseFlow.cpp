//===- NoiseFlow.cpp - The origin of a value's noise ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/program/NoiseFlow.h"
#include "analysis/flow/ElementBodies.h"
#include "analysis/flow/FlowTargets.h"
#include "analysis/flow/ForallOutputs.h"
#include "analysis/integers/GuardedRanges.h"
#include "analysis/integers/TestedLoop.h"
#include "analysis/memory/MemoryFlow.h"
#include "analysis/memory/TensorFlow.h"
#include "analysis/program/SelectedOperand.h"
#include "dialect/NoisyOps.h"
#include "dialect/RuledDialects.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;
using dataflow::CFGEdge;
using dataflow::Executable;
using dataflow::PredecessorState;

void NoiseFlow::addOperand(ValueRange operands, unsigned index) {
  if (index < operands.size() && carriesNoise(operands[index]))
    inputs.push_back(operands[index]);
  else
    unknown = true;
}

/// The predecessors of a region, or what follows `branch`, in the order of the
/// text: `branch` itself, then the ends of its regions. The solver finds them
/// in an order that depends on how the IR was made.
static SmallVector<Operation *>
inTextOrder(RegionBranchOpInterface branch,
            ArrayRef<Operation *> predecessors) {
  SmallVector<Operation *> result(predecessors);
  llvm::sort(result, [&](Operation *a, Operation *b) {
    if (a == b || a == branch || b == branch)
      return a != b && a == branch;
    Region *region = a->getParentRegion(), *other = b->getParentRegion();
    if (region != other)
      return region->getRegionNumber() < other->getRegionNumber();
    auto first = llvm::find_if(*region, [&](Block &block) {
      return &block == a->getBlock() || &block == b->getBlock();
    });
    return &*first == a->getBlock();
  });
  return result;
}

/// Adds the values that the predecessors of `point`, regions of `branch` or
/// `branch` itself, pass to `value`.
static void addRegionPredecessors(NoiseFlow &flow, Value value,
                                  RegionBranchOpInterface branch,
                                  RegionSuccessor successor,
                                  ProgramPoint *point, DataFlowSolver &solver) {
  if (!hasKnownRegionEnds(branch))
    flow.unknown = true;
  const auto *predecessors = solver.lookupState<PredecessorState>(point);
  if (!predecessors)
    return;
  if (!predecessors->allPredecessorsKnown())
    flow.unknown = true;
  for (Operation *predecessor :
       inTextOrder(branch, predecessors->getKnownPredecessors())) {
    ValueRange inputs = predecessors->getSuccessorInputs(predecessor);
    auto position = llvm::find(inputs, value);
    if (position == inputs.end()) {
      flow.unknown = true;
      continue;
    }
    unsigned index = std::distance(inputs.begin(), position);
    if (predecessor == branch)
      flow.addOperand(branch.getEntrySuccessorOperands(successor), index);
    else if (auto terminator =
                 dyn_cast<RegionBranchTerminatorOpInterface>(predecessor))
      flow.addOperand(terminator.getSuccessorOperands(successor), index);
    else
      flow.unknown = true;
  }
}

NoiseFlow NoiseFlows::getBlockArgumentFlow(BlockArgument argument) {
  NoiseFlow flow;
  Block *block = argument.getOwner();
  Operation *parent = block->getParentOp();
  if (block->isEntryBlock()) {
    if (auto callable = dyn_cast_or_null<CallableOpInterface>(parent);
        callable && callable.getCallableRegion() == block->getParent())
      return getArgumentFlow(argument, callable);
    if (auto branch = dyn_cast_or_null<RegionBranchOpInterface>(parent)) {
      RegionSuccessor successor(block->getParent(), block->getArguments());
      DataFlowSolver &solver = program.getSolver();
      addRegionPredecessors(flow, argument, branch, successor,
                            solver.getProgramPointBefore(block), solver);
      return flow;
    }
    flow.unknown = true;
    return flow;
  }
  DataFlowSolver &solver = program.getSolver();
  for (auto it = block->pred_begin(), e = block->pred_end(); it != e; ++it) {
    Block *predecessor = *it;
    const auto *edge = solver.lookupState<Executable>(
        solver.getLatticeAnchor<CFGEdge>(predecessor, block));
    if (!edge || !edge->isLive())
      continue;
    auto branch = dyn_cast<BranchOpInterface>(predecessor->getTerminator());
    Value operand;
    if (branch)
      operand = branch.getSuccessorOperands(
          it.getSuccessorIndex())[argument.getArgNumber()];
    if (operand && carriesNoise(operand))
      flow.inputs.push_back(operand);
    else
      flow.unknown = true;
  }
  return flow;
}

/// True if a loop of unknown trip count may be run for what conditions decide
/// together in it: something is chosen in it, perhaps in a function.
static bool mayDecide(Operation *loop) {
  if (!isa<scf::ForOp, affine::AffineForOp, scf::WhileOp>(loop))
    return false;
  return loop
      ->walk([&](Operation *op) {
        bool isLoop = isa<LoopLikeOpInterface>(op);
        return WalkResult(failure(
            (!isLoop && isa<RegionBranchOpInterface>(op)) ||
            isa<SelectLikeOpInterface, CallOpInterface, cf::CondBranchOp>(op)));
      })
      .wasInterrupted();
}

/// True if a loop, or one of blocks with this test, carries noise, so that it
/// is run iteration by iteration if its trip count is known, and perhaps if
/// not.
static bool carriesNoise(Operation *op) {
  auto isCarried = [](Value argument) {
    return mlir::noisy::carriesNoise(argument);
  };
  if (isa<cf::CondBranchOp>(op))
    return llvm::any_of(op->getBlock()->getArguments(), isCarried);
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  return loop && llvm::any_of(loop.getRegionIterArgs(), isCarried);
}

NoiseFlows::NoiseFlows(ProgramFlow &program)
    : program(program),
      memory(std::make_unique<MemoryFlow>(
          program.getRoot(),
          [this](Operation *op) {
            auto loop = dyn_cast<LoopLikeOpInterface>(op);
            return ::carriesNoise(op) &&
                   (!loop || getTripCount(loop).has_value() || mayDecide(loop));
          },
          PassedBuffers(program.getRoot(), program.getUses(),
                        program.getSymbols()))) {
  if (program.hasEmptyLoops())
    findUnreachedCallables();
}

NoiseFlows::~NoiseFlows() = default;

bool NoiseFlows::carriesMemory(Operation *loop) {
  return memory->carries(loop);
}

bool NoiseFlows::followsMemory(ArrayRef<Block *> blocks) {
  return memory->follows(blocks);
}

const BufferUses &NoiseFlows::getBufferUses(Value memref) {
  return memory->getUses(memref);
}

bool NoiseFlows::isLive(Block *block) {
  if (!program.isLive(block))
    return false;
  if (!block || unreachedCallables.empty())
    return true;
  Operation *op = block->getParentOp();
  while (op && !op->hasTrait<OpTrait::IsIsolatedFromAbove>())
    op = op->getParentOp();
  return !unreachedCallables.contains(op);
}

/// A trip count, with the ranges that integers have where control gets to `op`,
/// if it is not exact without them.
std::optional<TripCount> NoiseFlows::countUnderGuards(
    Operation *op,
    llvm::function_ref<std::optional<TripCount>(RangeOf)> count) {
  auto rangeOf = [this](Value value) { return getRange(value); };
  std::optional<TripCount> general = count(rangeOf);
  if (general && general->isExact())
    return general;
  GuardedRanges ranges(op, rangeOf, dominance);
  std::optional<TripCount> guarded =
      count([&](Value value) { return ranges.getRange(value); });
  return guarded ? guarded : general;
}

std::optional<TripCount> NoiseFlows::getTripCount(LoopLikeOpInterface loop) {
  return countUnderGuards(loop, [&](RangeOf rangeOf) {
    return noisy::getTripCount(loop, rangeOf);
  });
}

std::optional<TripCount> NoiseFlows::getTripCount(const BlockLoop &loop) {
  return countUnderGuards(loop.test, [&](RangeOf rangeOf) {
    return noisy::getTripCount(TestedLoop(loop), rangeOf);
  });
}

/// The flow into the result, the combining operation or the operands of a
/// reduction in a parallel loop, and into the tensors of `scf.forall`.
std::optional<NoiseFlow> NoiseFlows::getParallelFlow(Value value) {
  Operation *op = value.getDefiningOp();
  Operation *parent = op ? op->getParentOp()
                         : cast<BlockArgument>(value).getOwner()->getParentOp();
  bool isCandidate = isa_and_nonnull<scf::ReduceOp>(parent) ||
                     (op ? isa<scf::ParallelOp, scf::ForallOp>(op)
                         : isa_and_nonnull<scf::ForallOp>(parent));
  if (!isCandidate)
    return std::nullopt;
  NoiseFlow flow;
  if (auto loop = dyn_cast_or_null<scf::ForallOp>(op ? op : parent)) {
    // The tensor that the iterations share, or its final value.
    unsigned index = op ? cast<OpResult>(value).getResultNumber()
                        : cast<BlockArgument>(value).getArgNumber() -
                              loop.getInductionVars().size();
    flow.inputs.push_back(loop.getOutputs()[index]);
    if (auto sources = getInserted(loop, index)) {
      llvm::append_range(flow.inputs, *sources);
    } else {
      flow.unknown = true;
    }
    return flow;
  }

  bool isWithin = op && isa_and_nonnull<scf::ReduceOp>(parent);
  Value reductionValue =
      isWithin ? Value(value.getParentBlock()->getArgument(0)) : value;
  std::optional<ParallelReduction> reduction = getParallelReduction(
      reductionValue, [&](Value v) { return getRange(v); });
  if (isWithin && (!reduction || !reduction->hasFormula() ||
                   reduction->combination != value))
    return std::nullopt; // an operation like any other
  if (!reduction) {
    flow.unknown = true;
    return flow;
  }
  bool isResult = isa<OpResult>(reductionValue);
  flow.inputs = {reduction->initial, reduction->iterationValue};
  if (reduction->hasFormula()) {
    flow.kind = NoiseFlowKind::Reduction;
    flow.part = isWithin   ? ParallelReduction::Combination
                : isResult ? ParallelReduction::Result
                           : ParallelReduction::Operand;
    if (!isWithin)
      flow.hiddenInputs.push_back(reduction->combinedValue);
    flow.reduction =
        std::make_shared<const ParallelReduction>(std::move(*reduction));
    return flow;
  }
  // Combined values are combined again, in any order. With one iteration or
  // more the initial value never comes out unchanged.
  if (isResult) {
    flow.inputs.pop_back();
    if (reduction->iterations.min > 0)
      flow.inputs.clear();
  }
  if (reduction->iterations.max > 0)
    flow.inputs.push_back(reduction->combinedValue);
  return flow;
}

/// The tensor that `op`, a use of `operand`, reads: if it reads a slice of a
/// shared tensor that only this iteration inserts into, the tensor before the
/// loop; otherwise `operand`.
Value NoiseFlows::getRead(Operation *op, Value operand) {
  auto sharedOutput = dyn_cast<BlockArgument>(operand);
  if (!sharedOutput || !isa<tensor::ExtractOp, tensor::ExtractSliceOp>(op))
    return operand;
  auto loop =
      dyn_cast_or_null<scf::ForallOp>(sharedOutput.getOwner()->getParentOp());
  if (!loop)
    return operand;
  auto [entry, isNew] = privateOutputs.try_emplace(loop, false);
  if (isNew)
    entry->second = hasPrivateOutputs(loop);
  return entry->second ? loop.getTiedOpOperand(sharedOutput)->get() : operand;
}

/// The flow into one element of a tensor, and into a tensor without contents.
std::optional<NoiseFlow> NoiseFlows::getTensorFlow(Operation *op) {
  NoiseFlow flow;
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    flow.inputs.push_back(getRead(op, getExtracted(extract)));
    return flow;
  }
  if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
    flow.reason = findUnfilled(empty);
    flow.unknown = flow.reason.has_value();
    if (!flow.unknown) {
      flow.kind = NoiseFlowKind::Contract;
      flow.contract = 1;
    }
    return flow;
  }
  return std::nullopt;
}

/// The flow into the arguments of a body that is run for elements, and into the
/// results of its operation.
std::optional<NoiseFlow> NoiseFlows::getElementFlow(Value value) {
  Operation *parent = value.getDefiningOp();
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument)
    parent = argument.getOwner()->getParentOp();
  auto op = dyn_cast_or_null<linalg::LinalgOp>(parent);
  if (!op)
    return std::nullopt;
  NoiseFlow flow;
  auto add = [&](Value source) { flow.addOperand(source, 0); };
  OpOperand &operand = argument ? getOperandOf(op, argument)
                                : *op.getTiedOpOperand(cast<OpResult>(value));
  if (isa<BaseMemRefType>(operand.get().getType())) {
    if (!argument || !op.hasPureBufferSemantics()) {
      flow.unknown = true;
      return flow;
    }
    LoadedValues loaded = memory->getRead(op, operand.get());
    // An output that the body only writes need not have any contents.
    if (loaded.reason && argument.use_empty()) {
      flow.kind = NoiseFlowKind::Contract;
      flow.contract = 1;
      return flow;
    }
    flow.inputs = std::move(loaded.inputs);
    flow.reason = std::move(loaded.reason);
    flow.unknown = flow.reason.has_value();
    flow.buffer = loaded.buffer;
    return flow;
  }
  if (argument && !op.isDpsInit(&operand)) {
    add(operand.get());
    return flow;
  }
  unsigned output = operand.getOperandNumber() - op.getNumDpsInputs();
  ElementUpdates updates =
      argument ? getSharedUpdates(op) : getUpdates(op, output);
  // The body has an element as it was at first, or as it was left.
  if (argument || updates.min == 0)
    add(operand.get());
  if (updates.max && *updates.max <= (argument ? 1 : 0))
    return flow;
  Value yielded = getYielded(op, output);
  auto passedOn = dyn_cast<BlockArgument>(yielded);
  add(showsBody(op) || !passedOn ? yielded : getOperandOf(op, passedOn).get());
  return flow;
}

std::optional<NoiseFlow>
mlir::noisy::getOperandFlow(Operation *op,
                            llvm::function_ref<Value(Value)> read) {
  bool isTransfer = isa<NoiseOpInterface>(op);
  if ((!isTransfer && !movesNoise(op)) || statesBound(op))
    return std::nullopt;
  NoiseFlow flow;
  if (auto select = dyn_cast<arith::SelectOp>(op))
    if (Value operand = getSelectedOperand(select)) {
      flow.inputs.push_back(read(operand));
      return flow;
    }
  // A rule that does not hold says nothing.
  if (getNoiseRule(op) && !hasKnownRule(op)) {
    flow.unknown = true;
    return flow;
  }
  forEachCounted(op,
                 [&](Value operand) { flow.inputs.push_back(read(operand)); });
  // By its rule an operation may need an operand that is encrypted.
  flow.unknown = flow.inputs.empty() &&
                 (!isTransfer ||
                  (getNoiseRule(op) && cast<NoiseOpInterface>(op)
                                           .inferNoise(NoiseModel::get(op), {})
                                           .isUnknown()));
  if (isTransfer && !flow.unknown)
    flow.kind = NoiseFlowKind::Transfer;
  return flow;
}

/// The value that a cast gives back, which another one has cast to what it
/// takes: a part of a tuple, or what the tuple was made of. Null if there is
/// none. What casts mean is not known, but not that: MLIR folds such pairs.
static Value getCastBack(OpResult result) {
  auto cast = dyn_cast<UnrealizedConversionCastOp>(result.getOwner());
  auto before =
      cast && cast->getNumOperands() > 0
          ? cast.getInputs()[0].getDefiningOp<UnrealizedConversionCastOp>()
          : nullptr;
  bool isPair =
      before && ValueRange(before.getOutputs()) == cast.getInputs() &&
      llvm::equal(before.getInputs().getTypes(), cast.getOutputs().getTypes());
  return isPair ? before.getInputs()[result.getResultNumber()] : Value();
}

NoiseFlow NoiseFlows::get(Value value) {
  NoiseFlow flow = getUnstated(value);
  auto result = dyn_cast<OpResult>(value);
  std::optional<uint32_t> stated =
      result ? getStatedBound(result) : std::nullopt;
  if (!stated)
    return flow;
  statedResults.insert({value, flow.inputs});
  NoiseFlow contract;
  contract.kind = NoiseFlowKind::Contract;
  contract.contract = *stated;
  contract.hiddenInputs.append(flow.inputs.begin(), flow.inputs.end());
  return contract;
}

/// Without what operations state of their results.
NoiseFlow NoiseFlows::getUnstated(Value value) {
  if (OpOperand *operand = memory->getOverwritten().find(value)) {
    NoiseFlow flow;
    flow.unknown = true;
    flow.reason = UnknownReason{UnknownReason::Escape, operand->get(),
                                operand->getOwner()};
    return flow;
  }
  if (hidesCarriers(value.getType())) {
    NoiseFlow flow;
    flow.unknown = true;
    return flow;
  }
  if (std::optional<NoiseFlow> parallel = getParallelFlow(value))
    return *parallel;
  if (std::optional<NoiseFlow> element = getElementFlow(value))
    return *element;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getBlockArgumentFlow(argument);

  auto result = cast<OpResult>(value);
  Operation *op = result.getOwner();
  if (auto select = dyn_cast<arith::SelectOp>(op))
    if (Value operand =
            getSelectedOperand(select, [&](Value v) { return getRange(v); })) {
      NoiseFlow flow;
      flow.inputs.push_back(operand);
      return flow;
    }
  if (Value source = getCastBack(result)) {
    NoiseFlow flow;
    flow.addOperand(source, 0);
    return flow;
  }
  if (std::optional<NoiseFlow> tensor = getTensorFlow(op))
    return *tensor;
  if (std::optional<NoiseFlow> flow = getOperandFlow(
          op, [&](Value operand) { return getRead(op, operand); }))
    return *flow;
  NoiseFlow flow;
  if (isa<tensor::GenerateOp, tensor::PadOp>(op)) {
    // The noise of the operand, and of the values that the region computes for
    // the rest.
    for (Value operand : op->getOperands())
      if (carriesNoise(operand))
        flow.inputs.push_back(operand);
    flow.addOperand(op->getRegion(0).front().back().getOperands(), 0);
    return flow;
  }
  if (std::optional<LoadedValues> loaded = memory->getLoaded(op)) {
    flow.inputs = std::move(loaded->inputs);
    flow.reason = std::move(loaded->reason);
    flow.unknown = flow.reason.has_value();
    flow.buffer = loaded->buffer;
    return flow;
  }
  if (auto call = dyn_cast<CallOpInterface>(op))
    return getCallResultFlow(result, call);
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    RegionSuccessor successor(op, op->getResults());
    addRegionPredecessors(flow, value, branch, successor,
                          program.getSolver().getProgramPointAfter(op),
                          program.getSolver());
    return flow;
  }
  flow.unknown = true;
  return flow;
}
