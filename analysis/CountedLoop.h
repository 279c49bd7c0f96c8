//===- CountedLoop.h - Loops of known trip count, turn by turn --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_COUNTEDLOOP_H
#define NOISY_ANALYSIS_COUNTEDLOOP_H

#include "dialect/NoiseBound.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <memory>
#include <optional>

namespace mlir::noisy {

/// How often a loop turns, where that is known.
std::optional<uint64_t> getTripCount(LoopLikeOpInterface loop);

/// A loop that is known to run n times, and whose body is simple enough to be
/// run on noise bounds: a transfer function f, applied n times. A data flow
/// solver cannot express that; it would go on until a fixpoint, and a loop that
/// adds once in each of four turns has none.
///
/// The body may hold operations of the noisy dialect, operations that move
/// noise, conditionals and further counted loops; what has no encrypted result
/// does not matter. It may hold no calls and no blocks that branch.
class CountedLoop {
public:
  /// The loop, or null when it is not counted, carries no noise, or has a body
  /// that cannot be run.
  static std::unique_ptr<CountedLoop> get(LoopLikeOpInterface loop);
  ~CountedLoop();

  Operation *getOperation() const { return loop; }
  uint64_t getTripCount() const { return tripCount; }

  /// The encrypted values from outside: the initial values of those carried,
  /// in their order, then the others that the body uses.
  ArrayRef<Value> inputs() const { return inputValues; }

  /// Whether `value` is one that the loop carries, or the result of one.
  bool defines(Value value) const { return outputs.contains(value); }

  /// What the body passes on to the next turn for such a value.
  Value getYielded(Value value) const;

  /// The bound of a carried value (the join over the turns) or of a result of
  /// the loop (after the last turn), from those of the inputs; none when it
  /// takes too many steps to tell. `stepsLeft` counts them down.
  std::optional<NoiseBound> evaluate(Value value,
                                     ArrayRef<NoiseBound> inputBounds,
                                     uint64_t &stepsLeft) const;

  /// The operations within that overflow in some turn: whose result passes
  /// `max` bits while no operand does. The bounds of the values in the body are
  /// joins over the turns, in which that moment cannot be seen any more. Not
  /// all, when `stepsLeft` runs out.
  llvm::SetVector<Value> findOverflows(ArrayRef<NoiseBound> inputBounds,
                                       uint32_t max, uint64_t &stepsLeft) const;

private:
  struct Body;
  struct Outcome;
  struct Run;

  CountedLoop() = default;
  bool build();
  bool build(Block &block);
  bool build(Operation &op);
  unsigned slotOf(Value value);
  bool isInside(Value value) const;

  /// Runs the loop; none when the run was given up.
  std::optional<Outcome> run(ArrayRef<NoiseBound> inputBounds,
                             Run &state) const;
  void runBody(MutableArrayRef<NoiseBound> slots, Run &state) const;

  LoopLikeOpInterface loop;
  uint64_t tripCount = 0;
  SmallVector<Value> inputValues;
  /// The position of each carried value and result among those carried.
  llvm::DenseMap<Value, unsigned> outputs;
  std::unique_ptr<Body> body;

  /// The last run: both outputs of a carried value are asked for.
  mutable SmallVector<NoiseBound> cachedInputs;
  mutable std::unique_ptr<Outcome> cachedOutcome;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_COUNTEDLOOP_H
