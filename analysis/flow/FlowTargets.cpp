//===- FlowTargets.cpp - The targets of control flow for values -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/FlowTargets.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::noisy;

using Visitor = llvm::function_ref<void(Value)>;

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

SmallVector<Value> mlir::noisy::getPassedValues(RegionBranchOpInterface branch,
                                                Operation *predecessor,
                                                RegionSuccessor successor,
                                                ValueRange inputs,
                                                ArrayRef<Value> targets) {
  SmallVector<Value> values(targets.size());
  std::optional<OperandRange> operands;
  if (predecessor == branch)
    operands = branch.getEntrySuccessorOperands(successor);
  else if (auto end = dyn_cast<RegionBranchTerminatorOpInterface>(predecessor))
    operands = end.getSuccessorOperands(successor);
  if (!operands || operands->size() != inputs.size())
    return values;
  for (auto [input, operand] : llvm::zip_equal(inputs, *operands)) {
    auto argument = dyn_cast<BlockArgument>(input);
    unsigned number = argument ? argument.getArgNumber()
                               : cast<OpResult>(input).getResultNumber();
    if (number < targets.size() && targets[number] == input)
      values[number] = operand;
  }
  return values;
}

bool mlir::noisy::isRegionEnd(Operation *op) {
  return op->getNumSuccessors() == 0 && op->getBlock() &&
         op == &op->getBlock()->back();
}

bool mlir::noisy::isKnownReturn(Operation *end, CallableOpInterface callable) {
  if (isa<ub::UnreachableOp, LLVM::UnreachableOp>(end))
    return true;
  return end->hasTrait<OpTrait::ReturnLike>() &&
         llvm::equal(end->getOperandTypes(), callable.getResultTypes());
}

Region *mlir::noisy::getCalledRegion(CallOpInterface call,
                                     SymbolTableCollection &symbols) {
  auto callable = dyn_cast_or_null<CallableOpInterface>(
      call.resolveCallableInTable(&symbols));
  Region *region = callable ? callable.getCallableRegion() : nullptr;
  return region && !region->empty() ? region : nullptr;
}

/// Visits the input of each successor that gets operand number `number` out of
/// `operandsOf(successor)`. Returns true if there is any.
template <typename OperandsOf>
static bool visitInputs(ArrayRef<RegionSuccessor> successors, unsigned number,
                        OperandsOf operandsOf, Visitor target) {
  bool hasInput = false;
  for (const RegionSuccessor &successor : successors) {
    OperandRange operands = operandsOf(successor);
    ValueRange inputs = successor.getSuccessorInputs();
    if (operands.empty())
      continue;
    unsigned first = operands.getBeginOperandIndex();
    if (number < first || number - first >= operands.size() ||
        number - first >= inputs.size())
      continue;
    target(inputs[number - first]);
    hasInput = true;
  }
  return hasInput;
}

/// The arguments and results of an operation with regions that are set by
/// control flow. (Not the induction variable of a loop, nor the result of
/// `scf.parallel`, which is a reduction.)
static llvm::DenseSet<Value>
getSuccessorInputs(RegionBranchOpInterface branch) {
  llvm::DenseSet<Value> inputs;
  for (RegionBranchPoint point : branch.getAllRegionBranchPoints()) {
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(point, successors);
    for (const RegionSuccessor &successor : successors)
      inputs.insert(successor.getSuccessorInputs().begin(),
                    successor.getSuccessorInputs().end());
  }
  return inputs;
}

static void visitRegions(OpOperand &operand, Visitor target) {
  Operation *op = operand.getOwner();
  llvm::DenseSet<Value> inputs;
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(RegionBranchPoint::parent(), successors);
    if (visitInputs(
            successors, operand.getOperandNumber(),
            [&](const RegionSuccessor &successor) {
              return branch.getEntrySuccessorOperands(successor);
            },
            target))
      return;
    inputs = getSuccessorInputs(branch);
  }
  auto visitOwn = [&](ValueRange values) {
    for (Value value : values)
      if (!inputs.contains(value))
        target(value);
  };
  for (Region &region : op->getRegions())
    visitOwn(region.getArguments());
  visitOwn(op->getResults());
}

void mlir::noisy::forEachTarget(OpOperand &operand,
                                SymbolTableCollection &symbols,
                                Visitor target) {
  Operation *op = operand.getOwner();
  unsigned number = operand.getOperandNumber();
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    Region *region = getCalledRegion(call, symbols);
    OperandRange arguments = call.getArgOperands();
    unsigned first = arguments.empty() ? 0 : arguments.getBeginOperandIndex();
    if (region && number >= first && number - first < arguments.size() &&
        number - first < region->getNumArguments())
      target(region->getArgument(number - first));
    return;
  }
  if (op->getNumRegions())
    return visitRegions(operand, target);

  for (Value result : op->getResults())
    target(result);
  if (auto branch = dyn_cast<BranchOpInterface>(op);
      branch && op->getNumSuccessors())
    if (std::optional<BlockArgument> argument =
            branch.getSuccessorBlockArgument(number))
      target(*argument);
  auto end = dyn_cast<RegionBranchTerminatorOpInterface>(op);
  auto parent = dyn_cast_or_null<RegionBranchOpInterface>(op->getParentOp());
  if (!end || !parent || !isRegionEnd(op))
    return;
  SmallVector<RegionSuccessor> successors;
  parent.getSuccessorRegions(RegionBranchPoint(end), successors);
  visitInputs(
      successors, number,
      [&](const RegionSuccessor &successor) {
        return end.getSuccessorOperands(successor);
      },
      target);
}
