//===- NoiseProgram.cpp - The flow of noise, compiled ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ElementBodies.h"
#include "analysis/flow/ForallOutputs.h"
#include "analysis/program/NoiseProgramBuilder.h"
#include "analysis/program/SelectedOperand.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

NoiseProgram::NoiseProgram(Operation *root, NoiseFlows &flows,
                           const NoiseApproximation &approximation,
                           ArrayRef<FunctionCases::Probe> probes) {
  Builder(*this, flows, approximation, probes).build(root);
}

NoiseProgram::~NoiseProgram() = default;

const NoiseProgram::Loop *NoiseProgram::getLoopOfResult(Slot slot) const {
  if (loopOfOp.empty())
    return nullptr;
  Operation *op = values[slot].getDefiningOp();
  auto entry = op ? loopOfOp.find(op) : loopOfOp.end();
  return entry == loopOfOp.end() ? nullptr : loops[entry->second].get();
}

void NoiseProgram::addOrigins(Slot slot, SmallVectorImpl<Slot> &origins) const {
  auto stored = storedSlots.find(slot);
  if (stored != storedSlots.end())
    llvm::append_range(origins, stored->second);
  else
    origins.push_back(getOrigin(slot));
}

bool NoiseProgram::readsExit(Slot user, Slot slot) const {
  if (!exitOf.contains(slot))
    return false;
  // A carried value, or another one of the header.
  const Loop &loop = *loops[loopOfSlot[slot]];
  return user < loop.begin || user >= loop.end;
}

bool NoiseProgram::Branch::isChosen(const States &stateOf) const {
  for (Branch branch = *this; branch.choice; branch = branch.choice->around)
    if (branch.choice->get(stateOf).value_or(branch.number) != branch.number)
      return false;
  return true;
}

void NoiseProgram::Unit::forEachJoined(
    const States &stateOf, llvm::function_ref<void(Slot)> visit) const {
  if (!around.isExecuted(stateOf))
    return;
  if (choice)
    if (std::optional<unsigned> branch = choice->get(stateOf))
      return visit(inputs[*branch]);
  for (auto [i, input] : llvm::enumerate(inputs))
    if (edges.empty() || edges[i].isExecuted(stateOf))
      visit(input);
}

void NoiseProgram::Loop::setIteration(States &stateOf,
                                      std::optional<uint64_t> iteration) const {
  if (varies)
    stateOf[this] = iteration.value_or(numStates - 1);
  for (const PhaseVariable *variable : phases)
    stateOf[variable] = iteration ? variable->phases.getState(*iteration)
                                  : variable->numStates - 1;
}

uint64_t NoiseProgram::Loop::getPeriod() const {
  uint64_t period = varies ? 0 : 1;
  for (const PhaseVariable *variable : phases) {
    period = std::lcm(period, variable->phases.getPeriod());
    if (period > IterationPhases::kLongestPeriod)
      return 0;
  }
  return period;
}

uint64_t NoiseProgram::Loop::getPhaseEnd(uint64_t iteration) const {
  uint64_t end = UINT64_MAX;
  for (const PhaseVariable *variable : phases)
    end = std::min(end, variable->phases.getEnd(iteration));
  return end;
}

void NoiseProgram::Loop::forEachCombination(
    States &stateOf, llvm::function_ref<void()> visit) const {
  if (!conditions)
    return visit();
  uint64_t possible = possibleByStates ? possibleByStates->get(stateOf) : ~0ull;
  for (uint64_t i = 0; i < conditions->numStates; ++i) {
    if (!(possible >> i & 1))
      continue;
    stateOf[conditions] = i;
    visit();
  }
}

void NoiseProgram::Loop::forEachLoop(
    llvm::function_ref<void(Operation *)> visit) const {
  auto visitAll = [&](Operation *root) {
    root->walk([&](Operation *inner) {
      if (isa<LoopLikeOpInterface, cf::CondBranchOp>(inner))
        visit(inner);
    });
  };
  if (blocks.empty())
    return visitAll(op);
  for (Block *block : blocks)
    for (Operation &inner : *block)
      visitAll(&inner);
}

const NoiseProgram::Function *NoiseProgram::getFunction(Slot slot) const {
  return functionOfSlot.empty() || functionOfSlot[slot] < 0
             ? nullptr
             : functions[functionOfSlot[slot]].get();
}

std::optional<ArrayRef<Slot>> NoiseProgram::getCallSources(Slot slot) const {
  auto entry = callSources.find(slot);
  if (entry == callSources.end())
    return std::nullopt;
  return entry->second;
}

void NoiseProgram::Builder::build(Operation *root) {
  NoiseModel model = NoiseModel::get(root);
  program.leastNoise = model.getLeast();
  hasCalls = !flows.getUses().isStraight();
  collect(root, model, /*isLive=*/true);
  // The others come first: there are few cases to tell apart.
  llvm::append_range(deciders, bufferDeciders);
  program.loopOfSlot.assign(program.size(), -1);
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
    if (program.live[slot]) {
      NoiseFlow flow = flows.get(program.values[slot]);
      if (flow.buffer)
        bufferOfLoad[slot] = flow.buffer;
      program.slotFlows[slot] = number(std::move(flow));
    }
  if (hasMixedUnits)
    separateUnits();
  findInhabited();

  collectCalls();
  findRunnable();
  for (const Extent &extent : loopExtents)
    if (std::optional<TripCount> iterations = getIterationsToRun(extent))
      addLoop(extent, *iterations);
  for (std::unique_ptr<Loop> &loop : program.loops)
    setYields(*loop);
  followMemory();
  followElements();
  addReductions();
  findFunctions();
  for (unsigned i = 0; i < probes.size() && cases; ++i)
    program.probedCases.emplace_back(cases->getProbed(i));
  joinPassedBuffers();
  joinSharedResults();
  findByState();
  producer.assign(program.getNumSlots(), ~0u);
  findHiddenLoops();
  buildFunctions();
  program.root.end = program.size();
  buildScope(program.root, 0, -1, {}, callsOfRoot);
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

static bool isEncryptedBuffer(Type type) {
  return isa<BaseMemRefType>(type) && isNoisyType(type);
}

void NoiseProgram::Builder::collect(Operation *op, NoiseModel model,
                                    bool isLive) {
  if (auto call = hasCalls && isLive ? dyn_cast<CallOpInterface>(op)
                                     : CallOpInterface())
    callSites.push_back({call, program.size()});
  for (Value result : op->getResults())
    add(result, model, isLive);
  numBufferUses += llvm::any_of(op->getOperandTypes(), isEncryptedBuffer);
  if (isLive && selectsNoise(op) &&
      cast<arith::SelectOp>(op).getCondition().getType().isInteger(1))
    deciders.push_back(op);
  auto elementOp = dyn_cast<linalg::LinalgOp>(op);
  // A reduction may be a loop by itself.
  auto reduce = dyn_cast<scf::ReduceOp>(op);
  bool isReduction = reduce && reduce->getNumRegions() == 1 &&
                     op->getParentOp()->getNumResults() == 1 &&
                     isa<scf::ParallelOp>(op->getParentOp());
  // A body that no text shows only passes elements on.
  if (op->getNumRegions() == 0 || (elementOp && !showsBody(elementOp)))
    return;
  NoiseModel inner = NoiseModel::get(op);
  if (inner != model)
    program.leastNoise = std::min(program.leastNoise, inner.getLeast());
  hasMixedUnits |= inner.unit != model.unit;
  Extent extent{isReduction ? op->getParentOp() : op, program.size(), 0};
  bool mayDecide =
      isLive && isa<scf::IfOp, scf::IndexSwitchOp, affine::AffineIfOp,
                    scf::ForOp, affine::AffineForOp, scf::WhileOp>(op);
  size_t numCalls = callSites.size(), numUses = numBufferUses, numResults = 0;
  if (mayDecide)
    numResults = llvm::count_if(op->getResults(), carriesNoise);
  std::vector<Extent> *list = nullptr;
  if (auto callable = dyn_cast<CallableOpInterface>(op);
      callable && callable.getCallableRegion())
    list = &callables;
  else if (elementOp || isReduction ||
           isa<scf::ForOp, affine::AffineForOp, scf::ForallOp, scf::WhileOp>(
               op))
    list = &loopExtents;
  size_t position = list ? list->size() : 0;
  if (list)
    list->push_back(extent);
  loopDepth += list == &loopExtents;
  for (Region &region : op->getRegions()) {
    collect(region, inner);
    if (list && region.getRegionNumber() == 0)
      (*list)[position].headerEnd = program.size();
  }
  loopDepth -= list == &loopExtents;
  if (mayDecide && (numCalls < callSites.size() || numResults > 0 ||
                    extent.begin < program.size()))
    deciders.push_back(op);
  else if (mayDecide && numUses < numBufferUses && loopDepth == 0)
    bufferDeciders.push_back(op);
  if (!list)
    return;
  (*list)[position].end = program.size();
  if (list == &callables)
    callableIndex[op] = position;
}

void NoiseProgram::Builder::collect(Region &region, NoiseModel model) {
  llvm::DenseMap<Block *, const BlockLoop *> headers;
  SmallVector<size_t> openLoops;
  Slot begin = program.size();
  size_t numCalls = callSites.size();
  for (BlockLoop &loop : findBlockLoops(region))
    if (llvm::any_of(loop.header->getArguments(), carriesNoise) ||
        flows.carriesMemory(loop.test)) {
      blockLoops.push_back(std::move(loop));
      headers[blockLoops.back().header] = &blockLoops.back();
    }
  for (Block &block : region) {
    const BlockLoop *loop = headers.lookup(&block);
    if (loop) {
      ++loopDepth;
      openLoops.push_back(loopExtents.size());
      loopExtents.push_back(
          {loop->header->getTerminator(), program.size(), 0, 0, loop});
    }
    bool isBlockLive = flows.isLive(&block);
    for (BlockArgument argument : block.getArguments())
      add(argument, model, isBlockLive);
    for (Operation &nestedOp : block)
      collect(&nestedOp, model, isBlockLive);
    if (loop)
      loopExtents[openLoops.back()].headerEnd = program.size();
    while (!openLoops.empty() &&
           loopExtents[openLoops.back()].blocks->blocks.back() == &block) {
      loopExtents[openLoops.pop_back_val()].end = program.size();
      --loopDepth;
    }
  }
  if (begin == program.size() && numCalls == callSites.size())
    return;
  for (Block &block : region)
    if (!block.empty() && isa<cf::CondBranchOp>(block.back()) &&
        flows.isLive(&block))
      deciders.push_back(&block.back());
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

/// Makes unknown what flows between functions whose models count noise in
/// different units; contracts are converted.
void NoiseProgram::Builder::separateUnits() {
  for (Slot slot = 0; slot < program.size(); ++slot) {
    Flow &flow = program.slotFlows[slot];
    auto isForeign = [&](Slot input) {
      return program.models[input].unit != program.models[slot].unit;
    };
    if (llvm::none_of(flow.inputs, isForeign))
      continue;
    flow.unknown = true;
    flow.inputs = flow.hiddenInputs = {};
    flow.kind = NoiseFlowKind::Join;
    program.slotsOfMixedUnits.insert(slot);
  }
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
  case NoiseFlowKind::Call:
    return flow.isAssumed || flow.unknown || flow.contract > 0 ||
           llvm::any_of(flow.inputs, isKnown);
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
