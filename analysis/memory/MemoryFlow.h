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
#include "analysis/memory/PassedBuffers.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/SetVector.h"
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
/// buffer that does not escape (`BufferUses`) is what is loaded from it. What
/// is in a buffer that calls pass on (`PassedBuffers`) goes to the callee, and
/// comes back, if all of these buffers can be followed write by write, and no
/// two arguments of a call are the same one.
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
  MemoryFlow(Operation *root, std::function<bool(Operation *)> isRun,
             PassedBuffers passed = {})
      : isRun(std::move(isRun)), overwritten(root), passed(std::move(passed)) {}

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

  /// The uses of the buffer that `memref` is a view of: an allocation, or an
  /// argument that is followed.
  const BufferUses &getUses(Value memref) {
    return getBuffer(getViewedBuffer(memref)).uses;
  }

  /// True if it is followed what is in the buffer that a function gets as
  /// `argument`.
  bool isPassed(BlockArgument argument);
  /// The calls that pass it then.
  ArrayRef<CallOpInterface> getCalls(BlockArgument argument) {
    return isPassed(argument) ? passed.getCalls(argument)
                              : ArrayRef<CallOpInterface>();
  }
  /// The arguments of which that holds among those that `call` passes, each
  /// with its operand.
  SmallVector<std::pair<BlockArgument, Value>, 2>
  getPassed(CallOpInterface call);
  /// All values that may be in a buffer, an allocation or an argument; none if
  /// they are too many.
  std::optional<SmallVector<Value>> getStored(Value buffer);
  /// True if all elements of a buffer at `place` (all, if it is none) are known
  /// to be written in the function before `op` is executed.
  bool isWrittenBefore(const BufferUses &uses, const ElementPlace &place,
                       Operation *op);

private:
  /// More writes and calls take too long: about a second.
  static constexpr unsigned kMostSteps = 1u << 24;

  /// A buffer, and what its loads read.
  struct Buffer {
    BufferUses uses;
    llvm::DenseMap<Operation *, LoadedValues> loaded;
    bool isComplete = false;
    /// All writes are known in their order, and so are those of what comes by
    /// copies and calls: one thread executes them. Set by `judge`.
    bool isFollowed = false, isJudged = false;
    /// Why it is not, though nothing else is known to write it: a reason of
    /// this buffer, or of one that it depends on.
    std::optional<UnknownReason> obstacle;
    bool areCallsSet = false;
    /// For an argument: something may be read that nobody has written.
    std::optional<bool> mayHaveJunk;
  };
  /// The buffers that something in one comes from, itself included, and all
  /// values that are stored into these.
  struct Contents {
    llvm::SetVector<Value, SmallVector<Value, 1>> buffers;
    /// The arguments of which that is added which their callers pass.
    llvm::SmallDenseSet<Value, 2> fromCallers;
    SmallVector<Value> values;
    SmallVector<Operation *> stores;
    /// The buffers, and the arguments, of which that is still to be done.
    SmallVector<Value, 2> openBuffers;
    SmallVector<BlockArgument, 2> openArguments;
    std::optional<UnknownReason> reason;
  };

  bool isFollowable(Value buffer);
  Buffer &findBuffer(Value root);
  void setSizes(BlockArgument buffer, ElementIndices &sizes);
  Buffer &getBuffer(Value root);
  std::optional<UnknownReason> addOrigins(Value root,
                                          SmallVectorImpl<Value> &calls,
                                          SmallVectorImpl<Value> &copies);
  void judge(Value root);
  void setCalls(Value root);
  void setOwnCalls(Buffer &buffer);
  void setElements(BufferAccess &call, const BufferUses &inner);
  bool findWritten(const BufferUses &uses, const ElementPlace &place,
                   Operation *op);
  bool takeLoopSteps(size_t count);
  bool isWrittenEarlier(const BufferUses &uses, const BufferAccess &load);
  const std::vector<ElementIndices> &getWritten(const BufferUses &uses);
  bool leavesWritten(const BufferUses &uses, const ElementPlace &place);
  bool mayHaveJunk(BlockArgument argument);
  /// The function, or what else is isolated, around an operation.
  static Operation *getFunction(Operation *op);
  /// That with the allocation, or the argument.
  static Operation *getFunction(Value buffer);
  Operation *findOpaqueOperation(Operation *function);
  /// Calls `visit` with the loops around a block, and the tests of those of
  /// blocks, that `buffer` is not in.
  void forEachLoop(Block *block, Value buffer,
                   llvm::function_ref<void(Operation *)> visit);
  void findCarriers(Operation *function);
  void complete(Buffer &buffer);
  void forward(Buffer &buffer);
  LoadedValues getSelected(Operation *op, ArrayRef<Value> roots);
  LoadedValues joinStores(Buffer &buffer, const BufferAccess &load,
                          unsigned &pairsLeft);
  void addWrite(Contents &contents, const BufferAccess &write);
  void addWrites(Contents &contents, Value root);
  void addCopied(Contents &contents, const BufferAccess &copy);
  void addFromCallers(Contents &contents, BlockArgument argument);
  void complete(Contents &contents);
  Operation *findIteration(const Contents &contents);
  std::optional<UnknownReason> findForeign(const Contents &contents,
                                           Value buffer);

  std::function<bool(Operation *)> isRun;
  OverwrittenValues overwritten;
  PassedBuffers passed;
  DominanceInfo dominance;
  /// By the buffer, an operation before which all of it is known to be written.
  llvm::DenseMap<Value, Operation *> writtenAt;
  llvm::DenseMap<Value, std::unique_ptr<Buffer>> buffers;
  /// By the argument, what `getWritten` finds; and how many elements calls may
  /// still be known to write, in all: they take memory.
  llvm::DenseMap<Value, std::vector<ElementIndices>> writtenElements;
  unsigned elementsLeft = 1u << 17;
  /// The writes and calls that may still be looked at for what is in buffers.
  unsigned stepsLeft = kMostSteps;
  /// The writes that may still be looked at for elements that loops write.
  unsigned loopStepsLeft = 1u << 22;
  /// For each function, an operation in it that may use anything, or null.
  llvm::DenseMap<Operation *, Operation *> opaqueOperations;
  /// The loops that carry memory, in the functions that were looked at.
  llvm::DenseSet<Operation *> carriers, knownFunctions;
  llvm::DenseMap<Region *, std::vector<BlockLoop>> blockLoops;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_MEMORY_MEMORYFLOW_H
