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
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

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
  // Some indices may be known where others are sums.
  if (!access->place)
    for (auto [index, sum] : llvm::zip(cell.place, access->sums)) {
      if (std::optional<int64_t> number = sum.getConstant())
        index = mlir::Builder(op).getIndexAttr(*number);
      else if (Value value = sum.getValue())
        index = value;
    }
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
