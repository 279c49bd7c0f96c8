//===- FollowedBuffers.cpp - The buffers that are followed ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of MemoryFlow that finds out which buffers are followed: through
// copies and calls.
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/FlowTargets.h"
#include "analysis/flow/OpaqueOperation.h"
#include "analysis/memory/MemoryFlow.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;

/// The elements that a call is known to write, at most: all, and those that no
/// single write of the callee is known to write.
static constexpr size_t kMostOfCall = 1024, kMostWritten = 64;

/// True for the result of an allocation, and for an argument that is followed.
bool MemoryFlow::isFollowable(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  return argument ? isPassed(argument) : isAllocation(buffer.getDefiningOp());
}

bool MemoryFlow::isPassed(BlockArgument argument) {
  return !passed.getCalls(argument).empty() && !getBuffer(argument).uses.escape;
}

SmallVector<std::pair<BlockArgument, Value>, 2>
MemoryFlow::getPassed(CallOpInterface call) {
  SmallVector<std::pair<BlockArgument, Value>, 2> result;
  if (passed.isEmpty())
    return result;
  for (OpOperand &operand : call->getOpOperands())
    if (BlockArgument argument = passed.getArgument(operand);
        argument && isPassed(argument))
      result.push_back({argument, operand.get()});
  return result;
}

/// The buffer, before it is known whether calls that pass it are followed.
MemoryFlow::Buffer &MemoryFlow::findBuffer(Value root) {
  std::unique_ptr<Buffer> &entry = buffers[root];
  if (entry)
    return *entry;
  entry = std::make_unique<Buffer>();
  Buffer &buffer = *entry;
  buffer.uses = BufferUses::find(
      root, [&](OpOperand &operand) { return passed.getArgument(operand); });
  if (!buffer.uses.escape)
    if (Operation *op = findOpaqueOperation(getFunction(root)))
      buffer.uses.escape = {UnknownReason::Escape, root, op};
  if (auto argument = dyn_cast<BlockArgument>(root))
    setSizes(argument, buffer.uses.sizes);
  return buffer;
}

/// Sets the sizes of a buffer that a function gets, where its type does not
/// state them and nothing measures them: those that all calls pass as another
/// argument.
void MemoryFlow::setSizes(BlockArgument buffer, ElementIndices &sizes) {
  ArrayRef<CallOpInterface> calls = passed.getCalls(buffer);
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (calls.empty() || size != OpFoldResult(buffer))
      continue;
    for (BlockArgument candidate : buffer.getOwner()->getArguments()) {
      auto isSize = [&, i = i](CallOpInterface call) {
        Value allocated = call.getArgOperands()[buffer.getArgNumber()];
        return isAllocation(allocated.getDefiningOp()) &&
               areSameSize(
                   getBufferSizes(allocated)[i],
                   getAsOpFoldResult(
                       call.getArgOperands()[candidate.getArgNumber()]));
      };
      if (candidate.getType().isIndex() && llvm::all_of(calls, isSize)) {
        size = candidate;
        break;
      }
    }
  }
}

MemoryFlow::Buffer &MemoryFlow::getBuffer(Value root) {
  Buffer &buffer = findBuffer(root);
  if (!buffer.isJudged)
    judge(root);
  return buffer;
}

/// Adds the buffers that something in one comes from: by calls, arguments of
/// callees and what callers pass; by copies, their sources. Returns the reason
/// why it cannot be followed, whatever holds for these.
std::optional<UnknownReason>
MemoryFlow::addOrigins(Value root, SmallVectorImpl<Value> &calls,
                       SmallVectorImpl<Value> &copies) {
  const BufferUses &uses = findBuffer(root).uses;
  std::optional<UnknownReason> obstacle = uses.escape;
  auto stop = [&](UnknownReason reason) {
    if (!obstacle)
      obstacle = reason;
  };
  if (!uses.isSequential())
    stop({UnknownReason::Escape, root, uses.unordered});
  auto add = [&](Value origin, SmallVectorImpl<Value> &origins) {
    auto argument = dyn_cast<BlockArgument>(origin);
    if (argument ? !passed.getCalls(argument).empty()
                 : isAllocation(origin.getDefiningOp()))
      origins.push_back(origin);
    else
      stop({UnknownReason::OutOfSight, origin});
  };
  for (const BufferAccess &write : uses.writes) {
    if (write.isCall)
      calls.push_back(write.value);
    else if (write.isCopy)
      add(getViewedBuffer(write.value), copies);
  }
  auto argument = dyn_cast<BlockArgument>(root);
  if (!argument)
    return obstacle;
  for (CallOpInterface call : passed.getCalls(argument)) {
    Value source =
        getViewedBuffer(call.getArgOperands()[argument.getArgNumber()]);
    add(source, calls);
    // Two arguments must not be the same buffer.
    if (llvm::count_if(call.getArgOperands(), [&](Value operand) {
          return getViewedBuffer(operand) == source;
        }) > 1)
      stop({UnknownReason::Escape, source, call});
  }
  return obstacle;
}

/// Finds out whether a buffer is followed, and all that something in it comes
/// from. Of buffers that become each other by calls, all are or none is; one
/// with a copy is if its source is.
void MemoryFlow::judge(Value root) {
  llvm::SetVector<Value> members;
  members.insert(root);
  // For each buffer, those that are not followed if it is not.
  llvm::DenseMap<Value, SmallVector<Value, 2>> dependents;
  llvm::SetVector<Value> unfollowed;
  auto refuse = [&](Value member, UnknownReason obstacle) {
    if (unfollowed.insert(member))
      findBuffer(member).obstacle = obstacle;
  };
  for (size_t i = 0; i < members.size(); ++i) {
    Value member = members[i];
    SmallVector<Value, 2> calls, copies;
    if (auto obstacle = addOrigins(member, calls, copies))
      refuse(member, *obstacle);
    for (Value other : calls) {
      dependents[other].push_back(member);
      dependents[member].push_back(other);
      members.insert(other);
    }
    for (Value source : copies) {
      dependents[source].push_back(member);
      const Buffer &known = findBuffer(source);
      if (!known.isJudged)
        members.insert(source);
      else if (!known.isFollowed)
        unfollowed.insert(source); // its obstacle is set already
    }
  }
  for (size_t i = 0; i < unfollowed.size(); ++i) {
    UnknownReason obstacle = *findBuffer(unfollowed[i]).obstacle;
    for (Value other : dependents.lookup(unfollowed[i]))
      refuse(other, obstacle);
  }
  for (Value member : members) {
    Buffer &buffer = findBuffer(member);
    buffer.isJudged = true;
    buffer.isFollowed = !unfollowed.contains(member);
  }
  for (Value member : members)
    setCalls(member);
}

/// Sets what the calls that pass a buffer on do with it, those of callees
/// first. Where they are not followed, it escapes.
void MemoryFlow::setCalls(Value root) {
  // (Calls may nest deeply.)
  SmallVector<Value> open = {root};
  while (!open.empty()) {
    Buffer &buffer = findBuffer(open.back());
    size_t count = open.size();
    if (!buffer.areCallsSet && buffer.isFollowed)
      for (const BufferAccess &access : buffer.uses.writes)
        if (access.isCall && !findBuffer(access.value).areCallsSet)
          open.push_back(access.value);
    if (open.size() > count)
      continue;
    open.pop_back();
    if (!std::exchange(buffer.areCallsSet, true))
      setOwnCalls(buffer);
  }
}

void MemoryFlow::setOwnCalls(Buffer &buffer) {
  bool hasCall =
      llvm::any_of(buffer.uses.writes,
                   [](const BufferAccess &access) { return access.isCall; });
  if (!hasCall && !buffer.uses.isArgument())
    return;
  if (!buffer.isFollowed) {
    if (!buffer.uses.escape)
      buffer.uses.escape = buffer.obstacle;
    return;
  }
  for (BufferAccess &access : buffer.uses.writes) {
    if (!access.isCall || !(access.isWhole || access.slice))
      continue;
    const BufferUses &inner = findBuffer(access.value).uses;
    if (leavesWritten(inner, /*place=*/std::nullopt))
      continue;
    access.slice = std::nullopt;
    if (std::exchange(access.isWhole, false))
      setElements(access, inner);
  }
  // Some callees only read it, or only write it.
  llvm::erase_if(buffer.uses.loads, [&](const BufferAccess &access) {
    return access.isCall && findBuffer(access.value).uses.loads.empty();
  });
  llvm::erase_if(buffer.uses.writes, [&](const BufferAccess &access) {
    return access.isCall && findBuffer(access.value).uses.writes.empty();
  });
}

/// Sets the elements that a call is known to write: those at constants and at
/// indices that it passes. `inner` is the whole buffer in the callee.
void MemoryFlow::setElements(BufferAccess &call, const BufferUses &inner) {
  auto operands = cast<CallOpInterface>(call.op).getArgOperands();
  for (const ElementIndices &indices : getWritten(inner)) {
    if (elementsLeft == 0)
      return;
    --elementsLeft;
    ElementIndices outer = indices;
    for (OpFoldResult &index : outer)
      if (auto value = dyn_cast<Value>(index))
        index = getAsOpFoldResult(
            operands[cast<BlockArgument>(value).getArgNumber()]);
    call.elements.push_back(std::move(outer));
  }
}

/// The elements that a function is known to write of a buffer that it gets:
/// their indices are constants and arguments.
const std::vector<ElementIndices> &
MemoryFlow::getWritten(const BufferUses &uses) {
  auto [entry, isNew] = writtenElements.try_emplace(uses.buffer);
  if (!isNew)
    return entry->second;
  SmallVector<Operation *> ends;
  for (Block &block : *uses.getBlock()->getParent())
    if (!block.empty() && isRegionEnd(&block.back()))
      ends.push_back(&block.back());
  auto isAlwaysExecuted = [&](Operation *op) {
    return ends.size() <= kMostWritten &&
           llvm::all_of(ends, [&](Operation *end) {
             return dominance.properlyDominates(op, end,
                                                /*enclosingOpOk=*/false);
           });
  };
  auto isSeenByCallers = [&](OpFoldResult index) {
    auto argument = dyn_cast_if_present<BlockArgument>(dyn_cast<Value>(index));
    return getConstantIntValue(index) ||
           (argument && argument.getOwner() == uses.getBlock());
  };
  // Most writes are executed in each run of the function. For others, several
  // may be one of them together.
  std::vector<ElementIndices> written;
  SmallVector<ElementIndices> others;
  std::set<std::vector<void *>> known;
  auto add = [&](const ElementIndices &indices, Operation *op) {
    if (written.size() == kMostOfCall ||
        !llvm::all_of(indices, isSeenByCallers))
      return;
    auto opaque = llvm::map_range(
        indices, [](OpFoldResult index) { return index.getOpaqueValue(); });
    std::vector<void *> key(opaque.begin(), opaque.end());
    if (known.count(key))
      return;
    if (isAlwaysExecuted(op)) {
      known.insert(std::move(key));
      written.push_back(indices);
    } else if (others.size() < kMostWritten &&
               !llvm::is_contained(others, indices)) {
      others.push_back(indices);
    }
  };
  for (const BufferAccess &write : uses.writes) {
    if (write.place)
      add(*write.place, write.op);
    for (const ElementIndices &indices : write.elements)
      add(indices, write.op);
  }
  for (const ElementIndices &indices : others)
    if (leavesWritten(uses, indices))
      written.push_back(indices);
  // (The map may have grown.)
  return writtenElements[uses.buffer] = std::move(written);
}

/// True if a function that gets a buffer as an argument has written what is at
/// `place` (all elements, if it is none) whenever it returns.
bool MemoryFlow::leavesWritten(const BufferUses &uses,
                               const ElementPlace &place) {
  return llvm::all_of(*uses.getBlock()->getParent(), [&](Block &block) {
    return !block.empty() && (!isRegionEnd(&block.back()) ||
                              isWrittenBefore(uses, place, &block.back()));
  });
}

/// True if a caller may pass a buffer with elements that nobody has written.
bool MemoryFlow::mayHaveJunk(BlockArgument argument) {
  // Those that callers pass on first. (Calls may nest deeply.)
  SmallVector<BlockArgument> open = {argument};
  while (!open.empty()) {
    Buffer &buffer = getBuffer(open.back());
    if (buffer.mayHaveJunk) {
      open.pop_back();
      continue;
    }
    size_t count = open.size();
    bool hasJunk = false;
    for (CallOpInterface call : passed.getCalls(open.back())) {
      Value source = getViewedBuffer(
          call.getArgOperands()[open[count - 1].getArgNumber()]);
      if (isWrittenBefore(getBuffer(source).uses, std::nullopt, call))
        continue;
      auto outer = dyn_cast<BlockArgument>(source);
      if (!outer)
        hasJunk = true;
      else if (std::optional<bool> known = getBuffer(outer).mayHaveJunk)
        hasJunk |= *known;
      else
        open.push_back(outer);
    }
    if (open.size() == count || hasJunk)
      buffer.mayHaveJunk = hasJunk;
  }
  return *getBuffer(argument).mayHaveJunk;
}

/// An operation that may use any value of `function`, or null.
Operation *MemoryFlow::findOpaqueOperation(Operation *function) {
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
