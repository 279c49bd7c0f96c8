//===- NoiseProgram.cpp - The flow of noise, compiled ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ForallOutputs.h"
#include "analysis/noise/NoiseProgramBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

NoiseProgram::NoiseProgram(Operation *root, NoiseFlows &flows,
                           const llvm::DenseSet<Operation *> &uncountedLoops) {
  Builder(*this, flows, uncountedLoops).build(root);
}

NoiseProgram::~NoiseProgram() = default;

const NoiseProgram::Loop *NoiseProgram::getLoop(Slot slot) const {
  return loopOfSlot[slot] < 0 ? nullptr : loops[loopOfSlot[slot]].get();
}

const NoiseProgram::Loop *NoiseProgram::getLoopOfResult(Slot slot) const {
  if (loopOfOp.empty())
    return nullptr;
  Operation *op = values[slot].getDefiningOp();
  auto entry = op ? loopOfOp.find(op) : loopOfOp.end();
  return entry == loopOfOp.end() ? nullptr : loops[entry->second].get();
}

void NoiseProgram::Builder::build(Operation *root) {
  NoiseModel model = NoiseModel::get(root);
  program.leastNoise = model.initial;
  collect(root, model, /*isLive=*/true);
  program.loopOfSlot.assign(program.size(), -1);
  producer.assign(program.size(), ~0u);
  if (program.values.empty())
    return;

  program.slots.reserve(program.size());
  program.allSlots.reserve(program.size());
  for (auto [slot, value] : llvm::enumerate(program.values)) {
    program.slots[value] = slot;
    program.allSlots.push_back(slot);
  }
  program.slotFlows.resize(program.size());
  for (Slot slot = 0; slot < program.size(); ++slot)
    if (program.live[slot])
      program.slotFlows[slot] = number(flows.get(program.values[slot]));
  findInhabited();

  for (const Extent &extent : loopExtents)
    if (std::optional<TripCount> iterations = getIterationsToRun(extent))
      addLoop(extent, *iterations);
  program.root.end = program.size();
  buildScope(program.root, -1, {}, /*isRoot=*/true);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void NoiseProgram::Builder::add(Value value, NoiseModel model, bool isLive) {
  if (!carriesNoise(value))
    return;
  program.values.push_back(value);
  program.models.push_back(model);
  program.live.push_back(isLive);
}

void NoiseProgram::Builder::collect(Operation *op, NoiseModel model,
                                    bool isLive) {
  Slot first = program.size();
  for (Value result : op->getResults())
    add(result, model, isLive);
  if (first != program.size() && isa<CallOpInterface>(op))
    for (Slot slot = first; slot < program.size(); ++slot)
      callResults.push_back(slot);
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
      for (Operation &nestedOp : block)
        collect(&nestedOp, inner, isBlockLive);
    }
  if (!list)
    return;
  (*list)[position].end = program.size();
  if (list == &callables)
    callableIndex[op] = position;
}

ArrayRef<Slot> NoiseProgram::Builder::number(ValueRange values) {
  if (values.empty())
    return {};
  Slot *list = program.lists.Allocate<Slot>(values.size());
  for (auto [i, value] : llvm::enumerate(values))
    list[i] = program.getSlot(value);
  return ArrayRef<Slot>(list, values.size());
}

NoiseProgram::Flow NoiseProgram::Builder::number(NoiseFlow flow) {
  if (flow.reduction)
    program.reductions.push_back(flow.reduction);
  return {flow.kind,           flow.isAssumed,
          flow.unknown,        flow.part,
          flow.contract,       flow.reduction.get(),
          number(flow.inputs), number(flow.hiddenInputs)};
}

/// True if a value can reach the slot, as far as is known of its inputs.
bool NoiseProgram::Builder::isInhabited(Slot slot) const {
  const Flow &flow = program.slotFlows[slot];
  auto isKnown = [&](Slot input) {
    return bool(program.inhabitedSlots[input]);
  };
  switch (flow.kind) {
  case NoiseFlowKind::Contract:
    return true;
  case NoiseFlowKind::Transfer:
    return llvm::all_of(flow.inputs, isKnown);
  case NoiseFlowKind::Reduction:
    return isKnown(flow.inputs[0]) &&
           (flow.reduction->iterations.max == 0 || isKnown(flow.inputs[1]));
  case NoiseFlowKind::Join:
  case NoiseFlowKind::Counted:
    return flow.isAssumed || flow.unknown || llvm::any_of(flow.inputs, isKnown);
  }
  llvm_unreachable("all kinds are handled");
}

/// Finds the slots that values can reach at all: a separate least fixpoint,
/// because noise on a cycle must come from outside of it.
void NoiseProgram::Builder::findInhabited() {
  std::vector<char> &inhabitedSlots = program.inhabitedSlots;
  inhabitedSlots.assign(program.size(), false);
  // One pass in the order of the text, which is enough without loops.
  std::vector<Slot> pendingSlots;
  for (Slot slot = 0; slot < program.size(); ++slot)
    if (program.live[slot] && !(inhabitedSlots[slot] = isInhabited(slot)))
      pendingSlots.push_back(slot);
  if (pendingSlots.empty())
    return;
  llvm::DenseMap<Slot, SmallVector<Slot, 2>> users;
  for (Slot slot : pendingSlots)
    for (Slot input : program.slotFlows[slot].inputs)
      users[input].push_back(slot);
  std::vector<Slot> worklist = std::move(pendingSlots);
  while (!worklist.empty()) {
    Slot slot = worklist.back();
    worklist.pop_back();
    if (inhabitedSlots[slot] || !isInhabited(slot))
      continue;
    inhabitedSlots[slot] = true;
    auto entry = users.find(slot);
    if (entry != users.end())
      llvm::append_range(worklist, entry->second);
  }
}

//===----------------------------------------------------------------------===//
// Executable loops and calls
//===----------------------------------------------------------------------===//

ArrayRef<Slot> NoiseProgram::Builder::getCallResults(Slot begin,
                                                     Slot end) const {
  auto first = llvm::lower_bound(callResults, begin);
  auto last = llvm::lower_bound(callResults, end);
  return ArrayRef<Slot>(callResults)
      .slice(first - callResults.begin(), last - first);
}

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

/// The nesting depth of calls needed to run this result: 0 without calls; none
/// if it cannot be run.
std::optional<unsigned>
NoiseProgram::Builder::getCallDepth(Slot callResult, unsigned outerDepth) {
  const Flow &flow = program.slotFlows[callResult];
  if (!program.live[callResult] || flow.kind == NoiseFlowKind::Contract ||
      flow.inputs.empty())
    return 0;
  auto call = cast<CallOpInterface>(program.values[callResult].getDefiningOp());
  return getCallDepth(flows.getCallee(call), outerDepth);
}

/// The nesting depth of calls for a call of `function`; none if it cannot be
/// run. It can if the function is in sight, does not call itself, even
/// indirectly, and calls do not nest too deep for the stack.
std::optional<unsigned>
NoiseProgram::Builder::getCallDepth(Operation *function, unsigned outerDepth) {
  constexpr unsigned deepest = 500;
  auto index = callableIndex.find(function);
  if (index == callableIndex.end() || outerDepth >= deepest)
    return std::nullopt;
  // Until it is computed the entry is none, so a recursive call cannot be run.
  auto [entry, isNew] = callDepths.try_emplace(function, std::nullopt);
  if (!isNew)
    return entry->second;
  const Extent &extent = callables[index->second];
  if (hasOtherCallable(extent))
    return std::nullopt;
  unsigned depth = 0;
  for (Slot slot : getCallResults(extent.begin, extent.end)) {
    std::optional<unsigned> inner = getCallDepth(slot, outerDepth + 1);
    if (!inner || *inner >= deepest)
      return std::nullopt;
    depth = std::max(depth, *inner);
  }
  callDepths[function] = depth + 1;
  return depth + 1;
}

/// The trip count of a loop that is run iteration by iteration; none for any
/// other.
std::optional<TripCount>
NoiseProgram::Builder::getIterationsToRun(const Extent &extent) {
  auto loop = cast<LoopLikeOpInterface>(extent.op);
  if (llvm::none_of(loop.getRegionIterArgs(), carriesNoise) ||
      uncountedLoops.contains(extent.op) ||
      !flows.isLive(extent.op->getBlock()))
    return std::nullopt;
  std::optional<TripCount> iterations = flows.getTripCount(loop);
  // A loop with more iterations passes the cap, or has a fixpoint.
  if (!iterations ||
      (!iterations->isExact() && iterations->max > NoiseBound::kCap))
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
    return iterations;
  }
  size_t count = loop->getNumResults();
  SmallVector<Region *> regions = loop.getLoopRegions();
  bool isRegular = regions.size() == 1 && regions.front()->hasOneBlock() &&
                   loop.getInits().size() == count &&
                   loop.getRegionIterArgs().size() == count &&
                   loop.getYieldedValues().size() == count;
  return isRegular ? iterations : std::nullopt;
}
