//===- MemoryFlow.cpp - The flow of noise through memory ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/MemoryFlow.h"
#include "dialect/NoisyDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::noisy;

/// The pairs of loads and writes of a buffer that are looked at: more take too
/// long.
static constexpr unsigned kMostPairs = 1u << 20;
/// The elements of a buffer whose last store is remembered, and those that are
/// looked for among all writes, each by itself.
static constexpr size_t kMostElements = 256;

/// The buffer that an operation loads an element of; null for all others.
static Value getLoadedBuffer(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return getViewedBuffer(load.getMemRef());
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return getViewedBuffer(load.getMemRef());
  return nullptr;
}

std::optional<UnknownReason> mlir::noisy::findOutOfSight(Operation *op) {
  Value root = getLoadedBuffer(op);
  if (!root || isAllocation(root.getDefiningOp()))
    return std::nullopt;
  return UnknownReason{UnknownReason::OutOfSight, root};
}

Operation *MemoryFlow::getFunction(Operation *op) {
  Operation *function = op->getParentOp();
  while (function->getParentOp() &&
         !function->hasTrait<OpTrait::IsIsolatedFromAbove>())
    function = function->getParentOp();
  return function;
}

Operation *MemoryFlow::getFunction(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  return argument ? argument.getOwner()->getParentOp()
                  : getFunction(buffer.getDefiningOp());
}

std::optional<LoadedValues> MemoryFlow::getLoaded(Operation *op) {
  Value root = getLoadedBuffer(op);
  if (!root)
    return std::nullopt;
  return getRead(op, root);
}

LoadedValues MemoryFlow::getRead(Operation *op, Value memref) {
  auto roots = getViewedBuffers(memref);
  if (roots.size() > 1)
    return getSelected(op, roots.getArrayRef());
  Value root = roots.front();
  if (!isFollowable(root)) {
    auto argument = dyn_cast<BlockArgument>(root);
    if (argument && !passed.getCalls(argument).empty())
      return {{}, getBuffer(argument).uses.escape};
    return {{}, UnknownReason{UnknownReason::OutOfSight, root}};
  }
  findCarriers(getFunction(op));
  Buffer &buffer = getBuffer(root);
  if (buffer.uses.escape)
    return {{}, buffer.uses.escape};
  if (!buffer.isComplete)
    complete(buffer);
  return buffer.loaded[op];
}

/// What `op` may load from one of several buffers.
LoadedValues MemoryFlow::getSelected(Operation *op, ArrayRef<Value> roots) {
  LoadedValues all;
  llvm::SetVector<Value> inputs;
  for (Value root : roots) {
    LoadedValues values = getRead(op, root);
    if (values.reason)
      return values;
    // (A buffer that is selected is not followed write by write.)
    inputs.insert_range(values.inputs);
  }
  all.inputs.assign(inputs.begin(), inputs.end());
  return all;
}

void MemoryFlow::forEachLoop(Block *block, Value buffer,
                             llvm::function_ref<void(Operation *)> visit) {
  while (Operation *parent = block->getParentOp()) {
    Region *region = block->getParent();
    if (!region->hasOneBlock()) {
      auto [known, isNew] = blockLoops.try_emplace(region);
      if (isNew)
        known->second = findBlockLoops(*region);
      Block *own = region->findAncestorBlockInRegion(*buffer.getParentBlock());
      for (const BlockLoop &loop : known->second)
        if (loop.contains(block) && !(own && loop.contains(own)))
          visit(loop.test);
    }
    if (parent->isAncestor(buffer.getParentBlock()->getParentOp()) ||
        !parent->getBlock())
      return;
    if (isa<LoopLikeOpInterface>(parent))
      visit(parent);
    block = parent->getBlock();
  }
}

bool MemoryFlow::carries(Operation *loop) {
  findCarriers(getFunction(loop));
  return carriers.contains(loop);
}

bool MemoryFlow::follows(ArrayRef<Block *> blocks) {
  auto isUnknown = [&](Value value) {
    if (!isa<BaseMemRefType>(value.getType()) || !isNoisyType(value.getType()))
      return false;
    Value root = getViewedBuffer(value);
    return !isFollowable(root) || !getBuffer(root).isFollowed;
  };
  return llvm::none_of(blocks, [&](Block *block) {
    return block
        ->walk([&](Operation *op) {
          return WalkResult(
              failure(llvm::any_of(op->getOperands(), isUnknown) ||
                      llvm::any_of(op->getResults(), isUnknown)));
        })
        .wasInterrupted();
  });
}

/// Finds the loops of a function in which something is written into a buffer
/// that comes from outside, and loaded.
void MemoryFlow::findCarriers(Operation *function) {
  if (!knownFunctions.insert(function).second)
    return;
  auto find = [&](Value root) {
    if (!isNoisyType(root.getType()) || !isFollowable(root))
      return;
    Buffer &buffer = getBuffer(root);
    if (buffer.uses.loads.empty() || !buffer.isFollowed)
      return;
    llvm::DenseSet<Operation *> writers;
    for (const BufferAccess &write : buffer.uses.writes)
      forEachLoop(write.op->getBlock(), root,
                  [&](Operation *loop) { writers.insert(loop); });
    for (const BufferAccess &load : buffer.uses.loads)
      forEachLoop(load.op->getBlock(), root, [&](Operation *loop) {
        if (writers.contains(loop))
          carriers.insert(loop);
      });
  };
  if (auto callable = dyn_cast<func::FuncOp>(function);
      callable && !callable.isExternal())
    llvm::for_each(callable.getArguments(), find);
  function->walk([&](Operation *op) {
    if (isAllocation(op))
      find(op->getResult(0));
  });
}

void MemoryFlow::complete(Buffer &buffer) {
  buffer.isComplete = true;
  if (buffer.uses.isSequential())
    forward(buffer);
  unsigned pairsLeft = kMostPairs;
  for (const BufferAccess &load : buffer.uses.loads)
    if (!load.isCall && !load.isCopy && !buffer.loaded.contains(load.op)) {
      LoadedValues values = joinStores(buffer, load, pairsLeft);
      buffer.loaded[load.op] = std::move(values);
    }
}

//===----------------------------------------------------------------------===//
// Loads after stores
//===----------------------------------------------------------------------===//

/// Finds the loads whose element was stored in the same block, with no write
/// between that may be to the same element.
///
/// One thread executes the block from the store to the load; nothing else
/// writes the buffer meanwhile, and no index is defined anew. So what is loaded
/// is the value that the store had in this execution of the block.
void MemoryFlow::forward(Buffer &buffer) {
  const BufferUses &uses = buffer.uses;
  /// An access, or an operation of the block with a write in its regions.
  struct Event {
    Operation *op;
    const BufferAccess *access;
    bool isLoad;
  };
  llvm::MapVector<Block *, std::vector<Event>> events;
  for (const BufferAccess &load : uses.loads)
    if (!load.isCall && !load.isCopy)
      events[load.op->getBlock()].push_back({load.op, &load, true});
  for (const BufferAccess &write : uses.writes) {
    Operation *op = write.op;
    while (true) {
      auto entry = events.find(op->getBlock());
      if (entry != events.end())
        entry->second.push_back({op, op == write.op ? &write : nullptr, false});
      if (op->getParentOp() == uses.getParentOp())
        break;
      op = op->getParentOp();
    }
  }
  for (auto &[block, list] : events) {
    llvm::stable_sort(list, [](const Event &a, const Event &b) {
      return a.op != b.op && a.op->isBeforeInBlock(b.op);
    });
    SmallVector<const BufferAccess *> stores;
    for (const Event &event : list) {
      const BufferAccess *access = event.access;
      if (event.isLoad) {
        for (const BufferAccess *store : stores)
          if (isSamePlace(store->place, access->place))
            buffer.loaded[access->op].inputs = {store->value};
        continue;
      }
      bool isStore = access && !access->isCopy && !access->isCall;
      if (!access || !uses.isInjective)
        stores.clear();
      if (!access)
        continue;
      llvm::erase_if(stores, [&](const BufferAccess *store) {
        return !areDisjoint(*store, *access);
      });
      if (!isStore || !access->place)
        continue;
      if (stores.size() == kMostElements)
        stores.erase(stores.begin());
      stores.push_back(access);
    }
  }
}

//===----------------------------------------------------------------------===//
// All stores
//===----------------------------------------------------------------------===//

/// True if each execution of `op` comes after a write of the element at
/// `place` into the buffer that it sees.
///
/// A write that dominates `op` is executed between the allocation, which
/// dominates both, and `op`: if a way from the last allocation to `op` avoided
/// it, so would a way from the entry. The same holds for indices that are
/// values. The thread that executes `op` executes the write, too.
bool MemoryFlow::isWrittenBefore(const BufferUses &uses,
                                 const ElementPlace &place, Operation *op) {
  // What is written before one operation is so before those that it dominates.
  auto known = writtenAt.find(uses.buffer);
  if (known != writtenAt.end() && dominance.dominates(known->second, op))
    return true;
  if (!findWritten(uses, place, op))
    return false;
  if (!place)
    writtenAt[uses.buffer] = op;
  return true;
}

bool MemoryFlow::takeLoopSteps(size_t count) {
  if (loopStepsLeft < count)
    return false;
  loopStepsLeft -= count;
  return true;
}

/// The same, by a look at all writes.
bool MemoryFlow::findWritten(const BufferUses &uses, const ElementPlace &place,
                             Operation *op) {
  ElementCover cover(uses.sizes, place);
  auto precedes = [&](Operation *writer) {
    return dominance.properlyDominates(writer, op, /*enclosingOpOk=*/false);
  };
  size_t numWrites = 0;
  for (const BufferAccess &write : uses.writes) {
    numWrites += 1 + write.elements.size();
    if (coverWrite(cover, write, precedes))
      return true;
  }
  // Any element: of a small buffer, each may be written by itself.
  bool isAny = !place || llvm::any_of(*place, [](OpFoldResult index) {
    return !index || !getConstantIntValue(index);
  });
  if (!isAny)
    return false;
  uint64_t count = 1;
  SmallVector<int64_t> sizes;
  for (OpFoldResult size : uses.sizes) {
    sizes.push_back(getConstantIntValue(size).value_or(-1));
    if (sizes.back() < 0)
      return false;
    count = llvm::SaturatingMultiply<uint64_t>(count, sizes.back());
  }
  // Each takes a write of its own; otherwise some write several.
  if (count > numWrites) {
    ElementBoxes boxes(uses.sizes);
    for (const BufferAccess &write : uses.writes) {
      boxes.add(getCoverWrite(write));
      if (write.slice)
        boxes.add({write.op, write.slice->offsets, write.slice->widths});
      for (const ElementIndices &element : write.elements)
        boxes.add({write.op, element});
    }
    return boxes.allOf([&](const ElementIndices &element) {
      return takeLoopSteps(numWrites) && findWritten(uses, element, op);
    });
  }
  std::vector<bool> isWritten(count, false);
  uint64_t numMissing = count;
  auto add = [&](const ElementIndices &element, Operation *writer) {
    // (A view may have another rank.)
    if (element.size() != sizes.size())
      return;
    uint64_t number = 0;
    for (auto [index, size] : llvm::zip_equal(element, sizes)) {
      std::optional<int64_t> constant = getConstantIntValue(index);
      if (!constant || *constant < 0 || *constant >= size)
        return;
      number = number * size + *constant;
    }
    if (isWritten[number] || !precedes(writer))
      return;
    isWritten[number] = true;
    --numMissing;
  };
  for (const BufferAccess &write : uses.writes) {
    if (write.place)
      add(*write.place, write.op);
    for (const ElementIndices &element : write.elements)
      add(element, write.op);
  }
  // For each of the others all writes are looked at: several may be one of it
  // together.
  if (numMissing > kMostElements)
    return false;
  Builder builder(op->getContext());
  for (uint64_t i = 0; i < count; ++i) {
    if (isWritten[i])
      continue;
    uint64_t rest = i;
    ElementIndices element(sizes.size());
    for (size_t d = sizes.size(); d-- > 0; rest /= sizes[d])
      element[d] = builder.getIndexAttr(rest % sizes[d]);
    if (!findWritten(uses, element, op))
      return false;
  }
  return true;
}

/// True if the element that `load` reads in an iteration of a loop was written
/// in an earlier one, or before the loop: `out[i - 1]`.
bool MemoryFlow::isWrittenEarlier(const BufferUses &uses,
                                  const BufferAccess &load) {
  ElementSums indices = load.place ? getElementSums(*load.place) : load.sums;
  if (indices.empty())
    return false;
  for (Operation *loop = load.op->getParentOp(); loop != uses.getParentOp();
       loop = loop->getParentOp())
    for (const BufferAccess &write : uses.writes) {
      if (write.isMaybe || !loop->isProperAncestor(write.op))
        continue;
      if (!takeLoopSteps(1))
        return false;
      auto before =
          findReadFromBefore(loop, indices, getCoverWrite(write), uses.sizes);
      if (before && llvm::all_of(*before, [&](const ElementIndices &element) {
            return takeLoopSteps(uses.countSteps()) &&
                   findWritten(uses, element, loop);
          }))
        return true;
    }
  return false;
}

/// True if a write is never executed before a load from the same buffer: it is
/// later in the block of the allocation, or in the first block of a function
/// with the argument, where each buffer comes by once.
static bool comesAfter(const BufferUses &uses, Operation *write,
                       Operation *load) {
  if (!uses.isSequential())
    return false;
  Block *block = uses.getBlock();
  Operation *outerWrite = block->findAncestorOpInBlock(*write);
  Operation *outerLoad = block->findAncestorOpInBlock(*load);
  return outerWrite && outerLoad && outerWrite != outerLoad &&
         outerLoad->isBeforeInBlock(outerWrite);
}

/// Adds what a write may put into a buffer.
void MemoryFlow::addWrite(Contents &contents, const BufferAccess &write) {
  if (write.isCopy)
    return addCopied(contents, write);
  if (write.isCall)
    return addWrites(contents, write.value);
  contents.values.push_back(write.value);
  contents.stores.push_back(write.op);
}

/// Adds what all writes may put into a buffer in its function.
void MemoryFlow::addWrites(Contents &contents, Value root) {
  if (contents.buffers.insert(root))
    contents.openBuffers.push_back(root);
}

/// Adds what a copy may put into a buffer: all that is in its source, which has
/// to be written before.
void MemoryFlow::addCopied(Contents &contents, const BufferAccess &copy) {
  Value source = getViewedBuffer(copy.value);
  if (!isFollowable(source)) {
    contents.reason = {UnknownReason::OutOfSight, source};
    return;
  }
  const BufferUses &uses = getBuffer(source).uses;
  if (uses.escape) {
    contents.reason = uses.escape;
    return;
  }
  auto argument = dyn_cast<BlockArgument>(source);
  if (!isWrittenBefore(uses, /*place=*/std::nullopt, copy.op)) {
    if (!argument || mayHaveJunk(argument)) {
      contents.reason = {UnknownReason::Unwritten, source, copy.op};
      return;
    }
    addFromCallers(contents, argument);
  }
  addWrites(contents, source);
}

/// Adds what callers may pass in a buffer.
void MemoryFlow::addFromCallers(Contents &contents, BlockArgument argument) {
  if (contents.fromCallers.insert(argument).second)
    contents.openArguments.push_back(argument);
}

/// Adds all that is still to be added. (Calls may nest deeply.)
void MemoryFlow::complete(Contents &contents) {
  auto takeStep = [&](Value buffer) {
    if (stepsLeft == 0)
      contents.reason = {UnknownReason::TooMany, buffer};
    else
      --stepsLeft;
    return !contents.reason;
  };
  while (!contents.reason) {
    if (!contents.openBuffers.empty()) {
      Value buffer = contents.openBuffers.pop_back_val();
      for (const BufferAccess &write : getBuffer(buffer).uses.writes) {
        if (!takeStep(buffer))
          return;
        addWrite(contents, write);
      }
    } else if (!contents.openArguments.empty()) {
      BlockArgument argument = contents.openArguments.pop_back_val();
      for (CallOpInterface call : passed.getCalls(argument)) {
        if (!takeStep(argument))
          return;
        Value source =
            getViewedBuffer(call.getArgOperands()[argument.getArgNumber()]);
        addWrites(contents, source);
        if (auto outer = dyn_cast<BlockArgument>(source))
          addFromCallers(contents, outer);
      }
    } else {
      return;
    }
  }
}

std::optional<SmallVector<Value>> MemoryFlow::getStored(Value buffer) {
  Contents contents;
  addWrites(contents, buffer);
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    addFromCallers(contents, argument);
  complete(contents);
  if (contents.reason && contents.reason->kind == UnknownReason::TooMany)
    return std::nullopt;
  return std::move(contents.values);
}

/// Why values that may be in `buffer` are those of other calls: one of them, or
/// a buffer that it comes through, is in another function. If that is run for
/// each of its calls, its values have the bounds of the call being run.
std::optional<UnknownReason> MemoryFlow::findForeign(const Contents &contents,
                                                     Value buffer) {
  Operation *own = getFunction(buffer);
  for (Operation *store : contents.stores)
    if (getFunction(store) != own)
      return UnknownReason{UnknownReason::Calls, buffer, store};
  for (Value other : contents.buffers)
    if (Operation *function = getFunction(other); function != own)
      return UnknownReason{UnknownReason::Calls, buffer, function};
  return std::nullopt;
}

/// The store of a value that is defined anew in each iteration of a loop while
/// the buffer stays, if that loop is run iteration by iteration; or null. The
/// bound of such a value is that of the iteration being run, and what is in the
/// buffer may have come from any iteration.
Operation *MemoryFlow::findIteration(const Contents &contents) {
  for (auto [i, store] : llvm::enumerate(contents.stores)) {
    // (A loop with one of the buffers in it is not asked for.)
    Value value = contents.values[i];
    Block *block = value.getParentBlock();
    bool isOfIteration = false;
    for (Value buffer : contents.buffers)
      forEachLoop(block, buffer, [&](Operation *loop) {
        isOfIteration |= isRun(loop) || carries(loop);
      });
    if (isOfIteration)
      return store;
  }
  return nullptr;
}

LoadedValues MemoryFlow::joinStores(Buffer &buffer, const BufferAccess &load,
                                    unsigned &pairsLeft) {
  const BufferUses &uses = buffer.uses;
  Value root = uses.buffer;
  auto refuse = [](UnknownReason reason) {
    return LoadedValues{{}, std::move(reason)};
  };
  size_t steps = uses.countSteps();
  if (pairsLeft < steps)
    return refuse({UnknownReason::TooMany, root});
  pairsLeft -= steps;
  auto argument = dyn_cast<BlockArgument>(root);
  bool isFromCallers = false;
  if (!isWrittenBefore(uses, load.place, load.op) &&
      !isWrittenEarlier(uses, load)) {
    if (!argument || mayHaveJunk(argument))
      return refuse({UnknownReason::Unwritten, root});
    isFromCallers = true;
  }
  Contents contents;
  for (const BufferAccess &write : uses.writes) {
    if ((uses.isInjective && areDisjoint(write, load)) ||
        comesAfter(uses, write.op, load.op))
      continue;
    addWrite(contents, write);
    if (contents.reason)
      return refuse(*contents.reason);
  }
  if (isFromCallers)
    addFromCallers(contents, argument);
  complete(contents);
  if (contents.reason)
    return refuse(*contents.reason);
  contents.buffers.insert(root);
  if (!buffer.isFollowed) {
    if (std::optional<UnknownReason> reason = findForeign(contents, root))
      return refuse(*reason);
    if (Operation *store = findIteration(contents))
      return refuse({UnknownReason::Iterations, root, store});
  }
  llvm::SetVector<Value> inputs(contents.values.begin(), contents.values.end());
  return {SmallVector<Value, 2>(inputs.begin(), inputs.end()), std::nullopt,
          buffer.isFollowed ? &uses : nullptr};
}
