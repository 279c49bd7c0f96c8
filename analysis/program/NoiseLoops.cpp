//===- NoiseLoops.cpp - Loops that are run iteration by iteration ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that chooses the loops that are run, and
// finds what they carry and what they set outside.
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ElementBodies.h"
#include "analysis/flow/ForallOutputs.h"
#include "analysis/integers/Conditions.h"
#include "analysis/integers/IterationRanges.h"
#include "analysis/integers/LoopRanges.h"
#include "analysis/memory/BufferUses.h"
#include "analysis/program/NoiseProgramBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

/// The iterations of the loops around in which a trip count is computed.
static constexpr uint64_t kMostCounted = 1u << 12;

/// True if a loop without a test has one body, which carries all its results.
static bool isRegular(LoopLikeOpInterface loop) {
  size_t count = loop->getNumResults();
  SmallVector<Region *> regions = loop.getLoopRegions();
  return regions.size() == 1 && regions.front()->hasOneBlock() &&
         loop.getInits().size() == count &&
         loop.getRegionIterArgs().size() == count &&
         loop.getYieldedValues().size() == count;
}

/// True if there is encrypted memory in a loop: what is loaded in an iteration
/// may have been stored in any before.
static bool usesMemory(ArrayRef<Block *> blocks) {
  auto isMemory = [](Type type) {
    return isa<BaseMemRefType>(type) && isNoisyType(type);
  };
  auto uses = [&](Operation *op) {
    return WalkResult(failure(llvm::any_of(op->getOperandTypes(), isMemory) ||
                              llvm::any_of(op->getResultTypes(), isMemory)));
  };
  return llvm::any_of(
      blocks, [&](Block *block) { return block->walk(uses).wasInterrupted(); });
}

/// The blocks of a loop.
SmallVector<Block *> NoiseProgram::Builder::getBlocks(const Extent &extent) {
  if (extent.blocks)
    return llvm::to_vector(extent.blocks->blocks);
  SmallVector<Block *> blocks;
  for (Region &region : extent.op->getRegions())
    for (Block &block : region)
      blocks.push_back(&block);
  return blocks;
}

/// The number of times that a body computes an element of its outputs; none if
/// that is no loop. What it reads from buffers must be known in each iteration.
std::optional<TripCount>
NoiseProgram::Builder::countUpdates(linalg::LinalgOp op) const {
  SharedUpdates updates = getSharedUpdates(op);
  if (!updates.max || *updates.max <= 1)
    return std::nullopt;
  if (op.hasPureTensorSemantics())
    return TripCount{updates.min, *updates.max};
  if (!op.hasPureBufferSemantics())
    return std::nullopt;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<BaseMemRefType>(operand.get().getType()) ||
        !isNoisyType(operand.get().getType()))
      continue;
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    bool isKnown = argument.use_empty() ||
                   bufferOfLoad.contains(program.getSlot(argument));
    if (!isKnown || mayReadOwnWrites(op, operand))
      return std::nullopt;
  }
  return TripCount{updates.min, *updates.max};
}

/// True if a loop can be run as often as that. One with more iterations passes
/// the cap, or has a fixpoint.
bool NoiseProgram::Builder::canBeRun(
    const std::optional<TripCount> &iterations) {
  return iterations &&
         (iterations->isExact() || iterations->max <= NoiseBound::kCap);
}

/// A loop as one with a test, by its operation, or that of its test; none for
/// any other.
static std::optional<TestedLoop> getTest(Operation *op,
                                         const BlockLoop *blocks) {
  if (blocks && isa<cf::CondBranchOp>(op))
    return TestedLoop(*blocks);
  if (auto whileOp = dyn_cast<scf::WhileOp>(op))
    return TestedLoop(whileOp);
  return std::nullopt;
}

/// The trip count of a loop, by its test if it has one.
std::optional<TripCount> NoiseProgram::Builder::countIterations(
    Operation *op, const std::optional<TestedLoop> &test, RangeOf rangeOf) {
  return test ? getTripCount(*test, rangeOf)
              : getTripCount(cast<LoopLikeOpInterface>(op), rangeOf);
}

/// The loops whose induction variables some bounds are computed from, and those
/// that the bounds of these are computed from, outer ones first.
SmallVector<Operation *>
NoiseProgram::Builder::findLoopsOfBounds(ArrayRef<Value> bounds) {
  SmallVector<Operation *> loops =
      findVariableLoops(findIntegerSources(bounds));
  for (size_t i = 0; i < loops.size(); ++i)
    for (Operation *other :
         findVariableLoops(findIntegerSources(getBoundOperands(loops[i]))))
      if (!llvm::is_contained(loops, other))
        loops.push_back(other);
  llvm::sort(loops,
             [](Operation *a, Operation *b) { return a->isProperAncestor(b); });
  return loops;
}

/// The trip count of a counted loop, in all iterations of those around it that
/// its bounds and step follow from: integers that these carry may have no range
/// in general. None if it is not known in each of them.
std::optional<TripCount>
NoiseProgram::Builder::countByIterations(Operation *op) {
  if (!isa<scf::ForOp, affine::AffineForOp>(op))
    return std::nullopt;
  SmallVector<Operation *> around = findVariableLoops(
      findIntegerSources(getBoundOperands(op), &loopCounters), &loopCounters);
  llvm::erase_if(around, [&](Operation *loop) {
    return !loop->isProperAncestor(op) || !program.loopOfOp.contains(loop);
  });
  llvm::sort(around,
             [](Operation *a, Operation *b) { return a->isProperAncestor(b); });
  SmallVector<uint64_t> numIterations;
  uint64_t numStates = 1;
  for (Operation *loop : around) {
    const Loop &known = *program.loops[program.loopOfOp.lookup(loop)];
    if (known.isOpen || known.isPartlyOpen ||
        known.getNumTold() > kMostCounted / numStates)
      return std::nullopt;
    numIterations.push_back(known.getNumTold());
    numStates *= known.getNumTold();
  }
  if (around.empty() || numStates == 0)
    return std::nullopt;
  IterationRanges ranges(
      around, [&](Value value) { return flows.getRange(value); }, {},
      &loopCounters);
  std::optional<TripCount> all;
  SmallVector<std::optional<uint64_t>> iterations(around.size());
  for (uint64_t state = 0; state < numStates; ++state) {
    uint64_t rest = state;
    for (auto [iteration, count] : llvm::zip_equal(iterations, numIterations)) {
      iteration = rest % count;
      rest /= count;
    }
    ranges.setState(iterations, {});
    std::optional<TripCount> known = countIterations(
        op, std::nullopt, [&](Value value) { return ranges.getRange(value); });
    if (!canBeRun(known))
      return std::nullopt;
    all = all ? TripCount{std::min(all->min, known->min),
                          std::max(all->max, known->max)}
              : *known;
  }
  return all;
}

/// The trip count of a loop by the cases of its function, of those in which it
/// can be run. In each case the loops around have ranges of their own.
std::optional<TripCount>
NoiseProgram::Builder::countByCases(const Extent &extent) {
  unsigned function = findCaseFunction(extent.op);
  std::optional<TestedLoop> test = ::getTest(extent.op, extent.blocks);
  if (function == kNone || (!test && getBoundOperands(extent.op).empty()) ||
      !flows.followsMemory(getBlocks(extent)))
    return std::nullopt;
  SmallVector<Operation *> around;
  if (!test)
    around = findLoopsOfBounds(getBoundOperands(extent.op));
  SmallVector<Value> inputs(cases->getInputs(function));
  for (Operation *loop : around)
    inputs.push_back(loop->getRegion(0).getArgument(0));
  IterationRanges ranges(
      {}, [&](Value value) { return flows.getRange(value); }, inputs);
  auto rangeOf = [&](Value value) { return ranges.getRange(value); };
  std::optional<TripCount> all;
  CaseCounts counts;
  bool hasOthers = false;
  for (unsigned i = 0; i < cases->getNumCases(function); ++i) {
    FunctionCases::Case known = cases->getKnown(function, i);
    ranges.setState({}, known);
    bool isReached = true;
    for (Operation *loop : around) {
      std::optional<InductionRanges> variable =
          inferInductionRanges(loop, rangeOf);
      isReached &= !variable || !variable->isEmpty;
      known.push_back(
          variable && !variable->isEmpty
              ? std::optional(IntegerSpan::of(variable->ranges.front()))
              : std::nullopt);
      ranges.setState({}, known);
    }
    if (!isReached) {
      counts.push_back(TripCount{0, 0});
      continue;
    }
    counts.push_back(countIterations(extent.op, test, rangeOf));
    if (!canBeRun(counts.back())) {
      counts.back() = std::nullopt;
      // A test that never fails decides that nothing behind is reached.
      if (std::optional<ConstantIntRanges> range =
              test ? rangeOf(test->condition) : std::nullopt;
          range && range->getConstantValue())
        return std::nullopt;
      hasOthers = true;
      continue;
    }
    all = all ? TripCount{std::min(all->min, counts.back()->min),
                          std::max(all->max, counts.back()->max)}
              : *counts.back();
  }
  if (all && hasOthers)
    partlyOpenLoops[extent.op] = std::move(counts);
  return all;
}

/// True for a loop of unknown trip count that is run for what conditions decide
/// together in it. Its memory has to be known in each iteration.
bool NoiseProgram::Builder::isOpen(const Extent &extent) {
  if (!isa<scf::ForOp, affine::AffineForOp, scf::WhileOp>(extent.op) ||
      approximation.joinedConditions.contains(extent.op) ||
      !hasSharedConditions(extent))
    return false;
  return flows.followsMemory(getBlocks(extent));
}

/// True if each call in a loop that gives noise back is of a function that can
/// be run for it.
bool NoiseProgram::Builder::areCallsRunnable(const Extent &extent) const {
  auto isWithin = [&](Operation *op) {
    if (!extent.blocks)
      return extent.op->isProperAncestor(op);
    Region *region = extent.blocks->header->getParent();
    Block *block = region->findAncestorBlockInRegion(*op->getBlock());
    return block && extent.blocks->contains(block);
  };
  // A call without results may stand at the end.
  return llvm::all_of(
      getCalls(extent.begin, extent.end + 1), [&](const CallSite &site) {
        bool givesNoise =
            site.hasResult || !flows.getPassedBuffers(site.op).empty();
        return !givesNoise || isRunnable[site.callee] || !isWithin(site.op);
      });
}

/// The trip count of a loop that is run iteration by iteration; none for any
/// other.
std::optional<TripCount>
NoiseProgram::Builder::getIterationsToRun(const Extent &extent) {
  auto loop = dyn_cast<LoopLikeOpInterface>(extent.op);
  auto elementOp = dyn_cast<linalg::LinalgOp>(extent.op);
  auto parallel = dyn_cast<scf::ParallelOp>(extent.op);
  if ((loop && !parallel &&
       llvm::none_of(loop.getRegionIterArgs(), carriesNoise) &&
       !flows.carriesMemory(extent.op)) ||
      approximation.uncountedLoops.contains(extent.op) ||
      !flows.isLive(extent.op->getBlock()))
    return std::nullopt;
  std::optional<TripCount> iterations = extent.blocks
                                            ? flows.getTripCount(*extent.blocks)
                                        : elementOp ? countUpdates(elementOp)
                                        : parallel ? countCombinations(parallel)
                                                   : flows.getTripCount(loop);
  if (!canBeRun(iterations)) {
    iterations = loop ? countByIterations(extent.op) : std::nullopt;
    if (!iterations && (loop || extent.blocks))
      iterations = countByCases(extent);
  }
  if (!iterations) {
    if (!isOpen(extent))
      return std::nullopt;
    openLoops.insert(extent.op);
    iterations = TripCount{0, NoiseBound::kCap};
  }
  if (hasOtherCallable(extent) || !areCallsRunnable(extent))
    return std::nullopt;
  if (auto forall = dyn_cast<scf::ForallOp>(extent.op)) {
    for (unsigned i = 0; i < forall->getNumResults(); ++i)
      if (carriesNoise(forall->getResult(i)) && !getInserted(forall, i))
        return std::nullopt;
    return iterations;
  }
  if (auto whileOp = dyn_cast<scf::WhileOp>(extent.op))
    return flows.followsMemory(
               {whileOp.getBeforeBody(), whileOp.getAfterBody()})
               ? iterations
               : std::nullopt;
  if (extent.blocks) {
    if (!flows.followsMemory(extent.blocks->blocks))
      return std::nullopt;
    // All that flows into the header is known.
    for (BlockArgument argument : extent.blocks->header->getArguments())
      if (carriesNoise(argument) &&
          (!extent.blocks->getInitial(argument) ||
           llvm::is_contained(extent.blocks->getPassedBack(argument), Value())))
        return std::nullopt;
    return iterations;
  }
  if (parallel)
    return iterations;
  if (elementOp)
    return usesMemory({elementOp.getBlock()}) ? std::nullopt : iterations;
  return isRegular(loop) ? iterations : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Parts of loops
//===----------------------------------------------------------------------===//

/// Adds a loop, after those around it.
void NoiseProgram::Builder::addLoop(const Extent &extent,
                                    TripCount iterations) {
  program.loops.push_back(std::make_unique<Loop>());
  int id = program.loops.size() - 1;
  Loop &loop = *program.loops.back();
  loop.op = extent.op;
  loop.iterations = iterations;
  loop.isOpen = openLoops.contains(extent.op);
  loop.isPartlyOpen = partlyOpenLoops.contains(extent.op);
  // Tables have a place for the first iteration, even if there is none.
  loop.numStates = std::max<uint64_t>(iterations.max, 1) + loop.isPartlyOpen;
  loop.begin = loop.header.begin = loop.header.end = extent.begin;
  loop.end = extent.end;
  int around = extent.begin < extent.end ? program.loopOfSlot[extent.begin]
                                         : findLoop(extent.op);
  std::fill(program.loopOfSlot.begin() + extent.begin,
            program.loopOfSlot.begin() + extent.end, id);
  program.loopOfOp[extent.op] = id;
  loopAround.push_back(around);
  if (extent.blocks || isa<scf::WhileOp>(extent.op)) {
    loop.hasTest = true;
    loop.header.end = extent.headerEnd;
    ++loop.numStates;
  }
  if (isa<scf::ParallelOp>(extent.op))
    return; // see `addReductions`
  if (auto elementOp = dyn_cast<linalg::LinalgOp>(extent.op))
    return setParts(loop, id, elementOp);
  if (extent.blocks)
    blocksOfLoop[id] = extent.blocks;
  if (std::optional<TestedLoop> test = getTest(loop))
    loopCounters.add(loop.op, *test,
                     [&](Value value) { return flows.getRange(value); });
  if (isa<scf::ForOp, affine::AffineForOp>(extent.op) && !loop.isOpen)
    loopCounters.add(cast<LoopLikeOpInterface>(extent.op), loop.getNumTold(),
                     [&](Value value) { return flows.getRange(value); });
  if (!extent.blocks)
    return setParts(loop, cast<LoopLikeOpInterface>(extent.op));
  if (extent.begin < extent.end)
    blockLoopsAt[extent.begin].push_back(id);
  llvm::append_range(loop.blocks, extent.blocks->blocks);
  for (Block *block : loop.blocks)
    loopOfBlock[block] = id;
  for (BlockArgument argument : extent.blocks->header->getArguments())
    if (carriesNoise(argument))
      loop.carriedSlots.push_back(program.getSlot(argument));
  findExits(loop, extent, around);
}

/// The loop as one with a test; none for any other.
std::optional<TestedLoop>
NoiseProgram::Builder::getTest(const Loop &loop) const {
  return ::getTest(loop.op,
                   blocksOfLoop.lookup(program.loopOfOp.lookup(loop.op)));
}

void NoiseProgram::Builder::setParts(Loop &loop, LoopLikeOpInterface op) {
  for (BlockArgument argument : op.getRegionIterArgs())
    if (carriesNoise(argument))
      loop.carriedSlots.push_back(program.getSlot(argument));
  for (Value result : op->getResults())
    if (carriesNoise(result))
      loop.outputs.push_back(program.getSlot(result));
  if (auto whileOp = dyn_cast<scf::WhileOp>(op.getOperation())) {
    for (Value passed : whileOp.getConditionOp().getArgs())
      if (carriesNoise(passed))
        loop.exitSlots.push_back(program.getSlot(passed));
  } else {
    loop.exitSlots = loop.carriedSlots;
  }
}

/// The parts of the loop that an element of each output goes through.
void NoiseProgram::Builder::setParts(Loop &loop, int id, linalg::LinalgOp op) {
  for (auto [i, argument] : llvm::enumerate(op.getRegionOutputArgs())) {
    if (!carriesNoise(argument))
      continue;
    Slot slot = program.getSlot(argument);
    if (op->getNumResults() > 0) {
      loop.carriedSlots.push_back(slot);
      loop.outputs.push_back(program.getSlot(op->getResult(i)));
      continue;
    }
    const BufferUses &uses = flows.getBufferUses(op.getDpsInits()[i]);
    loop.carriedSlots.push_back(addMemorySlot(slot, getPlace(id, op), &uses));
    loop.outputs.push_back(addMemorySlot(slot, getPlaceAround(id), &uses));
    elementSlots[slot] = loop.carriedSlots.back();
    elementResults[{op, &uses}].push_back(loop.outputs.back());
  }
  loop.exitSlots = loop.carriedSlots;
}

/// True if a value from before or behind a loop reads the slot, maybe as an
/// element of a tensor.
bool NoiseProgram::Builder::isReadOutside(Slot slot, const Extent &extent) {
  if (readers.empty()) {
    readers.assign(program.size(), {program.size(), 0});
    for (auto [reader, flow] : llvm::enumerate(program.slotFlows))
      for (ArrayRef<Slot> inputs : {flow.inputs, flow.hiddenInputs})
        for (Slot input : inputs) {
          auto &[first, last] = readers[input];
          first = std::min<Slot>(first, reader);
          last = std::max<Slot>(last, reader);
        }
  }
  auto [first, last] = readers[slot];
  return first < extent.begin || last >= extent.end;
}

/// Gives exits to the values of the header that are used behind the loop. (No
/// other block of it dominates what is outside.)
void NoiseProgram::Builder::findExits(Loop &loop, const Extent &extent,
                                      int around) {
  const BlockLoop &blocks = *extent.blocks;
  Region *region = blocks.header->getParent();
  for (Slot slot = extent.begin; slot < extent.headerEnd; ++slot) {
    Value value = program.values[slot];
    if (value.getParentBlock() != blocks.header || !program.live[slot])
      continue;
    bool isUsedBehind = llvm::any_of(value.getUsers(), [&](Operation *user) {
      Block *block = region->findAncestorBlockInRegion(*user->getBlock());
      return !block || !blocks.contains(block);
    });
    // The test may pass it on to what is behind.
    if (!isUsedBehind && !isReadOutside(slot, extent) &&
        !llvm::is_contained(extent.op->getOperands(), value))
      continue;
    Slot exit = program.getNumSlots();
    program.exits.push_back(slot);
    program.exitOf[slot] = exit;
    program.models.push_back(program.models[slot]);
    program.loopOfSlot.push_back(around);
    loopOfExit[slot] = &blocks;
    loop.outputs.push_back(exit);
    loop.exitSlots.push_back(slot);
  }
}

/// Sets what the loop carries: once all loops are known, because some of it may
/// be the last value of another one.
void NoiseProgram::Builder::setYields(Loop &loop) {
  auto see = [&](Value value, Block *from) {
    return getSeen(program.getSlot(value), from);
  };
  if (!loop.blocks.empty()) {
    Block *header = loop.blocks.front();
    const BlockLoop &blocks =
        *blocksOfLoop.lookup(program.loopOfOp.lookup(loop.op));
    for (Slot carried : loop.carriedSlots) {
      auto argument = cast<BlockArgument>(program.values[carried]);
      loop.initialSlots.push_back(see(blocks.getInitial(argument), header));
      auto &slots = loop.yieldedSlots.emplace_back();
      for (Value value : blocks.getPassedBack(argument))
        slots.push_back(see(value, header));
    }
    return;
  }
  if (isa<scf::ParallelOp>(loop.op))
    return;
  if (auto elementOp = dyn_cast<linalg::LinalgOp>(loop.op)) {
    bool areSame = getSharedUpdates(elementOp).areSame;
    for (auto [i, init] : llvm::enumerate(elementOp.getDpsInits())) {
      if (!isNoisyType(init.getType()))
        continue;
      // What is in a buffer before is not known yet (`followMemory`).
      Slot argument = program.getSlot(elementOp.getRegionOutputArgs()[i]);
      loop.initialSlots.push_back(
          carriesNoise(init) ? see(init, loop.op->getBlock()) : argument);
      auto &slots = loop.yieldedSlots.emplace_back(
          1, see(getYielded(elementOp, i), elementOp.getBlock()));
      // It may be an element that is not updated this time.
      if (!areSame)
        slots.push_back(argument);
    }
    return;
  }
  auto op = cast<LoopLikeOpInterface>(loop.op);
  for (Value init : op.getInits())
    if (carriesNoise(init))
      loop.initialSlots.push_back(see(init, loop.op->getBlock()));
  if (!loop.carriedSlots.empty()) {
    Block *body = program.values[loop.carriedSlots.front()].getParentBlock();
    for (Slot &slot : loop.exitSlots)
      slot = getSeen(slot, body);
  }
  if (auto forall = dyn_cast<scf::ForallOp>(loop.op)) {
    // The tensor keeps its elements where nothing is inserted.
    for (auto [i, tensor] : llvm::enumerate(forall.getRegionIterArgs()))
      if (carriesNoise(tensor)) {
        auto &slots = loop.yieldedSlots.emplace_back();
        slots.push_back(program.getSlot(tensor));
        std::optional<SmallVector<Value, 2>> sources = getInserted(forall, i);
        for (Value source : *sources)
          slots.push_back(see(source, forall.getBody()));
      }
    return;
  }
  Block *body = &op.getLoopRegions().back()->front();
  for (Value value : op.getYieldedValues())
    if (carriesNoise(value))
      loop.yieldedSlots.emplace_back(1, see(value, body));
}

/// The innermost loop around an operation that is run; -1 for none.
int NoiseProgram::Builder::findLoop(Operation *op) const {
  for (; op && !isa<CallableOpInterface>(op); op = op->getParentOp()) {
    if (auto loop = loopOfBlock.find(op->getBlock()); loop != loopOfBlock.end())
      return loop->second;
    Operation *parent = op->getParentOp();
    if (auto loop = program.loopOfOp.find(parent);
        loop != program.loopOfOp.end() && !isa<cf::CondBranchOp>(parent) &&
        // Of parallel loops the reduction alone is run.
        (!isa<scf::ParallelOp>(parent) || isa<scf::ReduceOp>(op)))
      return loop->second;
  }
  return -1;
}

bool NoiseProgram::Builder::isInHeader(const Loop &loop, Operation *op) const {
  if (!loop.blocks.empty())
    return loop.blocks.front()->findAncestorOpInBlock(*op);
  auto whileOp = dyn_cast<scf::WhileOp>(loop.op);
  return whileOp && whileOp.getBefore().isAncestor(op->getParentRegion());
}

/// The slot that has the bound of a value for what reads it in a block: behind
/// a loop of blocks, the exit.
Slot NoiseProgram::Builder::getSeen(Slot slot, Block *from) const {
  auto exit = program.exitOf.find(slot);
  if (exit == program.exitOf.end())
    return slot;
  const BlockLoop &loop = *loopOfExit.lookup(slot);
  Block *block = loop.header->getParent()->findAncestorBlockInRegion(*from);
  return block && loop.contains(block) ? slot : exit->second;
}

ArrayRef<Slot> NoiseProgram::Builder::getAllSeen(ArrayRef<Slot> list,
                                                 Block *from) {
  if (llvm::none_of(list,
                    [&](Slot slot) { return program.exitOf.contains(slot); }))
    return list;
  Slot *seen = program.lists.Allocate<Slot>(list.size());
  for (auto [i, slot] : llvm::enumerate(list))
    seen[i] = getSeen(slot, from);
  return ArrayRef<Slot>(seen, list.size());
}

/// The slots, and the exits of those that have any.
ArrayRef<Slot> NoiseProgram::Builder::addExits(ArrayRef<Slot> list) {
  SmallVector<Slot> exits;
  for (Slot slot : list)
    if (auto exit = program.exitOf.find(slot); exit != program.exitOf.end())
      exits.push_back(exit->second);
  if (exits.empty())
    return list;
  Slot *all = program.lists.Allocate<Slot>(list.size() + exits.size());
  llvm::copy(exits, llvm::copy(list, all));
  return ArrayRef<Slot>(all, list.size() + exits.size());
}

/// True if a slot is set in a loop.
bool NoiseProgram::Builder::isWithin(Slot slot, const Loop &loop) const {
  if (slot < program.size())
    return slot >= loop.begin && slot < loop.end;
  int id = program.loopOfSlot[slot];
  while (id >= 0 && program.loops[id].get() != &loop)
    id = loopAround[id];
  return id >= 0;
}

/// Returns the scope of a loop, and builds it at the first call: in the scope
/// around it, or in that of a function which is called in a loop.
const NoiseProgram::Loop &NoiseProgram::Builder::getLoop(int id) {
  Loop &loop = *program.loops[id];
  if (!builtLoops.insert(id).second)
    return loop;
  SmallVector<unsigned> headerCalls, calls;
  if (auto known = callsOfLoop.find(id); known != callsOfLoop.end())
    for (unsigned call : known->second)
      (loop.hasTest && isInHeader(loop, callSites[call].op) ? headerCalls
                                                            : calls)
          .push_back(call);
  llvm::DenseSet<Slot> boundSlots(loop.carriedSlots.begin(),
                                  loop.carriedSlots.end());
  if (loop.hasTest)
    buildScope(loop.header, loop.begin, id, boundSlots, headerCalls);
  buildScope(loop, loop.header.end, id, boundSlots, calls);
  llvm::SetVector<Slot> capturedSlots;
  auto use = [&](Slot slot) {
    if (!isWithin(slot, loop))
      capturedSlots.insert(slot);
  };
  for (const Scope *scope : {&loop.header, static_cast<Scope *>(&loop)})
    for (const Unit &inner : scope->units)
      llvm::for_each(inner.inputs, use);
  for (const auto &yieldedSlots : loop.yieldedSlots)
    llvm::for_each(yieldedSlots, use);
  llvm::for_each(loop.exitSlots, use);
  llvm::append_range(loop.inputs, loop.initialSlots);
  loop.inputs.append(capturedSlots.begin(), capturedSlots.end());
  return loop;
}
