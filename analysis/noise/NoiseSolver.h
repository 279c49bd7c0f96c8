//===- NoiseSolver.h - The bounds of all noise ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISESOLVER_H
#define NOISY_ANALYSIS_NOISE_NOISESOLVER_H

#include "analysis/noise/NoiseGain.h"
#include "analysis/noise/NoiseProgram.h"
#include <set>

namespace mlir::noisy {

/// Computes the least fixpoint of a noise program: for each slot the maximum
/// over all ways in which noise can come there.
///
/// Without circles that is one run over the units. A circle has a closed
/// answer: noise is only ever added, so what lies on a circle that gains is
/// unbounded, and on one that does not, everything is the largest that comes
/// in. So nothing is iterated, loops of known trip count apart, and the order
/// of the text does not matter.
class NoiseSolver {
public:
  using Slot = NoiseProgram::Slot;

  /// `program` must outlive the solver. `steps` is how many units may be run in
  /// loops, all together; see `getUnfinished`.
  NoiseSolver(const NoiseProgram &program, uint64_t steps);
  ~NoiseSolver();

  void solve();

  /// The steps that are left.
  uint64_t getStepsLeft() const { return stepsLeft; }
  /// Loops that take too many turns to be run; unless there are none, the
  /// other answers are too large. A program in which these are not counted has
  /// a valid answer.
  ArrayRef<const NoiseProgram::Loop *> getUnfinished() const {
    return unfinished;
  }

  /// The bound of a slot: the join over all turns for what stands in a loop.
  NoiseBound getBound(Slot slot) const { return bounds[slot]; }

  /// The operations in loops whose result passes the limit in some turn while
  /// no operand does. It cannot be seen in the joins over all turns.
  const std::set<Slot> &getOverflows() const { return overflows; }

  /// Slots that grow without end together, each with the bits that one round
  /// adds (0 where there is more than one way round).
  struct Growth {
    SmallVector<Slot> slots;
    uint32_t gain = 0;
  };
  ArrayRef<Growth> getGrowths() const { return growths; }

private:
  using Unit = NoiseProgram::Unit;
  using Scope = NoiseProgram::Scope;
  using Loop = NoiseProgram::Loop;
  using State = SmallVector<NoiseBound>;
  class Cycle;
  class History;

  /// Slots whose transfer gave more than the limit in a turn; sorted.
  using Excess = std::vector<Slot>;
  /// What becomes of what is run.
  struct Mode {
    /// Slots in loops are joined over the turns.
    bool joins = true;
    /// It does happen, and overflows are noted; otherwise it is a trial.
    bool isReal = true;
    /// What passes its limit in a turn is collected.
    bool tracksExcess = true;
  };
  /// What a loop did the last time; it counts in its epoch only.
  struct Memo {
    State inputs, outputs;
    Excess excess;
    Mode mode;
    uint64_t epoch = 0;
  };

  void run(const Scope &scope);
  void run(const Unit &unit);
  void noteExcess(Slot output, ArrayRef<NoiseBound> operands);
  void runTransfer(const Unit &unit);
  void runReduction(const Unit &unit);
  void runCall(const Unit &unit);
  void runOuterLoop(const Unit &unit);
  void runLoop(const Unit &unit);
  void runTurns(const Unit &unit);
  Excess runTurn(const Loop &loop, State &state);
  uint64_t skip(const Loop &loop, History &history, State &state,
                uint64_t turn);
  bool tryJump(const Loop &loop, unsigned period, const History &history,
               const State &start);
  void spend(uint64_t steps) {
    if (inLoop)
      limit -= std::min(limit, steps);
  }
  bool isGivenUp() const { return inLoop && limit == 0; }

  const NoiseProgram &program;
  /// The noise of each slot now, in the turn that is being run.
  std::vector<NoiseBound> bounds;
  /// For slots in loops, the join over the turns.
  std::vector<NoiseBound> joins;
  uint64_t stepsLeft;
  /// Steps that are left to the outermost loop that is being run.
  uint64_t limit = 0;
  bool inLoop = false;
  Mode mode;
  /// What passes its limit in the turn that is being run.
  llvm::DenseSet<Slot> excess;
  llvm::DenseMap<const Loop *, Memo> memos;
  /// Counts the runs of outermost loops.
  uint64_t epoch = 0;
  std::vector<const Loop *> unfinished;
  std::set<Slot> overflows;
  std::vector<Growth> growths;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISESOLVER_H
