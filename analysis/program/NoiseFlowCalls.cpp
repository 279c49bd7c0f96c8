//===- NoiseFlowCalls.cpp - The flow of noise between functions -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseFlows that knows how noise gets into functions, and out.
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/FlowTargets.h"
#include "analysis/memory/MemoryFlow.h"
#include "analysis/program/HiddenFlow.h"
#include "analysis/program/NoiseFlow.h"
#include "dialect/NoiseModel.h"
#include "dialect/RuledDialects.h"
#include "dialect/StatedLevels.h"
#include "dialect/units/NoiseUnit.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

//===----------------------------------------------------------------------===//
// Results and arguments
//===----------------------------------------------------------------------===//

/// Adds what `callee`, one of the functions that `call` may call, returns as
/// the result number `index`.
void NoiseFlows::addReturned(NoiseFlow &flow, CallOpInterface call,
                             CallableOpInterface callee, unsigned index) {
  if (FunctionUses::getCalleeName(call)) {
    if (std::optional<ProgramFlow::Origins> returns =
            program.getReturns(call)) {
      flow.unknown |= !returns->areAllKnown;
      for (Operation *terminator : returns->known)
        flow.addOperand(terminator->getOperands(), index);
    }
    return;
  }
  // Control flow does not know what a call of a value returns.
  Region &body = *callee.getCallableRegion();
  flow.unknown |= !hasKnownReturns(callee) || !isLive(&body.front());
  for (Block &block : body)
    if (!block.empty() && isRegionEnd(&block.back()) && isLive(&block))
      flow.addOperand(block.back().getOperands(), index);
}

ArrayRef<unsigned> NoiseFlows::getStatedArguments(Operation *callable) {
  auto [entry, isNew] = statedArguments.try_emplace(callable);
  auto function = dyn_cast<FunctionOpInterface>(callable);
  if (!isNew || !function)
    return entry->second;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (getArgumentContract(callable, i))
      entry->second.push_back(i);
  return entry->second;
}

NoiseFlow NoiseFlows::getCallResultFlow(OpResult result, CallOpInterface call) {
  // (What is returned behind a statement does not count.)
  NoiseFlow flow, behind;
  unsigned index = result.getResultNumber();
  SmallVector<Operation *> callees = getCallees(call);
  bool areInSight = !callees.empty() && llvm::all_of(callees, hasBody);
  flow.unknown = callees.empty();
  // What callees state, in units of the call, and what the others return. A
  // callee without known returns keeps no statement that could be checked.
  bool doAllState = !callees.empty();
  for (Operation *callee : callees) {
    std::optional<uint32_t> stated = getResultContract(callee, index);
    bool isInSight = hasBody(callee);
    bool isStated =
        stated &&
        (!isInSight || hasKnownReturns(cast<CallableOpInterface>(callee)));
    doAllState &= isStated;
    if (isStated)
      flow.contract =
          std::max(flow.contract,
                   convertUnits(*stated, NoiseModel::get(callee).unit,
                                NoiseModel::get(call).unit, Rounding::Up));
    // Without known returns, the contract of a result is not checked.
    flow.unknown |= !isStated && (stated || !isInSight);
    if (!isInSight)
      continue;
    addReturned(isStated ? behind : flow, call,
                cast<CallableOpInterface>(callee), index);
  }
  // Bounds in a callee do not depend on the operand of an argument under
  // contract.
  auto hide = [&](unsigned position) {
    if (position < call.getArgOperands().size() &&
        carriesNoise(call.getArgOperands()[position]))
      flow.hiddenInputs.push_back(call.getArgOperands()[position]);
  };
  if (!areInSight) {
    for (unsigned i = 0; i < call.getArgOperands().size(); ++i)
      hide(i);
  } else {
    llvm::SmallSetVector<unsigned, 4> stated;
    for (Operation *callee : callees)
      stated.insert_range(getStatedArguments(callee));
    llvm::for_each(stated, hide);
  }
  llvm::append_range(flow.hiddenInputs, behind.inputs);
  if (doAllState)
    flow.kind = NoiseFlowKind::Contract;
  return flow;
}

bool NoiseFlows::escapes(Operation *function) {
  return llvm::any_of(getUses().getHolders(function), [&](Operation *holder) {
    return FunctionUses::escapesTo(holder) && isLive(holder->getBlock());
  });
}

bool NoiseFlows::hasKnownReturns(CallableOpInterface callable) {
  auto [entry, isNew] = knownReturns.try_emplace(callable, true);
  if (isNew)
    entry->second =
        llvm::all_of(*callable.getCallableRegion(), [&](Block &block) {
          return block.empty() || !isRegionEnd(&block.back()) ||
                 !isLive(&block) || isKnownReturn(&block.back(), callable);
        });
  return entry->second;
}

/// Adds what a fresh argument has lost, whose type states a level.
static void addDropped(NoiseFlow &flow, BlockArgument argument,
                       Operation *function) {
  if (!findStatedLevel(getElementTypeOrSelf(argument.getType())))
    return;
  NoiseModel model = NoiseModel::get(function);
  NoiseBound fresh = getFreshNoise(argument.getType(), model);
  if (fresh.isBits() && fresh.getBits() > model.initial) {
    flow.contract = fresh.getBits();
  } else if (fresh.isUnknown()) {
    flow.unknown = true;
    flow.reason = UnknownReason{UnknownReason::Level, nullptr, function};
  }
}

NoiseFlow NoiseFlows::getArgumentFlow(BlockArgument argument,
                                      CallableOpInterface callable) {
  NoiseFlow flow;
  if (std::optional<uint32_t> contract =
          getArgumentContract(callable, argument.getArgNumber())) {
    flow.kind = NoiseFlowKind::Contract;
    flow.contract = *contract;
    return flow;
  }
  std::optional<ProgramFlow::Origins> calls = program.getCalls(callable);
  if (!calls)
    return flow;
  flow.isAssumed = !knowsCalls(callable);
  if (flow.isAssumed)
    addDropped(flow, argument, callable);
  for (Operation *op : calls->known)
    if (isLive(op->getBlock()))
      flow.addOperand(cast<CallOpInterface>(op).getArgOperands(),
                      argument.getArgNumber());
  for (Operation *call : getUses().getIndirectCalls(callable))
    if (isLive(call->getBlock()))
      flow.addOperand(FunctionUses::getPassed(call), argument.getArgNumber());
  flow.unknown |= escapes(callable);
  // Unknown noise leaves nothing to assume.
  if (flow.unknown)
    flow.isAssumed = false;
  return flow;
}

//===----------------------------------------------------------------------===//
// Callers and callees
//===----------------------------------------------------------------------===//

/// Dead code analysis does not know that a function is dead if it is called
/// only from the bodies of loops without iterations.
void NoiseFlows::findUnreachedCallables() {
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callees;
  std::vector<Operation *> worklist, callables;
  llvm::DenseSet<Operation *> reachedCallables;
  auto reach = [&](Operation *callable) {
    if (reachedCallables.insert(callable).second)
      worklist.push_back(callable);
  };
  program.getRoot()->walk([&](CallableOpInterface callable) {
    Operation *op = callable;
    callables.push_back(op);
    std::optional<ProgramFlow::Origins> calls = program.getCalls(op);
    if (!callable.getCallableRegion() || !calls || !calls->areAllKnown ||
        getUses().isNamed(op))
      return reach(op);
    for (Operation *call : calls->known) {
      if (!isLive(call->getBlock()))
        continue;
      Operation *caller = call->getParentOfType<CallableOpInterface>();
      if (caller)
        callees[caller].push_back(op);
      else
        reach(op);
    }
  });
  while (!worklist.empty()) {
    Operation *callable = worklist.back();
    worklist.pop_back();
    for (Operation *callee : callees.lookup(callable))
      reach(callee);
  }
  for (Operation *callable : callables)
    if (!reachedCallables.contains(callable))
      unreachedCallables.insert(callable);
}

SmallVector<Operation *> NoiseFlows::getCallees(CallOpInterface call) {
  if (!getUses().knowsCallees(call))
    return {};
  return getUses().getCallees(call);
}

/// True if a callable is known to be called by code in sight only, though its
/// name is used for more than calls: the address goes nowhere else.
bool NoiseFlows::isNamedForCalls(Operation *callable) {
  const FunctionUses &uses = getUses();
  auto symbol = dyn_cast<SymbolOpInterface>(callable);
  if (!symbol || !symbol.isPrivate() || callable == program.getRoot() ||
      !uses.isNamed(callable))
    return false;
  // What it is converted to may be called as well.
  auto isExecuted = [&](Operation *holder) {
    return isLive(holder->getBlock());
  };
  // (Of a private function without holders, an opaque operation names it.)
  if ((uses.getHolders(callable).empty() &&
       uses.isCallableOutOfSight(callable)) ||
      llvm::any_of(uses.getHolders(callable), isExecuted))
    return false;
  auto hasKnownCalls = [&](Operation *returner) {
    std::optional<ProgramFlow::Origins> calls = program.getCalls(returner);
    return calls && calls->areAllKnown;
  };
  return llvm::all_of(uses.getReturners(callable), hasKnownCalls) &&
         llvm::all_of(uses.getIndirectCalls(callable),
                      [](Operation *op) { return isa<CallOpInterface>(op); });
}

bool NoiseFlows::knowsCalls(Operation *callable) {
  std::optional<ProgramFlow::Origins> calls = program.getCalls(callable);
  if (!calls || calls->areAllKnown)
    return calls.has_value();
  if (!isNamedForCalls(callable))
    return false;
  if (!enteredCallables)
    findEnteredCallables();
  return enteredCallables->contains(callable);
}

void NoiseFlows::findEnteredCallables() {
  enteredCallables.emplace();
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callees;
  SmallVector<Operation *> worklist;
  auto reach = [&](Operation *callable) {
    if (enteredCallables->insert(callable).second)
      worklist.push_back(callable);
  };
  for (CallOpInterface call : getUses().getCalls())
    if (isLive(call->getBlock())) {
      Operation *caller = call->getParentOfType<CallableOpInterface>();
      for (Operation *callee : getUses().getCallees(call)) {
        if (caller)
          callees[caller].push_back(callee);
        else
          reach(callee);
      }
    }
  program.getRoot()->walk([&](CallableOpInterface callable) {
    std::optional<ProgramFlow::Origins> calls = program.getCalls(callable);
    if (calls && !calls->areAllKnown && !isNamedForCalls(callable))
      reach(callable);
  });
  while (!worklist.empty())
    for (Operation *callee : callees.lookup(worklist.pop_back_val()))
      reach(callee);
}

SmallVector<std::pair<BlockArgument, Value>, 2>
NoiseFlows::getPassedBuffers(CallOpInterface call) {
  return memory->getPassed(call);
}

bool NoiseFlows::takesBuffers(CallableOpInterface callable) {
  Region *region = callable.getCallableRegion();
  return region && !region->empty() &&
         llvm::any_of(region->getArguments(), [&](BlockArgument argument) {
           return memory->isPassed(argument);
         });
}
