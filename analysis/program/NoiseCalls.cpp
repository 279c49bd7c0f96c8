//===- NoiseCalls.cpp - Functions that are run for each call --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that chooses the functions that are run
// for each of their calls.
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/Components.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/program/NoiseProgramBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

/// How deep calls that are run may nest: each takes some of the stack.
static constexpr unsigned kDeepestCalls = 1200;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The results of a call that have the noise that the callee returns.
SmallVector<Slot, 1>
NoiseProgram::Builder::getResults(const CallSite &site) const {
  SmallVector<Slot, 1> results;
  Slot slot = site.position;
  for (Value result : site.op->getResults()) {
    if (!carriesNoise(result))
      continue;
    const Flow &flow = program.slotFlows[slot];
    if (flow.kind == NoiseFlowKind::Join && !flow.inputs.empty())
      results.push_back(slot);
    ++slot;
  }
  return results;
}

/// Finds the callees of the calls, and drops those out of sight. A call of a
/// value that may be several functions is one of each.
void NoiseProgram::Builder::collectCalls() {
  std::vector<CallSite> allSites = std::move(callSites);
  callSites.clear();
  for (CallSite &site : allSites) {
    if (Operation *caller = site.op->getParentOfType<CallableOpInterface>())
      if (auto known = callableIndex.find(caller); known != callableIndex.end())
        site.caller = known->second;
    site.hasResult = !getResults(site).empty();
    SmallVector<Operation *> callees = flows.getCallees(site.op);
    site.isShared = callees.size() > 1;
    for (Operation *callee : callees) {
      auto entry = callableIndex.find(callee);
      if (entry == callableIndex.end())
        continue;
      site.callee = entry->second;
      callSites.push_back(site);
    }
    // It may be told by the call of the function that it is an argument of.
    if (site.isShared)
      deciders.push_back(site.op);
  }
}

/// The range of what decides: of an integer, or of a function, which counts as
/// its position in `callables`.
std::optional<ConstantIntRanges>
NoiseProgram::Builder::getRange(Value value) const {
  if (!isa<FunctionType>(value.getType()))
    return flows.getRange(value);
  SymbolRefAttr name;
  Operation *constant = value.getDefiningOp();
  if (!constant || !matchPattern(value, m_Constant(&name)))
    return std::nullopt;
  auto known =
      callableIndex.find(SymbolTable::lookupNearestSymbolFrom(constant, name));
  if (known == callableIndex.end())
    return std::nullopt;
  return ConstantIntRanges::constant(
      APInt(getDecidingWidth(value.getType()), known->second));
}

/// The callee of a call of a value, as a position in `callables`.
std::optional<unsigned> NoiseProgram::Builder::findCallee(CallOpInterface call,
                                                          RangeOf rangeOf) {
  auto callee = cast<Value>(call.getCallableForCallee());
  std::optional<ConstantIntRanges> range = rangeOf(callee);
  std::optional<APInt> number =
      range ? range->getConstantValue() : std::nullopt;
  return number ? std::optional<unsigned>(number->getZExtValue())
                : std::nullopt;
}

/// The slots that the callee of `site` returns for `result`, a result of it
/// that has its noise.
SmallVector<Slot, 2>
NoiseProgram::Builder::getReturnedSlots(const CallSite &site,
                                        Slot result) const {
  const Extent &callee = callables[site.callee];
  SmallVector<Slot, 2> slots;
  for (Slot slot : program.slotFlows[result].inputs)
    if (!site.isShared || (slot >= callee.begin && slot < callee.end))
      slots.push_back(getReturned(slot));
  return slots;
}

/// True if noise passes to the callee or from it, not only what is stated of
/// it: what the callee does matters to the caller, or the other way round.
bool NoiseProgram::Builder::passesNoise(const CallSite &site) const {
  return site.hasResult || hasInputs(site.callee);
}

/// True if the noise in a function depends on what is passed to it.
bool NoiseProgram::Builder::hasInputs(unsigned callable) const {
  return !getFreeArguments(callables[callable]).empty() ||
         flows.takesBuffers(cast<CallableOpInterface>(callables[callable].op));
}

/// True if the operands are those that the callee takes.
bool NoiseProgram::Builder::fits(const CallSite &site) const {
  CallOpInterface call = site.op;
  auto callee = cast<CallableOpInterface>(callables[site.callee].op);
  Region *region = callee.getCallableRegion();
  auto operands = call.getArgOperands();
  if (hasMixedUnits &&
      NoiseModel::get(call).unit != NoiseModel::get(callee).unit)
    return false;
  return operands.size() == region->getNumArguments() &&
         llvm::all_of(llvm::zip_equal(operands, region->getArguments()),
                      [](auto pair) {
                        auto [operand, argument] = pair;
                        return carriesNoise(operand) == carriesNoise(argument);
                      });
}

ArrayRef<NoiseProgram::Builder::CallSite>
NoiseProgram::Builder::getCalls(Slot begin, Slot end) const {
  auto position = [&](Slot slot) -> size_t {
    return llvm::partition_point(
               callSites,
               [&](const CallSite &site) { return site.position < slot; }) -
           callSites.begin();
  };
  return ArrayRef<CallSite>(callSites).slice(position(begin),
                                             position(end) - position(begin));
}

//===----------------------------------------------------------------------===//
// The choice of functions
//===----------------------------------------------------------------------===//

/// True if a callable with values of its own begins within: these are not
/// values of the body. The callables are in the order of the text.
bool NoiseProgram::Builder::hasOtherCallable(const Extent &extent) const {
  auto first = llvm::lower_bound(callables, extent.begin,
                                 [](const Extent &candidate, Slot slot) {
                                   return candidate.begin < slot;
                                 });
  // (One around a loop may begin with it.)
  Operation *around =
      extent.blocks ? extent.blocks->header->getParentOp() : extent.op;
  for (auto it = first; it != callables.end() && it->begin < extent.end; ++it)
    if (it->begin != it->end && around->isProperAncestor(it->op))
      return true;
  return false;
}

/// Finds the functions that can be run on the operands of a call alone. Noise
/// passes to them and from them only by calls that name them, they cannot be
/// reached again from their own calls (in the same case), and all this holds
/// for what they call.
void NoiseProgram::Builder::findRunnable() {
  isRunnable.assign(callables.size(), false);
  caseVariables.assign(callables.size(), nullptr);
  if (callSites.empty() && deciders.empty())
    return;
  std::vector<char> isBlocked(callables.size(), false);
  const FunctionUses &uses = flows.getUses();
  for (auto [i, callable] : llvm::enumerate(callables)) {
    isBlocked[i] |= hasOtherCallable(callable) ||
                    approximation.joinedFunctions.contains(callable.op);
    for (Operation *op : uses.getIndirectCalls(callable.op)) {
      // A call of a value that may be certain functions is one of each.
      if (auto call = dyn_cast<CallOpInterface>(op);
          call && uses.knowsCallees(call))
        continue;
      isBlocked[i] = true;
      if (Operation *caller = op->getParentOfType<CallableOpInterface>())
        if (auto known = callableIndex.find(caller);
            known != callableIndex.end())
          isBlocked[known->second] = true;
    }
  }
  std::vector<SmallVector<unsigned, 2>> callees(callables.size());
  for (const CallSite &site : callSites) {
    if (!passesNoise(site))
      continue;
    if (!fits(site))
      isBlocked[site.callee] = true;
    if (site.caller != kNone)
      callees[site.caller].push_back(site.callee);
  }
  Graph graph;
  for (ArrayRef<unsigned> targets : callees) {
    graph.addNode();
    llvm::for_each(targets, [&](unsigned target) { graph.addEdge(target); });
  }
  std::vector<unsigned> componentOf(callables.size());
  std::vector<char> isRecursive(callables.size(), false);
  unsigned numComponents = 0;
  visitComponents(graph, [&](ArrayRef<unsigned> component) {
    bool isCircle = component.size() > 1 ||
                    llvm::is_contained(graph.getTargets(component.front()),
                                       component.front());
    for (unsigned function : component) {
      componentOf[function] = numComponents;
      isRecursive[function] = isCircle;
    }
    ++numComponents;
  });
  // Recursions count as followed until it is known that they are not.
  for (bool isFirst = true;; isFirst = false) {
    std::vector<char> wasRunnable =
        std::exchange(isRunnable, std::vector<char>(callables.size(), false));
    std::vector<unsigned> depth(callables.size(), 0);
    visitComponents(graph, [&](ArrayRef<unsigned> component) {
      unsigned most = 0, first = component.front();
      for (unsigned function : component) {
        if (isBlocked[function] ||
            (isRecursive[function] &&
             (deciders.empty() || (cases && !cases->isFollowed(function)))))
          return;
        for (unsigned callee : graph.getTargets(function)) {
          if (componentOf[callee] == componentOf[first])
            continue;
          if (!isRunnable[callee])
            return;
          most = std::max(most, depth[callee] + 1);
        }
      }
      if (cases && isRecursive[first])
        for (unsigned function : component)
          most += cases->getDepth(function);
      if (most >= kDeepestCalls)
        return;
      for (unsigned function : component) {
        depth[function] = most;
        isRunnable[function] = true;
      }
    });
    if (deciders.empty() || (!isFirst && isRunnable == wasRunnable))
      return;
    for (auto [blocked, runnable] : llvm::zip_equal(isBlocked, isRunnable))
      blocked |= !runnable;
    findCases(isBlocked, componentOf, isRecursive);
  }
}

/// Finds the cases of the callables that may have some.
void NoiseProgram::Builder::findCases(const std::vector<char> &isBlocked,
                                      ArrayRef<unsigned> componentOf,
                                      const std::vector<char> &isRecursive) {
  std::vector<FunctionCases::Function> functions;
  for (auto [i, callable] : llvm::enumerate(callables))
    functions.push_back({callable.op, bool(isBlocked[i]), hasOwnEntry(callable),
                         callable.end - callable.begin, componentOf[i],
                         bool(isRecursive[i])});
  std::vector<FunctionCases::Call> calls;
  for (const CallSite &site : callSites)
    if (passesNoise(site) && fits(site))
      calls.push_back({site.op, site.caller, site.callee});
  cases = std::make_unique<FunctionCases>(
      std::move(functions), std::move(calls), deciders,
      [&](Value value) { return getRange(value); }, probes);
  program.cases.clear();
  for (unsigned i = 0; i < callables.size(); ++i) {
    caseVariables[i] = nullptr;
    if (cases->getInputs(i).empty())
      continue;
    program.cases.push_back(std::make_unique<Variable>());
    program.cases.back()->numStates = cases->getNumCases(i);
    caseVariables[i] = program.cases.back().get();
  }
}

/// The arguments whose noise depends on the call.
SmallVector<Slot, 4>
NoiseProgram::Builder::getFreeArguments(const Extent &callable) const {
  Region *region = cast<CallableOpInterface>(callable.op).getCallableRegion();
  SmallVector<Slot, 4> arguments;
  for (BlockArgument argument : region->getArguments())
    if (carriesNoise(argument) &&
        !getArgumentContract(callable.op, argument.getArgNumber()))
      arguments.push_back(program.getSlot(argument));
  return arguments;
}

/// True if calls out of sight have to be followed.
bool NoiseProgram::Builder::hasOwnEntry(const Extent &callable) const {
  SmallVector<Slot, 4> arguments = getFreeArguments(callable);
  // All calls that pass buffers are in sight.
  bool hasNone = arguments.empty() &&
                 !flows.takesBuffers(cast<CallableOpInterface>(callable.op));
  return hasNone || llvm::any_of(arguments, [&](Slot argument) {
           const Flow &flow = program.slotFlows[argument];
           return flow.isAssumed || flow.unknown;
         });
}

/// Chooses the functions that are run for each call. Callers come first in the
/// choice: what a function calls that is run for each call is run for each of
/// these.
void NoiseProgram::Builder::findFunctions() {
  functionOf.assign(callables.size(), nullptr);
  if (llvm::none_of(isRunnable, [](char runnable) { return runnable; }))
    return;
  callsOf.resize(callables.size());
  for (auto [i, site] : llvm::enumerate(callSites)) {
    if (!passesNoise(site))
      continue;
    callsOf[site.callee].push_back(i);
    site.loop = findLoop(site.op);
  }
  Graph callers;
  for (ArrayRef<unsigned> calls : callsOf) {
    callers.addNode();
    for (unsigned call : calls)
      if (callSites[call].caller != kNone)
        callers.addEdge(callSites[call].caller);
  }
  auto isRun = [&](unsigned callable) {
    ArrayRef<unsigned> calls = callsOf[callable];
    const Extent &extent = callables[callable];
    bool hasEntry = hasOwnEntry(extent);
    if (cases && cases->getNumCases(callable) > 1)
      return !calls.empty() || hasEntry;
    return !calls.empty() &&
           ((calls.size() + hasEntry > 1 && hasInputs(callable)) ||
            llvm::any_of(calls, [&](unsigned call) {
              const CallSite &site = callSites[call];
              return site.loop >= 0 ||
                     (site.caller != kNone && functionOf[site.caller]);
            }));
  };
  std::vector<unsigned> &chosen = chosenCallables;
  visitComponents(callers, [&](ArrayRef<unsigned> component) {
    bool isRecursive = component.size() > 1 ||
                       llvm::is_contained(callers.getTargets(component.front()),
                                          component.front());
    if (!isRunnable[component.front()] ||
        (!isRecursive && !isRun(component.front())))
      return;
    for (unsigned callable : component) {
      chosen.push_back(callable);
      program.functions.push_back(std::make_unique<Function>());
      Function &function = *program.functions.back();
      functionOf[callable] = &function;
      function.op = callables[callable].op;
      function.number = program.functions.size() - 1;
      function.isRecursive = isRecursive;
      function.cases = caseVariables[callable];
    }
  });
  if (chosen.empty())
    return;
  program.functionOfSlot.assign(program.size(), -1);
  for (unsigned callable : chosen)
    std::fill(program.functionOfSlot.begin() + callables[callable].begin,
              program.functionOfSlot.begin() + callables[callable].end,
              functionOf[callable]->number);
  for (ArrayRef<unsigned> calls : callsOf)
    for (unsigned call : calls) {
      const CallSite &site = callSites[call];
      if (!functionOf[site.callee])
        continue;
      if (site.loop >= 0)
        callsOfLoop[site.loop].push_back(call);
      else if (site.caller != kNone && functionOf[site.caller])
        callsOfFunction[functionOf[site.caller]].push_back(call);
      else
        callsOfRoot.push_back(call);
    }
}
