//===- ReductionScope.cpp - What one function makes overflow --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ReductionScope.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

/// The functions that run for calls in `scope`.
static llvm::SetVector<Operation *> findCallees(Operation *scope,
                                                const FunctionUses &uses) {
  llvm::SetVector<Operation *> callees;
  auto add = [&](Operation *function) {
    function->walk([&](Operation *op) {
      for (Operation *callee : uses.getCallees(op))
        callees.insert(callee);
    });
  };
  add(scope);
  for (size_t i = 0; i < callees.size(); ++i)
    add(callees[i]);
  callees.remove(scope);
  return callees;
}

/// The innermost of some operations around a value.
static Operation *getAround(Value value,
                            const llvm::SetVector<Operation *> &functions) {
  Operation *op = value.getParentBlock()->getParentOp();
  while (op && !functions.contains(op))
    op = op->getParentOp();
  return op;
}

OverflowsByCalls
mlir::noisy::findOverflowsByCalls(Operation *scope, const NoiseFacts &facts,
                                  const NoiseProgram &noiseProgram,
                                  const FunctionUses &uses) {
  OverflowsByCalls result;
  llvm::DenseSet<Value> toldElsewhere;
  for (const NoiseFinding &finding : facts.getFindings()) {
    bool isHere = finding.use && scope->isAncestor(finding.use);
    if (isHere && finding.overflow)
      result.told.insert(finding.overflow);
    else if (!isHere)
      toldElsewhere.insert(finding.overflow ? finding.overflow : finding.value);
  }
  for (Value value : toldElsewhere)
    result.told.erase(value);
  if (result.told.empty())
    return result;

  const llvm::SetVector<Operation *> callees = findCallees(scope, uses);
  auto isInScope = [&](Value value) {
    return scope->isAncestor(value.getParentBlock()->getParentOp());
  };
  std::vector<char> hasExcess(noiseProgram.size());
  for (Slot slot = 0; slot < noiseProgram.size(); ++slot)
    hasExcess[slot] = facts.getBound(noiseProgram.getValues()[slot])
                          .exceeds(noiseProgram.getModel(slot).max);
  // Excess that begins elsewhere, and what it comes to.
  std::vector<char> isElsewhere(noiseProgram.size());
  std::vector<SmallVector<Slot, 2>> users(noiseProgram.size());
  std::vector<Slot> worklist;
  for (Slot slot = 0; slot < noiseProgram.size(); ++slot) {
    if (!hasExcess[slot])
      continue;
    Value value = noiseProgram.getValues()[slot];
    bool isOfOthers = !isInScope(value) && !getAround(value, callees);
    bool comesIn = false;
    for (Slot input : noiseProgram.getFlow(slot).inputs) {
      if (!hasExcess[input])
        continue;
      comesIn = true;
      users[input].push_back(slot);
      Value source = noiseProgram.getValues()[input];
      result.isReturned |=
          isOfOthers && (isInScope(source) || getAround(source, callees));
    }
    if (!isInScope(value) && (isOfOthers || toldElsewhere.contains(value) ||
                              (!comesIn && !result.told.contains(value))))
      worklist.push_back(slot);
  }
  while (!worklist.empty()) {
    Slot slot = worklist.back();
    worklist.pop_back();
    if (!std::exchange(isElsewhere[slot], true))
      worklist.insert(worklist.end(), users[slot].begin(), users[slot].end());
  }
  for (Slot slot = 0; slot < noiseProgram.size(); ++slot) {
    Value value = noiseProgram.getValues()[slot];
    if (hasExcess[slot] && !isElsewhere[slot] && !isInScope(value) &&
        !result.told.contains(value))
      result.hidden.insert(value);
  }
  return result;
}
