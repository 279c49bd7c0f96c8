//===- MemoryFlow.h - The flow of noise through memory -------- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_MEMORY_MEMORYFLOW_H
#define NOISY_ANALYSIS_MEMORY_MEMORYFLOW_H

#include "analysis/flow/BlockLoops.h"
#include "analysis/memory/BufferUses.h"
#include "analysis/memory/OverwrittenValues.h"
#include "mlir/IR/Dominance.h"
#include <functional>
#include <map>
#include <memory>

namespace mlir::noisy {

/// The values that a load may read: one of `inputs`, unless there is a reason
/// why anything may be read.
struct LoadedValues {
  SmallVector<Value, 2> inputs;
  std::optional<UnknownReason> reason;
  /// The buffer, if it can be followed write by write. If not, no value comes
  /// from a loop that may be run, unless the buffer is made anew in it.
  const BufferUses *buffer = nullptr;
};

/// The reason why anything may be read by `op`, if it loads an element of a
/// buffer that is not allocated where it is: a look at the operation alone.
std::optional<UnknownReason> findOutOfSight(Operation *op);

/// The flow of values through the buffers of a function: what is stored into a
/// buffer that does not escape (`BufferUses`) is what is loaded from it.
///
///   - A load right after a store to the same element has what was stored.
///   - Any other load has the join of what may have been stored to its element
///     at any time. Elements are told apart by indices that are constants.
///   - A load of an element that is not known to be written before is unknown:
///     what nobody wrote is junk.
///
/// Belongs to one thread at a time. The IR must not change meanwhile.
class MemoryFlow {
public:
  /// `isRun` tells whether a loop may be run iteration by iteration, so that
  /// the bounds of values in its body are those of one iteration.
  /// That of a loop of blocks is asked for by its test.
  MemoryFlow(Operation *root, std::function<bool(Operation *)> isRun)
      : isRun(std::move(isRun)), overwritten(root) {}

  /// The values below the root that change in place.
  const OverwrittenValues &getOverwritten() const { return overwritten; }

  /// The values that `op` may load; none if it is no load of an element.
  std::optional<LoadedValues> getLoaded(Operation *op);
  /// The values that `op` may read through an operand, a memref: those that the
  /// body of an operation of linalg gets.
  LoadedValues getRead(Operation *op, Value memref);

  /// True if a loop has a load and a write of a buffer that is allocated
  /// outside and can be followed. `loop` is the test of a loop of blocks.
  bool carries(Operation *loop);

  /// True if all encrypted memory that is used in some blocks can be followed.
  bool follows(ArrayRef<Block *> blocks);

  /// The uses of the buffer that `memref` is a view of, an allocation.
  const BufferUses &getUses(Value memref) {
    return getBuffer(getViewedBuffer(memref).getDefiningOp()).uses;
  }

private:
  /// A buffer, and what its loads read.
  struct Buffer {
    BufferUses uses;
    llvm::DenseMap<Operation *, LoadedValues> loaded;
    bool isComplete = false;
    /// See `canFollow`; null before it is asked, and while it is found out.
    std::optional<bool> isFollowed;
    bool isBeingAsked = false;
  };
  /// The buffers that are copied to one, itself included, and all values that
  /// are stored into these.
  struct Contents {
    SmallVector<Operation *, 1> allocs;
    /// Those of which all that is stored is among `values`.
    SmallVector<Operation *, 1> wholeAllocs;
    SmallVector<Value> values;
    SmallVector<Operation *> stores;
    std::optional<UnknownReason> reason;
  };

  Buffer &getBuffer(Operation *alloc);
  Operation *findOpaqueOperation(Operation *alloc);
  /// Calls `visit` with the loops around a block, and the tests of those of
  /// blocks, that `alloc` is not in.
  void forEachLoop(Block *block, Operation *alloc,
                   llvm::function_ref<void(Operation *)> visit);
  bool canFollow(Buffer &buffer);
  void findCarriers(Operation *function);
  void complete(Buffer &buffer);
  void forward(Buffer &buffer);
  LoadedValues joinStores(Buffer &buffer, const BufferAccess &load,
                          unsigned &stepsLeft);
  bool isWrittenBefore(const BufferUses &uses, const ElementPlace &place,
                       Operation *op);
  void addCopied(Contents &contents, const BufferAccess &copy);
  Operation *findIteration(const Contents &contents);

  std::function<bool(Operation *)> isRun;
  OverwrittenValues overwritten;
  DominanceInfo dominance;
  llvm::DenseMap<Operation *, std::unique_ptr<Buffer>> buffers;
  /// For each function, an operation in it that may use anything, or null.
  llvm::DenseMap<Operation *, Operation *> opaqueOperations;
  /// The loops that carry memory, in the functions that were looked at.
  llvm::DenseSet<Operation *> carriers, knownFunctions;
  llvm::DenseMap<Region *, std::vector<BlockLoop>> blockLoops;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_MEMORY_MEMORYFLOW_H
