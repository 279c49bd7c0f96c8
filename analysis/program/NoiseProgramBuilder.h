//===- NoiseProgramBuilder.h - The compiler of noise flow -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to NoiseProgram.cpp, NoiseBranches.cpp, NoiseCalls.cpp,
// NoiseElements.cpp, NoiseFunctions.cpp, NoiseIterations.cpp, NoiseLoops.cpp,
// NoiseMemory.cpp, NoisePassedBuffers.cpp, NoiseReductions.cpp and
// NoiseScopes.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_PROGRAM_NOISEPROGRAMBUILDER_H
#define NOISY_ANALYSIS_PROGRAM_NOISEPROGRAMBUILDER_H

#include "analysis/flow/BlockLoops.h"
#include "analysis/integers/FunctionCases.h"
#include "analysis/integers/SharedConditions.h"
#include "analysis/program/NoiseProgram.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/MapVector.h"
#include <deque>

namespace mlir::noisy {

/// Compiles the flow of a program: numbers its values, chooses the loops and
/// functions that are run, and orders the units of each scope so that they can
/// be run.
class NoiseProgram::Builder {
public:
  Builder(NoiseProgram &program, NoiseFlows &flows,
          const NoiseApproximation &approximation,
          ArrayRef<FunctionCases::Probe> probes)
      : program(program), flows(flows), approximation(approximation),
        probes(probes) {}

  void build(Operation *root);

private:
  /// An operation and the slots of the values in its regions.
  struct Extent {
    Operation *op;
    Slot begin, end;
    /// The end of the slots of the test that a loop has in front of its body.
    Slot headerEnd = 0;
    /// The loop of blocks whose test the operation is, or null.
    const BlockLoop *blocks = nullptr;
  };

  // Values and executable loops; see NoiseProgram.cpp.
  void collect(Operation *op, NoiseModel model, bool isLive);
  void collect(Region &region, NoiseModel model);
  void add(Value value, NoiseModel model, bool isLive);
  ArrayRef<Slot> number(ValueRange values);
  Flow number(NoiseFlow flow);
  bool isInhabited(Slot slot) const;
  void findInhabited();
  std::optional<TripCount> getIterationsToRun(const Extent &extent);
  static bool canBeRun(const std::optional<TripCount> &iterations);
  static std::optional<TripCount>
  countIterations(Operation *op, const std::optional<TestedLoop> &test,
                  RangeOf rangeOf);
  std::optional<TripCount> countByCases(const Extent &extent);
  std::optional<TripCount> countByIterations(Operation *op);
  static SmallVector<Operation *> findLoopsOfBounds(ArrayRef<Value> bounds);
  static SmallVector<Block *> getBlocks(const Extent &extent);
  bool isOpen(const Extent &extent);
  bool hasOtherCallable(const Extent &extent) const;
  bool areCallsRunnable(const Extent &extent) const;

  // Functions that are run for each call; see NoiseCalls.cpp.

  /// A call of a function in sight, in code that may be executed.
  struct CallSite {
    CallOpInterface op;
    /// The next slot when the call was visited: that of its first result, if it
    /// has one.
    Slot position;
    /// The positions of the callee, and of the function with the call (or
    /// `kNone`), in `callables`.
    unsigned callee = kNone, caller = kNone;
    /// True if a result has the noise that the callee returns.
    bool hasResult = false;
    /// True for a call of a value that may be other functions as well.
    bool isShared = false;
    /// The innermost loop around it that is run iteration by iteration; -1 for
    /// none.
    int loop = -1;
  };
  static constexpr unsigned kNone = ~0u;

  void collectCalls();
  std::optional<ConstantIntRanges> getRange(Value value) const;
  static std::optional<unsigned> findCallee(CallOpInterface call,
                                            RangeOf rangeOf);
  SmallVector<Slot, 1> getResults(const CallSite &site) const;
  bool passesNoise(const CallSite &site) const;
  bool fits(const CallSite &site) const;
  SmallVector<Slot, 4> getFreeArguments(const Extent &callable) const;
  bool hasOwnEntry(const Extent &callable) const;
  void findRunnable();
  void findCases(const std::vector<char> &isBlocked,
                 ArrayRef<unsigned> componentOf,
                 const std::vector<char> &isRecursive);
  void findFunctions();
  SmallVector<Slot, 2> getReturnedSlots(const CallSite &site,
                                        Slot result) const;
  void joinSharedResults();
  bool hasInputs(unsigned callable) const;
  bool takesBuffers(const Function &function) const {
    return flows.takesBuffers(cast<CallableOpInterface>(function.op));
  }
  static ArrayRef<BlockArgument> getArguments(const Function &function) {
    auto callable = cast<CallableOpInterface>(function.op);
    return callable.getCallableRegion()->getArguments();
  }
  void buildFunctions();
  void buildFunction(unsigned callable);
  void findSources(Function &function);
  void addEntry(unsigned callable);
  void setCases(Call &call, unsigned callee, Operation *op,
                ArrayRef<Value> integers);
  Unit makeCallUnit(const CallSite &site);
  /// The calls in [begin, end) with results, and maybe others that stand there
  /// or right before.
  ArrayRef<CallSite> getCalls(Slot begin, Slot end) const;

  // Loops; see NoiseLoops.cpp.
  void addLoop(const Extent &extent, TripCount iterations);
  void setParts(Loop &loop, const Extent &extent);
  void setParts(Loop &loop, LoopLikeOpInterface op);
  std::optional<TripCount> countUpdates(linalg::LinalgOp op) const;
  void setParts(Loop &loop, int id, linalg::LinalgOp op);
  bool isReadOutside(Slot slot, const Extent &extent);
  void findExits(Loop &loop, const Extent &extent, int around);
  void setYields(Loop &loop);
  bool isWithin(Slot slot, const Loop &loop) const;
  int findLoop(Operation *op) const;
  std::optional<TestedLoop> getTest(const Loop &loop) const;
  bool isInHeader(const Loop &loop, Operation *op) const;
  Slot getSeen(Slot slot, Block *from) const;
  ArrayRef<Slot> getAllSeen(ArrayRef<Slot> list, Block *from);
  ArrayRef<Slot> addExits(ArrayRef<Slot> list);
  /// The slot of a value as its function returns it, which is in no loop.
  Slot getReturned(Slot slot) const {
    auto exit = program.exitOf.find(slot);
    return exit == program.exitOf.end() ? slot : exit->second;
  }
  const Loop &getLoop(int id);

  // What loops carry in memory; see NoiseMemory.cpp.
  class Memory;
  /// The scope of a slot that is no value.
  struct Place {
    /// The loop; -1 for none.
    int loop;
    /// It is in front of the loop's test.
    bool isInHeader;
    /// If it is in no loop: the position of the function in `callables`, or
    /// `kNone`.
    unsigned callable;
  };
  void followMemory();
  void joinPassedBuffers();

  // What loops carry in elements of tensors; see NoiseElements.cpp.
  class Elements;
  void followElements();
  Slot addMemorySlot(Slot load, const Place &place, const BufferUses *uses);
  unsigned findCallable(Operation *op) const;
  Place getPlace(int loop, Operation *op) const;
  Place getPlaceOf(Operation *op) const { return getPlace(findLoop(op), op); }
  Place getPlaceIn(Operation *callable) const { return getPlace(-1, callable); }
  /// Where a loop stands.
  Place getPlaceAround(int loop) const {
    return getPlace(loopAround[loop], program.loops[loop]->op);
  }
  void addExtras(Scope &scope, int id, unsigned function);
  ArrayRef<Slot> allocate(ArrayRef<Slot> slots);

  Slot addExtraSlot(Slot origin, const Place &place);

  void separateUnits();

  // Reductions as loops; see NoiseReductions.cpp.
  std::optional<TripCount> countCombinations(scf::ParallelOp op);
  void addReductions();
  void addReduction(Loop &loop, int id, scf::ParallelOp op);

  // What differs between iterations and cases; see NoiseIterations.cpp.
  void findByState();
  bool isFixedInIteration(Value value, const Loop &loop) const;
  void findConditions();
  bool mayTellApart(Value condition, Operation *op) const;
  SharedConditions
  shareConditions(const Loop &loop,
                  const llvm::MapVector<Value, unsigned> &count, size_t size);
  bool hasSharedConditions(const Extent &extent);
  unsigned findCaseFunction(Operation *op) const;
  /// A loop whose iterations are told apart, or only their phases.
  struct ToldLoop {
    Loop *loop;
    std::optional<IterationPhases> phases;
  };
  SmallVector<ToldLoop> findLoopsToTell(ArrayRef<Value> values,
                                        const llvm::SetVector<Value> &sources,
                                        Operation *op, bool decides,
                                        const Loop *self);
  SmallVector<int> findConditionsToTell(const llvm::SetVector<Value> &sources,
                                        Operation *op) const;
  /// Evaluates something by ranges in a case of the function around it; none
  /// for all cases.
  template <typename T>
  using Evaluation =
      llvm::function_ref<T(RangeOf, std::optional<unsigned> number)>;
  template <typename T>
  bool tabulate(ByState<T> &table, ArrayRef<Value> values, Operation *op,
                Evaluation<T> evaluate, bool decides = false,
                const Loop *self = nullptr);
  void findTripCounts(Loop &loop);
  void findChoice(Operation *op, ArrayRef<Value> operands);

  // What is executed in which states; see NoiseBranches.cpp.
  void findReachedBlocks();
  bool isDecidedByCase(const Choice &choice) const;
  llvm::SetVector<Block *> findReached(Region &region, const Variable &cases,
                                       uint64_t number) const;
  Branch findBranchAround(Operation *op);
  Branch findEdge(Block::pred_iterator predecessor);
  void setChoices(Unit &unit, Value value);
  void setEdges(Unit &unit, BlockArgument argument);

  // Scopes; see NoiseScopes.cpp.
  void buildScope(Scope &scope, Slot first, int id,
                  const llvm::DenseSet<Slot> &boundSlots,
                  ArrayRef<unsigned> calls, unsigned function = kNone);
  void findHiddenLoops();
  NoiseBound getOwnBound(Slot slot) const;
  Unit makeUnit(Slot slot);
  Unit makeLoopUnit(const Loop &loop);
  bool isOrdered(const Scope &scope) const;
  void order(Scope &scope, bool isRoot);

  NoiseProgram &program;
  NoiseFlows &flows;
  const NoiseApproximation &approximation;
  const ArrayRef<FunctionCases::Probe> probes;
  /// Loops and callables in the order of the text, outer ones first.
  std::vector<Extent> loopExtents, callables;
  llvm::DenseMap<Operation *, unsigned> callableIndex;
  bool hasCalls = false, hasMixedUnits = false;
  /// In the order of the text.
  std::vector<CallSite> callSites;
  /// For each callable the calls that pass noise, as positions in `callSites`.
  std::vector<SmallVector<unsigned, 2>> callsOf;
  /// For each callable: true if it can be run for each call.
  std::vector<char> isRunnable;
  /// What decides in code with noise: conditionals, selects, and calls of a
  /// value that may be several functions.
  std::vector<Operation *> deciders;
  /// The conditionals outside of loops that only decide what is stored. (In a
  /// loop each would be evaluated for all of its iterations.)
  std::vector<Operation *> bufferDeciders;
  /// While these are collected: the operations so far that use encrypted
  /// buffers, and the loops around.
  size_t numBufferUses = 0;
  unsigned loopDepth = 0;
  /// The cases of the callables; null if nothing decides. The states of each.
  std::unique_ptr<FunctionCases> cases;
  std::vector<const Variable *> caseVariables;
  /// For each callable its function, or null; once they are chosen.
  std::vector<Function *> functionOf;
  /// These callables, callers first.
  std::vector<unsigned> chosenCallables;
  /// The calls of functions, as positions in `callSites`, by the scope that
  /// they are run in: those in a loop, in a function, and all others.
  llvm::DenseMap<int, SmallVector<unsigned, 1>> callsOfLoop;
  llvm::DenseMap<const Function *, SmallVector<unsigned>> callsOfFunction;
  std::vector<unsigned> callsOfRoot;
  /// What the callee of a shared call returns for a result of it, of functions
  /// that are run for each call.
  llvm::DenseMap<std::pair<const CallSite *, Slot>, Slot> sharedOutputs;
  std::deque<BlockLoop> blockLoops;
  /// The loops of blocks that are run: by their blocks, the innermost of each;
  /// by their first slots; and those that exits belong to, by the origins.
  llvm::DenseMap<Block *, int> loopOfBlock;
  llvm::DenseMap<Slot, SmallVector<int, 1>> blockLoopsAt;
  llvm::DenseMap<Slot, const BlockLoop *> loopOfExit;
  llvm::DenseMap<int, const BlockLoop *> blocksOfLoop;
  /// For each loop that is run the innermost one around it; -1 for none.
  std::vector<int> loopAround;
  /// Those that no value is set by where they stand, as they carry memory
  /// alone: by the loop around them (-1 for none) and, if there is none, the
  /// position in `callables` of the function that is run (`kNone` for none).
  llvm::DenseMap<std::pair<int, unsigned>, SmallVector<int, 1>> hiddenLoops;
  /// Those of unknown trip count, in all states or in some.
  llvm::DenseSet<Operation *> openLoops;
  /// For those of the second kind, the trip counts by the cases of the
  /// function.
  using CaseCounts = std::vector<std::optional<TripCount>>;
  llvm::DenseMap<Operation *, CaseCounts> partlyOpenLoops;
  /// How often conditions decide in loops that are operations; once that was
  /// asked for.
  using Counts = llvm::MapVector<Value, unsigned>;
  std::optional<llvm::DenseMap<Operation *, Counts>> conditionsIn;
  /// The conditions of those that have some, by their positions.
  llvm::DenseMap<int, SharedConditions> conditionsOf;
  /// The counters of those with a test.
  LoopCounters loopCounters;
  /// The loads from buffers that can be followed through loops.
  llvm::MapVector<Slot, const BufferUses *> bufferOfLoad;
  /// The slots that are no values, by the loops whose scope they are in; the
  /// slots that some of these are the join of, or one of these, by
  /// the iteration; what operands of reductions are; and the slots of all
  /// values that are stored into a buffer.
  llvm::DenseMap<int, SmallVector<Slot>> extraSlots;
  /// Those in no loop, by the position of the function in `callables`.
  llvm::MapVector<unsigned, SmallVector<Slot>> extraSlotsIn;
  /// What is in buffers that calls pass on: when the function begins that gets
  /// one, by its argument, and when that returns; and what each call passes,
  /// and finds afterwards.
  llvm::MapVector<BlockArgument, Slot> passedSlots, returnedInBuffer;
  using PassedBuffer = std::pair<Operation *, BlockArgument>;
  llvm::DenseMap<PassedBuffer, Slot> passedByCall;
  llvm::MapVector<PassedBuffer, Slot> slotsBehindCalls;
  /// Those that are set in front of the test of their loop.
  llvm::DenseSet<Slot> extrasOfHeaders;
  llvm::DenseMap<Slot, SmallVector<Slot, 4>> extraJoins;
  llvm::DenseMap<Slot, const Choice *> extraChoices;
  /// The conditionals that decide which of the joined slots it is.
  llvm::DenseMap<Slot, Operation *> conditionalOf;
  llvm::DenseMap<Slot, std::pair<SmallVector<Slot>, const Choice *>> extraReads;
  llvm::DenseMap<const BufferUses *, ArrayRef<Slot>> storedSlots;
  /// True if that is not known of all: they are too many.
  bool hasTooMuchMemory = false;
  /// What the elements of an output of linalg are, a buffer, when a body that
  /// is run as a loop begins, by its argument; and behind the loop.
  llvm::DenseMap<Slot, Slot> elementSlots;
  llvm::DenseMap<std::pair<Operation *, const BufferUses *>,
                 SmallVector<Slot, 1>>
      elementResults;
  /// What decides conditionals and selects, by these; and what blocks are in.
  llvm::DenseMap<Operation *, Choice *> choiceOf;
  llvm::DenseMap<Block *, Branch> branchOf;
  /// For blocks that are not reached in some cases: 1 where they are, 0 where
  /// not.
  llvm::DenseMap<Block *, const Choice *> reachedOf;
  DominanceInfo dominance;
  /// For each slot the first and the last one that reads it; empty until that
  /// is needed.
  std::vector<std::pair<Slot, Slot>> readers;
  llvm::DenseSet<int> builtLoops;
  /// The unit of the scope being ordered that sets a slot.
  std::vector<unsigned> producer;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_PROGRAM_NOISEPROGRAMBUILDER_H
