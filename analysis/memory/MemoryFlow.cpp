//===- MemoryFlow.cpp - The flow of noise through memory ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/MemoryFlow.h"
#include "dialect/NoisyDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
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
/// The elements of a buffer whose last store is remembered.
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

/// The function, or what else is isolated, around an operation.
static Operation *getFunction(Operation *op) {
  Operation *function = op->getParentOp();
  while (function->getParentOp() &&
         !function->hasTrait<OpTrait::IsIsolatedFromAbove>())
    function = function->getParentOp();
  return function;
}

std::optional<LoadedValues> MemoryFlow::getLoaded(Operation *op) {
  Value root = getLoadedBuffer(op);
  if (!root)
    return std::nullopt;
  return getRead(op, root);
}

LoadedValues MemoryFlow::getRead(Operation *op, Value memref) {
  Value root = getViewedBuffer(memref);
  if (!isAllocation(root.getDefiningOp()))
    return {{}, UnknownReason{UnknownReason::OutOfSight, root}};
  findCarriers(getFunction(op));
  Buffer &buffer = getBuffer(root.getDefiningOp());
  if (buffer.uses.escape)
    return {{}, buffer.uses.escape};
  if (!buffer.isComplete)
    complete(buffer);
  return buffer.loaded[op];
}

MemoryFlow::Buffer &MemoryFlow::getBuffer(Operation *alloc) {
  std::unique_ptr<Buffer> &buffer = buffers[alloc];
  if (!buffer) {
    buffer = std::make_unique<Buffer>();
    buffer->uses = BufferUses::find(alloc);
    if (!buffer->uses.escape)
      if (Operation *op = findOpaqueOperation(alloc))
        buffer->uses.escape = {UnknownReason::Escape, alloc->getResult(0), op};
  }
  return *buffer;
}

/// True if all writes are known in their order, and so are those of what is
/// copied: one thread executes them, and no copy goes round in a circle.
bool MemoryFlow::canFollow(Buffer &buffer) {
  if (buffer.isFollowed)
    return *buffer.isFollowed;
  if (buffer.isBeingAsked)
    return false;
  buffer.isBeingAsked = true;
  const BufferUses &uses = buffer.uses;
  buffer.isFollowed =
      !uses.escape && uses.isSequential &&
      llvm::all_of(uses.writes, [&](const BufferAccess &write) {
        if (!write.isCopy)
          return true;
        Operation *source = getViewedBuffer(write.value).getDefiningOp();
        return isAllocation(source) && canFollow(getBuffer(source));
      });
  return *buffer.isFollowed;
}

void MemoryFlow::forEachLoop(Block *block, Operation *alloc,
                             llvm::function_ref<void(Operation *)> visit) {
  while (Operation *parent = block->getParentOp()) {
    Region *region = block->getParent();
    if (!region->hasOneBlock()) {
      auto [known, isNew] = blockLoops.try_emplace(region);
      if (isNew)
        known->second = findBlockLoops(*region);
      Block *ofAlloc = region->findAncestorBlockInRegion(*alloc->getBlock());
      for (const BlockLoop &loop : known->second)
        if (loop.contains(block) && !(ofAlloc && loop.contains(ofAlloc)))
          visit(loop.test);
    }
    if (parent->isProperAncestor(alloc) || !parent->getBlock())
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
    Operation *alloc = getViewedBuffer(value).getDefiningOp();
    return !isAllocation(alloc) || !canFollow(getBuffer(alloc));
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
/// that is allocated outside, and loaded.
void MemoryFlow::findCarriers(Operation *function) {
  if (!knownFunctions.insert(function).second)
    return;
  function->walk([&](Operation *alloc) {
    if (!isAllocation(alloc) || !isNoisyType(alloc->getResult(0).getType()))
      return;
    Buffer &buffer = getBuffer(alloc);
    if (buffer.uses.loads.empty() || !canFollow(buffer))
      return;
    llvm::DenseSet<Operation *> writers;
    for (const BufferAccess &write : buffer.uses.writes)
      forEachLoop(write.op->getBlock(), alloc,
                  [&](Operation *loop) { writers.insert(loop); });
    for (const BufferAccess &load : buffer.uses.loads)
      forEachLoop(load.op->getBlock(), alloc, [&](Operation *loop) {
        if (writers.contains(loop))
          carriers.insert(loop);
      });
  });
}

/// An operation that may use any value of the function, or null.
Operation *MemoryFlow::findOpaqueOperation(Operation *alloc) {
  Operation *function = getFunction(alloc);
  auto [entry, isNew] = opaqueOperations.try_emplace(function, nullptr);
  if (isNew)
    function->walk([&](Operation *op) {
      llvm::StringRef name = op->getName().getStringRef();
      if (name != kOpaqueOperation && name != kOpaqueName)
        return WalkResult::advance();
      opaqueOperations[function] = op;
      return WalkResult::interrupt();
    });
  return opaqueOperations[function];
}

void MemoryFlow::complete(Buffer &buffer) {
  buffer.isComplete = true;
  if (buffer.uses.isSequential)
    forward(buffer);
  unsigned stepsLeft = kMostPairs;
  for (const BufferAccess &load : buffer.uses.loads)
    if (!buffer.loaded.contains(load.op)) {
      LoadedValues values = joinStores(buffer, load, stepsLeft);
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
    events[load.op->getBlock()].push_back({load.op, &load, true});
  for (const BufferAccess &write : uses.writes) {
    Operation *op = write.op;
    while (true) {
      auto entry = events.find(op->getBlock());
      if (entry != events.end())
        entry->second.push_back({op, op == write.op ? &write : nullptr, false});
      if (op->getParentOp() == uses.alloc->getParentOp())
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
      if (!access || access->isCopy || !access->place || !uses.isInjective) {
        stores.clear();
        if (!access || access->isCopy || !access->place)
          continue;
      }
      llvm::erase_if(stores, [&](const BufferAccess *store) {
        return !areDisjoint(store->place, access->place);
      });
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
  ElementCover cover(uses.sizes, place);
  auto precedes = [&](Operation *writer) {
    return dominance.properlyDominates(writer, op, /*enclosingOpOk=*/false);
  };
  if (llvm::any_of(uses.writes, [&](const BufferAccess &write) {
        return cover.addWrite({write.op, write.place, {}, write.isWhole},
                              precedes);
      }))
    return true;
  // Any element: of a small buffer, each may be written by itself.
  bool isAny = !place || llvm::any_of(*place, [](OpFoldResult index) {
    return !getConstantIntValue(index);
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
  // Each takes a write of its own, and all writes are looked at for each.
  if (count > std::min<uint64_t>(uses.writes.size(), kMostElements))
    return false;
  Builder builder(op->getContext());
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t rest = i;
    ElementIndices element(sizes.size());
    for (size_t d = sizes.size(); d-- > 0; rest /= sizes[d])
      element[d] = builder.getIndexAttr(rest % sizes[d]);
    if (!isWrittenBefore(uses, element, op))
      return false;
  }
  return true;
}

/// True if a write is never executed before a load from the same buffer: it is
/// later in the block of the allocation, where each buffer comes by once.
static bool comesAfter(const BufferUses &uses, Operation *write,
                       Operation *load) {
  if (!uses.isSequential)
    return false;
  Block *block = uses.alloc->getBlock();
  Operation *outerWrite = block->findAncestorOpInBlock(*write);
  Operation *outerLoad = block->findAncestorOpInBlock(*load);
  return outerWrite && outerLoad && outerWrite != outerLoad &&
         outerLoad->isBeforeInBlock(outerWrite);
}

/// Adds what a copy may put into a buffer: all that is stored into its source,
/// which has to be written before; and what is copied there.
void MemoryFlow::addCopied(Contents &contents, const BufferAccess &copy) {
  Value source = getViewedBuffer(copy.value);
  if (!isAllocation(source.getDefiningOp())) {
    contents.reason = {UnknownReason::OutOfSight, source};
    return;
  }
  Operation *alloc = source.getDefiningOp();
  const BufferUses &uses = getBuffer(alloc).uses;
  if (uses.escape) {
    contents.reason = uses.escape;
    return;
  }
  if (!isWrittenBefore(uses, /*place=*/std::nullopt, copy.op)) {
    contents.reason = {UnknownReason::Unwritten, source, copy.op};
    return;
  }
  // A part of the buffer that is loaded may be copied to another part of it.
  if (llvm::is_contained(contents.wholeAllocs, alloc))
    return;
  contents.wholeAllocs.push_back(alloc);
  if (!llvm::is_contained(contents.allocs, alloc))
    contents.allocs.push_back(alloc);
  for (const BufferAccess &write : uses.writes) {
    if (contents.reason)
      return;
    if (write.isCopy) {
      addCopied(contents, write);
      continue;
    }
    contents.values.push_back(write.value);
    contents.stores.push_back(write.op);
  }
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
    for (Operation *alloc : contents.allocs)
      forEachLoop(block, alloc, [&](Operation *loop) {
        isOfIteration |= isRun(loop) || carries(loop);
      });
    if (isOfIteration)
      return store;
  }
  return nullptr;
}

LoadedValues MemoryFlow::joinStores(Buffer &buffer, const BufferAccess &load,
                                    unsigned &stepsLeft) {
  const BufferUses &uses = buffer.uses;
  Value root = uses.alloc->getResult(0);
  auto refuse = [](UnknownReason reason) {
    return LoadedValues{{}, std::move(reason)};
  };
  if (stepsLeft < uses.writes.size())
    return refuse({UnknownReason::TooMany, root});
  stepsLeft -= uses.writes.size();
  if (!isWrittenBefore(uses, load.place, load.op))
    return refuse({UnknownReason::Unwritten, root});
  Contents contents;
  contents.allocs.push_back(uses.alloc);
  for (const BufferAccess &write : uses.writes) {
    if ((uses.isInjective && areDisjoint(write.place, load.place)) ||
        comesAfter(uses, write.op, load.op))
      continue;
    if (write.isCopy) {
      addCopied(contents, write);
      if (contents.reason)
        return refuse(*contents.reason);
      continue;
    }
    contents.values.push_back(write.value);
    contents.stores.push_back(write.op);
  }
  bool isFollowed = canFollow(buffer);
  if (!isFollowed)
    if (Operation *store = findIteration(contents))
      return refuse({UnknownReason::Iterations, root, store});
  llvm::SetVector<Value> inputs(contents.values.begin(), contents.values.end());
  return {SmallVector<Value, 2>(inputs.begin(), inputs.end()), std::nullopt,
          isFollowed ? &uses : nullptr};
}
