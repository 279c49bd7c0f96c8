//===- MetadataAnalysis.cpp - The flow of metadata ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/metadata/MetadataAnalysis.h"
#include "analysis/flow/FlowTargets.h"
#include "analysis/metadata/MetadataRules.h"
#include "dialect/NoisyDialect.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;
using dataflow::AbstractSparseLattice;
using dataflow::PredecessorState;

//===----------------------------------------------------------------------===//
// Stated metadata
//===----------------------------------------------------------------------===//

DictionaryAttr mlir::noisy::getOwnMetadata(Operation *op) {
  // Discardable attributes only: an inherent attribute that happens to have
  // this name is something else.
  return dyn_cast_or_null<DictionaryAttr>(
      op->getDiscardableAttr(NoisyDialect::kOperationMetadataAttrName));
}

DictionaryAttr mlir::noisy::getArgumentMetadata(Operation *op,
                                                unsigned argument) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(op);
  if (!function || argument >= function.getNumArguments())
    return {};
  return function.getArgAttrOfType<DictionaryAttr>(
      argument, NoisyDialect::kMetadataAttrName);
}

DictionaryAttr mlir::noisy::getResultMetadata(Operation *op, unsigned result) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(op);
  if (!function || result >= function.getNumResults())
    return {};
  return function.getResultAttrOfType<DictionaryAttr>(
      result, NoisyDialect::kMetadataAttrName);
}

//===----------------------------------------------------------------------===//
// The lattice
//===----------------------------------------------------------------------===//

void MetadataAnalysis::joinInto(AbstractSparseLattice *lattice,
                                const MetadataValue &value) {
  auto *metadata = static_cast<MetadataLattice *>(lattice);
  propagateIfChanged(metadata, metadata->join(value));
}

const MetadataValue &MetadataAnalysis::get(ProgramPoint *point, Value value) {
  return getLatticeElementFor(point, value)->getValue();
}

void MetadataAnalysis::setToEntryState(MetadataLattice *lattice) {
  joinInto(lattice, MetadataValue::getUnknown());
}

LogicalResult MetadataAnalysis::initialize(Operation *top) {
  // No loop is run: what is known of a value holds in all iterations.
  memory.emplace(top, [](Operation *) { return false; });
  return SparseForwardDataFlowAnalysis::initialize(top);
}

//===----------------------------------------------------------------------===//
// Transfer
//===----------------------------------------------------------------------===//

LogicalResult
MetadataAnalysis::visitOperation(Operation *op,
                                 ArrayRef<const MetadataLattice *> operands,
                                 ArrayRef<MetadataLattice *> results) {
  MetadataValue value;
  if (std::optional<SmallVector<Value>> sources = findSources(op, *memory)) {
    ProgramPoint *point = getProgramPointAfter(op);
    for (Value source : *sources)
      value = MetadataValue::join(value, get(point, source));
  } else {
    value = MetadataValue::getUnknown();
  }
  // An operation waits for all of its operands, unless its regions may bring
  // about its results.
  if (op->getNumRegions() == 0 && llvm::any_of(operands, [](auto *operand) {
        return operand->getValue().isUninitialized();
      }))
    return success();
  value = value.withStated(getOwnMetadata(op));
  for (MetadataLattice *result : results)
    joinInto(result, value);
  return success();
}

LogicalResult MetadataAnalysis::visitCallOperation(
    CallOpInterface call, ArrayRef<const AbstractSparseLattice *> operands,
    ArrayRef<AbstractSparseLattice *> results) {
  Operation *callee = call.resolveCallableInTable(&symbols);
  auto callable = dyn_cast_or_null<CallableOpInterface>(callee);
  ProgramPoint *point = getProgramPointAfter(call);
  const auto *returns = getOrCreateFor<PredecessorState>(point, point);
  bool isInSight = callable && callable.getCallableRegion() &&
                   returns->allPredecessorsKnown() &&
                   getSolverConfig().isInterprocedural();
  for (auto [i, result] : llvm::enumerate(results)) {
    MetadataValue value;
    if (!isInSight)
      value = MetadataValue::getUnknown();
    else
      for (Operation *end : returns->getKnownPredecessors())
        value = MetadataValue::join(value, i < end->getNumOperands()
                                               ? get(point, end->getOperand(i))
                                               : MetadataValue::getUnknown());
    joinInto(result, value.withStated(getResultMetadata(callee, i))
                         .withStated(getOwnMetadata(call)));
  }
  return success();
}

void MetadataAnalysis::visitCallableOperation(
    CallableOpInterface callable, ArrayRef<AbstractSparseLattice *> arguments) {
  ProgramPoint *point =
      getProgramPointBefore(&callable.getCallableRegion()->front());
  const auto *calls = getOrCreateFor<PredecessorState>(
      point, getProgramPointAfter(callable.getOperation()));
  bool isInSight =
      calls->allPredecessorsKnown() && getSolverConfig().isInterprocedural();
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    MetadataValue value;
    if (!isInSight)
      value = MetadataValue::getUnknown();
    else
      for (Operation *op : calls->getKnownPredecessors()) {
        OperandRange operands = cast<CallOpInterface>(op).getArgOperands();
        value = MetadataValue::join(value, i < operands.size()
                                               ? get(point, operands[i])
                                               : MetadataValue::getUnknown());
      }
    joinInto(argument, value.withStated(getArgumentMetadata(callable, i)));
  }
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

void MetadataAnalysis::visitRegionSuccessors(
    ProgramPoint *point, RegionBranchOpInterface branch,
    RegionSuccessor successor, ArrayRef<AbstractSparseLattice *> lattices) {
  const auto unknown = MetadataValue::getUnknown();
  const auto *predecessors = getOrCreateFor<PredecessorState>(point, point);
  bool isKnown =
      predecessors->allPredecessorsKnown() && hasKnownRegionEnds(branch);
  SmallVector<MetadataValue> values(lattices.size(),
                                    isKnown ? MetadataValue() : unknown);
  SmallVector<Value> targets = llvm::map_to_vector(lattices, [](auto *lattice) {
    return cast<Value>(lattice->getAnchor());
  });
  // A value that is not passed by the known predecessors comes from the
  // operation itself, as induction variables do, or from an unknown origin.
  for (Operation *predecessor : predecessors->getKnownPredecessors())
    for (auto [value, operand] : llvm::zip_equal(
             values,
             getPassedValues(branch, predecessor, successor,
                             predecessors->getSuccessorInputs(predecessor),
                             targets)))
      value =
          MetadataValue::join(value, operand ? get(point, operand) : unknown);
  // The dictionary of an operation describes its results.
  DictionaryAttr ownMetadata =
      point->isBlockStart() ? DictionaryAttr() : getOwnMetadata(branch);
  for (auto [lattice, value] : llvm::zip_equal(lattices, values))
    joinInto(lattice, value.withStated(ownMetadata));
}
