//===- NoiseScopes.cpp - Loops, functions and the units in them -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that fills scopes with units.
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/Components.h"
#include "analysis/flow/ForallOutputs.h"
#include "analysis/noise/NoiseProgramBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

void NoiseProgram::Builder::addLoop(const Extent &extent,
                                    TripCount iterations) {
  auto op = cast<LoopLikeOpInterface>(extent.op);
  auto loop = std::make_unique<Loop>();
  loop->op = op;
  loop->iterations = iterations;
  loop->begin = extent.begin;
  loop->end = extent.end;
  for (BlockArgument argument : op.getRegionIterArgs())
    if (carriesNoise(argument))
      loop->carriedSlots.push_back(program.getSlot(argument));
  if (auto forall = dyn_cast<scf::ForallOp>(extent.op)) {
    // The tensor keeps its elements where nothing is inserted.
    for (auto [i, tensor] : llvm::enumerate(forall.getRegionIterArgs()))
      if (carriesNoise(tensor)) {
        auto &slots = loop->yieldedSlots.emplace_back();
        slots.push_back(program.getSlot(tensor));
        std::optional<SmallVector<Value, 2>> sources = getInserted(forall, i);
        for (Value source : *sources)
          slots.push_back(program.getSlot(source));
      }
  } else {
    for (Value value : op.getYieldedValues())
      if (carriesNoise(value))
        loop->yieldedSlots.emplace_back(1, program.getSlot(value));
  }
  int id = program.loops.size();
  std::fill(program.loopOfSlot.begin() + extent.begin,
            program.loopOfSlot.begin() + extent.end, id);
  program.loopOfOp[extent.op] = id;
  program.loops.push_back(std::move(loop));
}

/// Returns the scope of a loop, and builds it at the first call: in the scope
/// around it, or in that of a function which is called in a loop.
const NoiseProgram::Loop &NoiseProgram::Builder::getLoop(Operation *op) {
  int id = program.loopOfOp.lookup(op);
  Loop &loop = *program.loops[id];
  if (!builtLoops.insert(op).second)
    return loop;
  buildScope(
      loop, id,
      llvm::DenseSet<Slot>(loop.carriedSlots.begin(), loop.carriedSlots.end()),
      /*isRoot=*/false);
  llvm::SetVector<Slot> capturedSlots;
  auto use = [&](Slot slot) {
    if (slot < loop.begin || slot >= loop.end)
      capturedSlots.insert(slot);
  };
  for (const Unit &inner : loop.units)
    llvm::for_each(inner.inputs, use);
  for (const auto &yieldedSlots : loop.yieldedSlots)
    llvm::for_each(yieldedSlots, use);
  for (Value init : loop.op.getInits())
    if (carriesNoise(init))
      loop.inputs.push_back(program.getSlot(init));
  loop.inputs.append(capturedSlots.begin(), capturedSlots.end());
  return loop;
}

const NoiseProgram::Function *
NoiseProgram::Builder::getFunction(Operation *op) {
  auto [entry, isNew] = functionOf.try_emplace(op, nullptr);
  if (!isNew)
    return entry->second;
  const Extent &extent = callables[callableIndex.lookup(op)];
  auto function = std::make_unique<Function>();
  function->begin = extent.begin;
  function->end = extent.end;
  Region *region = cast<CallableOpInterface>(op).getCallableRegion();
  llvm::DenseSet<Slot> boundSlots;
  for (BlockArgument argument : region->getArguments())
    if (carriesNoise(argument) &&
        !getArgumentContract(op, argument.getArgNumber())) {
      function->arguments.push_back(program.getSlot(argument));
      function->positions.push_back(argument.getArgNumber());
      boundSlots.insert(function->arguments.back());
    }
  buildScope(*function, -1, boundSlots, /*isRoot=*/false);
  program.functions.push_back(std::move(function));
  return functionOf[op] = program.functions.back().get();
}

void NoiseProgram::Builder::buildScope(Scope &scope, int id,
                                       const llvm::DenseSet<Slot> &boundSlots,
                                       bool isRoot) {
  llvm::DenseMap<Operation *, unsigned> unitOf;
  llvm::DenseMap<Operation *, Call *> callOf;
  if (isRoot) {
    scope.units.reserve(program.size());
    scope.slots.reserve(program.size());
  }
  for (Slot slot = scope.begin; slot < scope.end; ++slot) {
    if (program.loopOfSlot[slot] != id || !program.live[slot])
      continue;
    scope.slots.push_back(slot);
    if (boundSlots.contains(slot))
      continue;
    if (program.getLoopOfResult(slot)) {
      Operation *op = program.values[slot].getDefiningOp();
      if (unitOf.try_emplace(op, scope.units.size()).second)
        scope.units.push_back(makeLoopUnit(getLoop(op)));
      continue;
    }
    const Flow &flow = program.slotFlows[slot];
    Operation *op = isRoot ? nullptr : program.values[slot].getDefiningOp();
    bool isRun = isa_and_nonnull<CallOpInterface>(op) &&
                 flow.kind == NoiseFlowKind::Join && !flow.inputs.empty();
    if (!isRun) {
      scope.units.push_back(makeUnit(slot));
      continue;
    }
    auto [position, isNew] = unitOf.try_emplace(op, scope.units.size());
    if (isNew) {
      auto callOp = cast<CallOpInterface>(op);
      program.calls.push_back(std::make_unique<Call>());
      Call *call = callOf[op] = program.calls.back().get();
      call->function = getFunction(flows.getCallee(callOp));
      Unit unit;
      unit.kind = UnitKind::Call;
      unit.call = call;
      unit.inputs = number(llvm::map_to_vector(
          call->function->positions, [&](unsigned argument) {
            return callOp.getArgOperands()[argument];
          }));
      scope.units.push_back(std::move(unit));
    }
    addCallResult(scope.units[position->second], *callOf[op], slot);
  }
  order(scope, isRoot);
}

/// The bound of a join besides its inputs.
static NoiseBound getOwnBound(const NoiseProgram::Flow &flow,
                              NoiseModel model) {
  if (flow.unknown)
    return NoiseBound::unknown();
  return flow.isAssumed ? NoiseBound::bits(model.initial)
                        : NoiseBound::unreachable();
}

NoiseProgram::Unit NoiseProgram::Builder::makeUnit(Slot slot) {
  const Flow &flow = program.slotFlows[slot];
  Unit unit;
  unit.outputs = ArrayRef<Slot>(program.allSlots).slice(slot, 1);
  if (!program.inhabitedSlots[slot] || flow.kind == NoiseFlowKind::Contract) {
    unit.kind = UnitKind::Constant;
    unit.bound = program.inhabitedSlots[slot] ? NoiseBound::bits(flow.contract)
                                              : NoiseBound::unknown();
    return unit;
  }
  unit.inputs = flow.inputs;
  switch (flow.kind) {
  case NoiseFlowKind::Transfer: {
    unit.op = cast<NoiseOpInterface>(program.values[slot].getDefiningOp());
    // An encryption or a reduction: independent of the inputs.
    SmallVector<NoiseBound, 2> maxBounds(unit.inputs.size(),
                                         NoiseBound::unbounded());
    unit.bound = unit.op.inferNoise(maxBounds);
    unit.kind = unit.bound.isBits() ? UnitKind::Constant : UnitKind::Transfer;
    if (unit.bound.isBits())
      unit.inputs = {};
    break;
  }
  case NoiseFlowKind::Reduction:
    unit.kind = UnitKind::Reduction;
    break;
  default:
    unit.kind = UnitKind::Join;
    unit.bound = getOwnBound(flow, program.models[slot]);
  }
  return unit;
}

NoiseProgram::Unit NoiseProgram::Builder::makeLoopUnit(const Loop &loop) {
  Unit unit;
  unit.kind = UnitKind::Loop;
  unit.loop = &loop;
  unit.inputs = loop.inputs;
  auto results = llvm::make_filter_range(loop.op->getResults(), carriesNoise);
  unit.outputs = ArrayRef<Slot>(program.allSlots)
                     .slice(program.getSlot(*results.begin()),
                            std::distance(results.begin(), results.end()));
  return unit;
}

void NoiseProgram::Builder::addCallResult(Unit &unit, Call &call, Slot slot) {
  const Flow &flow = program.slotFlows[slot];
  call.outputs.push_back(slot);
  unit.outputs = call.outputs;
  call.returnSlots.emplace_back(flow.inputs);
  call.otherBounds.push_back(getOwnBound(flow, program.models[slot]));
}

/// True if each unit comes after those that it depends on: in most scopes the
/// order of the text is such an order.
bool NoiseProgram::Builder::isOrdered(const Scope &scope) const {
  for (auto [index, unit] : llvm::enumerate(scope.units))
    for (Slot input : unit.inputs)
      if (producer[input] != ~0u && producer[input] >= index)
        return false;
  return true;
}

/// Orders the units so that they can be run, and finds those that depend on
/// each other in cycles.
void NoiseProgram::Builder::order(Scope &scope, bool isRoot) {
  for (auto [index, unit] : llvm::enumerate(scope.units)) {
    for (Slot output : unit.outputs)
      producer[output] = index;
    // Arguments of functions depend on values in loops that call them.
    if (isRoot && unit.loop)
      std::fill(producer.begin() + unit.loop->begin,
                producer.begin() + unit.loop->end, index);
  }
  llvm::scope_exit reset([&] {
    std::fill(producer.begin() + scope.begin, producer.begin() + scope.end,
              ~0u);
  });
  if (isOrdered(scope))
    return;
  Graph graph;
  for (const Unit &unit : scope.units) {
    graph.addNode();
    for (Slot input : unit.inputs)
      if (producer[input] != ~0u)
        graph.addEdge(producer[input]);
  }
  std::vector<Unit> orderedUnits;
  orderedUnits.reserve(scope.units.size());
  visitComponents(graph, [&](ArrayRef<unsigned> component) {
    unsigned first = orderedUnits.size();
    for (unsigned index : component)
      orderedUnits.push_back(std::move(scope.units[index]));
    bool isCycle = component.size() > 1 ||
                   llvm::is_contained(graph.getTargets(component.front()),
                                      component.front());
    if (isCycle)
      scope.cycles.push_back({first, unsigned(orderedUnits.size())});
  });
  scope.units = std::move(orderedUnits);
}
