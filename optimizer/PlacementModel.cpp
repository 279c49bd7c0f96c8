//===- PlacementModel.cpp - The noise of a program in numbers -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/PlacementModel.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

using namespace mlir;
using namespace mlir::noisy;

using Node = NoiseInstances::Node;
using Form = PlacementGraph::Form;

/// The range in which transfer functions are probed, beyond the least noise.
static constexpr uint32_t kProbedBits = NoiseBound::kCap / 2 - 4096;

static uint32_t toNumber(NoiseBound bound) {
  if (bound.isUnreachable())
    return 0;
  return bound.isBits() ? bound.getBits() : PlacementGraph::Most;
}

static NoiseBound toBound(uint32_t number) {
  if (number == 0)
    return NoiseBound::unreachable();
  return number <= NoiseBound::kCap ? NoiseBound::bits(number)
                                    : NoiseBound::moreThanCap();
}

namespace {

/// What a transfer function does: `Max` or `Sum`, and what it adds; or a
/// `Constant`.
struct Shape {
  Form form;
  uint32_t added;
};

class Compiler {
public:
  Compiler(const NoiseOracle &oracle, const PlacementCosts &costs)
      : oracle(oracle), graph(oracle.getInstances()), costs(costs),
        places(graph.size()), reachable(graph.size()), isOnCycle(graph.size()),
        targets(graph.size()), fallsBelow(costs.costs.size()) {}

  /// Compiles the graph without targets, and finds out which can be in it;
  /// false if not all can.
  bool selectTargets();
  PlacementGraph compile();

private:
  void findReachable();
  bool isReachable(Node node) const;
  void findPlaces();
  PlacementGraph::Node firstPlace(Node node) const {
    return places[node] - targets[node].size();
  }
  void addColumns(PlacementGraph &result);
  void addCharges(PlacementGraph &result);
  PlacementGraph::NodeData describe(Node node);
  void describeTransfer(Node node, PlacementGraph::NodeData &data);
  std::optional<Shape> probe(Node node) const;

  const NoiseOracle &oracle;
  const NoiseInstances &graph;
  const PlacementCosts &costs;
  /// The number of each node in the result: of the last of its copies.
  std::vector<Node> places;
  std::vector<char> reachable, isOnCycle;
  /// For each node the columns of its copies, in order.
  std::vector<SmallVector<uint32_t, 0>> targets;
  /// The targets that may have more noise than the value.
  std::vector<char> fallsBelow;
  /// Some targets are not in the graph.
  bool leavesOutTargets = false;
  /// The most noise that matters anywhere.
  uint32_t maxLimit = 0;
  /// The models of the program, mostly one.
  std::vector<NoiseModel> models;
  /// The shapes of operations that have nothing but operands, by name, number
  /// of operands and number of their model.
  llvm::DenseMap<std::tuple<void *, unsigned, unsigned>, std::optional<Shape>>
      shapes;
};

} // namespace

bool Compiler::isReachable(Node node) const {
  auto isIn = [&](Node input) { return reachable[input]; };
  switch (graph.getKind(node)) {
  case NoiseInstances::Kind::Constant:
    return !graph.getBound(node).isUnreachable();
  case NoiseInstances::Kind::Transfer:
    return llvm::all_of(graph.getInputs(node), isIn);
  case NoiseInstances::Kind::Join:
  case NoiseInstances::Kind::Reduction:
    break;
  }
  return !graph.getBound(node).isUnreachable() ||
         llvm::any_of(graph.getInputs(node), isIn);
}

/// Finds the nodes that a value can reach, whatever is chosen. All on cycles
/// count, as in the oracle.
void Compiler::findReachable() {
  for (auto [begin, end] : graph.getCycles())
    for (Node node : graph.getOrder().slice(begin, end - begin))
      reachable[node] = isOnCycle[node] = true;
  for (Node node : graph.getOrder())
    reachable[node] |= isReachable(node);
}

/// A transfer function is monotone and convex. So it is a maximum on either
/// side of equal operands, and a sum on all of the square, if it is at the
/// corners and at one point within.
std::optional<Shape> Compiler::probe(Node node) const {
  uint32_t least = graph.getProgram().getLeastNoise();
  uint32_t most = least + kProbedBits;
  if (maxLimit > most)
    return std::nullopt;
  unsigned count = graph.getInputs(node).size();
  auto at = [&](uint32_t first, uint32_t second) {
    NoiseBound bounds[] = {NoiseBound::bits(first), NoiseBound::bits(second)};
    NoiseBound bound = graph.evaluate(node, ArrayRef(bounds, count));
    return bound.isBits() ? bound.getBits() : 0;
  };
  uint32_t inner = least + kProbedBits / 3, outer = least + kProbedBits / 2;
  uint32_t value = at(least, least);
  // It is monotone.
  if ((count == 1 || count == 2) && value > 0 && at(most, most) == value)
    return Shape{Form::Constant, value};
  if (count == 1) {
    if (value >= least && at(outer, least) == outer + (value - least) &&
        at(most, least) == most + (value - least))
      return Shape{Form::Max, value - least};
    return std::nullopt;
  }
  if (count != 2 || value < least)
    return std::nullopt;
  uint32_t added = value - least;
  std::pair<uint32_t, uint32_t> points[] = {{most, least},
                                            {least, most},
                                            {most, most},
                                            {outer, inner},
                                            {inner, outer}};
  if (llvm::all_of(points, [&](auto point) {
        return at(point.first, point.second) ==
               std::max(point.first, point.second) + added;
      }))
    return Shape{Form::Max, added};
  if (value >= 2 * least && llvm::all_of(points, [&](auto point) {
        return at(point.first, point.second) ==
               point.first + point.second + (value - 2 * least);
      }))
    return Shape{Form::Sum, value - 2 * least};
  return std::nullopt;
}

void Compiler::describeTransfer(Node node, PlacementGraph::NodeData &data) {
  Operation *op =
      graph.getProgram().getValues()[graph.getSlot(node)].getDefiningOp();
  std::optional<Shape> shape;
  if (op->getPropertiesStorageSize() != 0) {
    shape = probe(node);
  } else {
    NoiseModel model = graph.getProgram().getModel(graph.getSlot(node));
    auto number =
        static_cast<unsigned>(llvm::find(models, model) - models.begin());
    if (number == models.size())
      models.push_back(model);
    auto count = static_cast<unsigned>(graph.getInputs(node).size());
    auto [entry, isNew] =
        shapes.try_emplace({op->getName().getAsOpaquePointer(), count, number});
    if (isNew)
      entry->second = probe(node);
    shape = entry->second;
  }
  data.Kind = shape ? shape->form : Form::Other;
  data.Added = shape ? shape->added : 0;
}

PlacementGraph::NodeData Compiler::describe(Node node) {
  PlacementGraph::NodeData data;
  if (!reachable[node])
    return data;
  uint32_t floor = toNumber(oracle.getFloor(node));
  NoiseBound bound = graph.getBound(node);
  // Unknown noise goes on as little noise; it is reported elsewhere.
  bool isUnknown = false;
  switch (graph.getKind(node)) {
  case NoiseInstances::Kind::Constant:
    if (bound.isBits() && graph.isRaised(node))
      bound = NoiseBound::join(bound, NoiseBound::bits(graph.getRaised(node)));
    data.Added = toNumber(bound);
    isUnknown = bound.isUnknown();
    break;
  case NoiseInstances::Kind::Join:
    data.Kind = Form::Max;
    if (!bound.isUnknown() && graph.isRaised(node))
      bound = NoiseBound::join(bound, NoiseBound::bits(graph.getRaised(node)));
    data.Floor = toNumber(bound);
    isUnknown = bound.isUnknown();
    break;
  case NoiseInstances::Kind::Transfer:
    if (graph.isRaised(node))
      data.Kind = Form::Other;
    else
      describeTransfer(node, data);
    break;
  case NoiseInstances::Kind::Reduction:
    data.Kind = Form::Other;
    if (int column = oracle.getResetColumn(node); column >= 0)
      data.ResetColumn = column;
    break;
  }
  if (isUnknown) {
    data = {};
    data.Added = floor;
    return data;
  }
  if (int column = oracle.getColumn(node); column >= 0)
    data.Column = column;
  data.Limit = oracle.getLimit(node);
  if (isOnCycle[node])
    data.Start = floor;
  return data;
}

void Compiler::addColumns(PlacementGraph &result) {
  const size_t count = costs.costs.size();
  const size_t oracleCount = count - costs.targets.size();
  std::vector<uint32_t> fresh(count, 1);
  for (Node node = 0; node < graph.size(); ++node)
    if (int column = oracle.getColumn(node); column >= 0)
      fresh[column] = toNumber(oracle.getFresh(node));
  for (size_t column = 0; column < count; ++column) {
    bool isTarget = column >= oracleCount;
    if (isTarget)
      fresh[column] = costs.targets[column - oracleCount].noise;
    result.addColumn(
        costs.costs[column], fresh[column],
        isTarget ? fallsBelow[column] : oracle.mayFallBelow(column),
        costs.steps.empty() ? PlacementCosts::Steps() : costs.steps[column]);
  }
}

void Compiler::addCharges(PlacementGraph &result) {
  std::vector<PlacementGraph::Node> nodes;
  for (const PlacementCosts::Charge &charge : costs.charges) {
    nodes.clear();
    for (NoiseOracle::Slot slot : charge.operands)
      for (Node node : graph.getInstances(slot))
        nodes.push_back(places[node]);
    llvm::sort(nodes);
    nodes.erase(llvm::unique(nodes), nodes.end());
    result.addCharge(charge.steps, nodes);
  }
}

bool Compiler::selectTargets() {
  if (costs.targets.empty())
    return true;
  const PlacementGraph::Noises least = compile().leastNoises();
  const size_t oracleCount = costs.costs.size() - costs.targets.size();
  std::vector<SmallVector<Node, 1>> nodes(oracleCount);
  for (Node node : graph.getOrder())
    if (int column = oracle.getColumn(node); column >= 0)
      nodes[column].push_back(node);
  for (auto [i, target] : llvm::enumerate(costs.targets)) {
    const SmallVector<Node, 1> &of = nodes[target.column];
    bool mayRaise = llvm::any_of(of, [&, noise = target.noise](Node node) {
      return least.Raw[places[node]] < noise;
    });
    // In one place it is needless where it would raise noise.
    if (mayRaise && (of.size() > 1 || isOnCycle[of.front()])) {
      leavesOutTargets = true;
      continue;
    }
    fallsBelow[oracleCount + i] = mayRaise;
    for (Node node : of)
      targets[node].push_back(oracleCount + i);
  }
  return !leavesOutTargets;
}

/// Numbers the nodes of the result.
void Compiler::findPlaces() {
  PlacementGraph::Node next = 0;
  for (Node node : graph.getOrder()) {
    next += targets[node].size();
    places[node] = next++;
  }
}

PlacementGraph Compiler::compile() {
  PlacementGraph result;
  const ReductionProblem &problem = oracle.getProblem();
  result.PassesExcess = problem.passesExcess;
  // A reduction that raises noise is none in this graph.
  result.HasAllNoise = graph.isComplete() && !oracle.mayRaise() &&
                       !leavesOutTargets &&
                       !llvm::is_contained(fallsBelow, true);
  findPlaces();
  // By the places of the nodes themselves, which come before their copies.
  std::vector<Node> origins;
  if (!costs.targets.empty())
    for (Node node : graph.getOrder())
      origins.resize(places[node] + 1, node);
  result.Other = [source = &oracle, order = graph.getOrder(),
                  origins = std::move(origins)](
                     PlacementGraph::Node place,
                     std::span<const uint32_t> inputs, bool isReset) {
    Node node = origins.empty() ? order[place] : origins[place];
    SmallVector<NoiseBound, 2> bounds;
    for (uint32_t input : inputs)
      bounds.push_back(toBound(input));
    NoiseBound bound = source->getInstances().evaluate(node, bounds, isReset);
    return toNumber(bound.isUnknown() ? source->getFloor(node) : bound);
  };
  for (Node node = 0; node < graph.size(); ++node)
    if (uint32_t limit = oracle.getLimit(node);
        limit != ReductionProblem::kNoLimit)
      maxLimit = std::max(maxLimit, limit);
  findReachable();
  addColumns(result);
  llvm::DenseMap<Node, uint32_t> useLimits;
  for (ReductionProblem::Use use : problem.uses)
    for (Node node : graph.getInstances(use.slot)) {
      auto [entry, isNew] = useLimits.try_emplace(node, use.limit);
      entry->second = std::min(entry->second, use.limit);
    }
  std::vector<PlacementGraph::Node> inputs;
  for (Node node : graph.getOrder()) {
    PlacementGraph::NodeData data = describe(node);
    if (auto entry = useLimits.find(node); entry != useLimits.end()) {
      data.UseLimit = entry->second;
      if (problem.passesExcess)
        data.Excess = graph.getProgram().getModel(graph.getSlot(node)).max;
    }
    // The copies pass on what they get; uses see the last one.
    PlacementGraph::NodeData copy;
    if (!targets[node].empty()) {
      copy.Kind = Form::Max;
      copy.Start = data.Start;
      std::swap(copy.UseLimit, data.UseLimit);
      std::swap(copy.Excess, data.Excess);
    }
    inputs.clear();
    if (data.Kind != Form::Constant)
      for (Node input : graph.getInputs(node))
        inputs.push_back(places[input]);
    PlacementGraph::Node last = result.addNode(data, inputs);
    for (uint32_t column : targets[node]) {
      PlacementGraph::NodeData next = copy;
      next.Column = column;
      if (column != targets[node].back())
        next.UseLimit = next.Excess = PlacementGraph::NoLimit;
      last = result.addNode(next, std::span(&last, 1));
    }
  }
  auto placeOf = [&](unsigned number) {
    return number < graph.size() ? firstPlace(graph.getOrder()[number])
                                 : result.size();
  };
  for (auto [begin, end] : graph.getCycles())
    result.addCycle(placeOf(begin), placeOf(end));
  addCharges(result);
  result.finish();
  return result;
}

PlacementGraph mlir::noisy::makePlacementGraph(const NoiseOracle &oracle,
                                               const PlacementCosts &costs,
                                               bool *leavesOutTargets) {
  Compiler compiler(oracle, costs);
  bool hasAll = compiler.selectTargets();
  if (leavesOutTargets)
    *leavesOutTargets = !hasAll;
  return compiler.compile();
}
