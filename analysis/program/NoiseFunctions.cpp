//===- NoiseFunctions.cpp - The runs of functions for calls ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that makes the functions that are run for
// each of their calls, and the units of these calls.
//
//===----------------------------------------------------------------------===//

#include "analysis/program/NoiseProgramBuilder.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

void NoiseProgram::Builder::buildFunctions() {
  // The callables that read what calls leave in buffers.
  llvm::DenseSet<unsigned> readers;
  for (const auto &[place, slot] : slotsBehindCalls)
    readers.insert(findCallable(place.first));
  for (unsigned callable : chosenCallables) {
    Function &function = *functionOf[callable];
    function.begin = callables[callable].begin;
    function.end = callables[callable].end;
    if (function.cases) {
      llvm::append_range(function.integers, cases->getArguments(callable));
      for (unsigned i = 0; i < cases->getNumCases(callable); ++i) {
        FunctionCases::Case known = cases->getKnown(callable, i);
        known.truncate(function.integers.size());
        function.integersByCase.push_back(std::move(known));
      }
    }
    for (Slot argument : getFreeArguments(callables[callable])) {
      function.arguments.push_back(argument);
      function.positions.push_back(
          cast<BlockArgument>(program.values[argument]).getArgNumber());
    }
    llvm::SetVector<Slot> results;
    for (unsigned call : callsOf[callable])
      for (Slot slot : getResults(callSites[call]))
        results.insert_range(getReturnedSlots(callSites[call], slot));
    for (BlockArgument argument : getArguments(function)) {
      if (auto passed = passedSlots.find(argument); passed != passedSlots.end())
        function.arguments.push_back(passed->second);
      if (auto returned = returnedInBuffer.find(argument);
          returned != returnedInBuffer.end())
        results.insert(returned->second);
    }
    function.results.assign(results.begin(), results.end());
    if (!function.isRecursive && !takesBuffers(function) &&
        !readers.contains(callable))
      continue;
    // In a recursion, and through memory, all arguments may flow to each
    // result.
    SmallVector<unsigned, 2> all;
    for (unsigned i = 0; i < function.arguments.size(); ++i)
      all.push_back(i);
    function.sources.assign(function.results.size(), all);
  }
  // Callees before callers, so that the units of calls find the sources.
  for (unsigned callable : llvm::reverse(chosenCallables))
    buildFunction(callable);
}

/// Makes the results of calls that may be of several functions, of which some
/// are run for each call, the joins of what these return.
void NoiseProgram::Builder::joinSharedResults() {
  for (const CallSite &site : callSites) {
    if (!site.isShared || !site.hasResult || !functionOf[site.callee])
      continue;
    for (Slot slot : getResults(site)) {
      Slot output = addExtraSlot(slot, getPlaceOf(site.op));
      sharedOutputs[{&site, slot}] = output;
      extraReads[slot].first.push_back(output);
    }
  }
  // What others return, in the scope of the root.
  for (const CallSite &site : callSites) {
    if (!site.isShared || !site.hasResult || functionOf[site.callee])
      continue;
    for (Slot slot : getResults(site))
      if (auto joined = extraReads.find(slot); joined != extraReads.end()) {
        SmallVector<Slot, 2> returned = getReturnedSlots(site, slot);
        llvm::append_range(joined->second.first, returned);
        ArrayRef<Slot> &sources = program.callSources[slot];
        llvm::append_range(returned, sources);
        sources = allocate(returned);
      }
  }
}

void NoiseProgram::Builder::buildFunction(unsigned callable) {
  Function &function = *functionOf[callable];
  llvm::DenseSet<Slot> boundSlots(function.arguments.begin(),
                                  function.arguments.end());
  auto calls = callsOfFunction.find(&function);
  buildScope(function, function.begin, -1, boundSlots,
             calls == callsOfFunction.end() ? ArrayRef<unsigned>()
                                            : ArrayRef<unsigned>(calls->second),
             callable);
  if (function.sources.empty())
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
void NoiseProgram::Builder::addEntry(unsigned callable) {
  const Function &function = *functionOf[callable];
  program.calls.push_back(std::make_unique<Call>());
  Call *call = program.calls.back().get();
  call->function = &function;
  for (Slot argument : function.arguments)
    call->assumedBounds.push_back(argument < program.size()
                                      ? getOwnBound(argument)
                                      : NoiseBound::unknown());
  SmallVector<Value> integers;
  if (function.cases)
    llvm::append_range(integers, cases->getArguments(callable));
  setCases(*call, callable, nullptr, integers);
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
  SmallVector<Slot> inputs(getAllSeen(
      number(llvm::map_to_vector(
          function.positions,
          [&](unsigned position) { return op.getArgOperands()[position]; })),
      op->getBlock()));
  for (BlockArgument argument : getArguments(function))
    if (passedSlots.contains(argument))
      inputs.push_back(passedByCall.lookup({op, argument}));
  unit.inputs = allocate(inputs);
  for (Slot slot : getResults(site)) {
    if (site.isShared) {
      call->outputs.push_back(sharedOutputs.lookup({&site, slot}));
      call->otherBounds.push_back(NoiseBound::unreachable());
    } else {
      call->outputs.push_back(slot);
      call->otherBounds.push_back(getOwnBound(slot));
    }
    SmallVector<unsigned, 1> &returned = call->returned.emplace_back();
    llvm::SmallSetVector<Slot, 4> sources;
    // Those of the other functions that it may call.
    sources.insert_range(program.callSources.lookup(slot));
    for (Slot returnedSlot : getReturnedSlots(site, slot)) {
      unsigned position =
          llvm::find(function.results, returnedSlot) - function.results.begin();
      returned.push_back(position);
      for (unsigned source : function.sources[position])
        sources.insert(unit.inputs[source]);
    }
    program.callSources[slot] = allocate(sources.getArrayRef());
  }
  for (BlockArgument argument : getArguments(function))
    if (auto behind = slotsBehindCalls.find({op, argument});
        behind != slotsBehindCalls.end()) {
      auto returned =
          llvm::find(function.results, returnedInBuffer.lookup(argument));
      call->outputs.push_back(behind->second);
      call->otherBounds.push_back(NoiseBound::unreachable());
      call->returned.push_back({unsigned(returned - function.results.begin())});
    }
  unit.outputs = call->outputs;
  SmallVector<Value> integers;
  if (function.cases)
    for (BlockArgument argument : cases->getArguments(site.callee))
      integers.push_back(op.getArgOperands()[argument.getArgNumber()]);
  setCases(*call, site.callee, op, integers);
  unit.around = findBranchAround(op);
  if (auto choice = choiceOf.find(op); choice != choiceOf.end())
    unit.around = {choice->second, site.callee};
  return unit;
}
