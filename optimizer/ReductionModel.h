//===- ReductionModel.h - A program as a covering problem -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REDUCTIONMODEL_H
#define NOISY_OPTIMIZER_REDUCTIONMODEL_H

#include "analysis/noise/NoiseFacts.h"
#include "dialect/ReducingOperations.h"
#include "optimizer/NoiseOracle.h"
#include "optimizer/Optimizer.h"
#include "optimizer/ReductionCosts.h"
#include "optimizer/ReductionScope.h"
#include "optimizer/placement/PlacementGraph.h"
#include <memory>

namespace mlir::noisy {

/// The columns of a program and their costs, the oracle that gives the rows,
/// and the mapping from columns back to reductions.
///
/// The oracle unrolls loops of known trip count as far as needed: it begins
/// with all iterations if these are few, and with some if they are many.
class ReductionModel {
public:
  /// `root` must outlive the model; the IR must not change.
  ///
  /// A reduction may leave more noise than a value has in some iterations or
  /// calls, though less than in others. Such values are no columns, unless
  /// `raises`: then they are, and count as if they had that noise even where
  /// they are not reduced.
  ///
  /// With `skipsIdle`, a program without anything to fix gets no graph if
  /// existing reductions are kept: only its findings may be asked for.
  ReductionModel(Operation *root, const OptimizerOptions &options,
                 bool raises = false, bool skipsIdle = false);
  ~ReductionModel();

  /// The first finding in the scope that no reduction fixes.
  std::optional<NoiseFinding> findHopeless() const;
  /// All of them.
  std::vector<NoiseFinding> getHopeless() const;
  /// True if there is anything that reductions can fix.
  bool hasFindings() const;

  /// The values that the columns reduce, in the order of the program's text.
  std::vector<Value> getColumns() const;
  /// The costs, one for each column: where they depend on noise, or on what the
  /// reduction leaves, the least that is possible, with what it adds to those
  /// of operations.
  std::vector<int64_t> getCosts() const;
  /// What operations that are no reductions cost at least, as long as the graph
  /// stays as it is.
  int64_t getLeastRest() const { return placementGraph.leastCharges(); }
  /// True if costs depend on noise.
  bool hasSteps() const { return placementGraph.hasSteps(); }
  /// True if operations that are no reductions cost something.
  bool hasOperationCosts() const { return !costlyOperations.empty(); }
  /// True if some reduction may leave several noises. Then choices may have
  /// columns beyond those of `getColumns`: the same values, reduced to more
  /// noise. `toCover` has the columns of the covering problem in place of them.
  bool hasTargets() const { return columns.size() > numColumns; }
  std::vector<uint32_t> toCover(ArrayRef<uint32_t> choice) const;
  /// Rows of the covering problem as rows of the placement graph: each column
  /// may be any of those of its value.
  std::vector<std::vector<uint32_t>>
  toPlacement(ArrayRef<std::vector<uint32_t>> rows) const;
  /// True if the costs of the covering problem are those of choices.
  bool hasExactCosts() const { return !hasSteps() && !hasTargets(); }
  /// True if some targets were left out, because they might raise noise
  /// somewhere.
  bool leavesOutTargets() const { return leftOutTargets; }
  /// What a legal choice costs by the graph.
  int64_t getCost(ArrayRef<uint32_t> choice) const;
  /// What it costs by the analysis of the program with these reductions.
  struct Cost {
    int64_t reductions = 0, operations = 0;
    int64_t sum() const { return reductions + operations; }
  };
  Cost findCost(ArrayRef<uint32_t> choice) const;
  /// What operations that are no reductions cost in the program as it is. Of
  /// use also for a program without anything to fix.
  int64_t findIdleCost();
  /// The columns that stand for existing reductions which may be removed.
  std::vector<uint32_t> getExisting() const;
  const NoiseOracle &getOracle() const { return *oracle; }
  /// The same graph as the oracle's, in numbers; valid until `refine`.
  const PlacementGraph &getPlacementGraph() const { return placementGraph; }
  /// The same without targets: its columns are those of the covering problem.
  const PlacementGraph &getCoverGraph() const {
    return hasTargets() ? coverGraph : placementGraph;
  }
  Value getValue(NoiseOracle::Slot slot) const;

  /// The violated rows, as in `NoiseOracle::check`.
  std::optional<std::vector<NoiseOracle::Row>>
  check(ArrayRef<uint32_t> choice,
        llvm::function_ref<bool()> isOver = {}) const;
  /// Adds missing columns to `choice` by a heuristic.
  std::vector<uint32_t> complete(ArrayRef<uint32_t> choice) const;
  /// The reason why a row without columns cannot be fixed, to follow the name
  /// of its culprit.
  std::string explain(const NoiseOracle::Row &row) const;

  /// True if the analysis has no finding in the program with these reductions
  /// but those that none fixes.
  bool confirm(ArrayRef<uint32_t> choice) const;

  /// Follows loops through more iterations if the oracle has not followed them
  /// to the end, and functions through all of their calls; false if it has.
  /// Columns and rows remain valid.
  bool refine();
  /// True if the graph has all iterations of all loops, and all calls: then the
  /// analysis confirms what the graph calls legal.
  bool isComplete() const { return instances->isComplete(); }
  /// True if a reduction that raises noise may make others cheaper. The graph
  /// does not show that.
  bool mayRaisingPay() const {
    return placementGraph.hasFallingCosts() &&
           (oracle->mayRaise() || mayTargetsRaise());
  }
  /// True if the rows that are found from now on hold for every legal choice.
  /// They do not once a loop had to be treated as one of unknown length, or the
  /// calls of a function as one, or where a value is no column that reductions
  /// would raise in some places.
  bool isExact() const {
    return exact && !takesExcess && mixedSlots.empty() &&
           !oracle->leavesOutCombinations();
  }
  /// True if there are such values, of which it is not known that others can be
  /// reduced instead, at the same cost.
  bool hasMixed() const { return !mixedSlots.empty(); }
  /// True if a row without columns is real and cannot be fixed; a coarse model
  /// may have made it up.
  bool isFinal(const NoiseOracle::Row &row) const {
    return exact && mixedSlots.empty() && !oracle->leavesOutCombinations() &&
           (!takesExcess || row.reason == NoiseOracle::Row::Growth);
  }
  /// The reason why the rows are not exact, for the user.
  std::string explainInexact() const;
  bool isConfined() const { return options.scope != nullptr; }
  /// True if a column has a cost other than 1.
  bool isWeighted() const;

  /// Writes the reductions and removals of `choice` into `result`.
  void apply(ArrayRef<uint32_t> choice, OptimizerResult &result) const;

private:
  struct Column {
    NoiseOracle::Slot slot;
    Reduction place;
    /// With steps, the least that is possible.
    int64_t cost;
    std::vector<ReductionCostTable::Step> steps;
    /// The existing reduction that the column stands for, or null.
    Operation *existingOp = nullptr;
    /// The noise that the reduction leaves.
    uint32_t noise = 0;
    /// The column of the covering problem with the same value: itself, but for
    /// one that leaves more noise.
    uint32_t base = 0;
  };
  /// An operation that is no reduction, and what it costs by the noise of its
  /// noisiest operand.
  struct CostlyOperation {
    Operation *op;
    std::vector<ReductionCostTable::Step> steps;
  };

  bool mayTargetsRaise() const;
  void findColumns();
  void findCostlyOperations(ReductionCosts &costs);
  bool isInScope(Value value) const;
  bool isInScope(const NoiseFinding &finding) const;
  void buildOracle();
  void buildPlacementGraph();
  void findChangingReductions();
  llvm::DenseSet<Value> findLimited() const;
  bool isReplaceable(NoiseOracle::Slot slot) const;
  uint32_t getReduced(NoiseOracle::Slot slot) const;
  std::optional<std::string> explainByRules(NoiseOracle::Slot slot) const;
  ReductionProblem makeProblem() const;

  Operation *root;
  const OptimizerOptions options;
  ProgramFlow program;
  NoiseFlows flows;
  /// The program that the facts were computed with, at first.
  std::unique_ptr<NoiseProgram> noiseProgram;
  NoiseFacts facts;
  NoiseApproximation approximation;
  std::unique_ptr<NoiseInstances> instances;
  std::unique_ptr<NoiseOracle> oracle;
  PlacementGraph placementGraph, coverGraph;
  /// Those of the covering problem first.
  std::vector<Column> columns;
  size_t numColumns = 0;
  /// The column of the covering problem of each value that has one.
  llvm::DenseMap<NoiseOracle::Slot, uint32_t> columnOf;
  std::vector<CostlyOperation> costlyOperations;
  bool leftOutTargets = false;
  uint64_t iterations = UINT64_MAX;
  /// Loops of more iterations are not followed once there are too many.
  uint64_t iterationLimit;
  bool exact = true;
  /// True if reducing the combination of a parallel reduction may change the
  /// rule by which its noise is computed: then it is not exact, either.
  bool changesReductions = false;
  const bool raises;
  std::vector<NoiseOracle::Slot> mixedSlots;
  /// What only the calls in the scope make overflow.
  OverflowsByCalls byCalls;
  /// True if values with too much noise come into the scope. Reducing these can
  /// uncover findings that they hid, so that fewer reductions may suffice than
  /// rows require.
  bool takesExcess = false;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REDUCTIONMODEL_H
