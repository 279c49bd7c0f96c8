//===- NoiseProgram.h - The flow of noise, compiled -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_PROGRAM_NOISEPROGRAM_H
#define NOISY_ANALYSIS_PROGRAM_NOISEPROGRAM_H

#include "analysis/integers/FunctionCases.h"
#include "analysis/program/IterationPhases.h"
#include "analysis/program/NoiseApproximation.h"
#include "analysis/program/NoiseFlow.h"
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
/// which is run once for each iteration, as has one whose trip count is known
/// in some states, or in which conditions decide together, and that a function
/// with several calls has one, which is run for each of them. Within a scope
/// each unit comes after those it depends on; units that depend on each other
/// in cycles are marked.
///
/// A function is run for each call unless it can be reached again from its own
/// calls, or a call of a value or a launch passes noise to it or from it. Such
/// functions, and those that call them, are in the root's scope: their
/// arguments are the joins of all calls. So are functions with one call, for
/// which that is the same.
///
/// Where integers decide what a function does to noise, it has several *cases*,
/// each with these integers as constants, and is run for the case, or the
/// cases, of a call. A recursion in which no case leads back to itself is run
/// so as well.
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
    /// A loop that is run. The first inputs are the initial values of
    /// its carried values, the others the values from outside that it uses; the
    /// outputs are its results, or the exits of a loop of blocks.
    Loop,
    /// A call, run on its operands alone.
    Call
  };

  struct Loop;
  struct Function;

  /// What has one of several states while units are run: a loop, the
  /// iteration; a function, the case; conditions in a loop, their combination.
  struct Variable {
    uint64_t numStates = 1;
  };
  /// The phase of a loop's iteration, and the place in its period. `hasAny`:
  /// there is one state more, the last, for any iteration.
  struct PhaseVariable : Variable {
    PhaseVariable(IterationPhases phases, bool hasAny)
        : Variable{phases.getNumStates() + hasAny}, phases(std::move(phases)) {}

    IterationPhases phases;
  };
  /// The state that each of them is in; 0 if it is not here.
  using States = llvm::DenseMap<const Variable *, uint64_t>;

  /// What is known in each state of some of them.
  template <typename T> struct ByState {
    /// Outer ones first.
    SmallVector<const Variable *, 0> variables;
    /// For each combination of their states; those of the last one are next to
    /// each other.
    std::vector<T> values;

    const T &get(const States &stateOf) const {
      uint64_t index = 0;
      for (const Variable *variable : variables)
        index = index * variable->numStates + stateOf.lookup(variable);
      return values[index];
    }
  };

  struct Choice;

  /// A branch of a conditional that is decided by states; if there is none, any
  /// code.
  struct Branch {
    const Choice *choice = nullptr;
    unsigned number = 0;

    /// False if no run gets here in these states.
    bool isExecuted(const States &stateOf) const {
      return !choice || isChosen(stateOf);
    }

  private:
    bool isChosen(const States &stateOf) const;
  };

  /// A conditional, or a select, that is decided by these states.
  struct Choice : ByState<std::optional<unsigned>> {
    /// What this is in.
    Branch around;
  };

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
    /// The operation, null for calls out of sight; the function it is in, if
    /// that is run for each call; and the callee.
    Operation *op = nullptr;
    const Function *caller = nullptr;
    const Function *function = nullptr;
    /// The results; for each the positions in `Function::results` of the slots
    /// returned, and the bound of its other origins.
    SmallVector<Slot, 1> outputs;
    std::vector<SmallVector<unsigned, 1>> returned;
    std::vector<NoiseBound> otherBounds;
    /// The bounds of the arguments if the calls are out of sight: the unit has
    /// no inputs.
    SmallVector<NoiseBound, 1> assumedBounds;
    /// The cases of the callee that may be called.
    ByState<SmallVector<unsigned, 1>> cases;
  };

  /// The lists belong to the program.
  struct Unit {
    UnitKind kind = UnitKind::Join;
    NoiseBound bound;
    NoiseOpInterface op;
    /// What `op` does to noise, where that is one of the model's functions of
    /// two operands: quicker than to ask `op` in each of many runs.
    std::optional<NoiseTransfer> transfer;
    const Loop *loop = nullptr;
    const Call *call = nullptr;
    /// For a join that is decided by the states: which input it is.
    const Choice *choice = nullptr;
    /// For a join of what blocks pass on, some of which is decided by the
    /// states: for each input, where that comes from.
    ArrayRef<Branch> edges;
    /// What it is in.
    Branch around;
    ArrayRef<Slot> inputs, outputs;

    /// Visits the inputs of a join that flow in in these states.
    void forEachJoined(const States &stateOf,
                       llvm::function_ref<void(Slot)> visit) const;
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
  struct Loop : Scope, Variable {
    /// The loop, or the test of a loop of blocks.
    Operation *op = nullptr;
    /// The blocks of a loop of blocks.
    SmallVector<Block *, 0> blocks;
    TripCount iterations;
    /// The trip count, if it depends on states of what is around it; none where
    /// it is not known.
    std::optional<ByState<std::optional<TripCount>>> iterationsByOuters;
    /// True if it is not known in some states of what is around it, for which
    /// `iterations` does not count. Then there is a state more, the last, for
    /// any iteration.
    bool isPartlyOpen = false;
    /// True if something within depends on the iteration; and what depends on
    /// phases of the iterations only.
    bool varies = false;
    SmallVector<const PhaseVariable *, 0> phases;
    /// True if the trip count is not known in any state, but some conditions
    /// decide together in each iteration.
    bool isOpen = false;
    /// The conditions that decide together in each iteration; null if there are
    /// none. An iteration is run for each of their combinations, and what comes
    /// out is joined.
    const Variable *conditions = nullptr;
    /// The combinations that may be, by bits, if that depends on states of this
    /// loop and what is around it.
    std::optional<ByState<uint64_t>> possibleByStates;
    /// What is run before the rest of each iteration, and once more before the
    /// loop ends: up to a test. Empty for a loop that has none.
    Scope header;
    bool hasTest = false;
    SmallVector<Slot> carriedSlots;
    std::vector<SmallVector<Slot, 1>> yieldedSlots;
    /// The slots that the loop sets outside, and for each the slot whose bound
    /// it gets when the loop ends.
    SmallVector<Slot> outputs, exitSlots;
    /// The initial values, then the other values from outside that are used.
    SmallVector<Slot> initialSlots, inputs;

    /// The trip count in these states; none if it is not known.
    std::optional<TripCount> getIterations(const States &stateOf) const {
      if (isOpen)
        return std::nullopt;
      return iterationsByOuters ? iterationsByOuters->get(stateOf)
                                : std::optional(iterations);
    }

    /// True if the trip count is not known in these states. What the loop
    /// carries is joined to what it was before, until that changes nothing.
    bool isOpenIn(const States &stateOf) const {
      return !getIterations(stateOf).has_value();
    }
    /// The iterations that can be told apart.
    uint64_t getNumTold() const { return numStates - isPartlyOpen; }
    /// True if not all iterations do the same.
    bool tellsApart() const { return varies || !phases.empty(); }
    /// Sets the states of an iteration; of any, if it is none.
    void setIteration(States &stateOf, std::optional<uint64_t> iteration) const;
    /// The number of iterations after which all that is done repeats, until
    /// `getPhaseEnd`; 0 if it never does, or is not known to.
    uint64_t getPeriod() const;
    /// The end of the phase that an iteration is in.
    uint64_t getPhaseEnd(uint64_t iteration) const;

    /// Visits the combinations of the conditions, with `stateOf` set; once if
    /// there are none.
    void forEachCombination(States &stateOf,
                            llvm::function_ref<void()> visit) const;

    /// Visits the loop and those within.
    void forEachLoop(llvm::function_ref<void(Operation *)> visit) const;
  };

  struct Function : Scope {
    Operation *op = nullptr;
    /// The position among all functions that are run for each call.
    unsigned number = 0;
    /// The arguments that a call sets, and the numbers of their operands.
    SmallVector<Slot> arguments;
    SmallVector<unsigned> positions;
    /// The slots returned; for each the arguments that flow to it, as positions
    /// in `arguments`.
    SmallVector<Slot> results;
    std::vector<SmallVector<unsigned, 2>> sources;
    /// Its cases; null if there is one only. The integers among its arguments
    /// that these are told apart by, and what they are in each case.
    const Variable *cases = nullptr;
    SmallVector<BlockArgument, 2> integers;
    std::vector<FunctionCases::Case> integersByCase;
    /// True if it may be run while it is being run.
    bool isRecursive = false;
  };

  /// Compiles everything below `root`. `flows` must outlive the program. The
  /// functions have cases for `probes`, too.
  NoiseProgram(Operation *root, NoiseFlows &flows,
               const NoiseApproximation &approximation,
               ArrayRef<FunctionCases::Probe> probes = {});
  ~NoiseProgram();

  ArrayRef<Value> getValues() const { return values; }
  unsigned size() const { return values.size(); }
  /// The slots of all values; behind them the *exits*, where what has run after
  /// a loop of blocks sees its last value of one of these; and what loops carry
  /// in memory.
  unsigned getNumSlots() const { return models.size(); }
  /// The slot of the value whose last value in a loop an exit has, or of a load
  /// that reads the memory; values are their own.
  Slot getOrigin(Slot slot) const {
    return slot < size() ? slot : exits[slot - size()];
  }
  /// Adds the values that a slot has the noise of: itself, the origin of an
  /// exit, or all that is stored in the memory.
  void addOrigins(Slot slot, SmallVectorImpl<Slot> &origins) const;
  /// True if the value of `slot` is loaded from memory that loops carry.
  bool readsCarriedMemory(Slot slot) const {
    return memoryReads.contains(slot);
  }
  /// True if the value of `slot`, which flows into that of `user`, has another
  /// bound there than for others: that of the exit.
  bool readsExit(Slot user, Slot slot) const;
  Slot getSlot(Value value) const { return slots.lookup(value); }
  /// Gives the slots of all values away; then `getSlot` knows none.
  llvm::DenseMap<Value, Slot> takeSlots() { return std::move(slots); }
  /// Gives them back.
  void setSlots(const llvm::DenseMap<Value, Slot> &all) { slots = all; }
  const Flow &getFlow(Slot slot) const { return slotFlows[slot]; }
  const NoiseModel &getModel(Slot slot) const { return models[slot]; }
  bool isLive(Slot slot) const { return live[slot]; }
  /// True if a value can reach the slot at all. Otherwise the slot is executed,
  /// but its incoming values come only from calls that never return or from
  /// itself: the noise is unknown.
  bool isInhabited(Slot slot) const { return inhabitedSlots[slot]; }
  /// The innermost loop that is run iteration by iteration and holds the value,
  /// or null; a loop holds its carried values, but not its results.
  const Loop *getLoop(Slot slot) const {
    return loopOfSlot[slot] < 0 ? nullptr : loops[loopOfSlot[slot]].get();
  }
  /// The loop that has the value as a result, if it is run iteration by
  /// iteration.
  const Loop *getLoopOfResult(Slot slot) const;
  /// True if an operation is a loop that is run for several conditions.
  bool hasConditions(Operation *op) const {
    auto entry = loopOfOp.find(op);
    return entry != loopOfOp.end() && loops[entry->second]->conditions;
  }
  /// The function that is run for each of its calls and holds the value, or
  /// null.
  const Function *getFunction(Slot slot) const;
  /// All loops that are run iteration by iteration.
  ArrayRef<std::unique_ptr<Loop>> getLoops() const { return loops; }
  /// These functions, by number: callers before callees.
  unsigned getNumFunctions() const { return functions.size(); }
  const Function &getFunctionAt(unsigned number) const {
    return *functions[number];
  }
  /// The cases of a probe, by its number; none if they are not told apart.
  ArrayRef<unsigned> getProbedCases(unsigned probe) const {
    return probe < probedCases.size() ? ArrayRef<unsigned>(probedCases[probe])
                                      : ArrayRef<unsigned>();
  }
  /// For a result of a call that the callee is run for: the operands that flow
  /// to it. None for other values.
  std::optional<ArrayRef<Slot>> getCallSources(Slot slot) const;
  /// True if values of functions whose models count in other units flow in;
  /// their noise is unknown there.
  bool mixesUnits(Slot slot) const { return slotsOfMixedUnits.contains(slot); }
  /// The least noise that any value can have.
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
  std::vector<std::unique_ptr<Choice>> choices;
  std::vector<std::unique_ptr<Variable>> cases, conditions;
  std::vector<std::unique_ptr<PhaseVariable>> phases;
  std::vector<SmallVector<unsigned, 1>> probedCases;
  /// The origin of each exit, and the exits by these.
  std::vector<Slot> exits;
  llvm::DenseMap<Slot, Slot> exitOf;
  /// What loads read where loops carry memory, and what is stored there.
  llvm::DenseMap<Slot, SmallVector<Slot, 2>> memoryReads;
  llvm::DenseMap<Slot, ArrayRef<Slot>> storedSlots;
  /// The position of each slot's function in `functions`, -1 for none; empty if
  /// there are no functions.
  std::vector<int> functionOfSlot;
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<std::unique_ptr<Call>> calls;
  llvm::DenseMap<Slot, ArrayRef<Slot>> callSources;
  std::vector<std::shared_ptr<const ParallelReduction>> reductions;
  /// All slots in order, for the outputs of units, and the other lists in flows
  /// and units.
  std::vector<Slot> allSlots;
  llvm::BumpPtrAllocator lists;
  Scope root;
  uint32_t leastNoise = 0;
  llvm::DenseSet<Slot> slotsOfMixedUnits;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_PROGRAM_NOISEPROGRAM_H
