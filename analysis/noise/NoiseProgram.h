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
#include <memory>
#include <vector>

namespace mlir::noisy {

/// The flow of noise below an operation as a program on numbered slots, one for
/// each value that carries noise, in the order of the text.
///
/// Its units compute bounds from bounds. They stand in *scopes*: everything is
/// in the root's scope, except that a loop of known trip count has one of its
/// own, which is run once for each turn, and that a function which such a loop
/// calls has one in addition, which is run at the call. Within a scope the
/// units are ordered, so that each comes after those it depends on; where they
/// depend on each other in circles, these are marked.
class NoiseProgram {
public:
  using Slot = unsigned;

  enum class UnitKind {
    /// A bound: contracts, fresh values, and what nothing is known of.
    Constant,
    /// The transfer function of an operation.
    Transfer,
    /// The join of the inputs and of a bound.
    Join,
    /// A formula of a reduction; the inputs are the initial value and what is
    /// passed on.
    Reduction,
    /// A loop of known trip count. The first inputs are the initial values of
    /// what it carries, the others the values from outside that it uses; the
    /// outputs are its results.
    Loop,
    /// A call, run on its operands alone.
    Call
  };

  struct Loop;
  struct Function;

  /// What a call gets back.
  struct Call {
    const Function *function = nullptr;
    /// For each output the slots that are returned, and what else may be.
    std::vector<SmallVector<Slot, 1>> returned;
    std::vector<NoiseBound> others;
  };

  struct Unit {
    UnitKind kind = UnitKind::Join;
    NoiseBound bound;
    NoiseOpInterface op;
    const NoiseFlow *flow = nullptr;
    const Loop *loop = nullptr;
    const Call *call = nullptr;
    SmallVector<Slot, 2> inputs;
    SmallVector<Slot, 1> outputs;
  };

  /// A part of the program that is run as a whole.
  struct Scope {
    std::vector<Unit> units;
    /// Units [first, second) that depend on each other in circles; in order.
    std::vector<std::pair<unsigned, unsigned>> cycles;
    /// The slots of the values within, those of nested scopes included.
    Slot begin = 0, end = 0;
    /// The slots that are set in this scope.
    std::vector<Slot> slots;
  };

  /// A loop with the slots that its carried values have in the body, and for
  /// each of these the slots of which the join is passed on to the next turn.
  struct Loop : Scope {
    LoopLikeOpInterface op;
    TripCount turns;
    SmallVector<Slot> carried;
    std::vector<SmallVector<Slot, 1>> yielded;
    /// The initial values, then the others from outside that are used.
    SmallVector<Slot> inputs;
  };

  struct Function : Scope {
    /// Those that a call sets, and which operands of the call they are.
    SmallVector<Slot> arguments;
    SmallVector<unsigned> positions;
  };

  /// Compiles everything below `root`; the loops in `uncounted` are treated as
  /// if their trip count was not known. `flows` must outlive the program.
  NoiseProgram(Operation *root, NoiseFlows &flows,
               const llvm::DenseSet<Operation *> &uncounted = {});
  ~NoiseProgram();

  ArrayRef<Value> getValues() const { return values; }
  unsigned size() const { return values.size(); }
  Slot getSlot(Value value) const { return slots.lookup(value); }
  const llvm::DenseMap<Value, Slot> &getSlots() const { return slots; }
  const NoiseFlow &getFlow(Slot slot) const { return valueFlows[slot]; }
  NoiseModel getModel(Slot slot) const { return models[slot]; }
  bool isLive(Slot slot) const { return live[slot]; }
  /// Whether a value can come here at all. It is executed, but all that flows
  /// in comes from calls that never return or from nowhere but itself: nothing
  /// is known of it.
  bool isInhabited(Slot slot) const { return inhabited[slot]; }
  /// The innermost loop that is run turn by turn and holds the value, or null;
  /// what the loop carries is held by it, its results are not.
  const Loop *getLoop(Slot slot) const;
  /// The loop of which the value is a result, when it is run turn by turn.
  const Loop *getLoopOfResult(Slot slot) const;
  /// The least noise that any value can have, in bits.
  uint32_t getLeastNoise() const { return leastNoise; }

  const Scope &getRoot() const { return root; }

private:
  class Builder;

  std::vector<Value> values;
  llvm::DenseMap<Value, Slot> slots;
  std::vector<NoiseFlow> valueFlows;
  std::vector<NoiseModel> models;
  std::vector<char> live, inhabited;
  /// For each slot the position of its loop among all; -1 for none.
  std::vector<int> loopOfSlot;
  llvm::DenseMap<Operation *, unsigned> loopOfOp;
  std::vector<std::unique_ptr<Loop>> loops;
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<std::unique_ptr<Call>> calls;
  Scope root;
  uint32_t leastNoise = 0;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISEPROGRAM_H
