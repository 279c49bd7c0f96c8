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
/// over all ways in which noise can reach it.
///
/// Without cycles that is one run over the units. A cycle has a closed form:
/// noise is only ever added, so the slots on a cycle with a gain are unbounded,
/// and on one without a gain, all have the largest incoming bound. So nothing
/// is iterated, except for loops of known trip count, and the order of the text
/// does not matter.
class NoiseSolver {
public:
  using Slot = NoiseProgram::Slot;

  /// `program` must outlive the solver. `steps` is the number of units that may
  /// be run in loops, in total; see `getUnfinished`.
  NoiseSolver(const NoiseProgram &program, uint64_t steps);
  ~NoiseSolver();

  void solve();

  /// The steps that are left.
  uint64_t getStepsLeft() const { return stepsLeft; }
  /// The loops with too many iterations to be run; unless there are none, the
  /// other results are too large. A program in which these loops are not
  /// counted has a valid result.
  ArrayRef<const NoiseProgram::Loop *> getUnfinished() const {
    return unfinishedLoops;
  }

  /// The bound of a slot: the join over all iterations for a slot in a loop.
  NoiseBound getBound(Slot slot) const { return bounds[slot]; }

  /// The operations in loops whose result passes the limit in some iteration
  /// while no operand does. The joins over all iterations do not show it.
  const std::set<Slot> &getOverflows() const { return overflows; }

  /// Slots that grow without end together, each with the bits that one round
  /// adds (0 if there is more than one way round).
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

  /// Slots whose transfer gave more than the limit in an iteration; sorted.
  using Excess = std::vector<Slot>;
  /// The effects of running units.
  struct Mode {
    /// Slots in loops are joined over the iterations.
    bool joins = true;
    /// Overflows are noted; otherwise it is a trial.
    bool isReal = true;
    /// Slots that pass their limit in an iteration are collected.
    bool tracksExcess = true;
  };
  /// The last run of a loop; valid only in its epoch.
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
  void runIterations(const Unit &unit);
  Excess runIteration(const Loop &loop, State &state);
  uint64_t skip(const Loop &loop, History &history, State &state,
                uint64_t iteration);
  bool tryJump(const Loop &loop, unsigned period, const History &history,
               const State &start);
  void spend(uint64_t steps) {
    if (inLoop)
      limit -= std::min(limit, steps);
  }
  bool isGivenUp() const { return inLoop && limit == 0; }

  const NoiseProgram &program;
  /// The current noise of each slot, in the iteration being run.
  std::vector<NoiseBound> bounds;
  /// The join over the iterations for each slot in a loop.
  std::vector<NoiseBound> joins;
  uint64_t stepsLeft;
  /// The steps left for the outermost loop being run.
  uint64_t limit = 0;
  bool inLoop = false;
  Mode mode;
  /// The slots that pass their limit in the iteration being run.
  llvm::DenseSet<Slot> excess;
  llvm::DenseMap<const Loop *, Memo> memos;
  /// Counts the runs of outermost loops.
  uint64_t epoch = 0;
  std::vector<const Loop *> unfinishedLoops;
  std::set<Slot> overflows;
  std::vector<Growth> growths;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISESOLVER_H
