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

#include "analysis/memory/BufferUses.h"
#include "analysis/noise/NoiseProgramBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

/// The writes that are looked at: more take too long.
static constexpr unsigned kMostSteps = 1u << 20;

namespace {
/// Some elements of a buffer: those at a place whose indices are known, as far
/// as they are; a null index may be any.
struct Cell {
  const BufferUses *uses;
  ElementIndices place;

  auto key() const {
    std::vector<void *> indices;
    for (OpFoldResult index : place)
      indices.push_back(index.getOpaqueValue());
    return std::pair(uses, std::move(indices));
  }
  /// True if a write may be to one of the elements.
  bool isWritten(const BufferAccess &write) const;
  /// True if a write is to the one element.
  bool isReplaced(const BufferAccess &write) const;
};

/// A write, and the operation around it that stands in some block.
struct Event {
  Operation *op;
  const BufferAccess *write;
};
} // namespace

bool Cell::isWritten(const BufferAccess &write) const {
  if (!uses->isInjective || !write.place)
    return true;
  for (auto [index, written] : llvm::zip_equal(place, *write.place)) {
    std::optional<int64_t> constant =
        index ? getConstantIntValue(index) : std::nullopt;
    std::optional<int64_t> other = getConstantIntValue(written);
    if (constant && other && *constant != *other)
      return false;
  }
  return true;
}

bool Cell::isReplaced(const BufferAccess &write) const {
  if (write.isWhole)
    return true;
  if (!write.place)
    return false;
  return llvm::all_of(llvm::zip_equal(place, *write.place), [](auto pair) {
    auto [index, written] = pair;
    return index && isEqualConstantIntOrValue(index, written);
  });
}

/// True if what is in the one block of the regions of `op` is executed at most
/// once each time that `op` is.
static bool isStraight(Operation *op) {
  return isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp,
             affine::AffineIfOp, memref::AllocaScopeOp>(op) &&
         llvm::all_of(op->getRegions(), [](Region &region) {
           return region.empty() || region.hasOneBlock();
         });
}

class NoiseProgram::Builder::Memory {
public:
  explicit Memory(Builder &builder)
      : builder(builder), program(builder.program) {}

  void addLoad(Slot slot, const BufferUses &uses);
  void finish();

private:
  using Slots = llvm::SetVector<Slot>;
  /// What a loop carries of a cell.
  struct Carried {
    Loop *loop;
    Cell cell;
    /// What is there when an iteration begins, and behind the loop.
    Slot inside, behind;
    /// A value of the function.
    Slot origin;
  };

  Loop *getRunLoop(Operation *op) const {
    auto entry = program.loopOfOp.find(op);
    return entry == program.loopOfOp.end() ? nullptr
                                           : program.loops[entry->second].get();
  }
  ArrayRef<Event> getEvents(const BufferUses &uses, Block *block);
  ArrayRef<Event> getEvents(const BufferUses &uses, Operation *op);
  bool isWrittenIn(const Cell &cell, Operation *op);
  bool isPrivate(const Cell &cell, Operation *loop);
  void add(const Cell &cell, const Event &event, Slots &slots);
  void addAll(const Cell &cell, Operation *op, Slots &slots);
  bool addBefore(const Cell &cell, Operation *op, Slots &slots);
  void collect(const Cell &cell, Operation *op, Slots &slots);
  const Carried &getCarried(Loop &loop, const Cell &cell);
  Slot makeJoin(const Slots &inputs, int loop, const BufferUses &uses);

  Builder &builder;
  NoiseProgram &program;
  /// The load that is being followed.
  Slot load = 0;
  unsigned stepsLeft = kMostSteps;
  /// The writes of buffers, by the blocks around them, in order.
  llvm::DenseMap<std::pair<const BufferUses *, Block *>, std::vector<Event>>
      events;
  llvm::DenseSet<const BufferUses *> known;
  std::map<std::pair<const Loop *,
                     std::pair<const BufferUses *, std::vector<void *>>>,
           unsigned>
      carriedIndex;
  std::deque<Carried> carried;
};

/// The writes in a block, each with the operation of the block around it.
ArrayRef<Event> NoiseProgram::Builder::Memory::getEvents(const BufferUses &uses,
                                                         Block *block) {
  if (known.insert(&uses).second) {
    llvm::SetVector<Block *> blocks;
    for (const BufferAccess &write : uses.writes)
      for (Operation *op = write.op;; op = op->getParentOp()) {
        events[{&uses, op->getBlock()}].push_back({op, &write});
        blocks.insert(op->getBlock());
        if (op->getParentOp() == uses.alloc->getParentOp())
          break;
      }
    for (Block *around : blocks)
      llvm::stable_sort(events[{&uses, around}],
                        [](const Event &a, const Event &b) {
                          return a.op != b.op && a.op->isBeforeInBlock(b.op);
                        });
  }
  auto entry = events.find({&uses, block});
  if (entry == events.end())
    return {};
  return entry->second;
}

/// The number of the writes of a block that are before `op`.
static size_t countBefore(ArrayRef<Event> events, Operation *op) {
  return llvm::partition_point(events,
                               [&](const Event &event) {
                                 return event.op != op &&
                                        event.op->isBeforeInBlock(op);
                               }) -
         events.begin();
}

/// The writes in an operation.
ArrayRef<Event> NoiseProgram::Builder::Memory::getEvents(const BufferUses &uses,
                                                         Operation *op) {
  ArrayRef<Event> all = getEvents(uses, op->getBlock());
  return all.drop_front(countBefore(all, op))
      .take_while([&](const Event &event) { return event.op == op; });
}

bool NoiseProgram::Builder::Memory::isWrittenIn(const Cell &cell,
                                                Operation *op) {
  return llvm::any_of(getEvents(*cell.uses, op), [&](const Event &event) {
    return cell.isWritten(*event.write);
  });
}

/// True if no iteration of a loop writes the elements of another one: all its
/// writes have its induction variable as the same index.
bool NoiseProgram::Builder::Memory::isPrivate(const Cell &cell,
                                              Operation *loop) {
  if (!cell.uses->isInjective || !isa<scf::ForOp, affine::AffineForOp>(loop))
    return false;
  OpFoldResult variable(loop->getRegion(0).getArgument(0));
  ArrayRef<Event> writes = getEvents(*cell.uses, loop);
  for (unsigned i = 0; i < cell.place.size(); ++i)
    if (cell.place[i] == variable &&
        llvm::all_of(writes, [&](const Event &event) {
          return event.write->place && (*event.write->place)[i] == variable;
        }))
      return true;
  return false;
}

/// Adds what a write has put into a cell, as the block of `event.op` sees it.
void NoiseProgram::Builder::Memory::add(const Cell &cell, const Event &event,
                                        Slots &slots) {
  const BufferAccess &write = *event.write;
  if (stepsLeft == 0 || !cell.isWritten(write))
    return;
  --stepsLeft;
  Loop *outermost = nullptr;
  for (Operation *op = write.op; op != event.op; op = op->getParentOp())
    if (Loop *loop = getRunLoop(op->getParentOp()))
      outermost = loop;
  if (outermost) {
    slots.insert(getCarried(*outermost, cell).behind);
  } else if (write.isCopy) {
    const BufferUses &source = builder.flows.getBufferUses(write.value);
    // A copy of all elements has each at the place that it had.
    bool isSame = write.isWhole && write.value == source.alloc->getResult(0) &&
                  isa<memref::CopyOp, linalg::CopyOp>(write.op);
    collect(
        {&source, isSame ? cell.place : ElementIndices(source.sizes.size())},
        write.op, slots);
  } else {
    slots.insert(
        builder.getSeen(program.getSlot(write.value), write.op->getBlock()));
  }
}

void NoiseProgram::Builder::Memory::addAll(const Cell &cell, Operation *op,
                                           Slots &slots) {
  for (const Event &event : getEvents(*cell.uses, op))
    add(cell, event, slots);
}

/// Adds what is written before `op` in its block, from there backwards. Returns
/// true if that leaves nothing of what was there before.
bool NoiseProgram::Builder::Memory::addBefore(const Cell &cell, Operation *op,
                                              Slots &slots) {
  ArrayRef<Event> all = getEvents(*cell.uses, op->getBlock());
  for (const Event &event :
       llvm::reverse(all.take_front(countBefore(all, op)))) {
    if (stepsLeft == 0)
      return true;
    add(cell, event, slots);
    // What is behind a loop includes what was there before it.
    if (getRunLoop(event.op)
            ? cell.isWritten(*event.write)
            : event.op == event.write->op && cell.isReplaced(*event.write))
      return true;
  }
  return false;
}

/// Collects the slots whose join is in a cell when `op` is executed, from there
/// backwards to the allocation. The slots are those that the scope of `op`
/// sees.
void NoiseProgram::Builder::Memory::collect(const Cell &cell, Operation *op,
                                            Slots &slots) {
  Block *allocBlock = cell.uses->alloc->getBlock();
  while (true) {
    Block *block = op->getBlock();
    if (block != allocBlock && !block->getParent()->hasOneBlock()) {
      // Any block may come before this one.
      for (Block &other : *block->getParent())
        for (const Event &event : getEvents(*cell.uses, &other))
          add(cell, event, slots);
      if (block->getParent() == allocBlock->getParent())
        return;
    } else if (addBefore(cell, op, slots)) {
      return;
    }
    if (block == allocBlock)
      return;
    op = block->getParentOp();
    if (Loop *loop = getRunLoop(op)) {
      if (!isWrittenIn(cell, op) || isPrivate(cell, op))
        continue;
      slots.insert(getCarried(*loop, cell).inside);
      return;
    }
    // In a loop that is not run, any write may come before.
    if (!isStraight(op))
      addAll(cell, op, slots);
  }
}

/// Makes a loop carry a cell. Where indices are other ones in each iteration,
/// all elements count that these may be.
const NoiseProgram::Builder::Memory::Carried &
NoiseProgram::Builder::Memory::getCarried(Loop &loop, const Cell &cell) {
  Cell common = cell;
  for (OpFoldResult &index : common.place)
    if (auto value = dyn_cast_if_present<Value>(index);
        value && loop.op->isAncestor(value.getParentBlock()->getParentOp()))
      index = {};
  auto [entry, isNew] =
      carriedIndex.try_emplace({&loop, common.key()}, carried.size());
  if (!isNew)
    return carried[entry->second];
  int id = program.loopOfOp.lookup(loop.op);
  Slot inside = builder.addMemorySlot(load, id, common.uses);
  Slot behind =
      builder.addMemorySlot(load, builder.loopAround[id], common.uses);
  carried.push_back({&loop, std::move(common), inside, behind, load});
  return carried.back();
}

/// A slot with the join of some others, in the scope of a loop (-1: of none).
Slot NoiseProgram::Builder::Memory::makeJoin(const Slots &inputs, int loop,
                                             const BufferUses &uses) {
  if (inputs.size() == 1)
    return inputs.front();
  Slot slot = builder.addMemorySlot(load, loop, &uses);
  builder.extraJoins[slot].assign(inputs.begin(), inputs.end());
  return slot;
}

void NoiseProgram::Builder::Memory::addLoad(Slot slot, const BufferUses &uses) {
  Operation *op = program.values[slot].getDefiningOp();
  auto access = llvm::find_if(
      uses.loads, [&](const BufferAccess &load) { return load.op == op; });
  Cell cell{&uses, access->place.value_or(ElementIndices(uses.sizes.size()))};
  load = slot;
  Slots slots;
  collect(cell, op, slots);
  Flow &flow = program.slotFlows[slot];
  if (stepsLeft == 0 || slots.empty())
    flow.unknown = true;
  // Without loops these are values like any others.
  if (llvm::any_of(slots, [&](Slot s) { return s >= program.size(); }))
    program.memoryReads[slot] = slots.takeVector();
  else
    flow.inputs = builder.allocate(slots.getArrayRef());
}

/// Sets what the loops carry. That may make others carry something.
void NoiseProgram::Builder::Memory::finish() {
  for (unsigned i = 0; i < carried.size(); ++i) {
    Carried part = carried[i];
    load = part.origin;
    Loop &loop = *part.loop;
    Slots before, after;
    collect(part.cell, loop.op, before);
    collect(part.cell, loop.op->getRegion(0).front().getTerminator(), after);
    loop.carriedSlots.push_back(part.inside);
    loop.initialSlots.push_back(
        makeJoin(before, builder.loopAround[program.loopOfOp.lookup(loop.op)],
                 *part.cell.uses));
    loop.yieldedSlots.emplace_back(after.begin(), after.end());
    loop.exitSlots.push_back(part.inside);
    loop.outputs.push_back(part.behind);
  }
  // With writes left out there may be more noise.
  if (stepsLeft == 0)
    for (auto &[slot, slots] : program.memoryReads)
      program.slotFlows[slot].unknown = true;
}

/// Adds a slot that is no value: what is in a buffer.
Slot NoiseProgram::Builder::addMemorySlot(Slot load, int loop,
                                          const BufferUses *uses) {
  Slot slot = addExtraSlot(load, loop);
  auto [stored, isNew] = storedSlots.try_emplace(uses);
  if (isNew) {
    SmallVector<Slot> slots;
    for (const BufferAccess &write : uses->writes)
      if (!write.isCopy)
        slots.push_back(program.getSlot(write.value));
    stored->second = allocate(slots);
  }
  program.storedSlots[slot] = stored->second;
  return slot;
}

void NoiseProgram::Builder::followMemory() {
  Memory memory(*this);
  for (auto [slot, uses] : bufferOfLoad)
    memory.addLoad(slot, *uses);
  memory.finish();
}

/// Adds a slot that is no value, in the scope of a loop (-1: of none) and of
/// the function with the value `origin`.
Slot NoiseProgram::Builder::addExtraSlot(Slot origin, int loop) {
  Slot slot = program.getNumSlots();
  program.exits.push_back(origin);
  program.models.push_back(program.models[origin]);
  program.loopOfSlot.push_back(loop);
  program.storedSlots[slot] = {};
  extraSlots[loop].push_back(slot);
  return slot;
}

/// Adds the slots that are no values, and the units that join them, to a scope.
/// In that of no loop, those of the values in [first, scope.end) count.
void NoiseProgram::Builder::addExtras(Scope &scope, Slot first, int id,
                                      bool isRoot) {
  auto belongs = [&](Slot value) {
    return id >= 0 || (isRoot ? !program.getFunction(value)
                              : value >= first && value < scope.end);
  };
  if (auto entry = extraSlots.find(id); entry != extraSlots.end())
    for (Slot slot : entry->second) {
      if (!belongs(program.getOrigin(slot)))
        continue;
      scope.slots.push_back(slot);
      auto join = extraJoins.find(slot);
      if (join == extraJoins.end())
        continue;
      Unit unit;
      unit.kind = UnitKind::Join;
      unit.inputs = allocate(join->second);
      unit.outputs = allocate(slot);
      unit.choice = extraChoices.lookup(slot);
      scope.units.push_back(std::move(unit));
    }
  // Loops that carry memory alone have no result where they stand.
  for (auto [number, loop] : llvm::enumerate(program.loops))
    if (loopAround[number] == id && loop->blocks.empty() &&
        belongs(loop->begin) &&
        llvm::none_of(loop->op->getResults(), carriesNoise))
      scope.units.push_back(makeLoopUnit(getLoop(number)));
}

ArrayRef<Slot> NoiseProgram::Builder::allocate(ArrayRef<Slot> slots) {
  Slot *list = program.lists.Allocate<Slot>(slots.size());
  llvm::copy(slots, list);
  return ArrayRef<Slot>(list, slots.size());
}
