//===- NoiseScopes.cpp - Scopes and the units in them ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that fills scopes with units, and orders
// these.
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/Components.h"
#include "analysis/program/NoiseProgramBuilder.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

/// Fills a scope with the units of its slots from `first` on, but for
/// `boundSlots`, and of `calls` (positions in `callSites`). `id` is the loop
/// with the scope, or -1; `function` the position in `callables` of the one
/// that is run. Without either, it is the root.
void NoiseProgram::Builder::buildScope(Scope &scope, Slot first, int id,
                                       const llvm::DenseSet<Slot> &boundSlots,
                                       ArrayRef<unsigned> calls,
                                       unsigned function) {
  bool isRoot = id < 0 && function == kNone;
  llvm::DenseMap<Operation *, unsigned> unitOf;
  // The units of calls stand where their first result does; those that set
  // none of a value at the end.
  llvm::DenseMap<Slot, const CallSite *> callOfResult;
  std::vector<Unit> otherCalls;
  for (unsigned call : calls) {
    const CallSite &site = callSites[call];
    // The results of a shared one are joins of what its units set.
    if (!site.hasResult || site.isShared) {
      otherCalls.push_back(makeCallUnit(site));
      continue;
    }
    for (Slot result : getResults(site))
      callOfResult[result] = &site;
  }
  if (isRoot) {
    scope.units.reserve(program.size());
    scope.slots.reserve(program.size());
  }
  for (Slot slot = first; slot < scope.end; ++slot) {
    if (isRoot && program.getFunction(slot))
      continue;
    if (auto begun = blockLoopsAt.find(slot); begun != blockLoopsAt.end())
      for (int number : begun->second)
        // A loop of blocks, if it is not within another one.
        if (loopAround[number] == id) {
          const Loop &loop = *program.loops[number];
          scope.units.push_back(makeLoopUnit(getLoop(number)));
          llvm::append_range(scope.slots, loop.outputs);
        }
    if (program.loopOfSlot[slot] != id || !program.live[slot])
      continue;
    scope.slots.push_back(slot);
    if (boundSlots.contains(slot))
      continue;
    if (program.getLoopOfResult(slot)) {
      Operation *op = program.values[slot].getDefiningOp();
      if (unitOf.try_emplace(op, scope.units.size()).second)
        scope.units.push_back(
            makeLoopUnit(getLoop(program.loopOfOp.lookup(op))));
      continue;
    }
    const CallSite *site =
        callOfResult.empty() ? nullptr : callOfResult.lookup(slot);
    if (!site)
      scope.units.push_back(makeUnit(slot));
    else if (unitOf.try_emplace(site->op, scope.units.size()).second)
      scope.units.push_back(makeCallUnit(*site));
  }
  llvm::append_range(scope.units, std::move(otherCalls));
  addExtras(scope, id, function);
  if (isRoot)
    for (unsigned callable = 0; callable < callables.size(); ++callable)
      if (functionOf[callable] && hasOwnEntry(callables[callable]))
        addEntry(callable);
  order(scope, isRoot);
}

void NoiseProgram::Builder::findHiddenLoops() {
  for (auto [number, loop] : llvm::enumerate(program.loops)) {
    bool isSeen = loop->blocks.empty()
                      ? llvm::any_of(loop->op->getResults(), carriesNoise)
                      : loop->begin < loop->end;
    if (isSeen)
      continue;
    int around = loopAround[number];
    unsigned callable = around < 0 ? findCallable(loop->op) : kNone;
    bool isRun = callable != kNone && functionOf[callable];
    hiddenLoops[{around, isRun ? callable : kNone}].push_back(number);
  }
}

/// Adds the slots that are no values, and the units that join them, to a scope:
/// of a loop, of a function, or of the root.
void NoiseProgram::Builder::addExtras(Scope &scope, int id, unsigned function) {
  auto add = [&](ArrayRef<Slot> slots) {
    for (Slot slot : slots) {
      scope.slots.push_back(slot);
      auto join = extraJoins.find(slot);
      if (join == extraJoins.end())
        continue;
      Unit unit;
      unit.kind = UnitKind::Join;
      unit.inputs = allocate(join->second);
      unit.outputs = allocate(slot);
      unit.choice = extraChoices.lookup(slot);
      if (Operation *conditional = conditionalOf.lookup(slot))
        unit.choice = choiceOf.lookup(conditional);
      scope.units.push_back(std::move(unit));
    }
  };
  bool isOfHeader = id >= 0 && &scope == &program.loops[id]->header;
  if (id >= 0) {
    for (Slot slot : extraSlots.lookup(id))
      if (extrasOfHeaders.contains(slot) == isOfHeader)
        add(slot);
  } else if (function != kNone) {
    add(extraSlotsIn.lookup(function));
  } else {
    // Of functions that are not run, and of code outside of any.
    for (const auto &[callable, slots] : extraSlotsIn)
      if (callable == kNone || !functionOf[callable])
        add(slots);
  }
  for (int number : hiddenLoops.lookup({id, function}))
    if (id < 0 || getPlaceAround(number).isInHeader == isOfHeader)
      scope.units.push_back(makeLoopUnit(getLoop(number)));
}

ArrayRef<Slot> NoiseProgram::Builder::allocate(ArrayRef<Slot> slots) {
  Slot *list = program.lists.Allocate<Slot>(slots.size());
  llvm::copy(slots, list);
  return ArrayRef<Slot>(list, slots.size());
}

/// The bound of a join besides its inputs.
NoiseBound NoiseProgram::Builder::getOwnBound(Slot slot) const {
  const Flow &flow = program.slotFlows[slot];
  if (flow.unknown)
    return NoiseBound::unknown();
  NoiseBound bound = flow.contract > 0 ? NoiseBound::bits(flow.contract)
                                       : NoiseBound::unreachable();
  if (flow.isAssumed)
    bound =
        NoiseBound::join(bound, NoiseBound::bits(program.models[slot].initial));
  return bound;
}

/// The function of the model that an operation on two operands is.
static std::optional<NoiseTransfer> findTransfer(Operation *op,
                                                 const NoiseModel &model) {
  if (isa<AddOp>(op))
    return model.add;
  if (isa<SubOp>(op))
    return model.sub;
  if (isa<MulOp>(op))
    return model.mul;
  return std::nullopt;
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
  // Operands are read where the operation stands, and so are elements of a
  // tensor. Arguments of functions are the joins of what their calls see,
  // wherever these stand; and what comes by other ways, as by memory, may be of
  // any iteration.
  Value value = program.values[slot];
  Block *block = value.getParentBlock();
  Operation *op = value.getDefiningOp();
  bool readsOperands =
      op ? isa<RegionBranchOpInterface, CallOpInterface, tensor::ExtractOp>(
               op) ||
               llvm::all_of(flow.inputs,
                            [&](Slot input) {
                              return llvm::is_contained(op->getOperands(),
                                                        program.values[input]);
                            })
         : !isa<CallableOpInterface>(block->getParentOp()) ||
               !block->isEntryBlock();
  unit.inputs =
      readsOperands ? getAllSeen(flow.inputs, block) : addExits(flow.inputs);
  if (auto read = program.memoryReads.find(slot);
      read != program.memoryReads.end())
    unit.inputs = allocate(read->second);
  switch (flow.kind) {
  case NoiseFlowKind::Transfer: {
    unit.op = cast<NoiseOpInterface>(program.values[slot].getDefiningOp());
    // An encryption or a reduction: independent of the inputs.
    SmallVector<NoiseBound, 2> maxBounds(unit.inputs.size(),
                                         NoiseBound::unbounded());
    unit.bound = unit.op.inferNoise(program.models[slot], maxBounds);
    unit.kind = unit.bound.isBits() ? UnitKind::Constant : UnitKind::Transfer;
    if (unit.bound.isBits())
      unit.inputs = {};
    else
      unit.transfer = findTransfer(unit.op, program.models[slot]);
    break;
  }
  case NoiseFlowKind::Reduction:
    unit.kind = UnitKind::Reduction;
    break;
  default:
    unit.kind = UnitKind::Join;
    unit.bound = getOwnBound(slot);
  }
  if (auto read = extraReads.find(slot); read != extraReads.end()) {
    unit.inputs = allocate(read->second.first);
    unit.choice = read->second.second;
  }
  if (!choiceOf.empty())
    setChoices(unit, program.values[slot]);
  return unit;
}

NoiseProgram::Unit NoiseProgram::Builder::makeLoopUnit(const Loop &loop) {
  Unit unit;
  unit.kind = UnitKind::Loop;
  unit.loop = &loop;
  unit.inputs = loop.inputs;
  unit.outputs = loop.outputs;
  unit.around = findBranchAround(loop.op);
  return unit;
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
    for (const Unit &unit : scope.units)
      for (Slot output : unit.outputs)
        producer[output] = ~0u;
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
