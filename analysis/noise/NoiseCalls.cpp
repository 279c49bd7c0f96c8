//===- NoiseCalls.cpp - Functions that are run for each call --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that chooses the functions that are run
// for each of their calls, and makes the units of calls.
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/Components.h"
#include "analysis/noise/NoiseProgramBuilder.h"
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

/// Finds the callees of the calls, and drops those out of sight.
void NoiseProgram::Builder::collectCalls() {
  llvm::erase_if(callSites, [&](CallSite &site) {
    Operation *callee = flows.getCallee(site.op);
    auto entry = callee ? callableIndex.find(callee) : callableIndex.end();
    if (entry == callableIndex.end())
      return true;
    site.callee = entry->second;
    if (Operation *caller = site.op->getParentOfType<CallableOpInterface>())
      if (auto known = callableIndex.find(caller); known != callableIndex.end())
        site.caller = known->second;
    site.hasResult = !getResults(site).empty();
    return false;
  });
}

/// True if noise passes to the callee or from it, not only what is stated of
/// it: what the callee does matters to the caller, or the other way round.
bool NoiseProgram::Builder::passesNoise(const CallSite &site) const {
  return site.hasResult || !getFreeArguments(callables[site.callee]).empty();
}

/// True if the operands are those that the callee takes.
bool NoiseProgram::Builder::fits(const CallSite &site) const {
  CallOpInterface call = site.op;
  auto callee = cast<CallableOpInterface>(callables[site.callee].op);
  Region *region = callee.getCallableRegion();
  auto operands = call.getArgOperands();
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
  for (auto it = first; it != callables.end() && it->begin < extent.end; ++it)
    if (it->op != extent.op && it->begin != it->end)
      return true;
  return false;
}

/// Finds the functions that can be run on the operands of a call alone. Noise
/// passes to them and from them only by calls that name them, they cannot be
/// reached again from their own calls, and all this holds for what they call.
void NoiseProgram::Builder::findRunnable() {
  isRunnable.assign(callables.size(), false);
  if (callSites.empty())
    return;
  std::vector<char> isBlocked(callables.size(), false);
  const FunctionUses &uses = flows.getUses();
  for (auto [i, callable] : llvm::enumerate(callables)) {
    isBlocked[i] |= hasOtherCallable(callable) ||
                    approximation.joinedFunctions.contains(callable.op);
    for (Operation *call : uses.getIndirectCalls(callable.op)) {
      isBlocked[i] = true;
      if (Operation *caller = call->getParentOfType<CallableOpInterface>())
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
  std::vector<unsigned> depth(callables.size(), 0);
  visitComponents(graph, [&](ArrayRef<unsigned> component) {
    unsigned function = component.front();
    if (component.size() > 1 || isBlocked[function])
      return;
    for (unsigned callee : graph.getTargets(function)) {
      if (!isRunnable[callee]) // the function itself, too
        return;
      depth[function] = std::max(depth[function], depth[callee] + 1);
    }
    isRunnable[function] = depth[function] < kDeepestCalls;
  });
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
  return arguments.empty() || llvm::any_of(arguments, [&](Slot argument) {
           const Flow &flow = program.slotFlows[argument];
           return flow.isAssumed || flow.unknown;
         });
}

/// Chooses the functions that are run for each call, and builds them. Callers
/// come first in the choice: what a function calls that is run for each call is
/// run for each of these.
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
  std::vector<unsigned> chosen;
  visitComponents(callers, [&](ArrayRef<unsigned> component) {
    unsigned callable = component.front();
    if (component.size() > 1 || !isRunnable[callable])
      return;
    ArrayRef<unsigned> calls = callsOf[callable];
    const Extent &extent = callables[callable];
    bool isRun = (calls.size() + hasOwnEntry(extent) > 1 &&
                  !getFreeArguments(extent).empty()) ||
                 llvm::any_of(calls, [&](unsigned call) {
                   const CallSite &site = callSites[call];
                   return site.loop >= 0 ||
                          (site.caller != kNone && functionOf[site.caller]);
                 });
    if (calls.empty() || !isRun)
      return;
    chosen.push_back(callable);
    program.functions.push_back(std::make_unique<Function>());
    functionOf[callable] = program.functions.back().get();
    functionOf[callable]->op = callables[callable].op;
    functionOf[callable]->number = program.functions.size() - 1;
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
  // Callees before callers, so that the units of calls find the results.
  for (unsigned callable : llvm::reverse(chosen))
    buildFunction(callable);
}

//===----------------------------------------------------------------------===//
// Functions and units
//===----------------------------------------------------------------------===//

void NoiseProgram::Builder::buildFunction(unsigned callable) {
  Function &function = *functionOf[callable];
  function.begin = callables[callable].begin;
  function.end = callables[callable].end;
  llvm::DenseSet<Slot> boundSlots;
  for (Slot argument : getFreeArguments(callables[callable])) {
    function.arguments.push_back(argument);
    function.positions.push_back(
        cast<BlockArgument>(program.values[argument]).getArgNumber());
    boundSlots.insert(argument);
  }
  auto calls = callsOfFunction.find(&function);
  buildScope(function, function.begin, -1, boundSlots,
             calls == callsOfFunction.end() ? ArrayRef<unsigned>()
                                            : ArrayRef<unsigned>(calls->second),
             /*isRoot=*/false);
  llvm::SetVector<Slot> results;
  for (unsigned call : callsOf[callable])
    for (Slot slot : getResults(callSites[call]))
      for (Slot returned : program.slotFlows[slot].inputs)
        results.insert(getReturned(returned));
  function.results.assign(results.begin(), results.end());
  findSources(function);
}

/// Finds the arguments that flow to each result, backwards.
void NoiseProgram::Builder::findSources(Function &function) {
  llvm::DenseSet<Slot> visitedSlots;
  SmallVector<Slot> worklist;
  for (Slot result : function.results) {
    SmallVector<unsigned, 2> &sources = function.sources.emplace_back();
    visitedSlots.clear();
    auto reach = [&](Slot slot) {
      slot = program.getOrigin(slot);
      if (slot >= function.begin && slot < function.end &&
          visitedSlots.insert(slot).second)
        worklist.push_back(slot);
    };
    reach(result);
    while (!worklist.empty()) {
      Slot slot = worklist.pop_back_val();
      auto argument = llvm::find(function.arguments, slot);
      if (argument != function.arguments.end()) {
        sources.push_back(argument - function.arguments.begin());
        continue;
      }
      const Flow &flow = program.slotFlows[slot];
      llvm::for_each(program.callSources.contains(slot)
                         ? program.callSources.lookup(slot)
                         : flow.inputs,
                     reach);
      llvm::for_each(flow.hiddenInputs, reach);
    }
    llvm::sort(sources);
  }
}

/// Adds the run of a function for the calls out of sight.
void NoiseProgram::Builder::addEntry(const Function &function) {
  program.calls.push_back(std::make_unique<Call>());
  Call *call = program.calls.back().get();
  call->function = &function;
  for (Slot argument : function.arguments)
    call->assumedBounds.push_back(getOwnBound(argument));
  Unit unit;
  unit.kind = UnitKind::Call;
  unit.call = call;
  program.root.units.push_back(std::move(unit));
}

NoiseProgram::Unit NoiseProgram::Builder::makeCallUnit(const CallSite &site) {
  const Function &function = *functionOf[site.callee];
  program.calls.push_back(std::make_unique<Call>());
  Call *call = program.calls.back().get();
  CallOpInterface op = site.op;
  call->op = op;
  call->caller = site.caller == kNone ? nullptr : functionOf[site.caller];
  call->function = &function;
  Unit unit;
  unit.kind = UnitKind::Call;
  unit.call = call;
  unit.inputs = getAllSeen(
      number(llvm::map_to_vector(
          function.positions,
          [&](unsigned position) { return op.getArgOperands()[position]; })),
      op->getBlock());
  for (Slot slot : getResults(site)) {
    call->outputs.push_back(slot);
    call->otherBounds.push_back(getOwnBound(slot));
    SmallVector<unsigned, 1> &returned = call->returned.emplace_back();
    llvm::SmallSetVector<Slot, 4> sources;
    for (Slot returnedSlot : program.slotFlows[slot].inputs) {
      unsigned position =
          llvm::find(function.results, getReturned(returnedSlot)) -
          function.results.begin();
      returned.push_back(position);
      for (unsigned source : function.sources[position])
        sources.insert(unit.inputs[source]);
    }
    Slot *list = program.lists.Allocate<Slot>(sources.size());
    llvm::copy(sources, list);
    program.callSources[slot] = ArrayRef<Slot>(list, sources.size());
  }
  unit.outputs = call->outputs;
  std::tie(unit.around, unit.branchAround) = findChoiceAround(op);
  return unit;
}
