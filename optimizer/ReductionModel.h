//===- ReductionModel.h - A program as a covering problem -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REDUCTIONMODEL_H
#define NOISY_OPTIMIZER_REDUCTIONMODEL_H

#include "analysis/noise/NoiseFacts.h"
#include "optimizer/NoiseOracle.h"
#include "optimizer/Optimizer.h"
#include <memory>

namespace mlir::noisy {

/// The columns of a program and what they cost, the oracle that gives the
/// rows, and the way back from columns to reductions.
///
/// Loops of known trip count are unrolled in the oracle as far as need be: it
/// begins with all turns where these are few, and with some where they are
/// many.
class ReductionModel {
public:
  /// `root` must outlive the model; the IR must not change.
  ReductionModel(Operation *root, const OptimizerOptions &options);
  ~ReductionModel();

  /// What no reduction can mend and the optimizer would have to: a value of
  /// which nothing is known, or a stated range that is broken.
  std::optional<NoiseFinding> findHopeless() const;
  /// Whether there is anything to mend.
  bool hasFindings() const;

  /// The values that the columns reduce, in the order of the program's text.
  std::vector<Value> getColumns() const;
  /// One for each column.
  std::vector<int64_t> getCosts() const;
  /// The columns that stand for existing reductions which may be removed.
  std::vector<uint32_t> getExisting() const;
  const NoiseOracle &getOracle() const { return *oracle; }
  Value getValue(NoiseOracle::Slot slot) const;

  /// See `NoiseOracle::check`.
  std::optional<std::vector<NoiseOracle::Row>>
  check(ArrayRef<uint32_t> choice,
        llvm::function_ref<bool()> isOver = {}) const;
  /// Adds to `choice` what is missing, by a heuristic.
  std::vector<uint32_t> complete(ArrayRef<uint32_t> choice) const;
  /// Why nothing can be done about a row without columns, behind the name of
  /// its culprit.
  std::string explain(const NoiseOracle::Row &row) const;

  /// Whether the analysis finds nothing to object to in the program with these
  /// reductions.
  bool confirm(ArrayRef<uint32_t> choice) const;

  /// Follows loops through more turns, where the oracle has not followed them
  /// to the end; false where it has. Columns and rows remain valid.
  bool refine();
  /// Whether the rows that are found from now on hold for every legal choice.
  /// They do not once a loop had to be taken for one of unknown length.
  bool isExact() const { return exact && !takesExcess; }
  /// Whether nothing can be done about a row without columns: a coarse model
  /// may have made it up.
  bool isFinal(const NoiseOracle::Row &row) const {
    return exact && (!takesExcess || row.reason == NoiseOracle::Row::Growth);
  }
  /// Why they do not, for the user.
  std::string explainInexact() const;
  bool isConfined() const { return options.scope != nullptr; }
  /// Whether a column costs something else than 1.
  bool isWeighted() const;

  /// Writes the reductions and removals of `choice` into `result`.
  void apply(ArrayRef<uint32_t> choice, OptimizerResult &result) const;

private:
  struct Column {
    NoiseOracle::Slot slot;
    Reduction place;
    int64_t cost;
    /// The existing reduction for which the column stands, or null.
    Operation *existing;
  };

  void findColumns();
  bool isInScope(Value value) const;
  bool isInScope(const NoiseFinding &finding) const;
  void buildOracle();
  ReductionProblem makeProblem() const;

  Operation *root;
  const OptimizerOptions options;
  ProgramFlow program;
  NoiseFlows flows;
  NoiseFacts facts;
  llvm::DenseSet<Operation *> uncounted;
  std::unique_ptr<NoiseProgram> compiled;
  std::unique_ptr<NoiseInstances> instances;
  std::unique_ptr<NoiseOracle> oracle;
  std::vector<Column> columns;
  uint64_t turns = UINT64_MAX;
  /// Loops that turn oftener are not followed once there are too many turns.
  uint64_t followed;
  bool exact = true;
  /// Something comes into the scope with too much noise. To reduce it can bring
  /// to light what it hid, so that fewer reductions may do than rows ask for.
  bool takesExcess = false;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REDUCTIONMODEL_H
