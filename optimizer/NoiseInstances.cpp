//===- NoiseInstances.cpp - The flow of noise without loops ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/NoiseInstances.h"
#include "analysis/flow/Components.h"
#include "dialect/ReducingOperations.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::noisy;

class NoiseInstances::Builder {
public:
  Builder(NoiseInstances &graph, const Options &options)
      : graph(graph), program(graph.program), options(options),
        current(program.getNumSlots(), kNone),
        minBound(NoiseBound::bits(program.getLeastNoise())) {}

  void build();

private:
  using Unit = NoiseProgram::Unit;
  using Scope = NoiseProgram::Scope;
  using Loop = NoiseProgram::Loop;
  static constexpr Node kNone = ~0u;

  Node addNode(Slot slot);
  Node addJoin(ArrayRef<Node> inputs, NoiseBound bound = {});
  void set(Node node, Kind kind, ArrayRef<Node> inputs, NoiseBound bound = {});
  Node find(Slot slot);
  SmallVector<Node, 2> find(ArrayRef<Slot> slots);
  void enter(const Scope &scope);
  void fill(const Scope &scope);
  void fill(const Unit &unit);
  void fillConstant(const Unit &unit);
  void fillLoop(const Unit &unit);
  ArrayRef<Node> fillCase(const NoiseProgram::Function &function,
                          unsigned number, ArrayRef<Node> arguments);
  void fillOpenLoop(const Unit &unit);
  void fillCall(const Unit &unit);
  void collectInstances();
  void findOrder();

  NoiseInstances &graph;
  const NoiseProgram &program;
  const Options &options;
  /// The node of each slot in the scope that is being built.
  std::vector<Node> current;
  const NoiseBound minBound;
  /// The loops that are being built.
  llvm::DenseMap<const Loop *, unsigned> open;
  /// The states of loops that vary, and of functions with cases.
  NoiseProgram::States stateOf;
  /// For each slot within loops the node that joins all its instances, for
  /// references from outside of the loop.
  llvm::DenseMap<Slot, Node> joinNodes;
  /// The nodes of the results of a function, by the case and the nodes of its
  /// arguments.
  std::map<std::tuple<const NoiseProgram::Function *, unsigned,
                      SmallVector<Node, 2>>,
           SmallVector<Node, 2>>
      runs;
};

NoiseInstances::NoiseInstances(const NoiseProgram &program,
                               const Options &options)
    : program(program) {
  Builder(*this, options).build();
}

NoiseInstances::Node NoiseInstances::Builder::addNode(Slot slot) {
  Instance instance;
  instance.slot = slot < program.size() ? slot : kNoSlot;
  graph.nodes.push_back(instance);
  return graph.nodes.size() - 1;
}

bool NoiseInstances::isDissolvable(const NoiseProgram &program, Slot slot) {
  Operation *op = program.getValues()[slot].getDefiningOp();
  return op && isRemovable(op) && program.isLive(slot) &&
         program.isInhabited(slot) && !isa<scf::ReduceOp>(op->getParentOp());
}

/// Sets the kind and inputs of a node, once for each node.
void NoiseInstances::Builder::set(Node node, Kind kind, ArrayRef<Node> inputs,
                                  NoiseBound bound) {
  Instance &instance = graph.nodes[node];
  instance.kind = kind;
  instance.bound = bound;
  instance.firstInput = graph.inputs.size();
  instance.numInputs = inputs.size();
  llvm::append_range(graph.inputs, inputs);
}

NoiseInstances::Node NoiseInstances::Builder::addJoin(ArrayRef<Node> inputs,
                                                      NoiseBound bound) {
  if (inputs.size() == 1 && bound.isUnreachable())
    return inputs.front();
  Node node = addNode(kNoSlot);
  set(node, Kind::Join, inputs, bound);
  return node;
}

/// The node of a slot as seen from the scope that is being built.
NoiseInstances::Node NoiseInstances::Builder::find(Slot slot) {
  const Loop *loop = program.getLoop(slot);
  if (!loop || open.lookup(loop))
    return current[slot];
  auto [entry, isNew] = joinNodes.try_emplace(slot, kNone);
  if (isNew)
    entry->second = addNode(kNoSlot); // its inputs are known at the end
  return entry->second;
}

SmallVector<NoiseInstances::Node, 2>
NoiseInstances::Builder::find(ArrayRef<Slot> slots) {
  SmallVector<Node, 2> result;
  for (Slot slot : slots)
    if (Node node = find(slot); node != kNone)
      result.push_back(node);
  return result;
}

/// Makes the nodes of a scope, so that units can refer to them in any order.
void NoiseInstances::Builder::enter(const Scope &scope) {
  for (Slot slot : scope.slots)
    current[slot] = addNode(slot);
}

void NoiseInstances::Builder::fill(const Scope &scope) {
  for (const Unit &unit : scope.units)
    fill(unit);
}

void NoiseInstances::Builder::fillConstant(const Unit &unit) {
  Slot slot = unit.outputs.front();
  if (options.dissolveReductions && isDissolvable(program, slot))
    return set(current[slot], Kind::Join, find(program.getFlow(slot).inputs));
  set(current[slot], Kind::Constant, {}, unit.bound);
}

void NoiseInstances::Builder::fill(const Unit &unit) {
  if (!unit.around.isExecuted(stateOf)) {
    for (Slot slot : unit.outputs)
      set(current[slot], Kind::Join, {});
    return;
  }
  switch (unit.kind) {
  case NoiseProgram::UnitKind::Constant:
    return fillConstant(unit);
  case NoiseProgram::UnitKind::Loop:
    return fillLoop(unit);
  case NoiseProgram::UnitKind::Call:
    return fillCall(unit);
  case NoiseProgram::UnitKind::Transfer:
  case NoiseProgram::UnitKind::Join:
  case NoiseProgram::UnitKind::Reduction:
    break;
  }
  Node node = current[unit.outputs.front()];
  if (unit.kind == NoiseProgram::UnitKind::Join) {
    SmallVector<Slot, 4> joined;
    unit.forEachJoined(stateOf, [&](Slot slot) { joined.push_back(slot); });
    set(node, Kind::Join, find(joined), unit.bound);
  } else {
    bool isTransfer = unit.kind == NoiseProgram::UnitKind::Transfer;
    set(node, isTransfer ? Kind::Transfer : Kind::Reduction, find(unit.inputs),
        unit.bound);
  }
  graph.nodes[node].unit = &unit;
}

/// What a loop of unknown trip count carries is the join of what it begins with
/// and of what any iteration passes on.
void NoiseInstances::Builder::fillOpenLoop(const Unit &unit) {
  const Loop &loop = *unit.loop;
  size_t count = loop.carriedSlots.size();
  SmallVector<Node, 2> initial = find(unit.inputs.take_front(count));
  SmallVector<Node> state, outputs;
  for (size_t i = 0; i < count; ++i)
    state.push_back(addNode(kNoSlot));
  for (Slot slot : unit.outputs)
    outputs.push_back(current[slot]);
  std::vector<SmallVector<Node>> next(count), ends(outputs.size());
  auto setCarried = [&] {
    for (auto [slot, node] : llvm::zip_equal(loop.carriedSlots, state))
      set(current[slot], Kind::Join, node);
  };
  std::vector<Node> savedNodes(current.begin() + loop.begin,
                               current.begin() + loop.end);
  ++open[&loop];
  loop.setIteration(stateOf, std::nullopt);
  loop.forEachCombination(stateOf, [&] {
    if (loop.hasTest) {
      enter(loop.header);
      setCarried();
      fill(loop.header);
      for (auto [list, node] : llvm::zip_equal(ends, find(loop.exitSlots)))
        list.push_back(node);
    }
    enter(loop);
    if (!loop.hasTest)
      setCarried();
    fill(loop);
    for (auto [list, slots] : llvm::zip_equal(next, loop.yieldedSlots))
      llvm::append_range(list, find(slots));
  });
  --open[&loop];
  llvm::copy(savedNodes, current.begin() + loop.begin);
  for (auto [node, first, list] : llvm::zip_equal(state, initial, next)) {
    list.push_back(first);
    set(node, Kind::Join, list);
  }
  for (auto [i, node] : llvm::enumerate(outputs)) {
    if (!loop.hasTest)
      ends[i].push_back(state[i]);
    set(node, Kind::Join, ends[i]);
  }
}

void NoiseInstances::Builder::fillLoop(const Unit &unit) {
  const Loop &loop = *unit.loop;
  if (loop.isOpenIn(stateOf))
    return fillOpenLoop(unit);
  const TripCount iterations = *loop.getIterations(stateOf);
  size_t count = loop.carriedSlots.size();
  SmallVector<Node, 2> state = find(unit.inputs.take_front(count));
  std::vector<SmallVector<Node>> ends(unit.outputs.size());
  auto mayEndWith = [&](ArrayRef<Node> nodes) {
    for (auto [list, node] : llvm::zip_equal(ends, nodes))
      list.push_back(node);
  };
  auto setCarried = [&] {
    for (auto [slot, node] : llvm::zip_equal(loop.carriedSlots, state))
      set(current[slot], Kind::Join, node);
  };
  // Up to the test, and out of the loop if that may be.
  auto runHeader = [&](uint64_t iteration) {
    loop.setIteration(stateOf, iteration);
    enter(loop.header);
    setCarried();
    fill(loop.header);
    if (iteration >= iterations.min)
      mayEndWith(find(loop.exitSlots));
  };
  if (iterations.min == 0 && !loop.hasTest)
    mayEndWith(state);
  std::vector<Node> outputs;
  for (Slot slot : unit.outputs)
    outputs.push_back(current[slot]);
  // A loop may stand in a function that is called in a loop.
  std::vector<Node> savedNodes(current.begin() + loop.begin,
                               current.begin() + loop.end);
  ++open[&loop];
  uint64_t iteration = 0;
  for (; iteration < iterations.max && iteration < options.iterations;
       ++iteration) {
    if (graph.nodes.size() >= options.nodes) {
      graph.cut = true;
      break;
    }
    loop.setIteration(stateOf, iteration);
    std::vector<SmallVector<Node, 2>> next(count);
    loop.forEachCombination(stateOf, [&] {
      if (loop.hasTest)
        runHeader(iteration);
      enter(loop);
      if (!loop.hasTest)
        setCarried();
      fill(loop);
      for (auto [nodes, slots] : llvm::zip_equal(next, loop.yieldedSlots))
        llvm::append_range(nodes, find(slots));
    });
    for (auto [node, nodes] : llvm::zip_equal(state, next))
      node = addJoin(nodes);
    if (iteration + 1 >= iterations.min && !loop.hasTest)
      mayEndWith(state);
  }
  if (loop.hasTest && iteration == iterations.max)
    loop.forEachCombination(stateOf, [&] { runHeader(iteration); });
  --open[&loop];
  llvm::copy(savedNodes, current.begin() + loop.begin);
  bool isWhole = iteration == iterations.max;
  graph.complete &= isWhole;
  for (auto [node, list] : llvm::zip_equal(outputs, ends))
    set(node, Kind::Join, list, isWhole ? NoiseBound() : minBound);
}

/// The nodes of the results of a function in this case and for these arguments.
ArrayRef<NoiseInstances::Node>
NoiseInstances::Builder::fillCase(const NoiseProgram::Function &function,
                                  unsigned number, ArrayRef<Node> arguments) {
  auto [run, isNew] =
      runs.try_emplace({&function, number, SmallVector<Node, 2>(arguments)});
  if (!isNew)
    return run->second;
  if (graph.nodes.size() >= options.nodes) {
    // Without the call its results have no noise of their own.
    graph.cut = true;
    graph.complete = false;
    Node least = addNode(kNoSlot);
    set(least, Kind::Constant, {}, minBound);
    run->second.assign(function.results.size(), least);
    return run->second;
  }
  // It may be run within a run of itself.
  std::vector<Node> savedNodes, savedExtras;
  NoiseProgram::States savedStates;
  if (function.isRecursive) {
    savedNodes.assign(current.begin() + function.begin,
                      current.begin() + function.end);
    savedExtras.assign(current.begin() + program.size(), current.end());
    savedStates = stateOf;
  }
  uint64_t outerCase =
      function.cases ? std::exchange(stateOf[function.cases], number) : 0;
  enter(function);
  for (auto [slot, node] : llvm::zip_equal(function.arguments, arguments))
    set(current[slot], Kind::Join, node);
  fill(function);
  run->second = find(function.results);
  if (function.isRecursive) {
    stateOf = std::move(savedStates);
    llvm::copy(savedNodes, current.begin() + function.begin);
    llvm::copy(savedExtras, current.begin() + program.size());
  }
  if (function.cases)
    stateOf[function.cases] = outerCase;
  return run->second;
}

void NoiseInstances::Builder::fillCall(const Unit &unit) {
  const NoiseProgram::Call &call = *unit.call;
  SmallVector<Node, 2> arguments = find(unit.inputs);
  for (NoiseBound bound : call.assumedBounds) {
    arguments.push_back(addNode(kNoSlot));
    set(arguments.back(), Kind::Constant, {}, bound);
  }
  ArrayRef<unsigned> cases = call.cases.get(stateOf);
  std::vector<SmallVector<Node, 2>> origins(call.outputs.size());
  for (unsigned number : cases) {
    ArrayRef<Node> results = fillCase(*call.function, number, arguments);
    for (auto [nodes, returned] : llvm::zip_equal(origins, call.returned))
      for (unsigned result : returned)
        nodes.push_back(results[result]);
  }
  for (auto [slot, nodes, otherBound] :
       llvm::zip_equal(call.outputs, origins, call.otherBounds))
    set(current[slot], Kind::Join, nodes,
        cases.empty() ? NoiseBound::unknown() : otherBound);
}

void NoiseInstances::Builder::collectInstances() {
  std::vector<unsigned> &first = graph.firstInstance;
  first.assign(program.size() + 1, 0);
  auto forEach = [&](auto visit) {
    for (Node node = 0; node < graph.nodes.size(); ++node)
      if (graph.nodes[node].slot != kNoSlot)
        visit(node, graph.nodes[node].slot);
  };
  forEach([&](Node, Slot slot) { ++first[slot + 1]; });
  for (Slot slot = 0; slot < program.size(); ++slot)
    first[slot + 1] += first[slot];
  graph.instances.resize(first.back());
  std::vector<unsigned> next(first.begin(), first.end() - 1);
  forEach([&](Node node, Slot slot) { graph.instances[next[slot]++] = node; });
  for (auto [slot, node] : joinNodes)
    // Missing iterations may add noise.
    set(node, Kind::Join, graph.getInstances(slot),
        graph.complete ? NoiseBound() : minBound);
}

void NoiseInstances::Builder::findOrder() {
  Graph edges;
  for (Node node = 0; node < graph.size(); ++node) {
    edges.addNode();
    for (Node input : graph.getInputs(node))
      edges.addEdge(input);
  }
  graph.order.reserve(graph.size());
  // The nodes that noise reaches. In some states none enters a cycle: then it
  // has no noise, as in the analysis.
  std::vector<char> isReached(graph.size(), false);
  auto findReached = [&](Node node) {
    const Instance &instance = graph.nodes[node];
    auto isInputReached = [&](Node input) { return bool(isReached[input]); };
    if (instance.kind == Kind::Join)
      return !instance.bound.isUnreachable() ||
             llvm::any_of(graph.getInputs(node), isInputReached);
    return llvm::all_of(graph.getInputs(node), isInputReached);
  };
  visitComponents(edges, [&](ArrayRef<unsigned> component) {
    unsigned first = graph.order.size();
    llvm::append_range(graph.order, component);
    bool isEntered = llvm::any_of(component, findReached);
    for (unsigned node : component)
      isReached[node] = isEntered;
    if (component.size() == 1 &&
        !llvm::is_contained(edges.getTargets(component.front()),
                            component.front()))
      return;
    if (isEntered)
      return graph.cycles.push_back({first, unsigned(graph.order.size())});
    for (unsigned node : component)
      set(node, Kind::Join, {});
  });
}

void NoiseInstances::Builder::build() {
  enter(program.getRoot());
  fill(program.getRoot());
  collectInstances();
  findOrder();
}

NoiseInstances::Slot NoiseInstances::getCombination(Node node) const {
  return nodes[node].kind == Kind::Reduction
             ? program.getSlot(
                   program.getFlow(nodes[node].slot).reduction->combination)
             : kNoSlot;
}

void NoiseInstances::forEachGroup(
    llvm::function_ref<void(ArrayRef<Node> nodes, bool isCycle)> visit) const {
  ArrayRef<Node> nodes = getOrder();
  unsigned next = 0;
  auto visitUntil = [&](unsigned end) {
    for (; next < end; ++next)
      visit(nodes.slice(next, 1), /*isCycle=*/false);
  };
  for (auto [begin, end] : cycles) {
    visitUntil(begin);
    visit(nodes.slice(begin, end - begin), /*isCycle=*/true);
    next = end;
  }
  visitUntil(nodes.size());
}

NoiseBound NoiseInstances::evaluate(Node node, ArrayRef<NoiseBound> bounds,
                                    bool isReset) const {
  NoiseBound bound = evaluateAlone(node, bounds, isReset);
  if (bound.isBits() && isRaised(node))
    bound = NoiseBound::join(bound, NoiseBound::bits(getRaised(node)));
  return bound;
}

NoiseBound NoiseInstances::evaluateAlone(Node node, ArrayRef<NoiseBound> bounds,
                                         bool isReset) const {
  const Instance &instance = nodes[node];
  switch (instance.kind) {
  case Kind::Constant:
    return instance.bound;
  case Kind::Join: {
    NoiseBound bound = instance.bound;
    for (NoiseBound inputBound : bounds)
      bound = NoiseBound::join(bound, inputBound);
    return bound;
  }
  case Kind::Transfer: {
    if (llvm::any_of(bounds, [](NoiseBound b) { return b.isUnreachable(); }))
      return NoiseBound::unreachable();
    NoiseOpInterface op = instance.unit->op;
    return op.inferNoise(program.getModel(instance.unit->outputs.front()),
                         bounds);
  }
  case Kind::Reduction: {
    // Few values together may have less noise than a reduced one.
    NoiseBound bound = evaluateReduction(node, bounds, /*isReset=*/false);
    return isReset ? std::min(bound, evaluateReduction(node, bounds, isReset))
                   : bound;
  }
  }
  llvm_unreachable("all kinds are handled");
}

/// The bound by the formula of a parallel reduction, with every combination
/// reduced if `isReset`, or if the program does so.
NoiseBound NoiseInstances::evaluateReduction(Node node,
                                             ArrayRef<NoiseBound> bounds,
                                             bool isReset) const {
  Slot slot = nodes[node].slot;
  const NoiseProgram::Flow &flow = program.getFlow(slot);
  ParallelReduction reduction = *flow.reduction;
  reduction.isReset |= isReset;
  return reduction.evaluate(
      flow.part, bounds[0], bounds[1],
      NoiseBound::bits(program.getModel(slot).getReduced()));
}

bool NoiseInstances::isRaisedByReset(Node node,
                                     ArrayRef<NoiseBound> bounds) const {
  return nodes[node].kind == Kind::Reduction &&
         evaluateReduction(node, bounds, /*isReset=*/true) >
             evaluateReduction(node, bounds, /*isReset=*/false);
}
