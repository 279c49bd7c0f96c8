//===- RangeAnalysis.cpp - Integer ranges ---------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/RangeAnalysis.h"
#include "analysis/ConstantAnalysis.h"
#include "analysis/NoiseCarriers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;
using dataflow::ConstantValue;
using dataflow::Executable;
using dataflow::IntegerValueRangeLattice;
using dataflow::PredecessorState;

bool mlir::noisy::isScalarInteger(Type type) {
  return isa<IndexType>(type) ||
         (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() > 0);
}

bool mlir::noisy::hasRange(Type type) {
  if (isa<VectorType, TensorType>(type))
    type = cast<ShapedType>(type).getElementType();
  return isScalarInteger(type);
}

bool mlir::noisy::hasKnownRegionEnds(RegionBranchOpInterface branch) {
  for (Region &region : branch->getRegions())
    for (Block &block : region) {
      if (block.empty())
        return false;
      Operation &end = block.back();
      if (!isa<RegionBranchTerminatorOpInterface>(end) &&
          end.getNumSuccessors() == 0)
        return false;
    }
  return true;
}

static ConstantIntRanges getFullRange(Type type) {
  return ConstantIntRanges::maxRange(
      ConstantIntRanges::getStorageBitwidth(type));
}

/// Whether `range` says something of values of type `type`.
static bool fits(const ConstantIntRanges &range, Type type) {
  return range.umin().getBitWidth() ==
             ConstantIntRanges::getStorageBitwidth(type) &&
         range.umin().ule(range.umax()) && range.smin().sle(range.smax());
}

//===----------------------------------------------------------------------===//
// The lattice
//===----------------------------------------------------------------------===//

ChangeResult RangeLattice::widen(ChangeResult changed, unsigned allowed) {
  if (changed == ChangeResult::Change && ++changes > allowed)
    changed |= join(IntegerValueRange(getFullRange(getAnchor().getType())));
  return changed;
}

ChangeResult RangeLattice::join(const dataflow::AbstractSparseLattice &rhs) {
  Type type = getAnchor().getType();
  if (!hasRange(type))
    return ChangeResult::NoChange;
  const IntegerValueRange &range =
      static_cast<const RangeLattice &>(rhs).getValue();
  // A region may pass an integer on as something else (`async.execute`).
  if (!hasRange(rhs.getAnchor()) ||
      (!range.isUninitialized() && !fits(range.getValue(), type)))
    return join(IntegerValueRange(getFullRange(type)));
  return widen(join(range), 4);
}

void RangeLattice::onUpdate(DataFlowSolver *solver) const {
  // What the base class does besides: it makes a constant of a range.
  AbstractSparseLattice::onUpdate(solver);
  analysis->updateUsers(this);
}

/// Whether constants matter to `op`: to dead code analysis, which asks for
/// those of all operands where control goes, or to `ConstantAnalysis`.
static bool asksForConstants(Operation *op) {
  return op->getNumRegions() || op->getNumSuccessors() ||
         (op->getBlock() && op == &op->getBlock()->back()) ||
         llvm::any_of(op->getResults(), mayBeOtherConstant);
}

void RangeAnalysis::updateUsers(const RangeLattice *lattice) {
  Value value = lattice->getAnchor();
  bool isAsked = false;
  for (Operation *user : value.getUsers()) {
    isAsked = isAsked || asksForConstants(user);
    if (!isAhead(user) &&
        llvm::any_of(user->getResults(), [](Value v) { return hasRange(v); }))
      solver.enqueue({getProgramPointAfter(user), this});
  }
  if (!isAsked || !isScalarInteger(value.getType()))
    return;
  auto *constant =
      getOrCreate<dataflow::Lattice<dataflow::ConstantValue>>(value);
  ConstantValue known = ConstantValue::getUnknownConstant();
  if (std::optional<APInt> single =
          lattice->getValue().getValue().getConstantValue())
    known = ConstantValue(IntegerAttr::get(value.getType(), *single), nullptr);
  propagateIfChanged(constant, constant->join(known));
}

//===----------------------------------------------------------------------===//
// Functions that nothing calls
//===----------------------------------------------------------------------===//

RangeAnalysis::RangeAnalysis(DataFlowSolver &solver,
                             SymbolTableCollection &symbols)
    : BlockwiseAnalysis(solver), solver(solver), symbols(symbols) {}

/// Calls of `function` come from out of sight, too.
void RangeAnalysis::enter(Operation *function) {
  auto *state = getOrCreate<PredecessorState>(getProgramPointAfter(function));
  propagateIfChanged(state, state->setHasUnknownPredecessors());
}

/// Enters functions that a call names, but does not call.
void RangeAnalysis::enterFunctionsPassed(CallOpInterface call) {
  auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
  for (NamedAttribute attr : call->getAttrs()) {
    if (callee && attr.getValue() == callee) {
      callee = nullptr;
      continue;
    }
    attr.getValue().walk([&](SymbolRefAttr symbol) {
      Operation *function = symbols.lookupNearestSymbolFrom(call, symbol);
      if (isa_and_nonnull<CallableOpInterface>(function))
        enter(function);
    });
  }
}

/// Enters functions below `table` whose names are used for more than calls.
/// Dead code analysis looks names up at the top only.
void RangeAnalysis::enterFunctionsNamed(Operation *table) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&table->getRegion(0));
  if (!uses) {
    table->walk([&](CallableOpInterface function) { enter(function); });
    return;
  }
  for (const SymbolTable::SymbolUse &use : *uses) {
    if (isa<CallOpInterface>(use.getUser()))
      continue;
    Operation *function = symbols.lookupSymbolIn(table, use.getSymbolRef());
    if (isa_and_nonnull<CallableOpInterface>(function))
      enter(function);
  }
}

/// Dead code analysis takes a private function that nothing calls for dead. It
/// is being written, or is called from a file out of sight: enter it.
void RangeAnalysis::enterUncalledFunctions(Operation *top) {
  llvm::SetVector<Operation *> functions, tables;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callees;
  llvm::DenseSet<Operation *> called, reached;
  top->walk([&](Operation *op) {
    auto callable = dyn_cast<CallableOpInterface>(op);
    if (callable && callable.getCallableRegion()) {
      functions.insert(op);
      Operation *table = op->getParentOp();
      if (op != top && table != top && table->hasTrait<OpTrait::SymbolTable>())
        tables.insert(table);
    }
    auto call = dyn_cast<CallOpInterface>(op);
    if (!call)
      return;
    enterFunctionsPassed(call);
    Operation *callee = call.resolveCallableInTable(&symbols);
    if (!callee)
      return;
    Operation *caller = op->getParentOfType<CallableOpInterface>();
    callees[caller].push_back(callee);
    if (caller != callee)
      called.insert(callee);
  });
  for (Operation *table : tables)
    enterFunctionsNamed(table);

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
  for (Operation *function : functions)
    if (!getOrCreate<PredecessorState>(getProgramPointAfter(function))
             ->allPredecessorsKnown())
      reach(function);
  auto enterAndReach = [&](Operation *function) {
    enter(function);
    reach(function);
  };
  for (Operation *function : functions)
    if (!reached.contains(function) && !called.contains(function))
      enterAndReach(function);
  // What remains call each other in a circle.
  for (Operation *function : functions)
    if (!reached.contains(function))
      enterAndReach(function);
}

LogicalResult RangeAnalysis::initialize(Operation *top) {
  enterUncalledFunctions(top);
  return BlockwiseAnalysis::initialize(top);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

IntegerValueRangeLattice *RangeAnalysis::getLatticeElement(Value value) {
  auto *lattice = getOrCreate<RangeLattice>(value);
  lattice->analysis = this;
  return lattice;
}

void RangeAnalysis::setToEntryState(IntegerValueRangeLattice *lattice) {
  Type type = lattice->getAnchor().getType();
  if (hasRange(type))
    propagateIfChanged(lattice, static_cast<RangeLattice *>(lattice)->join(
                                    IntegerValueRange(getFullRange(type))));
}

/// Dead code analysis says nothing of where control goes in and from regions
/// whose ends do not tell. All of them are live then, and what they pass on
/// can be anything.
void RangeAnalysis::enterUnknownRegions(RegionBranchOpInterface branch) {
  llvm::DenseSet<Value> inductionVariables;
  if (auto loop = dyn_cast<LoopLikeOpInterface>(branch.getOperation()))
    if (std::optional<SmallVector<Value>> values = loop.getLoopInductionVars())
      inductionVariables.insert(values->begin(), values->end());
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    auto *live =
        getOrCreate<Executable>(getProgramPointBefore(&region.front()));
    propagateIfChanged(live, live->setToLive());
    for (Value argument : region.getArguments())
      if (hasRange(argument) && !inductionVariables.contains(argument))
        setToEntryState(getLatticeElement(argument));
  }
  for (Value result : branch->getResults()) {
    if (hasRange(result))
      setToEntryState(getLatticeElement(result));
    if (isScalarInteger(result.getType()))
      continue;
    auto *constant =
        getOrCreate<dataflow::Lattice<dataflow::ConstantValue>>(result);
    propagateIfChanged(constant,
                       constant->join(ConstantValue::getUnknownConstant()));
  }
}

LogicalResult RangeAnalysis::visitLive(Operation *op) {
  if (op->getNumRegions()) {
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
      if (!hasKnownRegionEnds(branch))
        enterUnknownRegions(branch);
      if (llvm::any_of(op->getResults(), [](Value v) { return hasRange(v); }))
        return IntegerRangeAnalysis::visit(getProgramPointAfter(op));
      return success();
    }
    // What the operands say of the arguments of the regions.
    if (isa<InferIntRangeInterface>(op))
      for (Region &region : op->getRegions())
        if (!region.empty() && region.getNumArguments() &&
            failed(visit(getProgramPointBefore(&region.front()))))
          return failure();
  }
  if (llvm::none_of(op->getResults(), [](Value v) { return hasRange(v); }))
    return success();

  SmallVector<IntegerValueRangeLattice *> results;
  for (Value result : op->getResults())
    results.push_back(getLatticeElement(result));
  if (auto call = dyn_cast<CallOpInterface>(op))
    return visitCall(call, ArrayRef(results));
  return visitOperation(op, {}, results);
}

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

/// The range of a constant that a folder gave.
static std::optional<ConstantIntRanges> getRangeOf(Attribute attr, Type type) {
  std::optional<ConstantIntRanges> range;
  if (auto integer = dyn_cast<IntegerAttr>(attr)) {
    range = ConstantIntRanges::constant(integer.getValue());
  } else if (auto splat = dyn_cast<SplatElementsAttr>(attr)) {
    if (isScalarInteger(splat.getElementType()))
      range = ConstantIntRanges::constant(splat.getSplatValue<APInt>());
  }
  if (range && !fits(*range, type))
    return std::nullopt;
  return range;
}

LogicalResult
RangeAnalysis::visitOperation(Operation *op,
                              ArrayRef<const IntegerValueRangeLattice *>,
                              ArrayRef<IntegerValueRangeLattice *> results) {
  // Of operands that are no integers, only folders may know something.
  SmallVector<IntegerValueRange, 4> ranges;
  SmallVector<Attribute, 4> constants;
  for (Value operand : op->getOperands()) {
    IntegerValueRange &range = ranges.emplace_back();
    Attribute &constant = constants.emplace_back();
    if (carriesNoise(operand))
      continue;
    if (hasRange(operand)) {
      range = getLatticeElement(operand)->getValue();
      if (range.isUninitialized()) {
        if (!mayWaitForever(op))
          return success();
        range = IntegerValueRange(getFullRange(operand.getType()));
      }
    }
    if (isScalarInteger(operand.getType())) {
      if (std::optional<APInt> single = range.getValue().getConstantValue())
        constant = IntegerAttr::get(operand.getType(), *single);
      continue;
    }
    auto *lattice = getOrCreate<dataflow::Lattice<ConstantValue>>(operand);
    lattice->useDefSubscribe(this);
    if (!lattice->getValue().isUninitialized())
      constant = lattice->getValue().getConstantValue();
    else if (!mayWaitForever(op))
      return success();
  }

  SmallVector<std::optional<ConstantIntRanges>, 2> inferred(results.size());
  auto inferrable = dyn_cast<InferIntRangeInterface>(op);
  if (inferrable && !dividesByAnything(op))
    inferrable.inferResultRangesFromOptional(
        ranges, [&](Value value, const IntegerValueRange &range) {
          auto result = dyn_cast<OpResult>(value);
          if (result && result.getOwner() == op && !range.isUninitialized() &&
              fits(range.getValue(), result.getType()))
            inferred[result.getResultNumber()] = range.getValue();
        });
  std::optional<SmallVector<OpFoldResult>> folded;
  if (op->getNumRegions() == 0)
    folded = foldSpeculatively(op, constants);

  for (auto [i, lattice] : llvm::enumerate(results)) {
    Type type = lattice->getAnchor().getType();
    if (!hasRange(type))
      continue;
    ConstantIntRanges range = inferred[i].value_or(getFullRange(type));
    if (folded) {
      std::optional<ConstantIntRanges> same;
      if (auto attr = dyn_cast<Attribute>((*folded)[i])) {
        same = getRangeOf(attr, type);
      } else {
        auto value = cast<Value>((*folded)[i]);
        const IntegerValueRange &known =
            getLatticeElementFor(getProgramPointAfter(op), value)->getValue();
        if (!known.isUninitialized() && fits(known.getValue(), type))
          same = known.getValue();
      }
      if (same) {
        ConstantIntRanges both = range.intersection(*same);
        range = fits(both, type) ? both : *same;
      }
    }
    auto *state = static_cast<RangeLattice *>(lattice);
    propagateIfChanged(state,
                       state->widen(state->join(IntegerValueRange(range)), 64));
  }
  return success();
}

void RangeAnalysis::visitNonControlFlowArguments(
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
