//===- MetadataAnalysis.cpp - Where metadata flows ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/MetadataAnalysis.h"
#include "dialect/NoisyDialect.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;
using dataflow::AbstractSparseLattice;
using dataflow::PredecessorState;

//===----------------------------------------------------------------------===//
// What is written down
//===----------------------------------------------------------------------===//

DictionaryAttr mlir::noisy::getOwnMetadata(Operation *op) {
  // Discardable only: an attribute that belongs to the operation and happens to
  // have this name is something else.
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

void MetadataAnalysis::bring(AbstractSparseLattice *lattice,
                             const MetadataValue &incoming) {
  auto *metadata = static_cast<MetadataLattice *>(lattice);
  propagateIfChanged(metadata, metadata->join(incoming));
}

const MetadataValue &MetadataAnalysis::get(ProgramPoint *point, Value value) {
  return getLatticeElementFor(point, value)->getValue();
}

void MetadataAnalysis::setToEntryState(MetadataLattice *lattice) {
  bring(lattice, MetadataValue::getUnknown());
}

//===----------------------------------------------------------------------===//
// Transfer
//===----------------------------------------------------------------------===//

LogicalResult
MetadataAnalysis::visitOperation(Operation *op,
                                 ArrayRef<const MetadataLattice *> operands,
                                 ArrayRef<MetadataLattice *> results) {
  MetadataValue value;
  // What regions give that no interface tells of may be anything.
  if (operands.empty() || op->getNumRegions() > 0)
    value = MetadataValue::getUnknown();
  for (const MetadataLattice *operand : operands) {
    // An operation waits for all of its operands.
    if (operand->getValue().isUninitialized() && op->getNumRegions() == 0)
      return success();
    value = MetadataValue::join(value, operand->getValue());
  }
  value = value.withStated(getOwnMetadata(op));
  for (MetadataLattice *result : results)
    bring(result, value);
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
    bring(result, value.withStated(getResultMetadata(callee, i))
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
    bring(argument, value.withStated(getArgumentMetadata(callable, i)));
  }
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Whether all ends of the regions of `branch` tell where control goes. Of one
/// that does not (that of `scf.forall`), dead code analysis says nothing at
/// all, as if control never came out.
static bool hasKnownEnds(RegionBranchOpInterface branch) {
  for (Region &region : branch->getRegions())
    for (Block &block : region)
      if (block.empty() ||
          (!isa<RegionBranchTerminatorOpInterface>(block.back()) &&
           block.back().getNumSuccessors() == 0))
        return false;
  return true;
}

/// The position of `value` among the arguments or results that it belongs to.
static unsigned getNumber(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getArgNumber();
  return cast<OpResult>(value).getResultNumber();
}

void MetadataAnalysis::visitRegionSuccessors(
    ProgramPoint *point, RegionBranchOpInterface branch,
    RegionSuccessor successor, ArrayRef<AbstractSparseLattice *> lattices) {
  const auto unknown = MetadataValue::getUnknown();
  const auto *predecessors = getOrCreateFor<PredecessorState>(point, point);
  bool isKnown = predecessors->allPredecessorsKnown() && hasKnownEnds(branch);
  SmallVector<MetadataValue> values(lattices.size(),
                                    isKnown ? MetadataValue() : unknown);
  for (Operation *predecessor : predecessors->getKnownPredecessors()) {
    ValueRange inputs = predecessors->getSuccessorInputs(predecessor);
    std::optional<OperandRange> operands;
    if (predecessor == branch)
      operands = branch.getEntrySuccessorOperands(successor);
    else if (auto end =
                 dyn_cast<RegionBranchTerminatorOpInterface>(predecessor))
      operands = end.getSuccessorOperands(successor);
    // What is not told to be passed on comes from the operation itself, as do
    // induction variables, or from nobody knows where.
    SmallVector<MetadataValue> passed(lattices.size(), unknown);
    if (operands && operands->size() == inputs.size())
      for (auto [input, operand] : llvm::zip_equal(inputs, *operands)) {
        unsigned number = getNumber(input);
        if (number < lattices.size() && lattices[number]->getAnchor() == input)
          passed[number] = get(point, operand);
      }
    for (auto [value, incoming] : llvm::zip_equal(values, passed))
      value = MetadataValue::join(value, incoming);
  }
  // The dictionary of an operation is about its results.
  DictionaryAttr own =
      point->isBlockStart() ? DictionaryAttr() : getOwnMetadata(branch);
  for (auto [lattice, value] : llvm::zip_equal(lattices, values))
    bring(lattice, value.withStated(own));
}

//===----------------------------------------------------------------------===//
// What MLIR's dead code analysis takes for dead, or for all that there is
//===----------------------------------------------------------------------===//

/// Says that `function` is also called from somewhere out of sight, with
/// anything.
void MetadataAnalysis::markUnknownCallers(Operation *function) {
  auto *state = getOrCreate<PredecessorState>(getProgramPointAfter(function));
  propagateIfChanged(state, state->setHasUnknownPredecessors());
}

/// Dead code analysis takes a private function that nothing calls for dead. It
/// is being written, or is called from a file out of sight. Of functions that
/// only call each other in a circle, the first is entered.
void MetadataAnalysis::enterUncalledFunctions(Operation *top) {
  llvm::SetVector<Operation *> functions;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callees;
  llvm::DenseSet<Operation *> called, reached;
  top->walk([&](Operation *op) {
    auto callable = dyn_cast<CallableOpInterface>(op);
    if (callable && callable.getCallableRegion())
      functions.insert(op);
    auto call = dyn_cast<CallOpInterface>(op);
    Operation *callee = call ? call.resolveCallableInTable(&symbols) : nullptr;
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
      if (reached.insert(function).second)
        llvm::append_range(worklist, callees.lookup(function));
    }
  };
  auto enter = [&](Operation *function) {
    markUnknownCallers(function);
    reach(function);
  };

  reach(nullptr); // what stands outside of functions
  for (Operation *function : functions)
    if (!getOrCreate<PredecessorState>(getProgramPointAfter(function))
             ->allPredecessorsKnown())
      reach(function);
  for (Operation *function : functions)
    if (!reached.contains(function) && !called.contains(function))
      enter(function);
  for (Operation *function : functions)
    if (!reached.contains(function))
      enter(function);
}

void MetadataAnalysis::enterFromOutOfSight(Operation *top) {
  top->walk([&](Operation *op) {
    // A name that is used for more than calls may be called by anyone. Dead
    // code analysis looks names up from `top` only, whatever the symbol table
    // that they are used in. A symbol's own name is a string, not a use.
    auto call = dyn_cast<CallOpInterface>(op);
    Operation *callee = call ? call.resolveCallableInTable(&symbols) : nullptr;
    if (Operation *parent = op->getParentOp())
      op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
        Operation *used = symbols.lookupNearestSymbolFrom(parent, symbol);
        if (used && used != callee && isa<CallableOpInterface>(used))
          markUnknownCallers(used);
      });

    // Of the results of operations with regions that do not tell where control
    // goes it says nothing, and what depends on them would be taken for dead.
    auto branch = dyn_cast<RegionBranchOpInterface>(op);
    if (!branch || hasKnownEnds(branch))
      return;
    for (Value result : op->getResults()) {
      auto *constant =
          getOrCreate<dataflow::Lattice<dataflow::ConstantValue>>(result);
      propagateIfChanged(
          constant,
          constant->join(dataflow::ConstantValue::getUnknownConstant()));
    }
  });
  enterUncalledFunctions(top);
}

LogicalResult MetadataAnalysis::initialize(Operation *top) {
  enterFromOutOfSight(top);
  return SparseForwardDataFlowAnalysis::initialize(top);
}
