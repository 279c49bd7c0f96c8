//===- NoiseProgram.h - The flow of noise, compiled -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISEPROGRAM_H
#define NOISY_ANALYSIS_NOISE_NOISEPROGRAM_H

#include "analysis/noise/NoiseFlow.h"
#include "dialect/NoiseModel.h"
#include "dialect/NoisyOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Allocator.h"
#include <memory>
#include <vector>

namespace mlir::noisy {

/// The flow of noise below an operation as a program on numbered slots, one for
/// each value that carries noise, in the order of the text.
///
/// Its units compute bounds from bounds. They belong to *scopes*: all are in
/// the root's scope, except that a loop of known trip count has its own scope,
/// which is run once for each iteration, and that a function called by such a
/// loop has an additional one, which is run at the call. Within a scope each
/// unit comes after those it depends on; units that depend on each other in
/// cycles are marked.
class NoiseProgram {
public:
  using Slot = unsigned;

  enum class UnitKind {
    /// A bound: contracts, fresh values, and unknown noise.
    Constant,
    /// The transfer function of an operation.
    Transfer,
    /// The join of the inputs and of a bound.
    Join,
    /// A formula of a reduction; the inputs are the initial value and the value
    /// passed on.
    Reduction,
    /// A loop of known trip count. The first inputs are the initial values of
    /// its carried values, the others the values from outside that it uses; the
    /// outputs are its results.
    Loop,
    /// A call, run on its operands alone.
    Call
  };

  struct Loop;
  struct Function;

  /// A `NoiseFlow` with slots for values. The lists belong to the program.
  struct Flow {
    NoiseFlowKind kind = NoiseFlowKind::Join;
    bool isAssumed = false, unknown = false;
    ParallelReduction::Part part = ParallelReduction::Result;
    uint32_t contract = 0;
    const ParallelReduction *reduction = nullptr;
    ArrayRef<Slot> inputs, hiddenInputs;
  };

  /// A call and the origins of its results.
  struct Call {
    const Function *function = nullptr;
    /// The results; the slots returned for each, and the bound of its other
    /// origins.
    SmallVector<Slot, 1> outputs;
    std::vector<SmallVector<Slot, 1>> returnSlots;
    std::vector<NoiseBound> otherBounds;
  };

  /// The lists belong to the program.
  struct Unit {
    UnitKind kind = UnitKind::Join;
    NoiseBound bound;
    NoiseOpInterface op;
    const Loop *loop = nullptr;
    const Call *call = nullptr;
    ArrayRef<Slot> inputs, outputs;
  };

  /// A part of the program that is run as a whole.
  struct Scope {
    std::vector<Unit> units;
    /// Units [first, second) that depend on each other in cycles; in order.
    std::vector<std::pair<unsigned, unsigned>> cycles;
    /// The slots of the values within, those of nested scopes included.
    Slot begin = 0, end = 0;
    /// The slots that are set in this scope.
    std::vector<Slot> slots;
  };

  /// A loop, with the slots of its carried values in the body, and for each of
  /// these the slots whose join is passed to the next iteration.
  struct Loop : Scope {
    LoopLikeOpInterface op;
    TripCount iterations;
    SmallVector<Slot> carriedSlots;
    std::vector<SmallVector<Slot, 1>> yieldedSlots;
    /// The initial values, then the other values from outside that are used.
    SmallVector<Slot> inputs;
  };

  struct Function : Scope {
    /// The arguments that a call sets, and the numbers of their operands.
    SmallVector<Slot> arguments;
    SmallVector<unsigned> positions;
  };

  /// Compiles everything below `root`; the loops in `uncountedLoops` are
  /// treated as loops of unknown trip count. `flows` must outlive the program.
  NoiseProgram(Operation *root, NoiseFlows &flows,
               const llvm::DenseSet<Operation *> &uncountedLoops = {});
  ~NoiseProgram();

  ArrayRef<Value> getValues() const { return values; }
  unsigned size() const { return values.size(); }
  Slot getSlot(Value value) const { return slots.lookup(value); }
  /// Gives the slots of all values away; then `getSlot` knows none.
  llvm::DenseMap<Value, Slot> takeSlots() { return std::move(slots); }
  const Flow &getFlow(Slot slot) const { return slotFlows[slot]; }
  NoiseModel getModel(Slot slot) const { return models[slot]; }
  bool isLive(Slot slot) const { return live[slot]; }
  /// True if a value can reach the slot at all. Otherwise the slot is executed,
  /// but its incoming values come only from calls that never return or from
  /// itself: the noise is unknown.
  bool isInhabited(Slot slot) const { return inhabitedSlots[slot]; }
  /// The innermost loop that is run iteration by iteration and holds the value,
  /// or null; a loop holds its carried values, but not its results.
  const Loop *getLoop(Slot slot) const;
  /// The loop that has the value as a result, if it is run iteration by
  /// iteration.
  const Loop *getLoopOfResult(Slot slot) const;
  /// The least noise that any value can have, in bits.
  uint32_t getLeastNoise() const { return leastNoise; }

  const Scope &getRoot() const { return root; }

private:
  class Builder;

  std::vector<Value> values;
  llvm::DenseMap<Value, Slot> slots;
  std::vector<Flow> slotFlows;
  std::vector<NoiseModel> models;
  std::vector<char> live, inhabitedSlots;
  /// The position of each slot's loop among all loops; -1 for none.
  std::vector<int> loopOfSlot;
  llvm::DenseMap<Operation *, unsigned> loopOfOp;
  std::vector<std::unique_ptr<Loop>> loops;
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<std::unique_ptr<Call>> calls;
  std::vector<std::shared_ptr<const ParallelReduction>> reductions;
  /// All slots in order, for the outputs of units, and the other lists of slots
  /// in flows and units.
  std::vector<Slot> allSlots;
  llvm::BumpPtrAllocator lists;
  Scope root;
  uint32_t leastNoise = 0;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISEPROGRAM_H
