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
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/Widening.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>
#include <queue>

namespace mlir::noisy {

/// Integer ranges like MLIR's integer range analysis, which is not its base: a
/// chain of merges in a queue without order takes quadratic time unless it is
/// widened, as MLIR does with whatever changes twice and is passed on. Here
///   - what changed is visited in the order of the program (`ProgramOrder`),
///     and until nothing does before dead code analysis goes on;
///   - only what goes round in a circle is widened, and only the bound that
///     moves, first to numbers that occur there (`Widening`);
///   - constants among the integers are found here alone. In MLIR a folder that
///     knows, and a transfer function that does not, agree on "unknown";
///   - operations with operands that are no integers never wait for a range of
///     these, nor those in a region without order for each other;
///   - loops of scf and affine with any bounds, and affine maps that divide by
///     anything, have their ranges and crash nothing;
///   - a private function that nothing calls is analysed (`findUnseenCalls`),
///     and so is what control enters in ways that MLIR does not follow;
///   - the range that is stated of an argument is relied on.
///
/// What has changed is told to all that have read it. An operation that
/// computes its results from its operands is found among the users of these.
/// All others (arguments, and results of calls and of operations with regions)
/// note what they read while they are evaluated (`read`), so that nothing has
/// to know a second time where control flow takes a value.
///
/// Encrypted values have no states, and cost nothing. States are not kept by
/// the solver, which needs a kilobyte for each.
///
/// It needs `DeadCodeAnalysis` and `ConstantAnalysis` loaded before it in the
/// same solver.
class RangeAnalysis : public DataFlowAnalysis {
public:
  RangeAnalysis(DataFlowSolver &solver, SymbolTableCollection &symbols,
                const FunctionUses &uses);

  /// May be called again, and evaluates everything again then.
  LogicalResult initialize(Operation *top) override;
  LogicalResult visit(ProgramPoint *point) override;

  /// The range of a value; null where it has none, or nothing came to it.
  const ConstantIntRanges *find(Value value) const;

  /// The loops in live code that turn zero times.
  llvm::DenseSet<Operation *> findEmptyLoops() const;

private:
  struct State {
    std::optional<ConstantIntRanges> range;
    /// How often the range has changed, and was changed by a circle.
    unsigned changes = 0, turns = 0;
  };
  /// What is evaluated at once: an operation, or an argument of a block.
  using Unit = llvm::PointerUnion<Operation *, Value>;
  /// A unit that is to be evaluated again.
  struct Work {
    unsigned order;
    Unit unit;
    bool operator>(const Work &other) const { return order > other.order; }
  };

  // Getting round.
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
  void setToFull(Value value) { set(value, getFullRange(value.getType())); }
  void join(Value value, Value from);
  void propagate(Value value, const State &state);

  // Control flow.
  void enterOuterValues(Operation *top);
  void enterUnknownRegions(RegionBranchOpInterface branch);
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
  std::optional<ConstantIntRanges> getFolded(Operation *op, OpFoldResult folded,
                                             Type type);

  DataFlowSolver &solver;
  SymbolTableCollection &symbols;
  const FunctionUses &uses;
  Operation *root = nullptr;
  std::optional<ProgramOrder> order;
  Widening widening;

  llvm::DenseMap<Value, State *> states;
  std::deque<State> storage;
  /// The unit that is being evaluated, and those that have read a value and
  /// are not found among its users.
  Unit reader;
  llvm::DenseMap<Value, SmallVector<Unit, 2>> readers;
  llvm::DenseSet<std::pair<Value, void *>> reads;

  std::priority_queue<Work, std::vector<Work>, std::greater<Work>> queue;
  llvm::DenseSet<void *> queued; // units
  /// Blocks that were gone through, the one that is being, and the operation
  /// that this has come to.
  llvm::DenseSet<Block *> seen;
  Block *current = nullptr;
  Operation *position = nullptr;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_RANGEANALYSIS_H
