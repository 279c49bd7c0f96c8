//===- NoiseOracle.h - Limits that a choice leaves violated -----*- C++ -*-===//
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

/// The values that may be reduced, and the limits that must hold.
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
  /// For each slot the noise that its value has once it is reduced.
  std::vector<uint32_t> reduced;
  /// For each slot the most bits that its value may have.
  std::vector<uint32_t> limits;
  /// Slots whose limits only hold in those nodes that have no more noise once
  /// everything is reduced.
  llvm::DenseSet<Slot> limitedWherePossible;
  /// The uses with limits of their own: contracts.
  std::vector<Use> uses;
  /// True if noise that comes in above a limit passes on, as in the analysis,
  /// which reports it where it began, outside of the scope.
  bool passesExcess = false;
};

/// The oracle of the covering problem: for a set of reduced values it finds the
/// limits that are still passed and returns a row for each: columns of which at
/// least one has to be chosen.
///
/// It has no semantics of its own. The flow comes from the noise program, the
/// noise of each operation from its transfer function.
///
/// A row is one derivation of the excess: the values whose noise adds up to it,
/// except the one that passes the limit, because reducing it afterwards is too
/// late. Whatever else is reduced, the values left out have at least the noise
/// that the row counts for them, so every row holds for every legal choice.
/// This rests on reductions never raising a bound. Where one could, because a
/// reduced value may have more noise than the value had, the graph says that a
/// reduced value has the *lesser* of its noise and of a reduced one: that is
/// monotone. A choice that is legal in the program is legal in this graph, so
/// every row holds. And a column in a single place is either of use there, and
/// then the two are the same, or needless: taken out, the choice is legal in
/// the program, and costs no more. So optima are the same.
///
/// A column with several nodes may be of use in one and raise noise in another.
/// Where reductions leave the same noise everywhere, values that could have
/// less than that are no columns: their noise does not depend on the choice.
/// Where it differs, only those in a single place stay.
class NoiseOracle {
public:
  using Node = NoiseInstances::Node;
  using Slot = NoiseInstances::Slot;

  /// `instances` must outlive the oracle.
  NoiseOracle(const NoiseInstances &instances, ReductionProblem problem);

  struct Row {
    /// The columns, sorted. Empty: this excess cannot be fixed.
    std::vector<uint32_t> columns;
    /// The value that passes its limit, and why it is checked.
    Slot culprit;
    enum { Limit, Contract, Growth } reason = Limit;
    uint32_t limit = 0;
  };

  /// Returns the rows that `reducedColumns` (one bit for each column) leaves
  /// violated; none if nothing passes its limit. Continues after an excess as
  /// if that value had little noise, so that one answer has a row for every
  /// independent excess. Ends early once `isOver`, polled every few
  /// milliseconds, returns true: with the rows found so far, or with nullopt if
  /// there are none.
  std::optional<std::vector<Row>>
  check(const llvm::BitVector &reducedColumns,
        llvm::function_ref<bool()> isOver = {}) const;

  const NoiseInstances &getInstances() const { return instances; }
  const ReductionProblem &getProblem() const { return problem; }
  /// The column of a node's value; -1 for none.
  int getColumn(Node node) const { return columns[node]; }
  /// The column that resets the formula of a parallel reduction; -1 for none.
  int getResetColumn(Node node) const;
  /// The least noise that uses of a node can see under any choice.
  NoiseBound getFloor(Node node) const { return floors[node]; }
  /// The noise of a value right after its reduction.
  NoiseBound getFresh(Node node) const;
  /// The values that are no columns because a reduction would raise their noise
  /// in some iteration or call, though it would lower it in others.
  ArrayRef<Slot> getMixed() const { return mixedSlots; }
  /// True if the value may have less noise than its reduction leaves in some
  /// choices only, because reductions of what it is computed of leave less, or
  /// because a value of another model lowers noise: then it cannot be replaced
  /// by what it passes on.
  bool mayBeLowered(Slot slot) const { return loweredSlots[slot]; }
  /// True if a node of the column may have less noise than its reduction
  /// leaves, under some choice.
  bool mayFallBelow(uint32_t column) const { return fallsBelow[column]; }
  /// True if the reduction of some value may raise its noise. The graph then
  /// has the lesser noise, and choices that cost less because of noise that is
  /// raised are missing there.
  bool mayRaise() const { return raises; }
  /// True if combinations of parallel reductions are no columns because their
  /// reduction may raise the noise of a part, though it may help another.
  bool leavesOutCombinations() const { return hasRaisingResets; }
  /// The node of a cycle at which its growth is reported.
  Node findReported(ArrayRef<Node> circle) const;
  /// The limit of a node's value.
  uint32_t getLimit(Node node) const;

private:
  class Evaluation;

  NoiseBound findFloor(Node node) const;
  void raiseFloors(ArrayRef<Node> circle, NoiseBound maxBound);
  void findLoweredSlots(bool lowersNoise);
  void findFloors();
  void findMixed(ArrayRef<int> originalColumns);
  void removeRaisingResets();

  const NoiseInstances &instances;
  ReductionProblem problem;
  std::vector<int> columns;
  std::vector<NoiseBound> floors;
  std::vector<Slot> mixedSlots;
  llvm::BitVector fallsBelow, loweredSlots;
  bool raises = false;
  bool hasRaisingResets = false;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_NOISEORACLE_H
