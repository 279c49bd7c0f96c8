//===- RangeAnalysis.h - Integer ranges -------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_RANGEANALYSIS_H
#define NOISY_ANALYSIS_RANGEANALYSIS_H

#include "analysis/IntegerTypes.h"
#include "analysis/ProgramOrder.h"
#include "analysis/Widening.h"
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
/// Encrypted values have no states, and cost nothing. States are not kept by
/// the solver, which needs a kilobyte for each.
///
/// It needs `DeadCodeAnalysis` and `ConstantAnalysis` loaded before it in the
/// same solver.
class RangeAnalysis : public DataFlowAnalysis {
public:
  RangeAnalysis(DataFlowSolver &solver, SymbolTableCollection &symbols);

  LogicalResult initialize(Operation *top) override;
  LogicalResult visit(ProgramPoint *point) override;

  /// The range of a value; null where it has none, or nothing came to it.
  const ConstantIntRanges *find(Value value) const;

  /// Whether `op` is a loop that turns zero times.
  bool isEmptyLoop(Operation *op) const { return emptyLoops.contains(op); }
  bool hasEmptyLoops() const { return !emptyLoops.empty(); }

private:
  struct State {
    std::optional<ConstantIntRanges> range;
    /// How often the range has changed, and was changed by a circle.
    unsigned changes = 0, turns = 0;
  };
  /// An operation or an argument of a block, to be evaluated again.
  struct Work {
    unsigned order;
    llvm::PointerUnion<Operation *, Value> what;
    bool operator>(const Work &other) const { return order > other.order; }
  };

  // Getting round.
  bool isLive(Block *block);
  bool isAhead(Operation *op) const;
  void goThrough(Block *block);
  void enqueue(Operation *op);
  void enqueue(Value argument);
  void enqueueTargets(OpOperand &operand);
  void solve();

  // Changing ranges.
  State &getState(Value value);
  void set(Value value, const ConstantIntRanges &range);
  void setToFull(Value value) { set(value, getFullRange(value.getType())); }
  void join(Value value, Value from);
  void propagate(Value value, const State &state);

  // Control flow.
  void enterOuterValues(Operation *top);
  void enterUnknownRegions(RegionBranchOpInterface branch);
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
  Operation *root = nullptr;
  std::optional<ProgramOrder> order;
  Widening widening;

  llvm::DenseMap<Value, State *> states;
  std::deque<State> storage;
  llvm::DenseSet<Operation *> emptyLoops;
  /// Operations whose folder gave a value that is no operand of theirs.
  llvm::DenseMap<Value, SmallVector<Operation *>> foldedTo;

  std::priority_queue<Work, std::vector<Work>, std::greater<Work>> queue;
  llvm::DenseSet<void *> queued;
  /// Blocks that were gone through, the one that is being, and the operation
  /// that this has come to.
  llvm::DenseSet<Block *> seen;
  Block *current = nullptr;
  Operation *position = nullptr;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_RANGEANALYSIS_H
