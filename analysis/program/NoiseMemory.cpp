//===- NoiseMemory.cpp - What loops carry in memory -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that follows buffers through loops that
// are run iteration by iteration. What is in a buffer when an iteration begins
// is carried by the loop like a value: it has a slot in the loop, and another
// one behind it.
//
//===----------------------------------------------------------------------===//

#include "analysis/program/NoiseMemory.h"
#include "analysis/integers/Conditions.h"
#include "analysis/integers/IterationRanges.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

bool NoiseProgram::Builder::Memory::isWrittenIn(const BufferCell &cell,
                                                Operation *op) {
  return llvm::any_of(
      writes.get(*cell.uses, op),
      [&](const BufferWrite &event) { return cell.isWritten(*event.access); });
}

bool NoiseProgram::Builder::Memory::isWrittenIn(const BufferCell &cell,
                                                const Loop &loop) {
  if (loop.blocks.empty())
    return isWrittenIn(cell, loop.op);
  return llvm::any_of(loop.blocks, [&](Block *block) {
    return llvm::any_of(writes.get(*cell.uses, block),
                        [&](const BufferWrite &event) {
                          return cell.isWritten(*event.access);
                        });
  });
}

/// True if what decides a conditional differs between the cases of its
/// function.
bool NoiseProgram::Builder::Memory::dependsOnCase(Operation *conditional) {
  unsigned function = builder.findCaseFunction(conditional);
  if (function == kNone)
    return false;
  auto [entry, isNew] = caseDependent.try_emplace(conditional, false);
  if (isNew) {
    llvm::SetVector<Value> sources = findIntegerSources(
        getDecidingOperands(conditional), &builder.loopCounters);
    entry->second =
        llvm::any_of(builder.cases->getInputs(function),
                     [&](Value input) { return sources.contains(input); });
  }
  return entry->second;
}

/// True if a loop writes all of a cell whenever it is executed.
bool NoiseProgram::Builder::Memory::isReplacedBy(const BufferCell &cell,
                                                 Operation *loop) {
  if (!isa<scf::ForOp, affine::AffineForOp>(loop) || coverStepsLeft == 0)
    return false;
  auto [entry, isNew] = replaced.try_emplace({loop, cell.key()}, false);
  if (!isNew)
    return entry->second;
  ElementCover cover(cell.uses->sizes, cell.getElement());
  auto isLoop = [&](Operation *writer) { return writer == loop; };
  for (const BufferWrite &event : writes.get(*cell.uses, loop)) {
    const BufferAccess &write = *event.access;
    coverStepsLeft -=
        std::min<size_t>(coverStepsLeft, 1 + write.elements.size());
    entry->second = coverWrite(cover, write, isLoop);
    if (entry->second || coverStepsLeft == 0)
      break;
  }
  return entry->second;
}

/// The outermost loop of blocks that is run, has `block` and does not have
/// `from`, a block of the same region or null; null if there is none.
NoiseProgram::Loop *
NoiseProgram::Builder::Memory::getOuterBlockLoop(Block *block,
                                                 Block *from) const {
  Loop *outermost = nullptr;
  auto entry = builder.loopOfBlock.find(block);
  int id = entry == builder.loopOfBlock.end() ? -1 : entry->second;
  for (; id >= 0; id = builder.loopAround[id]) {
    const BlockLoop *blocks = builder.blocksOfLoop.lookup(id);
    if (!blocks || !blocks->contains(block) || (from && blocks->contains(from)))
      break;
    outermost = program.loops[id].get();
  }
  return outermost;
}

/// True if no iteration of a loop writes the elements of another one: all its
/// writes have its induction variable as the same index.
bool NoiseProgram::Builder::Memory::isPrivate(const BufferCell &cell,
                                              Operation *loop) {
  if (!cell.uses->isInjective || !isa<scf::ForOp, affine::AffineForOp>(loop))
    return false;
  OpFoldResult variable(loop->getRegion(0).getArgument(0));
  ArrayRef<BufferWrite> within = writes.get(*cell.uses, loop);
  for (unsigned i = 0; i < cell.place.size(); ++i)
    if (cell.place[i] == variable &&
        llvm::all_of(within, [&](const BufferWrite &event) {
          return event.access->place && (*event.access->place)[i] == variable;
        }))
      return true;
  return false;
}

/// Adds what a write has put into a cell, as the block of `event.op` sees it.
void NoiseProgram::Builder::Memory::add(const BufferCell &cell,
                                        const BufferWrite &event,
                                        Slots &slots) {
  const BufferAccess &write = *event.access;
  if (stepsLeft == 0 || !cell.isWritten(write))
    return;
  --stepsLeft;
  Loop *outermost = nullptr;
  for (Operation *op = write.op; op != event.op; op = op->getParentOp()) {
    if (Loop *loop = getOuterBlockLoop(op->getBlock(), nullptr))
      outermost = loop;
    if (Loop *loop = getRunLoop(op->getParentOp()))
      outermost = loop;
  }
  if (outermost) {
    slots.insert(getCarried(*outermost, cell).behind);
  } else if (!builder.flows.isLive(write.op->getBlock())) {
    return; // never executed
  } else if (write.isCall) {
    slots.insert(getSlotBehind(cast<CallOpInterface>(write.op),
                               write.getArgument(), *cell.uses));
  } else if (write.isCopy) {
    const BufferUses &source = builder.flows.getBufferUses(write.value);
    // A copy of all elements has each at the place that it had.
    bool isSame = write.isWhole && write.value == source.buffer &&
                  isa<memref::CopyOp, linalg::CopyOp>(write.op);
    addCopied(isSame ? BufferCell{&source, cell.place}
                     : BufferCell::getAny(source),
              write.op, slots);
  } else if (auto results = builder.elementResults.find({write.op, cell.uses});
             results != builder.elementResults.end()) {
    // The body is run as a loop.
    slots.insert_range(results->second);
  } else {
    slots.insert(
        builder.getSeen(program.getSlot(write.value), write.op->getBlock()));
  }
}

/// Adds what is in a cell when `copy` copies it. Each is found once: several
/// ways may lead there.
void NoiseProgram::Builder::Memory::addCopied(const BufferCell &cell,
                                              Operation *copy, Slots &slots) {
  auto [entry, isNew] = copied.try_emplace({copy, cell.key()});
  Copied &known = entry->second;
  auto addSlot = [&] {
    return builder.addMemorySlot(load, builder.getPlaceOf(copy), cell.uses);
  };
  if (known.isOpen) {
    if (!known.own)
      known.own = addSlot();
    slots.insert(*known.own);
    return;
  }
  if (isNew && copyDepth == kDeepestCopies) {
    // A slot of its own, that is set later.
    known.slots.push_back(addSlot());
    openCopies.push_back({copy, cell, known.slots.front(), load});
  } else if (isNew) {
    ++copyDepth;
    known.isOpen = true;
    Slots found;
    collect(cell, copy, found);
    known.isOpen = false;
    --copyDepth;
    if (known.own) {
      found.remove(*known.own); // of itself it has nothing more
      if (found.empty())
        stepsLeft = 0;
      builder.extraJoins[*known.own].assign(found.begin(), found.end());
      known.slots.push_back(*known.own);
    } else {
      known.slots.assign(found.begin(), found.end());
    }
  }
  slots.insert_range(known.slots);
}

void NoiseProgram::Builder::Memory::addAll(const BufferCell &cell,
                                           Operation *op, Slots &slots) {
  for (const BufferWrite &event : writes.get(*cell.uses, op))
    add(cell, event, slots);
}

/// Adds what writes of one block leave, from the last one backwards. Returns
/// true if that is nothing of what was there before.
bool NoiseProgram::Builder::Memory::addBackwards(const BufferCell &cell,
                                                 ArrayRef<BufferWrite> events,
                                                 Slots &slots) {
  Operation *last = nullptr;
  for (const BufferWrite &event : llvm::reverse(events)) {
    if (stepsLeft == 0)
      return true;
    if (event.op != event.access->op && isEnteredOnce(event.op)) {
      // All of its writes at once.
      if (std::exchange(last, event.op) == event.op ||
          !isWrittenIn(cell, event.op))
        continue;
      if (isa<scf::IfOp, scf::IndexSwitchOp, affine::AffineIfOp>(event.op) &&
          (builder.findLoop(event.op) >= 0 || dependsOnCase(event.op))) {
        slots.insert(getSlotBehind(event.op, cell));
        return true;
      }
      if (!addEnds(cell, event.op, slots))
        return true;
      continue;
    }
    if (event.op != event.access->op && !getRunLoop(event.op) &&
        isReplacedBy(cell, event.op)) {
      addAll(cell, event.op, slots);
      return true;
    }
    add(cell, event, slots);
    // What is behind a loop includes what was there before it.
    if (getRunLoop(event.op) && !isa<linalg::LinalgOp>(event.op)) {
      if (cell.isWritten(*event.access))
        return true;
    } else if (event.op == event.access->op && cell.isReplaced(*event.access)) {
      // One operation may write it through several operands.
      addAll(cell, event.op, slots);
      return true;
    }
  }
  return false;
}

/// Adds what the writes of an operation leave that enters one of its regions,
/// once. Returns true if that may be what was there before.
bool NoiseProgram::Builder::Memory::addEnds(const BufferCell &cell,
                                            Operation *op, Slots &slots) {
  bool isFromAround = false;
  for (Region &region : op->getRegions())
    isFromAround |= region.empty() || addEnds(cell, region, slots);
  return isFromAround;
}

/// The slot with what is in a cell behind a conditional in a loop that is run,
/// or in a function with cases: something may decide there in each iteration,
/// or in each case.
Slot NoiseProgram::Builder::Memory::getSlotBehind(Operation *conditional,
                                                  const BufferCell &cell) {
  auto [entry, isNew] = behindIndex.try_emplace({conditional, cell.key()}, 0);
  if (isNew) {
    // Outside of loops nothing else limits their number.
    if (builder.findLoop(conditional) < 0)
      stepsLeft -= std::min(stepsLeft, kStepsOfSlot);
    entry->second =
        builder.addMemorySlot(load, builder.getPlaceOf(conditional), cell.uses);
    openConditionals.push_back({conditional, cell, entry->second, load});
  }
  return entry->second;
}

/// Finds what each branch of a conditional leaves.
void NoiseProgram::Builder::Memory::finish(const OpenSlot &behind) {
  load = behind.origin;
  SmallVector<Slot, 4> branches;
  for (Region &region : behind.op->getRegions()) {
    Slots slots;
    if (region.empty() || addEnds(behind.cell, region, slots))
      collect(behind.cell, behind.op, slots);
    branches.push_back(
        makeJoin(slots, builder.getPlaceOf(behind.op), *behind.cell.uses));
  }
  builder.extraJoins[behind.slot] = std::move(branches);
  builder.conditionalOf[behind.slot] = behind.op;
}

/// The same of one region that is entered.
bool NoiseProgram::Builder::Memory::addEnds(const BufferCell &cell,
                                            Region &region, Slots &slots) {
  bool isFromAround = false;
  for (Block &block : region)
    if (block.getNumSuccessors() == 0)
      isFromAround |=
          !addBackwards(cell, writes.get(*cell.uses, &block), slots) &&
          addEdges(cell, {{nullptr, &block}}, slots);
  return isFromAround;
}

/// Adds what comes along edges between blocks of a region, from there backwards
/// to the allocation. Returns true if some of it may be what was there when
/// control came to the region.
bool NoiseProgram::Builder::Memory::addEdges(const BufferCell &cell,
                                             std::vector<Edge> edges,
                                             Slots &slots) {
  // (Into an argument something may have come before its block.)
  Block *allocBlock = cell.uses->isArgument() ? nullptr : cell.uses->getBlock();
  llvm::DenseSet<Block *> begun;
  bool isFromAround = false;
  // What was there when a block began.
  auto begin = [&](Block *block) {
    if (!begun.insert(block).second)
      return;
    isFromAround |= block->isEntryBlock();
    auto inner = builder.loopOfBlock.find(block);
    Loop *own = inner == builder.loopOfBlock.end()
                    ? nullptr
                    : program.loops[inner->second].get();
    bool isHeader = own && own->blocks.front() == block;
    if (isHeader && isWrittenIn(cell, *own)) {
      slots.insert(getCarried(*own, cell).inside);
      return;
    }
    // Where an index is defined anew, what was there before is another element.
    BufferCell earlier = cell.before(block);
    bool isSame = earlier.place == cell.place;
    std::vector<Edge> edgesOfOthers;
    for (Block *before : block->getPredecessors())
      if (!isHeader || !llvm::is_contained(own->blocks, before))
        (isSame ? edges : edgesOfOthers).push_back({before, block});
    if (!isSame)
      isFromAround |= addEdges(earlier, std::move(edgesOfOthers), slots);
  };
  while (!edges.empty() && stepsLeft > 0) {
    auto [block, next] = edges.back();
    edges.pop_back();
    if (!block) {
      begin(next);
      continue;
    }
    if (blocksLeft == 0) {
      // Too many: any block may come before. What a loop that is run has stored
      // has no slot for that.
      if (!builder.blocksOfLoop.empty())
        stepsLeft = 0;
      for (Block &other : *next->getParent())
        for (const BufferWrite &write : writes.get(*cell.uses, &other))
          add(cell, write, slots);
      return true;
    }
    --blocksLeft;
    if (Loop *left = getOuterBlockLoop(block, next)) {
      // What is in a buffer of the last iteration has no slot out here.
      if (llvm::is_contained(left->blocks, allocBlock))
        stepsLeft = 0;
      else if (isWrittenIn(cell, *left))
        slots.insert(getCarried(*left, cell).behind);
      else
        begin(left->blocks.front());
      continue;
    }
    if (!addBackwards(cell, writes.get(*cell.uses, block), slots) &&
        block != allocBlock)
      begin(block);
  }
  return isFromAround;
}

/// True if what is in a cell when `op` is executed may have been there when its
/// function was called.
bool NoiseProgram::Builder::Memory::mayBeFromCallers(const BufferCell &cell,
                                                     Operation *op) {
  if (!cell.uses->isArgument())
    return false;
  stepsLeft -= std::min<size_t>(stepsLeft, cell.uses->countSteps());
  return !getFlow().isWrittenBefore(*cell.uses, cell.getElement(), op);
}

/// Goes on where control comes into a region from. Returns the operation before
/// which the rest was there; null if nothing is left.
Operation *NoiseProgram::Builder::Memory::ascend(const BufferCell &cell,
                                                 Region *region,
                                                 bool isFromCallers,
                                                 Slots &slots) {
  if (region == cell.uses->getBlock()->getParent()) {
    if (isFromCallers)
      slots.insert(getPassedSlot(cast<BlockArgument>(cell.uses->buffer)));
    return nullptr;
  }
  Operation *op = region->getParentOp();
  if (Loop *loop = getRunLoop(op)) {
    auto whileOp = dyn_cast<scf::WhileOp>(op);
    if (whileOp && region == &whileOp.getAfter())
      return whileOp.getConditionOp();
    if (!isWrittenIn(cell, op) || isPrivate(cell, op))
      return op;
    slots.insert(getCarried(*loop, cell).inside);
    return nullptr;
  }
  // In a loop that is not run, any write may come before, but for those to
  // elements of other iterations.
  if (!isEnteredOnce(op) && !isPrivate(cell, op))
    addAll(cell, op, slots);
  return op;
}

/// Collects the slots whose join is in a cell when `op` is executed, from there
/// backwards to the allocation, or to the begin of the function. The slots are
/// those that the scope of `op` sees.
void NoiseProgram::Builder::Memory::collect(const BufferCell &cell,
                                            Operation *op, Slots &slots) {
  bool isFromCallers = mayBeFromCallers(cell, op);
  while (op && stepsLeft > 0) {
    Block *block = op->getBlock();
    ArrayRef<BufferWrite> events = writes.get(*cell.uses, block);
    if (addBackwards(cell,
                     events.take_front(BufferWrites::countBefore(events, op)),
                     slots) ||
        (block == cell.uses->getBlock() && !cell.uses->isArgument()) ||
        !addEdges(cell, {{nullptr, block}}, slots))
      return;
    op = ascend(cell, block->getParent(), isFromCallers, slots);
  }
}

/// The same for what the header of a loop of blocks gets: from within the loop,
/// or from outside.
void NoiseProgram::Builder::Memory::collect(const BufferCell &cell,
                                            Block *header, bool isWithin,
                                            Slots &slots) {
  const BlockLoop &loop =
      *builder.blocksOfLoop.lookup(builder.loopOfBlock.lookup(header));
  std::vector<Edge> edges;
  for (Block *before : header->getPredecessors())
    if (loop.contains(before) == isWithin)
      edges.push_back({before, header});
  if (!addEdges(cell, std::move(edges), slots))
    return;
  bool isFromCallers = mayBeFromCallers(cell, &header->front());
  if (Operation *op = ascend(cell, header->getParent(), isFromCallers, slots))
    collect(cell, op, slots);
}

/// Makes a loop carry a cell. Where indices are other ones in each iteration,
/// all elements count that these may be.
const NoiseProgram::Builder::Memory::Carried &
NoiseProgram::Builder::Memory::getCarried(Loop &loop, const BufferCell &cell) {
  int id = program.loopOfOp.lookup(loop.op);
  const BlockLoop *blocks = builder.blocksOfLoop.lookup(id);
  BufferCell common = cell;
  for (OpFoldResult &index : common.place)
    if (auto value = dyn_cast_if_present<Value>(index);
        value &&
        (blocks ? blocks->defines(value)
                : loop.op->isAncestor(value.getParentBlock()->getParentOp())))
      index = {};
  auto [entry, isNew] =
      carriedIndex.try_emplace({&loop, common.key()}, carried.size());
  if (!isNew)
    return carried[entry->second];
  Slot inside = builder.addMemorySlot(
      load, {id, loop.hasTest, /*callable=*/kNone}, common.uses);
  Slot behind =
      builder.addMemorySlot(load, builder.getPlaceAround(id), common.uses);
  carried.push_back({&loop, std::move(common), inside, behind, load});
  return carried.back();
}

/// A slot with the join of some others.
Slot NoiseProgram::Builder::Memory::makeJoin(const Slots &inputs,
                                             const Place &place,
                                             const BufferUses &uses) {
  if (inputs.size() == 1)
    return inputs.front();
  Slot slot = builder.addMemorySlot(load, place, &uses);
  builder.extraJoins[slot].assign(inputs.begin(), inputs.end());
  return slot;
}

/// Sets what the body of an operation of linalg gets from a buffer, as its
/// argument `slot`.
void NoiseProgram::Builder::Memory::addElements(Slot slot,
                                                const BufferUses &uses,
                                                linalg::LinalgOp op) {
  OpOperand &operand =
      getOperandOf(op, cast<BlockArgument>(program.values[slot]));
  BufferCell cell = BufferCell::getAny(uses);
  load = slot;
  Slots slots;
  collect(cell, op, slots);
  if (stepsLeft == 0 || slots.empty())
    program.slotFlows[slot].unknown = true;
  if (auto inside = builder.elementSlots.find(slot);
      inside != builder.elementSlots.end()) {
    int id = program.loopOfOp.lookup(op);
    Loop &loop = *program.loops[id];
    auto position = llvm::find(loop.carriedSlots, inside->second);
    loop.initialSlots[position - loop.carriedSlots.begin()] =
        makeJoin(slots, builder.getPlaceAround(id), uses);
    slots = Slots();
    slots.insert(inside->second);
  } else if (mayReadOwnWrites(op, operand) ||
             (op.isDpsInit(&operand) &&
              getUpdates(op, operand.getOperandNumber() - op.getNumDpsInputs())
                      .max != 1)) {
    addAll(cell, op, slots);
  }
  setRead(slot, slots);
}

/// Sets what `slot` reads.
void NoiseProgram::Builder::Memory::setRead(Slot slot, Slots &slots) {
  // Without loops these are values like any others. (Of a value with an exit
  // others may see that, see `makeUnit`.)
  if (llvm::any_of(slots, [&](Slot s) {
        return s >= program.size() || program.exitOf.contains(s);
      }))
    program.memoryReads[slot] = slots.takeVector();
  else
    program.slotFlows[slot].inputs = builder.allocate(slots.getArrayRef());
}

void NoiseProgram::Builder::Memory::addLoad(Slot slot, const BufferUses &uses) {
  if (auto argument = dyn_cast<BlockArgument>(program.values[slot]))
    return addElements(
        slot, uses, cast<linalg::LinalgOp>(argument.getOwner()->getParentOp()));
  Operation *op = program.values[slot].getDefiningOp();
  auto access = llvm::find_if(uses.loads, [&](const BufferAccess &load) {
    return load.op == op && !load.isCopy;
  });
  BufferCell cell = access->place ? BufferCell{&uses, *access->place}
                                  : BufferCell::getAny(uses);
  load = slot;
  Slots slots;
  collect(cell, op, slots);
  Flow &flow = program.slotFlows[slot];
  if (stepsLeft == 0 || slots.empty())
    flow.unknown = true;
  setRead(slot, slots);
}

/// Sets what the loops carry, and what calls pass. That may make others do so.
void NoiseProgram::Builder::Memory::finish() {
  size_t numPassed = 0, numReturned = 0, numCarried = 0;
  while (true) {
    if (numCarried < carried.size()) {
      finish(carried[numCarried++]);
    } else if (numPassed < passedArguments.size()) {
      auto [argument, origin] = passedArguments[numPassed++];
      load = origin;
      setPassed(argument);
    } else if (numReturned < returnedArguments.size()) {
      auto [argument, origin] = returnedArguments[numReturned++];
      load = origin;
      setReturned(argument);
    } else if (!openConditionals.empty()) {
      finish(openConditionals.pop_back_val());
    } else if (!openCopies.empty()) {
      OpenSlot copy = openCopies.pop_back_val();
      load = copy.origin;
      Slots slots;
      collect(copy.cell, copy.op, slots);
      builder.extraJoins[copy.slot].assign(slots.begin(), slots.end());
    } else {
      break;
    }
  }
  // With writes left out there may be more noise, or other sources of it.
  if (stepsLeft == 0 || builder.hasTooMuchMemory)
    for (auto &[slot, slots] : program.memoryReads)
      program.slotFlows[slot].unknown = true;
}

void NoiseProgram::Builder::Memory::finish(const Carried &part) {
  load = part.origin;
  Loop &loop = *part.loop;
  int id = program.loopOfOp.lookup(loop.op);
  const BufferUses &uses = *part.cell.uses;
  Slots before, after, exit;
  if (!loop.blocks.empty()) {
    Block *header = loop.blocks.front();
    collect(part.cell, header, /*isWithin=*/false, before);
    collect(part.cell, header, /*isWithin=*/true, after);
    collect(part.cell, header->getTerminator(), exit);
  } else {
    collect(part.cell, loop.op, before);
    collect(part.cell, loop.op->getRegions().back().front().getTerminator(),
            after);
    if (auto whileOp = dyn_cast<scf::WhileOp>(loop.op))
      collect(part.cell, whileOp.getConditionOp(), exit);
  }
  loop.carriedSlots.push_back(part.inside);
  loop.initialSlots.push_back(
      makeJoin(before, builder.getPlaceAround(id), uses));
  loop.yieldedSlots.emplace_back(after.begin(), after.end());
  loop.exitSlots.push_back(
      loop.hasTest
          ? makeJoin(exit, {id, /*isInHeader=*/true, /*callable=*/kNone}, uses)
          : part.inside);
  loop.outputs.push_back(part.behind);
}

//===----------------------------------------------------------------------===//
// Slots that are no values
//===----------------------------------------------------------------------===//

/// Adds a slot that is no value: what is in a buffer.
Slot NoiseProgram::Builder::addMemorySlot(Slot load, const Place &place,
                                          const BufferUses *uses) {
  Slot slot = addExtraSlot(load, place);
  auto [stored, isNew] = storedSlots.try_emplace(uses);
  if (isNew) {
    std::optional<SmallVector<Value>> values =
        flows.getMemory().getStored(uses->buffer);
    hasTooMuchMemory |= !values;
    SmallVector<Slot> slots;
    if (values)
      for (Value value : *values)
        slots.push_back(program.getSlot(value));
    stored->second = allocate(slots);
  }
  program.storedSlots[slot] = stored->second;
  return slot;
}

/// The function with an operation; `kNone` if it is in none.
unsigned NoiseProgram::Builder::findCallable(Operation *op) const {
  if (!isa<CallableOpInterface>(op))
    op = op->getParentOfType<CallableOpInterface>();
  auto known = op ? callableIndex.find(op) : callableIndex.end();
  return known == callableIndex.end() ? kNone : known->second;
}

/// The place of `op` in a loop, the innermost one around it; -1 for none.
NoiseProgram::Builder::Place
NoiseProgram::Builder::getPlace(int loop, Operation *op) const {
  return {loop,
          loop >= 0 && program.loops[loop]->hasTest &&
              isInHeader(*program.loops[loop], op),
          findCallable(op)};
}

/// Adds a slot that is no value, but due to one.
Slot NoiseProgram::Builder::addExtraSlot(Slot origin, const Place &place) {
  Slot slot = program.getNumSlots();
  program.exits.push_back(origin);
  program.models.push_back(program.models[origin]);
  program.loopOfSlot.push_back(place.loop);
  program.storedSlots[slot] = {};
  if (place.loop >= 0)
    extraSlots[place.loop].push_back(slot);
  else
    extraSlotsIn[place.callable].push_back(slot);
  if (place.isInHeader)
    extrasOfHeaders.insert(slot);
  return slot;
}

void NoiseProgram::Builder::followMemory() {
  Memory memory(*this);
  for (auto [slot, uses] : bufferOfLoad)
    memory.addLoad(slot, *uses);
  memory.finish();
}
