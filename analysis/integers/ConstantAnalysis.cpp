//===- ConstantAnalysis.cpp - Constants that are no integers --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/ConstantAnalysis.h"
#include "analysis/flow/FlowTargets.h"
#include "analysis/integers/IntegerTypes.h"
#include "dialect/NoiseCarriers.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/RegionKindInterface.h"

using namespace mlir;
using namespace mlir::noisy;
using dataflow::ConstantValue;
using dataflow::Executable;
using dataflow::PredecessorState;

bool mlir::noisy::mayBeOtherConstant(Value value) {
  return !isScalarInteger(value.getType()) && !carriesNoise(value);
}

bool mlir::noisy::mayWaitForever(Operation *op) {
  return op->getParentRegion() && mayBeGraphRegion(*op->getParentRegion());
}

bool mlir::noisy::isAwaitedAhead(OpResult result) {
  Operation *op = result.getOwner();
  if (!mayWaitForever(op) || (!op->getNumOperands() && !op->getNumRegions()))
    return false;
  return llvm::any_of(result.getUsers(), [&](Operation *user) {
    Operation *holder = op->getBlock()->findAncestorOpInBlock(*user);
    return holder && !op->isBeforeInBlock(holder) &&
           (holder->getNumRegions() || isa<CallOpInterface>(holder));
  });
}

/// True if MLIR's folder can be called. Folders of the affine dialect divide by
/// any number, and those of vectors read out of bounds.
static bool canFold(Operation *op, ArrayRef<Attribute> operands) {
  if (isa_and_nonnull<affine::AffineDialect>(op->getDialect()))
    return false;
  VectorType vector;
  SmallVector<OpFoldResult> position;
  ArrayRef<Attribute> indices;
  // A number that MLIR reads as "an operand has the position", though no
  // operand has.
  auto tellsPlaces = [](ArrayRef<int64_t> places, ValueRange dynamic) {
    return llvm::count(places, ShapedType::kDynamic) ==
           static_cast<ptrdiff_t>(dynamic.size());
  };
  if (auto extract = dyn_cast<vector::ExtractOp>(op)) {
    if (!tellsPlaces(extract.getStaticPosition(), extract.getDynamicPosition()))
      return false;
    vector = extract.getSourceVectorType();
    position = extract.getMixedPosition();
    indices = operands.drop_front(1);
  } else if (auto insert = dyn_cast<vector::InsertOp>(op)) {
    if (!tellsPlaces(insert.getStaticPosition(), insert.getDynamicPosition()))
      return false;
    vector = insert.getDestVectorType();
    position = insert.getMixedPosition();
    indices = operands.drop_front(2);
  }
  for (auto [dim, place] : llvm::enumerate(position)) {
    if (!isa<Value>(place))
      continue;
    auto index = dyn_cast_or_null<IntegerAttr>(indices.front());
    indices = indices.drop_front();
    if (index && index.getValue().uge(vector.getDimSize(dim)))
      return false;
  }
  return true;
}

namespace {
/// Restores an operation to its previous state: folders may change it in place.
/// (As MLIR does, but with its properties as they are: converting them to a
/// dictionary of attributes takes longer than the folder.)
class Snapshot {
public:
  explicit Snapshot(Operation *op)
      : op(op), operands(op->getOperands()), attrs(op->getRawDictionaryAttrs()),
        properties((op->getPropertiesStorageSize() + 7) / 8) {
    if (!properties.empty())
      op->getName().initOpProperties(properties.data(),
                                     op->getPropertiesStorage());
  }
  ~Snapshot() {
    if (!properties.empty())
      op->getName().destroyOpProperties(properties.data());
  }
  void restore() {
    op->setOperands(operands);
    op->setDiscardableAttrs(attrs);
    if (!properties.empty())
      op->getName().copyOpProperties(op->getPropertiesStorage(),
                                     properties.data());
  }

private:
  Operation *op;
  SmallVector<Value, 8> operands;
  DictionaryAttr attrs;
  SmallVector<uint64_t, 8> properties; // aligned for any properties
};
} // namespace

std::optional<SmallVector<OpFoldResult>>
mlir::noisy::foldSpeculatively(Operation *op, ArrayRef<Attribute> operands) {
  if (!canFold(op, operands))
    return std::nullopt;
  Snapshot snapshot(op);
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)))
    return std::nullopt;
  if (results.empty())
    snapshot.restore();
  if (results.size() != op->getNumResults())
    return std::nullopt;
  return results;
}

//===----------------------------------------------------------------------===//
// Order of visits
//===----------------------------------------------------------------------===//

bool ConstantAnalysis::isLive(Block *block) {
  return getOrCreate<Executable>(getProgramPointBefore(block))->isLive();
}

/// Values from outside of `top` get no state otherwise, and their users would
/// be considered dead.
void ConstantAnalysis::enterOuterValues(Operation *top) {
  if (top->hasTrait<OpTrait::IsIsolatedFromAbove>())
    return;
  top->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (mayBeOtherConstant(operand) &&
          !top->isAncestor(operand.getParentRegion()->getParentOp()))
        setToEntryState(getLatticeElement(operand));
  });
}

LogicalResult ConstantAnalysis::initialize(Operation *top) {
  if (stop.now())
    return failure();
  visitedBlocks.clear();
  for (Region &region : top->getRegions())
    for (Value argument : region.getArguments())
      if (mayBeOtherConstant(argument))
        setToEntryState(getLatticeElement(argument));
  enterOuterValues(top);
  WalkResult result = top->walk<WalkOrder::PreOrder>([&](Block *block) {
    ProgramPoint *start = getProgramPointBefore(block);
    addDependency(getOrCreate<Executable>(start), start);
    return WalkResult(visit(start));
  });
  return failure(result.wasInterrupted());
}

LogicalResult ConstantAnalysis::visit(ProgramPoint *point) {
  if (stop())
    return failure();
  if (!point->isBlockStart()) {
    Operation *op = point->getPrevOp();
    return !op->getBlock() || isLive(op->getBlock()) ? visitLive(op)
                                                     : success();
  }
  Block *block = point->getBlock();
  if (!isLive(block))
    return success();
  if (llvm::any_of(block->getArguments(), mayBeOtherConstant) &&
      failed(SparseConstantPropagation::visit(point)))
    return failure();
  if (!visitedBlocks.insert(block).second)
    return success();
  for (Operation &op : *block)
    if (stop() || failed(visitLive(&op)))
      return failure();
  return success();
}

LogicalResult ConstantAnalysis::visitLive(Operation *op) {
  // Dead code analysis waits for the constants that control flow depends on,
  // and for all values that it passes on.
  if (op->getNumRegions() || op->getNumSuccessors() || isRegionEnd(op))
    for (Value operand : op->getOperands())
      if (carriesNoise(operand))
        setToEntryState(getLatticeElement(operand));

  if (llvm::none_of(op->getResults(), mayBeOtherConstant))
    return success();
  for (OpResult result : op->getResults())
    if (mayBeOtherConstant(result) && isAwaitedAhead(result))
      setToEntryState(getLatticeElement(result));
  if (isa<RegionBranchOpInterface>(op))
    return SparseConstantPropagation::visit(getProgramPointAfter(op));
  SmallVector<Lattice *> results;
  for (Value result : op->getResults())
    results.push_back(getLatticeElement(result));
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    visitCall(call, results);
    return success();
  }
  return visitOperation(op, {}, results);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Joins the constant of `operand`, which control flow passes to the value of
/// `lattice`, or null.
void ConstantAnalysis::joinPassed(ProgramPoint *point, Lattice *lattice,
                                  Value operand) {
  if (!operand || operand.getType() != lattice->getAnchor().getType())
    return setToEntryState(lattice);
  propagateIfChanged(lattice,
                     lattice->join(*getLatticeElementFor(point, operand)));
}

void ConstantAnalysis::visitRegionSuccessors(
    ProgramPoint *point, RegionBranchOpInterface branch,
    RegionSuccessor successor,
    ArrayRef<dataflow::AbstractSparseLattice *> states) {
  auto lattices = llvm::map_to_vector(
      states, [](auto *state) { return static_cast<Lattice *>(state); });
  const auto *predecessors = getOrCreateFor<PredecessorState>(point, point);
  if (!predecessors->allPredecessorsKnown() || !hasKnownRegionEnds(branch)) {
    for (Lattice *lattice : lattices)
      setToEntryState(lattice);
    return;
  }
  auto targets = llvm::map_to_vector(
      lattices, [](Lattice *lattice) { return Value(lattice->getAnchor()); });
  for (Operation *predecessor : predecessors->getKnownPredecessors())
    for (auto [lattice, operand] : llvm::zip_equal(
             lattices,
             getPassedValues(branch, predecessor, successor,
                             predecessors->getSuccessorInputs(predecessor),
                             targets)))
      joinPassed(point, lattice, operand);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// MLIR's own analysis looks the function up in vain, and slowly.
void ConstantAnalysis::visitCall(CallOpInterface call,
                                 ArrayRef<Lattice *> results) {
  ProgramPoint *point = getProgramPointAfter(call.getOperation());
  const auto *returns = getOrCreateFor<PredecessorState>(point, point);
  for (auto [i, result] : llvm::enumerate(results)) {
    if (!mayBeOtherConstant(result->getAnchor()))
      continue;
    if (!returns->allPredecessorsKnown()) {
      setToEntryState(result);
      continue;
    }
    for (Operation *end : returns->getKnownPredecessors())
      if (i < end->getNumOperands())
        joinPassed(point, result, end->getOperand(i));
  }
}

LogicalResult ConstantAnalysis::visitOperation(Operation *op,
                                               ArrayRef<const Lattice *>,
                                               ArrayRef<Lattice *> results) {
  std::optional<SmallVector<OpFoldResult>> foldResults;
  if (op->getNumRegions() == 0) {
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands()) {
      if (carriesNoise(operand)) {
        operands.push_back(nullptr);
        continue;
      }
      Lattice *lattice = getLatticeElement(operand);
      lattice->useDefSubscribe(this);
      bool isKnown = !lattice->getValue().isUninitialized();
      if (!isKnown && !mayWaitForever(op))
        return success();
      operands.push_back(isKnown ? lattice->getValue().getConstantValue()
                                 : Attribute());
    }
    foldResults = foldSpeculatively(op, operands);
  }
  for (auto [i, lattice] : llvm::enumerate(results)) {
    if (!mayBeOtherConstant(lattice->getAnchor()))
      continue;
    ConstantValue constant = ConstantValue::getUnknownConstant();
    if (foldResults) {
      if (auto attr = dyn_cast<Attribute>((*foldResults)[i])) {
        constant = ConstantValue(attr, op->getDialect());
      } else {
        auto value = cast<Value>((*foldResults)[i]);
        if (mayBeOtherConstant(value)) {
          const Lattice *sourceLattice =
              getLatticeElementFor(getProgramPointAfter(op), value);
          if (sourceLattice->getValue().isUninitialized() &&
              !mayWaitForever(op))
            continue;
          if (!sourceLattice->getValue().isUninitialized())
            constant = sourceLattice->getValue();
        }
      }
    }
    propagateIfChanged(lattice, lattice->join(constant));
  }
  return success();
}
