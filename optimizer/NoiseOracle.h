//===- NoiseOracle.h - What a choice of reductions leaves open --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_NOISEORACLE_H
#define NOISY_OPTIMIZER_NOISEORACLE_H

#include "optimizer/NoiseInstances.h"
#include "llvm/ADT/BitVector.h"
#include <vector>

namespace mlir::noisy {

/// What may be reduced, and what has to hold.
struct ReductionProblem {
  using Slot = NoiseProgram::Slot;
  static constexpr uint32_t kNoLimit = UINT32_MAX;

  /// A place where a value may have less noise than elsewhere.
  struct Use {
    Slot slot;
    uint32_t limit;
  };

  /// For each slot the column of the covering problem that stands for reducing
  /// its value; -1 for none. A column stands for one value.
  std::vector<int> columnOf;
  /// For each slot the most bits that its value may have.
  std::vector<uint32_t> limits;
  /// Contracts.
  std::vector<Use> uses;
  /// Whether what comes in above a limit passes on, as the analysis has it:
  /// that is reported where it began, which is elsewhere.
  bool passesExcess = false;
};

/// The oracle of the covering problem: told which values are reduced, it finds
/// what still passes its limit and gives, for each such place, a row: columns
/// of which at least one has to be chosen.
///
/// It has no semantics of its own. The flow comes from the noise program, the
/// noise of each operation from its transfer function.
///
/// A row is one derivation of the excess: values whose noise adds up to it,
/// except the one that passes the limit, because reducing after the fact is too
/// late. Whatever else is reduced, the values that are left out have at least
/// the noise that the row counts for them, so every row holds for every legal
/// choice. That rests on reductions never raising a bound; values that could
/// have less noise than a fresh encryption, because they come from where
/// another model holds, are no columns.
class NoiseOracle {
public:
  using Node = NoiseInstances::Node;
  using Slot = NoiseInstances::Slot;

  /// `instances` must outlive the oracle.
  NoiseOracle(const NoiseInstances &instances, ReductionProblem problem);

  struct Row {
    /// Sorted. Empty: this excess cannot be mended.
    std::vector<uint32_t> columns;
    /// The value that passes its limit, and why it is looked at.
    Slot culprit;
    enum { Limit, Contract, Growth } reason = Limit;
    uint32_t limit = 0;
  };

  /// The rows that `reduced` (one bit for each column) leaves violated; none
  /// where nothing passes its limit. Goes on behind an excess as if that value
  /// had little noise, so that one answer has a row for every independent one.
  /// Ends early once `isOver`, which is asked every few milliseconds, says so:
  /// with the rows found so far, or with nullopt where there are none.
  std::optional<std::vector<Row>>
  check(const llvm::BitVector &reduced,
        llvm::function_ref<bool()> isOver = {}) const;

  const NoiseInstances &getInstances() const { return instances; }
  const ReductionProblem &getProblem() const { return problem; }
  /// The column of a node's value; -1 for none.
  int getColumn(Node node) const { return columns[node]; }
  /// The column that resets the formula of a parallel reduction; -1 for none.
  int getResetColumn(Node node) const;
  /// The least noise that uses of a node can see, whatever is reduced.
  NoiseBound getFloor(Node node) const { return floors[node]; }
  /// What a reduced value has.
  NoiseBound getFresh(Node node) const;
  /// The node of a circle at which its growth is reported.
  Node findReported(ArrayRef<Node> circle) const;
  /// The limit of a node's value, where it counts.
  uint32_t getLimit(Node node) const;
  /// Whether it is a finding of its own when this node passes its limit.
  bool canPass(Node node) const;

private:
  class Evaluation;

  NoiseBound findFloor(Node node) const;
  void raiseFloors(ArrayRef<Node> circle, NoiseBound most);
  void findFloors();

  const NoiseInstances &instances;
  ReductionProblem problem;
  std::vector<int> columns;
  std::vector<NoiseBound> floors;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_NOISEORACLE_H
