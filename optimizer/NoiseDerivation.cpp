//===- NoiseDerivation.cpp - Causes of an excess of noise -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/NoiseDerivation.h"
#include "llvm/ADT/DenseMap.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;

using Node = NoiseInstances::Node;

void NoiseState::estimateLength(const NoiseOracle &oracle, Node node) {
  const NoiseInstances &graph = oracle.getInstances();
  bool isJoin = graph.getKind(node) == NoiseInstances::Kind::Join;
  constexpr unsigned longest = 1u << 20;
  unsigned sum = isJoin ? longest : 0;
  for (Node input : graph.getInputs(node)) {
    if (isJoin && visibleBounds[input] == visibleBounds[node])
      sum = std::min(sum, length[input]);
    else if (!isJoin && visibleBounds[input] > oracle.getFloor(input))
      sum += length[input];
  }
  if (isJoin && sum == longest)
    sum = 0; // the run begins here
  length[node] = std::min(sum + (oracle.getColumn(node) >= 0), longest);
}

namespace {

/// A derivation: the bits demanded of some nodes, so that each node has its
/// bits as long as its inputs have theirs, and the root passes its limit.
class Derivation {
public:
  Derivation(const NoiseOracle &oracle, const NoiseState &state,
             const llvm::BitVector &reducedColumns, Node root, uint32_t limit,
             bool isRootLate)
      : oracle(oracle), graph(oracle.getInstances()), state(state),
        reducedColumns(reducedColumns), root(root), limit(limit),
        isRootLate(isRootLate) {}

  bool derive();
  void shrink(llvm::function_ref<bool()> isOver);

  std::set<uint32_t> columns;

private:
  using Demands = SmallVector<NoiseBound, 2>;

  bool isReset(Node node) const;
  bool expand(Node node, NoiseBound neededBound);
  bool expandJoin(Node node, NoiseBound neededBound);
  std::optional<Demands> relax(Node node, NoiseBound neededBound, bool isReset,
                               ArrayRef<unsigned> order) const;
  unsigned getLength(Node node, const Demands &demands) const;
  void demand(Node node, NoiseBound neededBound);
  bool holdsWithout(uint32_t column) const;

  const NoiseOracle &oracle;
  const NoiseInstances &graph;
  const NoiseState &state;
  const llvm::BitVector &reducedColumns;
  const Node root;
  const uint32_t limit;
  const bool isRootLate;
  llvm::DenseMap<Node, NoiseBound> demands;
  /// Demands that are not yet derived, by rank.
  std::set<std::pair<unsigned, Node>> open;
  /// The nodes already derived, by falling rank.
  std::vector<Node> derivedNodes;
};

} // namespace

void Derivation::demand(Node node, NoiseBound neededBound) {
  if (neededBound <= oracle.getFloor(node))
    return;
  NoiseBound &demandedBound = demands[node];
  demandedBound = std::max(demandedBound, neededBound);
  open.insert({state.rank[node], node});
}

/// True if a reduction column changes the formula of a node now.
bool Derivation::isReset(Node node) const {
  int column = oracle.getResetColumn(node);
  return column >= 0 && reducedColumns[column];
}

/// Demands the needed noise of one input of a join.
bool Derivation::expandJoin(Node node, NoiseBound neededBound) {
  if (graph.getBound(node) >= neededBound)
    return true;
  std::optional<Node> best;
  auto price = [&](Node input) {
    auto entry = demands.find(input);
    bool isDemanded = entry != demands.end() && entry->second >= neededBound;
    return isDemanded ? 0 : state.length[input];
  };
  for (Node input : graph.getInputs(node)) {
    if (oracle.getFloor(input) >= neededBound)
      return true;
    if (state.visibleBounds[input] >= neededBound &&
        state.rank[input] < state.rank[node] &&
        (!best || price(input) < price(*best)))
      best = input;
  }
  if (best)
    demand(*best, neededBound);
  return best.has_value();
}

/// Returns demands on the inputs of `node` that together raise it to
/// `neededBound`, none of which can be lowered: starts with the present noise
/// of the inputs and lowers the first ones in `order` first. Nullopt if the
/// present noise is not enough.
std::optional<Derivation::Demands>
Derivation::relax(Node node, NoiseBound neededBound, bool isReset,
                  ArrayRef<unsigned> order) const {
  ArrayRef<Node> inputs = graph.getInputs(node);
  Demands bounds;
  // What came later, on a cycle, is no cause: its demands would come round.
  for (Node input : inputs)
    bounds.push_back(state.rank[input] < state.rank[node]
                         ? state.visibleBounds[input]
                         : oracle.getFloor(input));
  auto isEnough = [&] {
    return graph.evaluate(node, bounds, isReset) >= neededBound;
  };
  if (!isEnough())
    return std::nullopt;
  auto lower = [&](Node input, NoiseBound bound) {
    for (auto [otherInput, slot] : llvm::zip_equal(inputs, bounds))
      if (otherInput == input)
        slot = bound;
  };
  for (unsigned index : order) {
    Node input = inputs[index];
    NoiseBound floor = oracle.getFloor(input), currentBound = bounds[index];
    if (currentBound <= floor)
      continue;
    lower(input, floor);
    if (isEnough())
      continue;
    // Bisection: `low` is not enough, `high` is.
    uint32_t low = floor.getBits();
    uint32_t high =
        currentBound.isBits() ? currentBound.getBits() : NoiseBound::kCap;
    lower(input, NoiseBound::bits(high));
    if (!isEnough()) {
      lower(input, currentBound);
      continue;
    }
    while (high - low > 1) {
      uint32_t middle = low + (high - low) / 2;
      lower(input, NoiseBound::bits(middle));
      (isEnough() ? high : low) = middle;
    }
    lower(input, NoiseBound::bits(high));
  }
  return bounds;
}

unsigned Derivation::getLength(Node node, const Demands &bounds) const {
  unsigned length = 0;
  for (auto [input, bound] : llvm::zip_equal(graph.getInputs(node), bounds))
    if (bound > oracle.getFloor(input) && !demands.contains(input))
      length += state.length[input];
  return length;
}

/// Demands enough noise of the inputs of a node to raise it to `neededBound`.
bool Derivation::expand(Node node, NoiseBound neededBound) {
  switch (graph.getKind(node)) {
  case NoiseInstances::Kind::Constant:
    return graph.getBound(node) >= neededBound;
  case NoiseInstances::Kind::Join:
    return expandJoin(node, neededBound);
  case NoiseInstances::Kind::Transfer:
  case NoiseInstances::Kind::Reduction:
    break;
  }
  // Tries all orders of two inputs; operations have no more today.
  SmallVector<unsigned> forward(graph.getInputs(node).size());
  for (auto [i, index] : llvm::enumerate(forward))
    index = i;
  SmallVector<unsigned> backward(llvm::reverse(forward));
  std::optional<Demands> best;
  auto look = [&](bool isReset) {
    for (ArrayRef<unsigned> order :
         {ArrayRef<unsigned>(forward), ArrayRef<unsigned>(backward)})
      if (std::optional<Demands> candidate =
              relax(node, neededBound, isReset, order))
        if (!best || getLength(node, *candidate) < getLength(node, *best))
          best = std::move(candidate);
  };
  if (graph.getKind(node) == NoiseInstances::Kind::Reduction)
    look(/*isReset=*/true);
  if (!best && !isReset(node)) {
    look(/*isReset=*/false);
    if (int column = oracle.getResetColumn(node); best && column >= 0)
      columns.insert(column);
  }
  if (!best)
    return false;
  for (auto [input, bound] : llvm::zip_equal(graph.getInputs(node), *best))
    demand(input, bound);
  return true;
}

bool Derivation::derive() {
  demands[root] = NoiseBound::bits(uint64_t(limit) + 1);
  if (!isRootLate && oracle.getFloor(root) >= demands[root])
    return true; // reduced, it has too much as well
  open.insert({state.rank[root], root});
  // Highest ranks first, so that all demands on a node are known by its turn.
  while (!open.empty()) {
    Node node = std::prev(open.end())->second;
    open.erase(std::prev(open.end()));
    if (int column = oracle.getColumn(node);
        column >= 0 && !(node == root && isRootLate) && !reducedColumns[column])
      columns.insert(column);
    derivedNodes.push_back(node);
    if (!expand(node, demands.lookup(node)))
      return false;
  }
  return true;
}

/// True if the root passes its limit when all columns outside of the row are
/// reduced, and column `omittedColumn` too.
bool Derivation::holdsWithout(uint32_t omittedColumn) const {
  auto isKept = [&](int column) {
    return column >= 0 && uint32_t(column) != omittedColumn &&
           columns.contains(column);
  };
  llvm::DenseMap<Node, NoiseBound> bounds;
  NoiseBound raw;
  for (Node node : llvm::reverse(derivedNodes)) {
    SmallVector<NoiseBound, 2> inputs;
    for (Node input : graph.getInputs(node)) {
      auto entry = bounds.find(input);
      inputs.push_back(entry == bounds.end() ? oracle.getFloor(input)
                                             : entry->second);
    }
    int reset = oracle.getResetColumn(node);
    raw = graph.evaluate(node, inputs, reset >= 0 && !isKept(reset));
    int column = oracle.getColumn(node);
    bounds[node] = column >= 0 && !isKept(column)
                       ? std::min(oracle.getFresh(node), raw)
                       : raw;
  }
  return (isRootLate ? raw : bounds.lookup(root)).exceeds(limit);
}

/// Drops columns as long as the root stays above its limit: the fewer there
/// are, the stronger the row.
void Derivation::shrink(llvm::function_ref<bool()> isOver) {
  for (uint32_t column :
       std::vector<uint32_t>(columns.begin(), columns.end())) {
    if (isOver && isOver())
      return;
    if (holdsWithout(column))
      columns.erase(column);
  }
}

std::optional<std::vector<uint32_t>>
mlir::noisy::deriveRow(const NoiseOracle &oracle, const NoiseState &state,
                       const llvm::BitVector &reducedColumns, Node root,
                       uint32_t limit, bool isRootLate,
                       llvm::function_ref<bool()> isOver) {
  Derivation derivation(oracle, state, reducedColumns, root, limit, isRootLate);
  if (!derivation.derive())
    return std::nullopt;
  derivation.shrink(isOver);
  return std::vector<uint32_t>(derivation.columns.begin(),
                               derivation.columns.end());
}
