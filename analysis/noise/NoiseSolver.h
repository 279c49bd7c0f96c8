//===- NoiseSolver.h - The bounds of all noise ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISESOLVER_H
#define NOISY_ANALYSIS_NOISE_NOISESOLVER_H

#include "analysis/noise/NoiseGain.h"
#include "analysis/program/NoiseProgram.h"
#include <map>
#include <set>

namespace mlir::noisy {

/// Computes the least fixpoint of a noise program: for each slot the maximum
/// over all ways in which noise can reach it.
///
/// Without cycles that is one run over the units. A cycle has a closed form:
/// noise is only ever added, so the slots on a cycle with a gain are unbounded,
/// and on one without a gain, all have the largest incoming bound. So nothing
/// is iterated, except for loops that are run, and the order of the text does
/// not matter. A function is run once for each list of bounds that its
/// calls pass to it.
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
  /// The loops with too many iterations to be run, and those whose trip count
  /// is never known that grow; unless there are none, the other results do not
  /// count. A program in which these loops are not run has a valid result.
  ArrayRef<const NoiseProgram::Loop *> getUnfinished() const {
    return unfinishedLoops;
  }
  /// The functions that were run too often, if any: then there are no results.
  /// A program in which the calls of these are joined has some.
  SmallVector<const NoiseProgram::Function *> getOverrun() const;

  /// The bound of a slot: the join over all iterations for a slot in a loop,
  /// and over all calls for one in a function.
  NoiseBound getBound(Slot slot) const { return bounds[slot]; }

  /// The operations in loops and functions whose result passes the limit in
  /// some iteration or call while no operand does. The joins do not show it.
  const std::set<Slot> &getOverflows() const { return overflowSlots; }
  /// The most different runs of a function that are told apart (`getCallRuns`).
  static constexpr unsigned kMostCallRuns = 8;
  /// The callers that are looked at for the calls that tell a run from others.
  static constexpr unsigned kMostCallers = 64;
  /// A run of a function: the calls that it stands for, at most
  /// `kMostCallRuns`, and the bounds of its slots from the first on. Where the
  /// call of the function is the same in several runs, that of its caller is
  /// given, or of a caller of that.
  struct CallRun {
    SmallVector<const NoiseProgram::Call *, 1> calls;
    ArrayRef<NoiseBound> bounds;
  };
  /// The runs of a function; none if there are too many.
  SmallVector<CallRun>
  getCallRuns(const NoiseProgram::Function &function) const;
  /// A call that gives a slot of a function the most noise; null if all give it
  /// the same, as far as is known, or if it is in no function.
  const NoiseProgram::Call *getWorstCall(Slot slot) const;

  /// A call that passes more noise than the callee takes, though other calls do
  /// not.
  struct CallOverflow {
    const NoiseProgram::Call *call;
    /// The operation in the callee, or in what that calls.
    Slot overflow;
    /// The argument to blame, as a position in the callee's arguments, and the
    /// noise passed for it, in bits.
    unsigned argument;
    NoiseBound bound;
    /// The most bits that the callee takes, with the other arguments as they
    /// are; none if less would not help, or it takes too long to find.
    std::optional<uint32_t> limit;
    /// The case of the callee, and what is passed for its arguments.
    unsigned number;
    SmallVector<NoiseBound> passed;
  };
  ArrayRef<CallOverflow> getCallOverflows() const { return callOverflows; }
  /// True if a function overflows in one of these cases, for these arguments;
  /// none if that takes too long.
  std::optional<bool> overflows(const NoiseProgram::Function &function,
                                ArrayRef<unsigned> cases,
                                ArrayRef<NoiseBound> arguments);
  /// True if overflows in a function, and in what it calls, are due to some of
  /// its calls, or of those of its callers: they are told there.
  bool areCallsToBlame(const NoiseProgram::Function &function) const {
    return isBlamedOnCalls[function.number];
  }

  /// True if something in the callee passes its limit or is unknown when it is
  /// run for the call with this result.
  bool isCalleeAtFault(Slot callResult) const {
    return faultyResults.contains(callResult);
  }

  /// Slots that grow without end together, each with the bits that one round
  /// adds (0 if there is more than one way round).
  struct Growth {
    SmallVector<Slot> slots;
    uint32_t gain = 0;
    /// True if that depends on the case of the function.
    bool isOfCase = false;
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
  /// A noise in bits far above most other inputs, and far below the cap.
  static constexpr uint32_t kFarBits = NoiseBound::kCap / 2;
  /// The effects of running units.
  struct Mode {
    /// Slots in loops are joined over the iterations.
    bool joins = true;
    /// Overflows are noted; otherwise it is a trial.
    bool isReal = true;
    /// Slots that pass their limit in an iteration are collected.
    bool tracksExcess = true;
  };
  /// What is wrong in a run.
  struct Faults {
    /// Something passes its limit or is unknown.
    bool isAny = false;
    /// The first operation whose result passes the limit while no operand does.
    std::optional<Slot> overflow;

    void add(const Faults &other) {
      isAny |= other.isAny;
      if (!overflow)
        overflow = other.overflow;
    }
  };
  /// The last run of a loop; valid only in its epoch.
  struct Memo {
    State inputs, outputs;
    Excess excess;
    Mode mode;
    uint64_t epoch = 0;
    Faults faults;
  };
  struct Evaluation;
  /// A call, and the run of the function that it is in; null outside of
  /// functions that are run for calls.
  using CallInRun = std::pair<const NoiseProgram::Call *, const Evaluation *>;
  /// A run of a function.
  struct Evaluation {
    State results;
    Excess excess;
    bool isReal = false, hasExcess = false;
    Faults faults;
    /// Of a real run: some of the calls with these arguments, and the bounds of
    /// the function's slots (`CallRun`).
    SmallVector<CallInRun, 1> calls;
    std::vector<NoiseBound> bounds;
  };
  /// What is passed to a function: the case, and the bounds of the arguments.
  using Passed = std::pair<unsigned, State>;
  /// The runs of a function by what is passed.
  struct Evaluations {
    std::map<Passed, Evaluation> byArguments;
    uint64_t steps = 0;
  };
  class Activation;

  void run(const Scope &scope);
  void run(const Unit &unit);
  void noteExcess(Slot output, ArrayRef<NoiseBound> operands);
  void runTransfer(const Unit &unit);
  void runReduction(const Unit &unit);
  void runCall(const Unit &unit);
  Evaluation &evaluate(const NoiseProgram::Function &function,
                       const Passed &passed);
  void runCase(const NoiseProgram::Call &call, const Passed &passed);
  bool isOfManyRuns(const NoiseProgram::Call &call) const;
  SmallVector<const NoiseProgram::Call *, 1>
  findRunCalls(const Evaluation &evaluation) const;
  bool doCallsDiffer(const NoiseProgram::Function &function);
  void findCallOverflows();
  CallOverflow blame(const NoiseProgram::Call &call, const Passed &passed);
  void noteFault(NoiseBound bound, uint32_t max) {
    faults.isAny |= callDepth > 0 && bound.exceeds(max);
  }
  void runOuterLoop(const Unit &unit);
  void runLoop(const Unit &unit);
  void runIterations(const Unit &unit);
  void runOpen(const Unit &unit);
  std::optional<Growth> findFixpoint(const Loop &loop, State &state,
                                     bool mayPassCap);
  uint32_t findGain(const Loop &loop, State state, unsigned carried);
  void addExits(const Loop &loop, const State &state, State &sums);
  void giveUp(const Loop &loop);
  void runHeader(const Loop &loop, const State &state);
  void forEachCombination(const Loop &loop, llvm::function_ref<void()> run);
  Excess runIteration(const Loop &loop, State &state);
  uint64_t skip(const Loop &loop, TripCount iterations, History &history,
                State &state, uint64_t iteration);
  bool tryJump(const Loop &loop, unsigned period, const History &history,
               const State &start, uint64_t iteration);
  void enterIteration(const Loop &loop, std::optional<uint64_t> iteration);
  void spend(uint64_t steps) {
    if (inLoop)
      limit -= std::min(limit, steps);
    else if (callDepth > 0)
      callSteps -= std::min(callSteps, steps);
  }
  bool isGivenUp() const { return callSteps == 0 || (inLoop && limit == 0); }

  const NoiseProgram &program;
  /// The current noise of each slot, in the iteration being run.
  std::vector<NoiseBound> bounds;
  /// The join over the iterations for each slot in a loop.
  std::vector<NoiseBound> joins;
  /// The join over the calls for each slot in a function.
  std::vector<NoiseBound> callJoins;
  /// For each of these slots the first run with the most noise, and whether
  /// another one has less.
  struct WorstRun {
    const Evaluation *run = nullptr;
    bool isWorse = false;
  };
  std::vector<WorstRun> worstRuns;
  std::vector<Evaluations> evaluations;
  uint64_t stepsLeft;
  /// The number of calls that are being run, and the innermost one's run.
  unsigned callDepth = 0;
  const Evaluation *running = nullptr;
  /// What is wrong in the call that is being run, so far.
  Faults faults;
  llvm::DenseSet<Slot> faultyResults;
  /// The calls of each function, by its number.
  std::vector<llvm::SetVector<const NoiseProgram::Call *>> callsOf;
  /// The calls in which an operation of the callee overflows, each with the
  /// first such arguments.
  llvm::MapVector<const NoiseProgram::Call *, Passed> overflowingCalls;
  /// The calls that pass no more than the limit, at least once.
  llvm::DenseSet<const NoiseProgram::Call *> soundCalls;
  /// For each function: true if its calls are to blame for its overflows.
  std::vector<char> isBlamedOnCalls;
  std::vector<CallOverflow> callOverflows;
  /// The units that functions may still run, outside of loops.
  uint64_t callSteps;
  /// The states of loops that vary, and of functions with cases.
  NoiseProgram::States stateOf;
  /// The steps left for the outermost loop being run.
  uint64_t limit = 0;
  bool inLoop = false;
  Mode mode;
  /// The slots that pass their limit in the iteration being run.
  llvm::DenseSet<Slot> excess;
  llvm::DenseMap<const Loop *, Memo> memos;
  /// Counts the runs of outermost loops, and the iterations of those in which
  /// not all do the same.
  uint64_t epoch = 0;
  std::vector<const Loop *> unfinishedLoops;
  std::set<Slot> overflowSlots;
  std::vector<Growth> growths;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISESOLVER_H
