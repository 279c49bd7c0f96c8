//===- NoiseProgram.cpp - The flow of noise, compiled ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseProgram.h"
#include "analysis/flow/Components.h"
#include "analysis/flow/ForallOutputs.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

class NoiseProgram::Builder {
public:
  Builder(NoiseProgram &program, NoiseFlows &flows,
          const llvm::DenseSet<Operation *> &uncounted)
      : program(program), flows(flows), uncounted(uncounted) {}

  void build(Operation *root);

private:
  /// An operation and the slots of the values in its regions.
  struct Extent {
    Operation *op;
    Slot begin, end;
  };

  void collect(Operation *op, NoiseModel model, bool isLive);
  void add(Value value, NoiseModel model, bool isLive);
  void findInhabited();
  std::optional<unsigned> getCallDepth(Slot callResult, unsigned above);
  std::optional<unsigned> getCallDepth(Operation *function, unsigned above);
  std::optional<TripCount> getTurnsToRun(const Extent &extent);
  void addLoop(const Extent &extent, TripCount turns);
  const Function *getFunction(Operation *op);

  const Loop &getLoop(Operation *op);
  void buildScope(Scope &scope, int id, const llvm::DenseSet<Slot> &given,
                  bool isRoot);
  Unit makeUnit(Slot slot);
  Unit makeLoopUnit(const Loop &loop);
  void addCallResult(Unit &unit, Call &call, Slot slot);
  void order(Scope &scope, bool isRoot);

  /// The call slots in [begin, end).
  ArrayRef<Slot> getCallResults(Slot begin, Slot end) const;
  bool hasOtherCallable(const Extent &extent) const;

  NoiseProgram &program;
  NoiseFlows &flows;
  const llvm::DenseSet<Operation *> &uncounted;
  /// In the order of the text, outer ones first.
  std::vector<Extent> loopExtents, callables;
  llvm::DenseMap<Operation *, unsigned> callableIndex;
  std::vector<Slot> callResults;
  llvm::DenseMap<Operation *, std::optional<unsigned>> callDepths;
  llvm::DenseMap<Operation *, const Function *> functionOf;
  llvm::DenseSet<Operation *> builtLoops;
  /// The unit of the scope being ordered that sets a slot.
  std::vector<unsigned> producer;
};

NoiseProgram::NoiseProgram(Operation *root, NoiseFlows &flows,
                           const llvm::DenseSet<Operation *> &uncounted) {
  Builder(*this, flows, uncounted).build(root);
}

NoiseProgram::~NoiseProgram() = default;

const NoiseProgram::Loop *NoiseProgram::getLoop(Slot slot) const {
  return loopOfSlot[slot] < 0 ? nullptr : loops[loopOfSlot[slot]].get();
}

const NoiseProgram::Loop *NoiseProgram::getLoopOfResult(Slot slot) const {
  Operation *op = values[slot].getDefiningOp();
  auto found = op ? loopOfOp.find(op) : loopOfOp.end();
  return found == loopOfOp.end() ? nullptr : loops[found->second].get();
}

void NoiseProgram::Builder::build(Operation *root) {
  NoiseModel model = NoiseModel::get(root);
  program.leastNoise = model.initial;
  collect(root, model, /*isLive=*/true);
  program.loopOfSlot.assign(program.size(), -1);
  producer.assign(program.size(), ~0u);
  if (program.values.empty())
    return;

  program.valueFlows.resize(program.size());
  for (Slot slot = 0; slot < program.size(); ++slot)
    if (program.live[slot])
      program.valueFlows[slot] = flows.get(program.values[slot]);
  findInhabited();

  for (const Extent &extent : loopExtents)
    if (std::optional<TripCount> turns = getTurnsToRun(extent))
      addLoop(extent, *turns);
  program.root.end = program.size();
  buildScope(program.root, -1, {}, /*isRoot=*/true);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void NoiseProgram::Builder::add(Value value, NoiseModel model, bool isLive) {
  if (!carriesNoise(value))
    return;
  Slot slot = program.values.size();
  program.slots[value] = slot;
  program.values.push_back(value);
  program.models.push_back(model);
  program.live.push_back(isLive);
  if (isa_and_nonnull<CallOpInterface>(value.getDefiningOp()))
    callResults.push_back(slot);
}

void NoiseProgram::Builder::collect(Operation *op, NoiseModel model,
                                    bool isLive) {
  for (Value result : op->getResults())
    add(result, model, isLive);
  if (op->getNumRegions() == 0)
    return;
  NoiseModel inner = NoiseModel::get(op);
  program.leastNoise = std::min(program.leastNoise, inner.initial);
  Extent extent{op, program.size(), 0};
  std::vector<Extent> *list = nullptr;
  if (auto callable = dyn_cast<CallableOpInterface>(op);
      callable && callable.getCallableRegion())
    list = &callables;
  else if (isa<scf::ForOp, affine::AffineForOp, scf::ForallOp>(op))
    list = &loopExtents;
  size_t position = list ? list->size() : 0;
  if (list)
    list->push_back(extent);
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      bool isBlockLive = flows.isLive(&block);
      for (BlockArgument argument : block.getArguments())
        add(argument, inner, isBlockLive);
      for (Operation &nested : block)
        collect(&nested, inner, isBlockLive);
    }
  if (!list)
    return;
  (*list)[position].end = program.size();
  if (list == &callables)
    callableIndex[op] = position;
}

/// Finds where values can come at all: a least fixpoint of its own, because
/// noise that goes round in a circle has to come from somewhere.
void NoiseProgram::Builder::findInhabited() {
  std::vector<char> &inhabited = program.inhabited;
  inhabited.assign(program.size(), false);
  auto evaluate = [&](Slot slot) {
    const NoiseFlow &flow = program.valueFlows[slot];
    auto isInhabited = [&](Value value) {
      return bool(inhabited[program.getSlot(value)]);
    };
    switch (flow.kind) {
    case NoiseFlowKind::Contract:
      return true;
    case NoiseFlowKind::Transfer:
      return llvm::all_of(flow.incoming, isInhabited);
    case NoiseFlowKind::Reduction:
      return isInhabited(flow.incoming[0]) &&
             (flow.reduction->turns.most == 0 || isInhabited(flow.incoming[1]));
    case NoiseFlowKind::Join:
    case NoiseFlowKind::Counted:
      return flow.assumed || flow.unknown ||
             llvm::any_of(flow.incoming, isInhabited);
    }
    llvm_unreachable("all kinds are handled");
  };
  // Once in the order of the text, which is all where there are no loops.
  std::vector<Slot> waiting;
  for (Slot slot = 0; slot < program.size(); ++slot)
    if (program.live[slot] && !(inhabited[slot] = evaluate(slot)))
      waiting.push_back(slot);
  if (waiting.empty())
    return;
  llvm::DenseMap<Slot, SmallVector<Slot, 2>> users;
  std::vector<Slot> worklist;
  for (Slot slot : waiting)
    for (Value incoming : program.valueFlows[slot].incoming)
      users[program.getSlot(incoming)].push_back(slot);
  worklist = waiting;
  while (!worklist.empty()) {
    Slot slot = worklist.back();
    worklist.pop_back();
    if (inhabited[slot] || !evaluate(slot))
      continue;
    inhabited[slot] = true;
    auto found = users.find(slot);
    if (found != users.end())
      llvm::append_range(worklist, found->second);
  }
}

//===----------------------------------------------------------------------===//
// What can be run
//===----------------------------------------------------------------------===//

ArrayRef<Slot> NoiseProgram::Builder::getCallResults(Slot begin,
                                                     Slot end) const {
  auto first = llvm::lower_bound(callResults, begin);
  auto last = llvm::lower_bound(callResults, end);
  return ArrayRef<Slot>(callResults)
      .slice(first - callResults.begin(), last - first);
}

/// Whether a callable with values of its own begins within: these are not
/// values of the body. The callables are in the order of the text.
bool NoiseProgram::Builder::hasOtherCallable(const Extent &extent) const {
  auto first = llvm::lower_bound(
      callables, extent.begin,
      [](const Extent &other, Slot slot) { return other.begin < slot; });
  for (auto it = first; it != callables.end() && it->begin < extent.end; ++it)
    if (it->op != extent.op && it->begin != it->end)
      return true;
  return false;
}

/// How deep the calls nest that running this result takes: 0 where none is
/// run; none when it cannot be run.
std::optional<unsigned> NoiseProgram::Builder::getCallDepth(Slot callResult,
                                                            unsigned above) {
  const NoiseFlow &flow = program.valueFlows[callResult];
  if (!program.live[callResult] || flow.kind == NoiseFlowKind::Contract ||
      flow.incoming.empty())
    return 0;
  auto call = cast<CallOpInterface>(program.values[callResult].getDefiningOp());
  return getCallDepth(flows.getCallee(call), above);
}

/// The same for a call of `function`. It can be run if it is in sight, does not
/// call itself, through whatever, and calls do not nest too deep for the stack.
std::optional<unsigned> NoiseProgram::Builder::getCallDepth(Operation *function,
                                                            unsigned above) {
  constexpr unsigned deepest = 500;
  auto index = callableIndex.find(function);
  if (index == callableIndex.end() || above >= deepest)
    return std::nullopt;
  // While it is asked for, the answer is no: that is a recursion.
  auto [entry, isNew] = callDepths.try_emplace(function, std::nullopt);
  if (!isNew)
    return entry->second;
  const Extent &extent = callables[index->second];
  if (hasOtherCallable(extent))
    return std::nullopt;
  unsigned depth = 0;
  for (Slot slot : getCallResults(extent.begin, extent.end)) {
    std::optional<unsigned> inner = getCallDepth(slot, above + 1);
    if (!inner || *inner >= deepest)
      return std::nullopt;
    depth = std::max(depth, *inner);
  }
  callDepths[function] = depth + 1;
  return depth + 1;
}

/// The trip count of a loop that is run turn by turn; none for any other.
std::optional<TripCount>
NoiseProgram::Builder::getTurnsToRun(const Extent &extent) {
  auto loop = cast<LoopLikeOpInterface>(extent.op);
  if (llvm::none_of(loop.getRegionIterArgs(), carriesNoise) ||
      uncounted.contains(extent.op) || !flows.isLive(extent.op->getBlock()))
    return std::nullopt;
  std::optional<TripCount> turns = flows.getTripCount(loop);
  // A loop that may turn so often passes the cap, or has a fixpoint.
  if (!turns || (!turns->isExact() && turns->most > NoiseBound::kCap))
    return std::nullopt;
  if (hasOtherCallable(extent) ||
      !llvm::all_of(getCallResults(extent.begin, extent.end), [&](Slot slot) {
        return getCallDepth(slot, 0).has_value();
      }))
    return std::nullopt;
  if (auto forall = dyn_cast<scf::ForallOp>(extent.op)) {
    for (unsigned i = 0; i < forall->getNumResults(); ++i)
      if (carriesNoise(forall->getResult(i)) && !getInserted(forall, i))
        return std::nullopt;
    return turns;
  }
  size_t count = loop->getNumResults();
  SmallVector<Region *> regions = loop.getLoopRegions();
  bool isRegular = regions.size() == 1 && regions.front()->hasOneBlock() &&
                   loop.getInits().size() == count &&
                   loop.getRegionIterArgs().size() == count &&
                   loop.getYieldedValues().size() == count;
  return isRegular ? turns : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

void NoiseProgram::Builder::addLoop(const Extent &extent, TripCount turns) {
  auto op = cast<LoopLikeOpInterface>(extent.op);
  auto loop = std::make_unique<Loop>();
  loop->op = op;
  loop->turns = turns;
  loop->begin = extent.begin;
  loop->end = extent.end;
  for (BlockArgument argument : op.getRegionIterArgs())
    if (carriesNoise(argument))
      loop->carried.push_back(program.getSlot(argument));
  if (auto forall = dyn_cast<scf::ForallOp>(extent.op)) {
    // What is there stays, unless something is inserted in its place.
    for (auto [i, shared] : llvm::enumerate(forall.getRegionIterArgs()))
      if (carriesNoise(shared)) {
        auto &yielded = loop->yielded.emplace_back();
        yielded.push_back(program.getSlot(shared));
        std::optional<SmallVector<Value, 2>> inserted = getInserted(forall, i);
        for (Value source : *inserted)
          yielded.push_back(program.getSlot(source));
      }
  } else {
    for (Value yielded : op.getYieldedValues())
      if (carriesNoise(yielded))
        loop->yielded.emplace_back(1, program.getSlot(yielded));
  }
  int id = program.loops.size();
  std::fill(program.loopOfSlot.begin() + extent.begin,
            program.loopOfSlot.begin() + extent.end, id);
  program.loopOfOp[extent.op] = id;
  program.loops.push_back(std::move(loop));
}

/// Builds the scope of a loop when it is first met: in that around it, or in
/// that of a function which is called in a loop.
const NoiseProgram::Loop &NoiseProgram::Builder::getLoop(Operation *op) {
  int id = program.loopOfOp.lookup(op);
  Loop &loop = *program.loops[id];
  if (!builtLoops.insert(op).second)
    return loop;
  buildScope(loop, id,
             llvm::DenseSet<Slot>(loop.carried.begin(), loop.carried.end()),
             /*isRoot=*/false);
  llvm::SetVector<Slot> captured;
  auto use = [&](Slot slot) {
    if (slot < loop.begin || slot >= loop.end)
      captured.insert(slot);
  };
  for (const Unit &inner : loop.units)
    llvm::for_each(inner.inputs, use);
  for (const auto &yielded : loop.yielded)
    llvm::for_each(yielded, use);
  for (Value init : loop.op.getInits())
    if (carriesNoise(init))
      loop.inputs.push_back(program.getSlot(init));
  loop.inputs.append(captured.begin(), captured.end());
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
  llvm::DenseSet<Slot> given;
  for (BlockArgument argument : region->getArguments())
    if (carriesNoise(argument) &&
        !getArgumentContract(op, argument.getArgNumber())) {
      function->arguments.push_back(program.getSlot(argument));
      function->positions.push_back(argument.getArgNumber());
      given.insert(function->arguments.back());
    }
  buildScope(*function, -1, given, /*isRoot=*/false);
  program.functions.push_back(std::move(function));
  return functionOf[op] = program.functions.back().get();
}

void NoiseProgram::Builder::buildScope(Scope &scope, int id,
                                       const llvm::DenseSet<Slot> &given,
                                       bool isRoot) {
  llvm::DenseMap<Operation *, unsigned> unitOf;
  llvm::DenseMap<Operation *, Call *> callOf;
  for (Slot slot = scope.begin; slot < scope.end; ++slot) {
    if (program.loopOfSlot[slot] != id || !program.live[slot])
      continue;
    scope.slots.push_back(slot);
    if (given.contains(slot))
      continue;
    Operation *op = program.values[slot].getDefiningOp();
    if (program.getLoopOfResult(slot)) {
      if (unitOf.try_emplace(op, scope.units.size()).second)
        scope.units.push_back(makeLoopUnit(getLoop(op)));
      continue;
    }
    const NoiseFlow &flow = program.valueFlows[slot];
    bool isRun = !isRoot && isa_and_nonnull<CallOpInterface>(op) &&
                 flow.kind == NoiseFlowKind::Join && !flow.incoming.empty();
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
      for (unsigned argument : call->function->positions)
        unit.inputs.push_back(
            program.getSlot(callOp.getArgOperands()[argument]));
      scope.units.push_back(std::move(unit));
    }
    addCallResult(scope.units[position->second], *callOf[op], slot);
  }
  order(scope, isRoot);
}

/// The bound that a join has besides its inputs.
static NoiseBound getOwnBound(const NoiseFlow &flow, NoiseModel model) {
  if (flow.unknown)
    return NoiseBound::unknown();
  return flow.assumed ? NoiseBound::bits(model.initial)
                      : NoiseBound::unreachable();
}

NoiseProgram::Unit NoiseProgram::Builder::makeUnit(Slot slot) {
  const NoiseFlow &flow = program.valueFlows[slot];
  Unit unit;
  unit.outputs.push_back(slot);
  unit.flow = &flow;
  if (!program.inhabited[slot] || flow.kind == NoiseFlowKind::Contract) {
    unit.kind = UnitKind::Constant;
    unit.bound = program.inhabited[slot] ? NoiseBound::bits(flow.contract)
                                         : NoiseBound::unknown();
    return unit;
  }
  for (Value incoming : flow.incoming)
    unit.inputs.push_back(program.getSlot(incoming));
  switch (flow.kind) {
  case NoiseFlowKind::Transfer: {
    unit.op = cast<NoiseOpInterface>(program.values[slot].getDefiningOp());
    // An encryption or a reduction: the same whatever comes in.
    SmallVector<NoiseBound, 2> most(unit.inputs.size(),
                                    NoiseBound::unbounded());
    unit.bound = unit.op.inferNoise(most);
    unit.kind = unit.bound.isBits() ? UnitKind::Constant : UnitKind::Transfer;
    if (unit.bound.isBits())
      unit.inputs.clear();
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
  unit.inputs.assign(loop.inputs.begin(), loop.inputs.end());
  for (Value result : loop.op->getResults())
    if (carriesNoise(result))
      unit.outputs.push_back(program.getSlot(result));
  return unit;
}

void NoiseProgram::Builder::addCallResult(Unit &unit, Call &call, Slot slot) {
  const NoiseFlow &flow = program.valueFlows[slot];
  unit.outputs.push_back(slot);
  auto &returned = call.returned.emplace_back();
  for (Value incoming : flow.incoming)
    returned.push_back(program.getSlot(incoming));
  call.others.push_back(getOwnBound(flow, program.models[slot]));
}

/// Brings the units into an order in which they can be run, and finds those
/// that depend on each other in circles.
void NoiseProgram::Builder::order(Scope &scope, bool isRoot) {
  for (auto [index, unit] : llvm::enumerate(scope.units)) {
    for (Slot output : unit.outputs)
      producer[output] = index;
    // Arguments of functions see into loops, from where they are called.
    if (isRoot && unit.loop)
      std::fill(producer.begin() + unit.loop->begin,
                producer.begin() + unit.loop->end, index);
  }
  Graph graph;
  for (const Unit &unit : scope.units) {
    graph.addNode();
    for (Slot input : unit.inputs)
      if (producer[input] != ~0u)
        graph.addEdge(producer[input]);
  }
  std::vector<Unit> ordered;
  ordered.reserve(scope.units.size());
  visitComponents(graph, [&](ArrayRef<unsigned> component) {
    unsigned first = ordered.size();
    for (unsigned index : component)
      ordered.push_back(std::move(scope.units[index]));
    bool isCycle = component.size() > 1 ||
                   llvm::is_contained(graph.getTargets(component.front()),
                                      component.front());
    if (isCycle)
      scope.cycles.push_back({first, unsigned(ordered.size())});
  });
  scope.units = std::move(ordered);
  std::fill(producer.begin() + scope.begin, producer.begin() + scope.end, ~0u);
}
