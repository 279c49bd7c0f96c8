//===- NoiseMemory.h - What is in buffers -----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to NoiseMemory.cpp, NoiseMemoryReads.cpp and NoisePassedBuffers.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_PROGRAM_NOISEMEMORY_H
#define NOISY_ANALYSIS_PROGRAM_NOISEMEMORY_H

#include "analysis/memory/BufferWrites.h"
#include "analysis/memory/MemoryFlow.h"
#include "analysis/program/NoiseProgramBuilder.h"
#include "llvm/ADT/SetVector.h"
#include <map>

namespace mlir::noisy {

/// Finds the slots with what loads read, and adds those of what loops carry in
/// buffers and of what calls pass in them.
class NoiseProgram::Builder::Memory {
public:
  explicit Memory(Builder &builder)
      : builder(builder), program(builder.program) {}

  void addLoad(Slot slot, const BufferUses &uses);
  void addElements(Slot slot, const BufferUses &uses, linalg::LinalgOp op);
  void finish();

private:
  using Slots = llvm::SetVector<Slot>;
  void setRead(Slot slot, Slots &slots);
  /// What a loop carries of a cell.
  struct Carried {
    Loop *loop;
    BufferCell cell;
    /// What is there when an iteration begins, and behind the loop.
    Slot inside, behind;
    /// A value of the function.
    Slot origin;
  };

  /// A slot with what is in a cell at an operation, that is still to be set.
  struct OpenSlot {
    Operation *op;
    BufferCell cell;
    Slot slot, origin;
  };

  /// The loop that is run for an operation, or null. Of a parallel one only the
  /// reduction is, which has no memory.
  Loop *getRunLoop(Operation *op) const {
    auto entry = program.loopOfOp.find(op);
    return entry == program.loopOfOp.end() || isa<scf::ParallelOp>(op)
               ? nullptr
               : program.loops[entry->second].get();
  }
  Loop *getOuterBlockLoop(Block *block, Block *from) const;
  bool isWrittenIn(const BufferCell &cell, Operation *op);
  bool isWrittenIn(const BufferCell &cell, const Loop &loop);
  bool isReplacedBy(const BufferCell &cell, Operation *loop);
  bool dependsOnCase(Operation *conditional);
  bool isPrivate(const BufferCell &cell, Operation *loop);
  void add(const BufferCell &cell, const BufferWrite &event, Slots &slots);
  void addAll(const BufferCell &cell, Operation *op, Slots &slots);
  bool addBackwards(const BufferCell &cell, ArrayRef<BufferWrite> events,
                    Slots &slots);
  void addCopied(const BufferCell &cell, Operation *copy, Slots &slots);
  bool addEnds(const BufferCell &cell, Operation *op, Slots &slots);
  bool addEnds(const BufferCell &cell, Region &region, Slots &slots);
  /// The edge from one block to another.
  using Edge = std::pair<Block *, Block *>;
  bool addEdges(const BufferCell &cell, std::vector<Edge> edges, Slots &slots);
  Operation *ascend(const BufferCell &cell, Region *region, bool isFromCallers,
                    Slots &slots);
  bool mayBeFromCallers(const BufferCell &cell, Operation *op);
  void collect(const BufferCell &cell, Operation *op, Slots &slots);
  void collect(const BufferCell &cell, Block *block, bool isWithin,
               Slots &slots);
  const Carried &getCarried(Loop &loop, const BufferCell &cell);
  void finish(const Carried &part);
  Slot getSlotBehind(Operation *conditional, const BufferCell &cell);
  void finish(const OpenSlot &behind);
  Slot makeJoin(const Slots &inputs, const Place &place,
                const BufferUses &uses);
  MemoryFlow &getFlow() { return builder.flows.getMemory(); }
  Slot getPassedSlot(BlockArgument argument);
  void setPassed(BlockArgument argument);
  void setReturned(BlockArgument argument);
  Slot getSlotBehind(CallOpInterface call, BlockArgument argument,
                     const BufferUses &uses);

  /// The writes that are looked at: more take too long.
  static constexpr unsigned kMostSteps = 1u << 20;
  /// What a slot counts as among these: it takes memory.
  static constexpr unsigned kStepsOfSlot = 16;
  /// The copies of copies that are followed at once: each takes some of the
  /// stack.
  static constexpr unsigned kDeepestCopies = 500;
  /// The blocks that are looked at where control has several ways.
  static constexpr unsigned kMostBlocks = 1u << 22;

  Builder &builder;
  NoiseProgram &program;
  /// The load that is being followed.
  Slot load = 0;
  unsigned stepsLeft = kMostSteps, blocksLeft = kMostBlocks;
  BufferWrites writes;
  std::map<std::pair<const Loop *,
                     std::pair<const BufferUses *, std::vector<void *>>>,
           unsigned>
      carriedIndex;
  std::deque<Carried> carried;
  /// What copies get, by these and the cells that they read.
  using CellAt = std::pair<Operation *,
                           std::pair<const BufferUses *, std::vector<void *>>>;
  struct Copied {
    SmallVector<Slot, 2> slots;
    /// True while it is being found; where it is asked for then, because copies
    /// go round in a circle, it has a slot of its own.
    bool isOpen = false;
    std::optional<Slot> own;
  };
  std::map<CellAt, Copied> copied;
  /// The loops that write all of a cell whenever they are executed, and the
  /// elements that may still be looked at to find these.
  std::map<CellAt, bool> replaced;
  unsigned coverStepsLeft = 1u << 20;
  /// What `dependsOnCase` found, by the conditional.
  llvm::DenseMap<Operation *, bool> caseDependent;
  unsigned copyDepth = 0;
  SmallVector<OpenSlot> openCopies;
  /// What is behind conditionals.
  std::map<CellAt, Slot> behindIndex;
  SmallVector<OpenSlot> openConditionals;
  /// The arguments that have a slot for what calls pass, each with the load
  /// that was the first to read it.
  std::vector<std::pair<BlockArgument, Slot>> passedArguments;
  /// Those that have one for what the function leaves.
  std::vector<std::pair<BlockArgument, Slot>> returnedArguments;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_PROGRAM_NOISEMEMORY_H
