//===- PlacementState.h - The noise under a changing choice -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_PLACEMENT_PLACEMENTSTATE_H
#define NOISY_OPTIMIZER_PLACEMENT_PLACEMENTSTATE_H

#include "optimizer/placement/NodeQueue.h"
#include "optimizer/placement/PlacementGraph.h"

#include <optional>

namespace mlir::noisy {

/// The noise of all nodes of a graph under a legal choice of reduced columns,
/// which changes one column at a time. A change costs as much as the part of
/// the graph in which the noise changes (and all of a cycle in which it falls),
/// and can be taken back.
///
/// The noise is the least solution of the equations of the graph: what the
/// analysis computes. Only in a scope that takes excess from outside may a
/// choice that is legal count as illegal, on cycles.
///
/// For one thread.
class PlacementState {
public:
  using Node = PlacementGraph::Node;

  /// \p Graph must outlive this. There is no choice yet.
  explicit PlacementState(const PlacementGraph &Graph);

  const PlacementGraph &graph() const { return Graph; }

  /// Chooses exactly \p Columns; false if that is illegal: then there is no
  /// choice, and only this function and `complete` may be called.
  bool assign(const std::vector<uint32_t> &Columns);
  /// Chooses \p Columns and, wherever a limit is passed, the noisiest operand
  /// that can be reduced, until the choice is legal. With \p Random, which
  /// returns a number below its argument, takes another operand now and then.
  /// False if there is no legal choice of this kind, or \p IsOver.
  bool complete(const std::vector<uint32_t> &Columns,
                const std::function<uint32_t(uint32_t)> &Random = nullptr,
                const std::function<bool()> &IsOver = nullptr);

  /// Reduces a column that is not reduced, or the opposite. False, with all as
  /// before, if that is illegal; \p Row then gets columns of which at least one
  /// has to be chosen, whatever else is. None of them is but \p Column. On
  /// cycles there may be more than necessary.
  bool reduce(uint32_t Column);
  bool restore(uint32_t Column, std::vector<uint32_t> *Row = nullptr);

  /// A place in the history of the changes, to which `rollBack` returns.
  size_t mark() const { return History.size(); }
  void rollBack(size_t Mark);
  /// Forgets the history; earlier marks are void.
  void commit() { History.clear(); }

  bool isReduced(uint32_t Column) const { return Places[Column] != NotChosen; }
  /// The chosen columns, in no order.
  const std::vector<uint32_t> &chosen() const { return Chosen; }
  /// What the chosen columns and the charges cost, by the noise that there is
  /// now where that matters.
  int64_t cost() const { return Cost; }
  /// The most raw noise of a column's nodes.
  uint32_t mostRaw(uint32_t Column) const;
  /// The most visible noise of a charge's nodes.
  uint32_t mostVisible(uint32_t Charge) const;
  /// The noise of a node before its own reduction, and as its uses see it; 0
  /// where nothing can reach it.
  uint32_t raw(Node N) const { return Noises[N].Raw; }
  uint32_t visible(Node N) const { return Noises[N].Visible; }

private:
  static constexpr uint32_t NotChosen = UINT32_MAX;
  struct Noise {
    uint32_t Raw = 0, Visible = 0;
  };
  /// A node with its former noise, or a column that was changed.
  struct Change {
    uint32_t Number;
    bool IsColumn;
    Noise Old;
  };

  void choose(uint32_t Column);
  void unchoose(uint32_t Column);
  void clear();
  void begin(const std::vector<uint32_t> &Columns);
  bool change(uint32_t Column, std::vector<uint32_t> *Row);
  void derive(Node Bad, std::vector<uint32_t> &Row);
  void touch(uint32_t Column);
  uint32_t evaluate(Node N) const;
  Noise settle(Node N, uint32_t Raw) const;
  bool breaksLimit(Node N, Noise New) const;
  void set(Node N, Noise New);
  void assignNoise(Node N, Noise New);
  void pay(uint32_t Column, uint32_t Raw);
  void charge(uint32_t Charge, uint32_t Noise);
  std::optional<Node> propagate(bool IsRising);
  std::optional<Node> solveCycle(Node N);
  std::optional<uint32_t>
  findRemedy(Node N, const std::function<uint32_t(uint32_t)> &Random);
  uint32_t findCheapestCopy(Node N) const;

  const PlacementGraph &Graph;
  std::vector<Noise> Noises;
  std::vector<uint32_t> Chosen;
  /// The place of each column in `Chosen`.
  std::vector<uint32_t> Places;
  int64_t Cost = 0;
  /// Of each chosen column with steps what it costs now, and its noise.
  std::vector<std::pair<int64_t, uint32_t>> Paid;
  /// The same of each charge.
  std::vector<std::pair<int64_t, uint32_t>> Charged;
  std::vector<Change> History;
  NodeQueue Open;
  /// False while changes need no history.
  bool KeepsHistory = true;
  std::vector<Noise> OldCycle;
  /// The search for a remedy: nodes seen, by the number of the search.
  std::vector<uint32_t> Seen;
  uint32_t Searches = 0;
  /// The derivation of an excess: how often a node counts for it.
  std::vector<uint32_t> Weights;
  NodeQueue Derived;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_PLACEMENT_PLACEMENTSTATE_H
