//===- RangeAnalysis.cpp - Integer ranges ---------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/RangeAnalysis.h"
#include "analysis/ConstantAnalysis.h"
#include "analysis/NoiseCarriers.h"
#include "analysis/UnseenCalls.h"
#include "dialect/StatedRange.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"

using namespace mlir;
using namespace mlir::noisy;
using dataflow::ConstantValue;
using dataflow::Executable;
using dataflow::IntegerValueRangeLattice;
using dataflow::PredecessorState;
using ConstantLattice = dataflow::Lattice<ConstantValue>;

bool mlir::noisy::isScalarInteger(Type type) {
  return isa<IndexType>(type) ||
         (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() > 0);
}

bool mlir::noisy::hasRange(Type type) {
  if (isa<VectorType, TensorType>(type))
    type = cast<ShapedType>(type).getElementType();
  return isScalarInteger(type);
}

ConstantIntRanges mlir::noisy::getFullRange(Type type) {
  return ConstantIntRanges::maxRange(
      ConstantIntRanges::getStorageBitwidth(type));
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

/// Whether `range` says something of values of type `type`.
static bool fits(const ConstantIntRanges &range, Type type) {
  return range.umin().getBitWidth() ==
             ConstantIntRanges::getStorageBitwidth(type) &&
         range.umin().ule(range.umax()) && range.smin().sle(range.smax());
}

static bool hasAnyRange(ValueRange values) {
  return llvm::any_of(values, [](Value value) { return hasRange(value); });
}

//===----------------------------------------------------------------------===//
// The lattice
//===----------------------------------------------------------------------===//

ChangeResult RangeLattice::join(const dataflow::AbstractSparseLattice &rhs) {
  Value value = getAnchor(), from = rhs.getAnchor();
  if (!hasRange(value))
    return ChangeResult::NoChange;
  const IntegerValueRange &incoming =
      static_cast<const RangeLattice &>(rhs).getValue();
  // A region may pass an integer on as something else (`async.execute`).
  if (!hasRange(from) || (!incoming.isUninitialized() &&
                          !fits(incoming.getValue(), value.getType())))
    return join(IntegerValueRange(getFullRange(value.getType())));

  IntegerValueRange before = getValue();
  ChangeResult changed = join(incoming);
  // Finding circles has a cost; most values settle before.
  if (changed == ChangeResult::NoChange || before.isUninitialized() ||
      ++changes <= 4 || !analysis.widening.isBackAndForth(from, value) ||
      ++turns <= 2)
    return changed;
  ConstantIntRanges wide = analysis.widening.widen(
      value, turns, before.getValue(), getValue().getValue(),
      [&](Value other) -> std::optional<ConstantIntRanges> {
        const ConstantIntRanges *range = analysis.find(other);
        return range ? std::optional(*range) : std::nullopt;
      });
  return changed | join(IntegerValueRange(wide));
}

ChangeResult RangeLattice::joinComputed(const ConstantIntRanges &range) {
  ChangeResult changed = join(IntegerValueRange(range));
  // Circles are widened where control flow closes them, so this is for what
  // nobody has thought of.
  if (changed == ChangeResult::Change && ++changes > 10000)
    changed |= join(IntegerValueRange(getFullRange(getAnchor().getType())));
  return changed;
}

void RangeLattice::onUpdate(DataFlowSolver *solver) const {
  // The base class would besides make a constant of the range.
  AbstractSparseLattice::onUpdate(solver);
  analysis.updateUsers(this);
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
    if (hasAnyRange(user->getResults()) && !isAhead(user))
      solver.enqueue({getProgramPointAfter(user), this});
  }
  if (!isAsked || !isScalarInteger(value.getType()))
    return;
  auto *constant = getOrCreate<ConstantLattice>(value);
  ConstantValue known = ConstantValue::getUnknownConstant();
  if (std::optional<APInt> single =
          lattice->getValue().getValue().getConstantValue())
    known = ConstantValue(IntegerAttr::get(value.getType(), *single), nullptr);
  propagateIfChanged(constant, constant->join(known));
}

RangeLattice *RangeAnalysis::getLattice(Value value) {
  RangeLattice *&lattice = lattices[value];
  if (!lattice)
    lattice = new (allocator.Allocate()) RangeLattice(value, *this);
  return lattice;
}

const ConstantIntRanges *RangeAnalysis::find(Value value) const {
  const RangeLattice *lattice = lattices.lookup(value);
  if (!lattice || !hasRange(value) || lattice->getValue().isUninitialized())
    return nullptr;
  return &lattice->getValue().getValue();
}

void RangeAnalysis::setTo(RangeLattice *lattice,
                          const ConstantIntRanges &range) {
  propagateIfChanged(lattice, lattice->joinComputed(range));
}

void RangeAnalysis::setToEntryState(IntegerValueRangeLattice *lattice) {
  Type type = lattice->getAnchor().getType();
  if (hasRange(type))
    setTo(static_cast<RangeLattice *>(lattice), getFullRange(type));
}

//===----------------------------------------------------------------------===//
// Functions and regions
//===----------------------------------------------------------------------===//

RangeAnalysis::RangeAnalysis(DataFlowSolver &solver,
                             SymbolTableCollection &symbols)
    : BlockwiseAnalysis(solver), solver(solver), symbols(symbols),
      widening(symbols) {}

LogicalResult RangeAnalysis::initialize(Operation *top) {
  widening.setRoot(top);
  auto getCalls = [&](Operation *function) {
    return getOrCreate<PredecessorState>(getProgramPointAfter(function));
  };
  for (Operation *function :
       findUnseenCalls(top, symbols, [&](Operation *function) {
         return getCalls(function)->allPredecessorsKnown();
       })) {
    PredecessorState *calls = getCalls(function);
    propagateIfChanged(calls, calls->setHasUnknownPredecessors());
  }
  return BlockwiseAnalysis::initialize(top);
}

void RangeAnalysis::visitCallableOperation(
    CallableOpInterface callable,
    ArrayRef<dataflow::AbstractSparseLattice *> arguments) {
  ProgramPoint *entry =
      getProgramPointBefore(&callable.getCallableRegion()->front());
  const auto *calls = getOrCreateFor<PredecessorState>(
      entry, getProgramPointAfter(callable.getOperation()));
  auto function = dyn_cast<FunctionOpInterface>(callable.getOperation());
  for (auto [i, lattice] : llvm::enumerate(arguments)) {
    auto *argument = static_cast<RangeLattice *>(lattice);
    if (!hasRange(argument->getAnchor()))
      continue;
    std::optional<ConstantIntRanges> stated;
    if (function)
      stated = getStatedRange(function, i);
    if (stated && fits(*stated, argument->getAnchor().getType())) {
      setTo(argument, *stated);
      continue;
    }
    if (!calls->allPredecessorsKnown()) {
      setToEntryState(argument);
      continue;
    }
    for (Operation *op : calls->getKnownPredecessors()) {
      OperandRange operands = cast<CallOpInterface>(op).getArgOperands();
      if (i < operands.size())
        propagateIfChanged(argument, argument->join(*getLatticeElementFor(
                                         entry, operands[i])));
    }
  }
}

/// Dead code analysis says nothing of where control goes in and from regions
/// whose ends do not tell. All of them are live then, and what they pass on
/// can be anything.
void RangeAnalysis::enterUnknownRegions(RegionBranchOpInterface branch) {
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    auto *live =
        getOrCreate<Executable>(getProgramPointBefore(&region.front()));
    propagateIfChanged(live, live->setToLive());
    SmallVector<Value> variables = getInductionVariables(branch);
    for (Value argument : region.getArguments())
      if (!llvm::is_contained(variables, argument))
        setToEntryState(getLattice(argument));
  }
  for (Value result : branch->getResults()) {
    setToEntryState(getLattice(result));
    if (isScalarInteger(result.getType()))
      continue;
    auto *constant = getOrCreate<ConstantLattice>(result);
    propagateIfChanged(constant,
                       constant->join(ConstantValue::getUnknownConstant()));
  }
}

void RangeAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<IntegerValueRangeLattice *> arguments, unsigned firstIndex) {
  Region *region = successor.getSuccessor();
  unsigned last = firstIndex + successor.getSuccessorInputs().size();
  if (!region) {
    // Results of which nobody says where they come from (those of
    // `scf.parallel`): what depends on them is not dead.
    for (auto [index, lattice] : llvm::enumerate(arguments))
      if (index < firstIndex || index >= last)
        setToEntryState(lattice);
    return;
  }
  if (region->empty())
    return;
  ProgramPoint *entry = getProgramPointBefore(&region->front());
  bool waits = false;
  auto rangeOf = [&](Value value) -> std::optional<ConstantIntRanges> {
    const IntegerValueRange &range =
        getLatticeElementFor(entry, value)->getValue();
    if (hasRange(value) && !range.isUninitialized())
      return range.getValue();
    waits = waits || hasRange(value);
    return std::nullopt;
  };

  SmallVector<Value> variables = getInductionVariables(op);
  if (!variables.empty()) {
    std::optional<InductionRanges> inferred = inferInductionRanges(op, rangeOf);
    if (!inferred)
      return;
    if (inferred->isEmpty) {
      emptyLoops.insert(op);
      return;
    }
    emptyLoops.erase(op);
    for (auto [variable, range] : llvm::zip(variables, inferred->ranges))
      setTo(getLattice(variable), fits(range, variable.getType())
                                      ? range
                                      : getFullRange(variable.getType()));
    return;
  }

  SmallVector<IntegerValueRangeLattice *> own;
  llvm::append_range(own, arguments.take_front(firstIndex));
  if (last < arguments.size())
    llvm::append_range(own, arguments.drop_front(last));
  llvm::DenseMap<Value, ConstantIntRanges> inferred;
  if (auto inferrable = dyn_cast<InferIntRangeInterface>(op)) {
    SmallVector<IntegerValueRange> ranges;
    for (Value operand : op->getOperands())
      ranges.push_back(IntegerValueRange(rangeOf(operand)));
    if (waits)
      return;
    inferrable.inferResultRangesFromOptional(
        ranges, [&](Value value, const IntegerValueRange &range) {
          if (!range.isUninitialized() &&
              fits(range.getValue(), value.getType()))
            inferred.try_emplace(value, range.getValue());
        });
  }
  for (IntegerValueRangeLattice *lattice : own) {
    auto range = inferred.find(lattice->getAnchor());
    if (range != inferred.end())
      setTo(static_cast<RangeLattice *>(lattice), range->second);
    else
      setToEntryState(lattice);
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult RangeAnalysis::visitLive(Operation *op) {
  if (op->getNumRegions()) {
    if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
      if (!hasKnownRegionEnds(branch))
        enterUnknownRegions(branch);
      if (hasAnyRange(op->getResults()))
        return IntegerRangeAnalysis::visit(getProgramPointAfter(op));
      return success();
    }
  }
  if (!hasAnyRange(op->getResults()))
    return success();

  SmallVector<IntegerValueRangeLattice *> results;
  for (Value result : op->getResults())
    results.push_back(getLattice(result));
  if (auto call = dyn_cast<CallOpInterface>(op))
    return visitCall(call, ArrayRef(results));
  return visitOperation(op, {}, results);
}

/// What is known of the operands: the range of each, and the constant for
/// folders. False while nothing is known of one that something will come to.
bool RangeAnalysis::getOperands(Operation *op,
                                SmallVectorImpl<IntegerValueRange> &ranges,
                                SmallVectorImpl<Attribute> &constants) {
  for (Value operand : op->getOperands()) {
    IntegerValueRange &range = ranges.emplace_back();
    Attribute &constant = constants.emplace_back();
    if (carriesNoise(operand))
      continue;
    if (hasRange(operand)) {
      range = getLattice(operand)->getValue();
      if (range.isUninitialized()) {
        if (!mayWaitForever(op))
          return false;
        range = IntegerValueRange(getFullRange(operand.getType()));
      }
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

/// Whether `op` divides what may be the least integer, and rounds up. MLIR
/// takes the quotient for positive then, as one way to compute it does; by
/// definition, and by others, it is negative.
static bool isLeastIntegerCeiled(Operation *op,
                                 ArrayRef<IntegerValueRange> operands) {
  return isa<arith::CeilDivSIOp, index::CeilDivSOp>(op) &&
         operands[0].getValue().smin().isMinSignedValue();
}

/// The ranges of the results of `op` by its transfer function.
static void
inferResults(Operation *op, ArrayRef<IntegerValueRange> operands,
             SmallVectorImpl<std::optional<ConstantIntRanges>> &results) {
  AffineMap map;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    map = apply.getAffineMap();
  else if (auto min = dyn_cast<affine::AffineMinOp>(op))
    map = min.getMap();
  else if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    map = max.getMap();
  if (map) {
    SmallVector<ConstantIntRanges> ranges;
    for (const IntegerValueRange &operand : operands)
      ranges.push_back(operand.getValue());
    SmallVector<ConstantIntRanges> inferred = inferAffineMap(map, ranges);
    if (inferred.empty())
      return;
    ConstantIntRanges combined = inferred.front();
    for (const ConstantIntRanges &range : ArrayRef(inferred).drop_front())
      combined = isa<affine::AffineMinOp>(op)
                     ? intrange::inferMinS({combined, range})
                     : intrange::inferMaxS({combined, range});
    results[0] = combined;
    return;
  }

  auto inferrable = dyn_cast<InferIntRangeInterface>(op);
  if (!inferrable)
    return;
  inferrable.inferResultRangesFromOptional(
      operands, [&](Value value, const IntegerValueRange &range) {
        auto result = dyn_cast<OpResult>(value);
        if (result && result.getOwner() == op && !range.isUninitialized() &&
            fits(range.getValue(), result.getType()))
          results[result.getResultNumber()] = range.getValue();
      });
  if (results[0] && isLeastIntegerCeiled(op, operands))
    results[0] = results[0]->rangeUnion(
        intrange::inferDivS({operands[0].getValue(), operands[1].getValue()}));
}

/// What folding to `folded` says of a result of type `type`.
std::optional<ConstantIntRanges>
RangeAnalysis::getFolded(Operation *op, OpFoldResult folded, Type type) {
  std::optional<ConstantIntRanges> range;
  if (auto value = dyn_cast<Value>(folded)) {
    const IntegerValueRange &known =
        getLatticeElementFor(getProgramPointAfter(op), value)->getValue();
    if (hasRange(value) && !known.isUninitialized())
      range = known.getValue();
  } else if (auto integer =
                 dyn_cast_or_null<IntegerAttr>(cast<Attribute>(folded))) {
    range = ConstantIntRanges::constant(integer.getValue());
  } else if (auto splat =
                 dyn_cast_or_null<SplatElementsAttr>(cast<Attribute>(folded))) {
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
  SmallVector<IntegerValueRange, 4> operands;
  SmallVector<Attribute, 4> constants;
  if (!getOperands(op, operands, constants))
    return success();
  SmallVector<std::optional<ConstantIntRanges>, 2> inferred(results.size());
  inferResults(op, operands, inferred);
  std::optional<SmallVector<OpFoldResult>> folded;
  if (op->getNumRegions() == 0 && !isLeastIntegerCeiled(op, operands))
    folded = foldSpeculatively(op, constants);

  for (auto [i, lattice] : llvm::enumerate(results)) {
    Type type = lattice->getAnchor().getType();
    if (!hasRange(type))
      continue;
    ConstantIntRanges range = inferred[i].value_or(getFullRange(type));
    std::optional<ConstantIntRanges> same;
    if (folded)
      same = getFolded(op, (*folded)[i], type);
    if (same) {
      ConstantIntRanges both = range.intersection(*same);
      range = fits(both, type) ? both : *same;
    }
    setTo(static_cast<RangeLattice *>(lattice), range);
  }
  return success();
}
