//===- NoiseRangeAnalysis.cpp - Integer ranges, and noise -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/NoiseRangeAnalysis.h"
#include "analysis/NoiseGrowth.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;
using dataflow::IntegerValueRangeLattice;
using dataflow::PredecessorState;

ChangeResult
NoiseRangeLattice::join(const dataflow::AbstractSparseLattice &rhs) {
  if (carriesNoise(getAnchor()))
    return ChangeResult::NoChange;
  return Lattice::join(rhs);
}

void NoiseRangeLattice::onUpdate(DataFlowSolver *solver) const {
  // The base class makes a constant of a range with one point, which only
  // integers have; a region may pass an integer on as something else
  // (`async.execute`).
  unsigned width = ConstantIntRanges::getStorageBitwidth(getAnchor().getType());
  if (width == 0 || getValue().isUninitialized() ||
      getValue().getValue().umin().getBitWidth() != width)
    AbstractSparseLattice::onUpdate(solver);
  else
    IntegerValueRangeLattice::onUpdate(solver);
}

NoiseRangeAnalysis::NoiseRangeAnalysis(DataFlowSolver &solver)
    : IntegerRangeAnalysis(solver), flows(solver) {}

IntegerValueRangeLattice *NoiseRangeAnalysis::getLatticeElement(Value value) {
  return getOrCreate<NoiseRangeLattice>(value);
}

void NoiseRangeAnalysis::setToEntryState(IntegerValueRangeLattice *lattice) {
  if (!carriesNoise(lattice->getAnchor()))
    IntegerRangeAnalysis::setToEntryState(lattice);
}

//===----------------------------------------------------------------------===//
// Functions that nothing calls
//===----------------------------------------------------------------------===//

/// Dead code analysis takes a private function that nothing calls for dead. It
/// is being written, or is called from a file out of sight: enter it.
void NoiseRangeAnalysis::enterUncalledFunctions(Operation *top) {
  llvm::SetVector<Operation *> functions;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callees;
  llvm::DenseSet<Operation *> called, reached;
  top->walk([&](Operation *op) {
    auto callable = dyn_cast<CallableOpInterface>(op);
    if (callable && callable.getCallableRegion())
      functions.insert(op);
    auto call = dyn_cast<CallOpInterface>(op);
    Operation *callee = call ? flows.getCallee(call) : nullptr;
    if (!callee)
      return;
    Operation *caller = op->getParentOfType<CallableOpInterface>();
    callees[caller].push_back(callee);
    if (caller != callee)
      called.insert(callee);
  });

  auto reach = [&](Operation *from) {
    SmallVector<Operation *> worklist = {from};
    while (!worklist.empty()) {
      Operation *function = worklist.pop_back_val();
      if (!reached.insert(function).second)
        continue;
      llvm::append_range(worklist, callees.lookup(function));
    }
  };
  reach(nullptr); // what stands outside of functions
  for (Operation *function : functions) {
    const auto *state =
        getOrCreate<PredecessorState>(getProgramPointAfter(function));
    if (!state->allPredecessorsKnown())
      reach(function);
  }
  auto enter = [&](Operation *function) {
    auto *state = getOrCreate<PredecessorState>(getProgramPointAfter(function));
    propagateIfChanged(state, state->setHasUnknownPredecessors());
    reach(function);
  };
  for (Operation *function : functions)
    if (!reached.contains(function) && !called.contains(function))
      enter(function);
  // What remains call each other in a circle.
  for (Operation *function : functions)
    if (!reached.contains(function))
      enter(function);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Whether the affine map of `op` divides by anything but a positive constant.
/// The stock analysis divides by zero then.
static bool dividesByAnything(Operation *op) {
  AffineMap map;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    map = apply.getAffineMap();
  else if (auto min = dyn_cast<affine::AffineMinOp>(op))
    map = min.getMap();
  else if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    map = max.getMap();
  bool found = false;
  if (map)
    map.walkExprs([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary || expr.getKind() == AffineExprKind::Add ||
          expr.getKind() == AffineExprKind::Mul)
        return;
      auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
      found |= !divisor || divisor.getValue() <= 0;
    });
  return found;
}

LogicalResult NoiseRangeAnalysis::visitOperation(
    Operation *op, ArrayRef<const IntegerValueRangeLattice *> operands,
    ArrayRef<IntegerValueRangeLattice *> results) {
  if (llvm::none_of(op->getResults(), carriesNoise) && !dividesByAnything(op))
    return IntegerRangeAnalysis::visitOperation(op, operands, results);
  // Also what an operation gives besides encrypted values: anything.
  for (IntegerValueRangeLattice *result : results)
    setToEntryState(result);
  return success();
}

void NoiseRangeAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<IntegerValueRangeLattice *> lattices, unsigned firstIndex) {
  // The stock analysis reads a constant out of bounds that are none.
  auto affineFor = dyn_cast<affine::AffineForOp>(op);
  if (affineFor && !affineFor.hasConstantBounds()) {
    for (IntegerValueRangeLattice *lattice : lattices.take_front(firstIndex))
      setToEntryState(lattice);
    return;
  }
  IntegerRangeAnalysis::visitNonControlFlowArguments(op, successor, lattices,
                                                     firstIndex);
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

/// The values whose noise is told at `point`: arguments of the block that
/// begins there, or results of the operation before it.
static ValueRange getValuesAt(ProgramPoint *point) {
  if (point->isBlockStart())
    return point->getBlock()->getArguments();
  return point->getPrevOp()->getResults();
}

/// Dead code analysis says nothing of the results of operations with regions
/// whose ends do not tell where control goes, and what depends on them would
/// be taken for dead. They can be anything.
void NoiseRangeAnalysis::enterUnknownResults(Operation *top) {
  top->walk([&](RegionBranchOpInterface branch) {
    if (hasKnownEnds(branch))
      return;
    for (Value result : branch->getResults()) {
      auto *constant =
          getOrCreate<dataflow::Lattice<dataflow::ConstantValue>>(result);
      propagateIfChanged(
          constant,
          constant->join(dataflow::ConstantValue::getUnknownConstant()));
      setToEntryState(getLatticeElement(result));
    }
  });
}

LogicalResult NoiseRangeAnalysis::initialize(Operation *top) {
  flows.setRoot(top);
  enterUncalledFunctions(top);
  enterUnknownResults(top);
  if (failed(IntegerRangeAnalysis::initialize(top)))
    return failure();
  // The base class does not come through `visit` for the first round.
  top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          visitNoise(getProgramPointBefore(&block), argument);
    if (op != top)
      for (Value result : op->getResults())
        visitNoise(getProgramPointAfter(op), result);
  });
  return success();
}

LogicalResult NoiseRangeAnalysis::visit(ProgramPoint *point) {
  // The base class sees to the integers, and to what this point depends on.
  if (failed(IntegerRangeAnalysis::visit(point)))
    return failure();
  for (Value value : getValuesAt(point))
    visitNoise(point, value);
  return success();
}

void NoiseRangeAnalysis::raise(NoiseRangeLattice *lattice, NoiseBound bound) {
  propagateIfChanged(lattice, lattice->join(bound.toRange()));
}

void NoiseRangeAnalysis::visitNoise(ProgramPoint *point, Value value) {
  if (!carriesNoise(value) || !flows.isLive(value))
    return;
  auto *lattice = getOrCreate<NoiseRangeLattice>(value);
  NoiseBound before = lattice->getNoise();
  NoiseFlow flow = flows.get(value);
  NoiseBound bound = flows.evaluate(value, flow, [&](Value incoming) {
    // A dependency of this point on the value, unless the point is visited
    // anyway: the base class subscribes operations to their operands.
    const dataflow::AbstractSparseLattice *state =
        flow.kind == NoiseFlowKind::Transfer
            ? getOrCreate<NoiseRangeLattice>(incoming)
            : AbstractSparseForwardDataFlowAnalysis::getLatticeElementFor(
                  point, incoming);
    return static_cast<const NoiseRangeLattice *>(state)->getNoise();
  });
  raise(lattice, bound);
  NoiseBound after = lattice->getNoise();
  if (after == before || flow.kind != NoiseFlowKind::Join)
    return;

  // A merge. One that changes again and again, or is off the scale, may grow
  // without end; look for a proof more and more rarely, because without loops
  // there is none.
  unsigned count = ++changes[value];
  bool seek = after.isMoreThanCap() ||
              (after.isBits() && count >= 4 && llvm::isPowerOf2_32(count));
  if (!seek)
    return;
  for (Value growing : findGrowth(flows, value))
    raise(getOrCreate<NoiseRangeLattice>(growing), NoiseBound::unbounded());
}
