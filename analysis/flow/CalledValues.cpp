//===- CalledValues.cpp - The functions that a value may be ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/CalledValues.h"
#include "analysis/flow/CallGraph.h"
#include "analysis/flow/FlowTargets.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

/// The function that `value` is the address of, if it is made here; or null.
Operation *CalledValues::findFunction(Value value) {
  auto constant = value.getDefiningOp<func::ConstantOp>();
  return constant ? symbols.lookupNearestSymbolFrom(constant,
                                                    constant.getValueAttr())
                  : nullptr;
}

std::optional<SmallVector<Operation *, 2>> CalledValues::find(Value value) {
  llvm::SmallSetVector<Operation *, 2> functions;
  Values worklist;
  worklist.insert(value);
  for (size_t i = 0; i < worklist.size(); ++i) {
    if (stepsLeft == 0)
      return std::nullopt;
    --stepsLeft;
    Value current = worklist[i];
    if (Operation *function = findFunction(current))
      functions.insert(function);
    else if (!addOrigins(current, worklist))
      return std::nullopt;
  }
  // A circle without a beginning is no function that is known.
  if (functions.empty())
    return std::nullopt;
  return SmallVector<Operation *, 2>(functions.begin(), functions.end());
}

/// Adds the values that `value` may be. Returns false if it may be others.
bool CalledValues::addOrigins(Value value, Values &origins) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Block *block = argument.getOwner();
    if (!block->isEntryBlock())
      return addPredecessors(argument, origins);
    Operation *parent = block->getParentOp();
    if (auto callable = dyn_cast_or_null<CallableOpInterface>(parent);
        callable && callable.getCallableRegion() == block->getParent())
      return addOperands(argument, callable, origins);
    auto branch = dyn_cast_or_null<RegionBranchOpInterface>(parent);
    return branch && addRegionPredecessors(value, branch, origins);
  }
  Operation *op = value.getDefiningOp();
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    origins.insert(select.getTrueValue());
    origins.insert(select.getFalseValue());
    return true;
  }
  if (auto call = dyn_cast<CallOpInterface>(op))
    return addReturned(cast<OpResult>(value), call, origins);
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  return branch && addRegionPredecessors(value, branch, origins);
}

bool CalledValues::addPredecessors(BlockArgument argument, Values &origins) {
  Block *block = argument.getOwner();
  for (auto it = block->pred_begin(), e = block->pred_end(); it != e; ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    if (!branch)
      return false;
    SuccessorOperands operands =
        branch.getSuccessorOperands(it.getSuccessorIndex());
    if (argument.getArgNumber() >= operands.size())
      return false;
    // Null for an operand that the branch produces itself.
    Value operand = operands[argument.getArgNumber()];
    if (!operand)
      return false;
    origins.insert(operand);
  }
  return true;
}

/// `value` is an argument of a region of `branch`, or one of its results.
bool CalledValues::addRegionPredecessors(Value value,
                                         RegionBranchOpInterface branch,
                                         Values &origins) {
  if (!hasKnownRegionEnds(branch))
    return false;
  bool isSet = false;
  for (RegionBranchPoint point : branch.getAllRegionBranchPoints()) {
    Operation *predecessor = branch;
    if (!point.isParent())
      predecessor = point.getTerminatorPredecessorOrNull();
    if (!predecessor)
      return false;
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(point, successors);
    for (const RegionSuccessor &successor : successors) {
      ValueRange inputs = successor.getSuccessorInputs();
      if (!llvm::is_contained(inputs, value))
        continue;
      isSet = true;
      // By their numbers among all arguments or results.
      SmallVector<Value> all;
      if (auto argument = dyn_cast<BlockArgument>(value))
        llvm::append_range(all, argument.getOwner()->getArguments());
      else
        llvm::append_range(all, branch->getResults());
      SmallVector<Value> passed =
          getPassedValues(branch, predecessor, successor, inputs, all);
      Value origin = passed[llvm::find(all, value) - all.begin()];
      if (!origin)
        return false;
      origins.insert(origin);
    }
  }
  return isSet;
}

/// Finds the functions of which all callers are in sight and call by name.
void CalledValues::findCallers() {
  areCallersKnown = true;
  CallGraph graph(root, symbols);
  auto isPrivate = [&](Operation *function) {
    auto symbol = dyn_cast<SymbolOpInterface>(function);
    return symbol && symbol.isPrivate() && function != root;
  };
  // Those that are named in other ways than by calls are among these.
  llvm::SetVector<Operation *> unseen = findUnseenCalls(graph, uses, isPrivate);
  for (CallOpInterface call : calls)
    if (FunctionUses::getCalleeName(call))
      if (Operation *callee = call.resolveCallableInTable(&symbols);
          callee && isPrivate(callee) && !unseen.contains(callee))
        callsOf[callee].push_back(call);
}

bool CalledValues::addOperands(BlockArgument argument, Operation *function,
                               Values &origins) {
  if (!areCallersKnown)
    findCallers();
  auto entry = callsOf.find(function);
  if (entry == callsOf.end())
    return false;
  for (CallOpInterface call : entry->second) {
    OperandRange operands = call.getArgOperands();
    if (operands.size() != argument.getOwner()->getNumArguments())
      return false;
    origins.insert(operands[argument.getArgNumber()]);
  }
  return true;
}

bool CalledValues::addReturned(OpResult result, CallOpInterface call,
                               Values &origins) {
  if (!FunctionUses::getCalleeName(call))
    return false;
  Region *region = getCalledRegion(call, symbols);
  if (!region)
    return false;
  auto callable = cast<CallableOpInterface>(region->getParentOp());
  for (Block &block : *region) {
    if (block.empty())
      return false;
    Operation *end = &block.back();
    if (!isRegionEnd(end))
      continue;
    if (!isKnownReturn(end, callable))
      return false;
    if (result.getResultNumber() < end->getNumOperands())
      origins.insert(end->getOperand(result.getResultNumber()));
  }
  return true;
}
