//===- RangeAnalysis.h - Integer ranges -------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_RANGEANALYSIS_H
#define NOISY_ANALYSIS_INTEGERS_RANGEANALYSIS_H

#include "analysis/flow/FunctionUses.h"
#include "analysis/flow/ProgramOrder.h"
#include "analysis/flow/StopCheck.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/TestedLoop.h"
#include "analysis/integers/Widening.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include <deque>
#include <functional>
#include <queue>

namespace mlir::noisy {

/// The range stated for the argument of a function, if values of its type can
/// have that range.
std::optional<ConstantIntRanges> getStatedRange(BlockArgument argument);

/// True if all of `range` is in `statedRange`, of the same width. A stated
/// range is an interval in one of the two readings; in the other it is the same
/// interval, or full.
bool isWithin(const ConstantIntRanges &range,
              const ConstantIntRanges &statedRange);

/// The range that an operation states of a result, and what the analysis
/// computes for it from what comes before: from that range itself only as far
/// as the result goes round a cycle. So the first value of a run that breaks a
/// statement breaks one that is not checked.
struct ResultStatement {
  ConstantIntRanges statedRange;
  /// All that was computed, without the statement; none if nothing reaches it.
  std::optional<ConstantIntRanges> computedRange;
  /// What was computed where nothing of it was as stated. The statement is not
  /// relied on then.
  std::optional<ConstantIntRanges> refutingRange;

  /// True if the program keeps to the statement, as far as it keeps to those
  /// that are not checked.
  bool isChecked() const {
    return computedRange && isWithin(*computedRange, statedRange);
  }
};

/// Integer ranges like MLIR's integer range analysis, which is not its base: a
/// chain of merges in a queue without order takes quadratic time unless it is
/// widened, as MLIR widens all values that change twice and are passed on. Here
///   - users of changed values are visited in the order of the program
///     (`ProgramOrder`), until nothing changes, before dead code analysis
///     continues;
///   - only values in a cycle are widened, and only the bound that moves, first
///     to numbers that occur in the cycle (`Widening`);
///   - constants among the integers are found here alone. In MLIR, if a
///     folder finds a constant but the transfer function does not, the result
///     is "unknown";
///   - operations never wait for ranges of operands that are no integers, nor,
///     in a region without order, for each other;
///   - loops of scf and affine with any bounds, and affine maps that divide by
///     anything, have ranges and cause no crash;
///   - a private function that nothing calls is analysed (`findUnseenCalls`),
///     and so is code that control enters in ways that MLIR does not follow;
///   - the counter of a loop with a test is in the range that the trip count
///     says, where all that this follows from is known before the loop;
///   - the range that is stated for an argument is relied on, and so is that
///     for a result, if what is computed leaves anything of it: of what it
///     leaves out nothing is passed on, and what it leaves out altogether is
///     refuted at the end (`dropRefuted`).
///
/// A change of a value is propagated to all its readers. An operation that
/// computes its results from its operands is found among the users of these.
/// All others (arguments, and results of calls and of operations with regions)
/// are recorded as readers while they are evaluated (`read`), so that the
/// targets of control flow are computed in one place only.
///
/// Encrypted values have no states, and cost nothing. States are not kept by
/// the solver, which needs a kilobyte for each.
///
/// It needs `DeadCodeAnalysis` and `ConstantAnalysis` loaded before it in the
/// same solver. It fails if it is stopped.
class RangeAnalysis : public DataFlowAnalysis {
public:
  RangeAnalysis(DataFlowSolver &solver, SymbolTableCollection &symbols,
                const FunctionUses &uses, StopCheck &stop);

  /// What is called after each evaluation, of an operation or else of an
  /// argument of a block.
  using Listener = std::function<void(Operation *op, Value argument)>;
  void setListener(Listener newListener) { listener = std::move(newListener); }

  /// Evaluates everything, and everything again when it is called again.
  LogicalResult initialize(Operation *top) override;
  LogicalResult visit(ProgramPoint *point) override;

  /// The range of a value; null for one without range, or one that is not
  /// reached.
  const ConstantIntRanges *find(Value value) const;

  /// What is known of the statement on a result; null if there is none, or
  /// nothing reaches it.
  const ResultStatement *findStatement(Value result) const;

  /// Finds the statements of which nothing is left, and relies on them no more.
  /// Returns true if there are any; then all that follows from their values is
  /// to be computed by one more run. With `atOnce`, statements that leave out
  /// the first values that they see are taken for refuted from now on, too, so
  /// that the next run is the last.
  bool dropRefuted(bool atOnce);

  /// The loops in live code without iterations.
  llvm::DenseSet<Operation *> findEmptyLoops() const;

private:
  struct State {
    std::optional<ConstantIntRanges> range;
    /// The numbers of all changes of the range, and of those by a cycle.
    unsigned changes = 0, rounds = 0;
  };
  /// A unit of evaluation: an operation, or an argument of a block.
  using Unit = llvm::PointerUnion<Operation *, Value>;
  /// A unit in the queue, to be evaluated again.
  struct Work {
    unsigned order;
    Unit unit;
    bool operator>(const Work &rhs) const { return order > rhs.order; }
  };

  // Order of visits.
  bool isLive(Block *block);
  bool isAhead(Operation *op) const;
  void goThrough(Block *block);
  void enqueue(Operation *op);
  void enqueue(Value argument);
  void enqueue(Unit unit);
  void solve();

  // Reading and changing ranges.
  const ConstantIntRanges *read(Value value);
  State &getState(Value value);
  void set(Value value, const ConstantIntRanges &range);
  std::optional<ConstantIntRanges> findStatedRange(OpResult result);
  std::optional<ConstantIntRanges>
  applyStatement(Value value, const ConstantIntRanges &range);
  void assign(Value value, const ConstantIntRanges &range);
  void setToFull(Value value) { set(value, getFullRange(value.getType())); }
  void join(Value value, Value source);
  void propagate(Value value, const State &state);

  // Control flow.
  void enterOuterValues(Operation *top);
  void enterUnknownRegions(RegionBranchOpInterface branch);
  void findTestedLoops(Operation *top);
  bool evaluateCounter(BlockArgument argument);
  void evaluate(Unit unit);
  void evaluate(BlockArgument argument);
  void evaluateFunctionArgument(BlockArgument argument,
                                CallableOpInterface callable);
  void evaluateOwnArgument(BlockArgument argument);
  bool joinPredecessors(Value value, RegionBranchOpInterface branch,
                        RegionSuccessor successor, ProgramPoint *point);
  void evaluateCall(CallOpInterface call);

  // Operations.
  void evaluate(Operation *op);
  bool getOperands(Operation *op, SmallVectorImpl<IntegerValueRange> &ranges,
                   SmallVectorImpl<Attribute> &constants);
  void compute(Operation *op);
  std::optional<ConstantIntRanges>
  getFolded(Operation *op, OpFoldResult foldResult, Type type);

  DataFlowSolver &solver;
  SymbolTableCollection &symbols;
  const FunctionUses &uses;
  StopCheck &stop;
  Operation *root = nullptr;
  std::optional<ProgramOrder> order;
  Widening widening;
  /// The loops with a test, and those that have an argument as a carried value
  /// or as another name of one.
  std::deque<BlockLoop> blockLoops;
  std::deque<TestedLoop> testedLoops;
  llvm::DenseMap<Value, const TestedLoop *> testedLoopOf;

  llvm::DenseMap<Value, State *> states;
  std::deque<State> storage;
  /// The statements on results that were reached.
  llvm::MapVector<Value, ResultStatement> statements;
  bool refutesAtOnce = false;
  /// The unit being evaluated, and for each value the units that have read it
  /// and are not found among its users.
  Unit reader;
  llvm::DenseMap<Value, SmallVector<Unit, 2>> readers;
  llvm::DenseSet<std::pair<Value, void *>> reads;

  Listener listener;

  std::priority_queue<Work, std::vector<Work>, std::greater<Work>> queue;
  llvm::DenseSet<void *> queuedUnits; // units
  /// The blocks that were visited, the one being visited, and the current
  /// operation in it.
  llvm::DenseSet<Block *> visitedBlocks;
  Block *current = nullptr;
  Operation *position = nullptr;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_RANGEANALYSIS_H
