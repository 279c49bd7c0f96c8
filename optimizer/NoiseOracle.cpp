//===- NoiseOracle.cpp - Limits that a choice leaves violated -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/NoiseOracle.h"
#include "analysis/flow/Components.h"
#include "analysis/noise/NoiseGain.h"
#include "optimizer/NoiseDerivation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <queue>
#include <tuple>

using namespace mlir;
using namespace mlir::noisy;

/// The maximum number of sweeps that raise floors on cycles.
static constexpr unsigned kMostSweeps = 64;
/// Nodes that are evaluated between two checks of whether to end.
static constexpr unsigned kNodesBetween = 1024;

/// True if a value of another model may have so little noise that an operation
/// leaves less than an operand has: models are checked for values of their own.
static bool mayLowerNoise(const NoiseProgram &program) {
  return llvm::any_of(llvm::seq(program.size()), [&](unsigned slot) {
    NoiseModel model = program.getModel(slot);
    return llvm::any_of(kModelTransfers,
                        [&](const auto &named) {
                          return (model.*named.second).form ==
                                 NoiseTransfer::Form::Terms;
                        }) &&
           program.getLeastNoise() < model.getLeast();
  });
}

NoiseOracle::NoiseOracle(const NoiseInstances &instances,
                         ReductionProblem reductionProblem)
    : instances(instances), problem(std::move(reductionProblem)) {
  const std::vector<int> originalColumns = problem.columnOf;
  findLoweredSlots(mayLowerNoise(instances.getProgram()));
  fallsBelow.resize(
      llvm::count_if(problem.columnOf, [](int column) { return column >= 0; }));
  findFloors();
  removeRaisingResets();
  findMixed(originalColumns);
  // A value that may have less than its reduction leaves falls below, or is no
  // column.
  raises = fallsBelow.any() || problem.columnOf != originalColumns;
  for (NoiseInstances::Node node = 0; node < instances.size(); ++node) {
    Slot slot = instances.getSlot(node);
    columns.push_back(slot == NoiseInstances::kNoSlot ? -1
                                                      : problem.columnOf[slot]);
  }
}

int NoiseOracle::getResetColumn(Node node) const {
  Slot slot = instances.getCombination(node);
  return slot == NoiseInstances::kNoSlot ? -1 : problem.columnOf[slot];
}

NoiseBound NoiseOracle::getFresh(Node node) const {
  return NoiseBound::bits(problem.reduced[instances.getSlot(node)]);
}

NoiseOracle::Node NoiseOracle::findReported(ArrayRef<Node> circle) const {
  // Follow the analysis: at a block argument if there is one. A counted loop on
  // the cycle is one step for it.
  const NoiseProgram &program = instances.getProgram();
  Node reportedNode = circle.front();
  std::optional<std::tuple<bool, bool, Slot>> minRank;
  for (Node node : circle) {
    Slot slot = instances.getSlot(node);
    if (slot == NoiseInstances::kNoSlot)
      continue;
    std::tuple rank(program.getLoop(slot) != nullptr,
                    !isa<BlockArgument>(program.getValues()[slot]), slot);
    if (minRank && *minRank <= rank)
      continue;
    minRank = rank;
    reportedNode = node;
  }
  return reportedNode;
}

uint32_t NoiseOracle::getLimit(Node node) const {
  Slot slot = instances.getSlot(node);
  if (slot == NoiseInstances::kNoSlot ||
      (problem.limitedWherePossible.contains(slot) &&
       floors[node].exceeds(problem.limits[slot])))
    return ReductionProblem::kNoLimit;
  return problem.limits[slot];
}

/// The least noise of a node when everything is reduced and its inputs have
/// their floors.
NoiseBound NoiseOracle::findFloor(Node node) const {
  NoiseBound minBound =
      NoiseBound::bits(instances.getProgram().getLeastNoise());
  SmallVector<NoiseBound, 2> bounds;
  for (Node input : instances.getInputs(node))
    bounds.push_back(floors[input]);
  NoiseBound floor = instances.evaluate(node, bounds, /*isReset=*/true);
  // Unknown noise counts as nothing.
  return floor.isUnreachable() || floor.isBits() ? std::max(floor, minBound)
                                                 : minBound;
}

/// Raises the floors of nodes on a common cycle from the least noise of all
/// models, if there is more right after a reduction. Each step keeps the floors
/// valid. Floors above that are of no use, and raising them would not end.
void NoiseOracle::raiseFloors(ArrayRef<Node> circle, NoiseBound maxBound) {
  auto raise = [&](Node node) {
    Slot slot = instances.getSlot(node);
    bool isColumn =
        slot != NoiseInstances::kNoSlot && problem.columnOf[slot] >= 0;
    NoiseBound floor =
        std::min(findFloor(node), isColumn ? getFresh(node) : maxBound);
    if (floor <= floors[node])
      return false;
    floors[node] = floor;
    return true;
  };
  bool hasRisen = true;
  unsigned distance =
      maxBound.getBits() - instances.getProgram().getLeastNoise();
  for (unsigned sweep = 0; hasRisen && sweep < kMostSweeps + 2 * distance;
       ++sweep) {
    hasRisen = false;
    // There and back again: the order within a cycle means nothing.
    for (size_t i = 0; i < circle.size(); ++i)
      hasRisen |= raise(circle[sweep % 2 ? circle.size() - 1 - i : i]);
  }
}

/// Finds the values below whose reduction others have less noise: by their
/// types or models. One of them may have less than its own reduction leaves
/// because another value is reduced, and yet reducing it may do instead.
void NoiseOracle::findLoweredSlots(bool lowersNoise) {
  loweredSlots.resize(problem.columnOf.size());
  // The least that a reduction of a node, or of what leads to it, leaves.
  std::vector<uint32_t> least(instances.size(), UINT32_MAX);
  instances.forEachGroup([&](ArrayRef<Node> nodes, bool) {
    uint32_t common = UINT32_MAX;
    for (Node node : nodes) {
      for (Node input : instances.getInputs(node))
        common = std::min(common, least[input]);
      for (Slot slot :
           {instances.getSlot(node), instances.getCombination(node)})
        if (slot != NoiseInstances::kNoSlot && problem.columnOf[slot] >= 0)
          common = std::min(common, problem.reduced[slot]);
    }
    for (Node node : nodes) {
      least[node] = common;
      Slot slot = instances.getSlot(node);
      if (slot != NoiseInstances::kNoSlot &&
          (lowersNoise || common < problem.reduced[slot]))
        loweredSlots.set(slot);
    }
  });
}

/// Finds the least noise of each node by reducing everything, and removes the
/// columns of values that may have less than a reduction gives. Where all
/// reductions leave the same, what flows into such a value has less as well, so
/// that its noise is the same whatever is chosen, and a reduction would only
/// raise it. Elsewhere those in one place stay: see the class.
void NoiseOracle::findFloors() {
  const NoiseProgram &program = instances.getProgram();
  // Nodes on cycles have the least noise of all, or more where models differ.
  floors.assign(instances.size(), NoiseBound::bits(program.getLeastNoise()));
  uint32_t maxReduced = program.getLeastNoise();
  for (uint32_t reduced : problem.reduced)
    maxReduced = std::max(maxReduced, reduced);
  auto takeAway = [&](Node node, bool isInCycle) {
    Slot slot = instances.getSlot(node);
    if (slot == NoiseInstances::kNoSlot || problem.columnOf[slot] < 0)
      return;
    NoiseBound &floor = floors[node];
    if (floor >= getFresh(node) || floor.isUnreachable())
      floor = std::min(floor, getFresh(node));
    else if (loweredSlots[slot] && !isInCycle &&
             instances.getInstances(slot).size() == 1)
      fallsBelow.set(problem.columnOf[slot]);
    else
      problem.columnOf[slot] = -1;
  };
  instances.forEachGroup([&](ArrayRef<Node> nodes, bool isCycle) {
    if (!isCycle)
      floors[nodes.front()] = findFloor(nodes.front());
    else if (maxReduced > program.getLeastNoise())
      raiseFloors(nodes, NoiseBound::bits(maxReduced));
    for (Node node : nodes)
      takeAway(node, isCycle);
  });
}

void NoiseOracle::findMixed(ArrayRef<int> originalColumns) {
  for (Slot slot = 0; slot < originalColumns.size(); ++slot)
    if (originalColumns[slot] >= 0 && problem.columnOf[slot] < 0 &&
        (loweredSlots[slot] || llvm::any_of(
                                   instances.getInstances(slot),
                                   [&](Node node) {
                                     return floors[node].isBits() &&
                                            floors[node] >= getFresh(node);
                                   })))
      mixedSlots.push_back(slot);
}

/// Removes the columns of combinations whose reduction may raise the noise of a
/// part of a parallel reduction: it acts on all of them, and may lower others.
void NoiseOracle::removeRaisingResets() {
  for (Node node = 0; node < instances.size(); ++node) {
    if (getResetColumn(node) < 0)
      continue;
    SmallVector<NoiseBound, 2> bounds;
    for (Node input : instances.getInputs(node))
      bounds.push_back(floors[input]);
    if (instances.isRaisedByReset(node, bounds)) {
      problem.columnOf[instances.getCombination(node)] = -1;
      hasRaisingResets = true;
    }
  }
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// One run over the graph.
class NoiseOracle::Evaluation {
public:
  Evaluation(const NoiseOracle &oracle, const llvm::BitVector &reducedColumns,
             llvm::function_ref<bool()> isOver)
      : oracle(oracle), graph(oracle.instances), reducedColumns(reducedColumns),
        isOver(isOver), state(graph.size()) {
    for (auto [bound, floor] :
         llvm::zip_equal(state.visibleBounds, oracle.floors))
      bound = floor;
  }

  std::optional<std::vector<Row>> run();

private:
  bool isEnded(bool isAsked);
  bool isReduced(Node node) const {
    return oracle.columns[node] >= 0 && reducedColumns[oracle.columns[node]];
  }
  bool isReset(Node node) const {
    int column = oracle.getResetColumn(node);
    return column >= 0 && reducedColumns[column];
  }
  NoiseBound evaluate(Node node);
  NoiseGain getGain(Node node, unsigned input);
  void settle(Node node);
  void settle(Node node, NoiseBound raw);
  void settleCircles(ArrayRef<Node> nodes);
  void settleCircle(ArrayRef<Node> component);
  void addRow(Node root, uint32_t limit, bool isRootLate);
  void addGrowthRow(const llvm::DenseSet<Node> &members, Node node,
                    unsigned edge, Node reportedNode);

  const NoiseOracle &oracle;
  const NoiseInstances &graph;
  const llvm::BitVector &reducedColumns;
  llvm::function_ref<bool()> isOver;
  bool hasEnded = false;
  NoiseState state;
  unsigned nextRank = 0;
  SmallVector<NoiseBound, 2> scratch;
  std::vector<Row> rows;
};

/// True if the run has to end; polls only if `isAsked`.
bool NoiseOracle::Evaluation::isEnded(bool isAsked) {
  hasEnded = hasEnded || (isAsked && isOver && isOver());
  return hasEnded;
}

NoiseBound NoiseOracle::Evaluation::evaluate(Node node) {
  scratch.clear();
  for (Node input : graph.getInputs(node))
    scratch.push_back(state.visibleBounds[input]);
  return graph.evaluate(node, scratch, isReset(node));
}

void NoiseOracle::Evaluation::addRow(Node root, uint32_t limit,
                                     bool isRootLate) {
  std::optional<std::vector<uint32_t>> columns =
      deriveRow(oracle, state, reducedColumns, root, limit, isRootLate, isOver);
  if (columns)
    rows.push_back({std::move(*columns), graph.getSlot(root),
                    isRootLate ? Row::Limit : Row::Contract, limit});
  isEnded(/*isAsked=*/true);
}

void NoiseOracle::Evaluation::settle(Node node) {
  settle(node, evaluate(node));
}

/// Takes `raw` as the noise of a node whose inputs are all known.
void NoiseOracle::Evaluation::settle(Node node, NoiseBound raw) {
  state.rank[node] = nextRank++;
  state.length[node] = 0;
  uint32_t limit = oracle.getLimit(node);
  bool comesIn = oracle.problem.passesExcess &&
                 llvm::any_of(graph.getInputs(node), [&](Node input) {
                   return state.visibleBounds[input].exceeds(limit);
                 });
  if (raw.exceeds(limit) && !comesIn) {
    if (!raw.isUnknown())
      addRow(node, limit, /*isRootLate=*/true);
    return; // continues from its floor
  }
  if (raw.isUnreachable() || !isReduced(node) || raw < oracle.getFresh(node)) {
    state.visibleBounds[node] = raw.isUnknown() ? oracle.floors[node] : raw;
    if (state.visibleBounds[node] > oracle.floors[node])
      state.estimateLength(oracle, node);
    return;
  }
  state.visibleBounds[node] = oracle.getFresh(node);
}

NoiseGain NoiseOracle::Evaluation::getGain(Node node, unsigned input) {
  if (graph.getKind(node) == NoiseInstances::Kind::Join)
    return NoiseGain::Zero;
  uint32_t minNoise = graph.getProgram().getLeastNoise();
  ArrayRef<Node> inputs = graph.getInputs(node);
  return probeNoiseGain(minNoise, [&](NoiseBound source) {
    SmallVector<NoiseBound, 2> bounds(inputs.size(),
                                      NoiseBound::bits(minNoise));
    bounds[input] = source;
    return graph.evaluate(node, bounds, isReset(node));
  });
}

/// A shortest path from one node to another among the nodes `members`: both
/// ends and the nodes in between.
static SmallVector<NoiseOracle::Node>
findWay(const NoiseInstances &graph,
        const llvm::DenseSet<NoiseOracle::Node> &members,
        NoiseOracle::Node start, NoiseOracle::Node goal) {
  using Node = NoiseOracle::Node;
  // Backwards, in breadth first order.
  llvm::DenseMap<Node, Node> next;
  std::queue<Node> queue;
  next[goal] = goal;
  queue.push(goal);
  while (!queue.empty() && !next.contains(start)) {
    Node current = queue.front();
    queue.pop();
    for (Node input : graph.getInputs(current))
      if (members.contains(input) && next.try_emplace(input, current).second)
        queue.push(input);
  }
  SmallVector<Node> way = {start};
  while (way.back() != goal)
    way.push_back(next.lookup(way.back()));
  return way;
}

/// Adds the row of a shortest cycle through an edge into `node` that gains:
/// without a reduction on it the noise grows without end. If growth counts in
/// some places only, the cycle passes through the node where it is reported:
/// growth reported elsewhere is no finding here.
void NoiseOracle::Evaluation::addGrowthRow(const llvm::DenseSet<Node> &members,
                                           Node node, unsigned edge,
                                           Node reportedNode) {
  Node source = graph.getInputs(node)[edge];
  SmallVector<Node> circle;
  if (oracle.problem.passesExcess) {
    circle = findWay(graph, members, node, reportedNode);
    llvm::append_range(circle, findWay(graph, members, reportedNode, source));
  } else {
    circle = findWay(graph, members, node, source);
  }
  Row row{{}, NoiseInstances::kNoSlot, Row::Growth};
  for (Node current : circle) {
    for (int column : {oracle.columns[current], oracle.getResetColumn(current)})
      if (column >= 0)
        row.columns.push_back(column);
    if (graph.getSlot(current) != NoiseInstances::kNoSlot)
      row.culprit = graph.getSlot(current);
  }
  llvm::sort(row.columns);
  row.columns.erase(llvm::unique(row.columns), row.columns.end());
  rows.push_back(std::move(row));
}

/// Settles nodes on a common cycle along edges that are open.
void NoiseOracle::Evaluation::settleCircle(ArrayRef<Node> component) {
  llvm::DenseSet<Node> members(component.begin(), component.end());
  for (Node node : component)
    for (auto [i, input] : llvm::enumerate(graph.getInputs(node)))
      if (members.contains(input) && getGain(node, i) == NoiseGain::Positive) {
        Node reportedNode = oracle.findReported(component);
        Slot slot = graph.getSlot(reportedNode);
        bool isOurs = slot == NoiseInstances::kNoSlot ||
                      oracle.problem.limits[slot] != ReductionProblem::kNoLimit;
        if (isOurs)
          addGrowthRow(members, node, i, reportedNode);
        for (Node member : component) {
          state.rank[member] = nextRank++;
          // After growth with a row the run continues from the floors.
          if (!isOurs)
            state.visibleBounds[member] = NoiseBound::unbounded();
        }
        return;
      }

  // Nothing gains: every node has the largest noise that comes in, by the
  // shortest path from where it came in.
  NoiseBound bound;
  Node entry = component.front();
  for (Node node : component) {
    NoiseBound nodeBound = evaluate(node); // nodes within are at their floors
    if (nodeBound > bound) {
      bound = nodeBound;
      entry = node;
    }
  }
  llvm::DenseMap<Node, SmallVector<Node, 2>> users;
  for (Node node : component)
    for (Node input : graph.getInputs(node))
      if (members.contains(input))
        users[input].push_back(node);
  std::queue<Node> queue;
  llvm::DenseSet<Node> reachedNodes = {entry};
  queue.push(entry);
  while (!queue.empty()) {
    Node node = queue.front();
    queue.pop();
    settle(node, bound);
    for (Node user : users.lookup(node))
      if (reachedNodes.insert(user).second)
        queue.push(user);
  }
}

/// Settles nodes on common cycles, some of which reductions open.
void NoiseOracle::Evaluation::settleCircles(ArrayRef<Node> nodes) {
  llvm::DenseMap<Node, unsigned> indices;
  for (auto [index, node] : llvm::enumerate(nodes)) {
    indices[node] = index;
    if (isReduced(node))
      state.visibleBounds[node] = oracle.getFresh(node);
  }
  Graph edges;
  for (Node node : nodes) {
    edges.addNode();
    for (auto [i, input] : llvm::enumerate(graph.getInputs(node)))
      if (auto entry = indices.find(input); entry != indices.end() &&
                                            !isReduced(input) &&
                                            getGain(node, i) != NoiseGain::None)
        edges.addEdge(entry->second);
  }
  visitComponents(edges, [&](ArrayRef<unsigned> component) {
    if (component.size() == 1 &&
        !llvm::is_contained(edges.getTargets(component.front()),
                            component.front()))
      return settle(nodes[component.front()]);
    SmallVector<Node> members;
    for (unsigned index : component)
      members.push_back(nodes[index]);
    settleCircle(members);
  });
}

std::optional<std::vector<NoiseOracle::Row>> NoiseOracle::Evaluation::run() {
  ArrayRef<Node> order = graph.getOrder();
  unsigned next = 0;
  auto runUntil = [&](unsigned end) {
    for (; next < end && !isEnded(next % kNodesBetween == 0); ++next)
      settle(order[next]);
  };
  for (auto [begin, end] : graph.getCycles()) {
    runUntil(begin);
    if (isEnded(/*isAsked=*/true))
      break;
    settleCircles(order.slice(begin, end - begin));
    next = end;
  }
  runUntil(order.size());

  for (ReductionProblem::Use use : oracle.problem.uses)
    for (Node node : graph.getInstances(use.slot))
      // The value itself can be reduced before this use. An excess of the
      // model's limit does not concern the use.
      if (!hasEnded && state.visibleBounds[node].exceeds(use.limit) &&
          !(oracle.problem.passesExcess &&
            state.visibleBounds[node].exceeds(
                graph.getProgram().getModel(use.slot).max)))
        addRow(node, use.limit, /*isRootLate=*/false);
  if (hasEnded && rows.empty())
    return std::nullopt;
  return std::move(rows);
}

std::optional<std::vector<NoiseOracle::Row>>
NoiseOracle::check(const llvm::BitVector &reducedColumns,
                   llvm::function_ref<bool()> isOver) const {
  return Evaluation(*this, reducedColumns, isOver).run();
}
