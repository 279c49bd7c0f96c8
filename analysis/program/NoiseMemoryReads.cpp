//===- NoiseMemoryReads.cpp - What operations read of memory --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that goes back from an operation, write by
// write, to all that may be in an element of a buffer there.
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/Conditions.h"
#include "analysis/integers/IterationRanges.h"
#include "analysis/program/NoiseMemory.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

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
  if (!isa<scf::ForOp, affine::AffineForOp, scf::ParallelOp, scf::ForallOp>(
          loop) ||
      coverStepsLeft == 0)
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

/// True if no iteration of a loop writes the elements of another one.
bool NoiseProgram::Builder::Memory::isPrivate(const BufferCell &cell,
                                              Operation *loop) {
  if (!cell.uses->isInjective)
    return false;
  std::vector<ElementPlace> places = {cell.place};
  for (const BufferWrite &event : writes.get(*cell.uses, loop))
    places.push_back(event.access->place);
  return areOfOneIteration(loop, places);
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
