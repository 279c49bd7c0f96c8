//===- NoiseSolverCycles.cpp - Units that depend on each other ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/NoiseSolverCycles.h"
#include "analysis/Components.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

void NoiseSolver::Cycle::addNode(Slot slot, unsigned unit) {
  if (!nodeOf.try_emplace(slot, nodes.size()).second)
    return;
  nodesOfUnit[unit].push_back(nodes.size());
  nodes.push_back({slot, unit});
}

/// The bound of a node by what its unit says now.
NoiseBound NoiseSolver::Cycle::evaluate(unsigned node) {
  const Unit &unit = units[nodes[node].unit];
  ArrayRef<unsigned> outputs = nodesOfUnit[nodes[node].unit];
  SmallVector<NoiseBound, 1> saved;
  for (unsigned output : outputs)
    saved.push_back(bounds[nodes[output].slot]);
  solver.run(unit);
  NoiseBound result = bounds[nodes[node].slot];
  for (auto [output, bound] : llvm::zip_equal(outputs, saved))
    bounds[nodes[output].slot] = bound;
  return result;
}

/// Finds how the outputs of a unit depend on its inputs, by probing.
void NoiseSolver::Cycle::findEdges(unsigned index) {
  const Unit &unit = units[index];
  ArrayRef<unsigned> outputs = nodesOfUnit[index];
  SmallVector<Slot, 2> sources;
  for (Slot input : unit.inputs)
    if (nodeOf.contains(input) && !llvm::is_contained(sources, input))
      sources.push_back(input);
  if (unit.kind == NoiseProgram::UnitKind::Join) {
    for (Slot source : sources)
      edges[outputs.front()].push_back(
          {nodeOf.lookup(source), NoiseGain::Zero});
    return;
  }
  uint32_t least = solver.program.getLeastNoise();
  State saved;
  for (Slot input : unit.inputs)
    saved.push_back(std::exchange(bounds[input], NoiseBound::bits(least)));
  for (Slot source : sources) {
    // What each output is with so many bits of the source.
    llvm::SmallDenseMap<uint32_t, State, 4> outcomes;
    auto probe = [&](unsigned output, uint32_t bits) {
      auto [entry, isNew] = outcomes.try_emplace(bits);
      if (isNew) {
        bounds[source] = NoiseBound::bits(bits);
        solver.run(unit);
        for (unsigned node : outputs)
          entry->second.push_back(bounds[nodes[node].slot]);
        bounds[source] = NoiseBound::bits(least);
      }
      return entry->second[output];
    };
    for (auto [i, output] : llvm::enumerate(outputs)) {
      NoiseGain gain = probeNoiseGain(
          least, [&, i = i](uint32_t bits) { return probe(i, bits); });
      if (gain != NoiseGain::None)
        edges[output].push_back({nodeOf.lookup(source), gain});
    }
  }
  // The last occurrence of an input that stands twice was saved second.
  for (auto [input, bound] : llvm::reverse(llvm::zip_equal(unit.inputs, saved)))
    bounds[input] = bound;
}

void NoiseSolver::Cycle::findEdges() {
  nodesOfUnit.resize(units.size());
  for (auto [index, unit] : llvm::enumerate(units))
    for (Slot output : unit.outputs)
      addNode(output, index);
  // Arguments of functions depend on values within loops that call them.
  for (auto [index, unit] : llvm::enumerate(units))
    if (unit.loop && !solver.inLoop)
      for (const Unit &user : units)
        for (Slot input : user.inputs)
          if (input >= unit.loop->begin && input < unit.loop->end)
            addNode(input, index);
  edges.resize(nodes.size());
  for (unsigned unit = 0; unit < units.size(); ++unit)
    findEdges(unit);
}

/// Finds the least fixpoint of nodes that depend on each other and do not gain:
/// the largest that comes in from outside goes round unchanged.
void NoiseSolver::Cycle::iterate(ArrayRef<unsigned> component) {
  for (unsigned node : component)
    bounds[nodes[node].slot] = NoiseBound::unreachable();
  bool changed = true;
  for (size_t round = 0; changed && !solver.isGivenUp(); ++round) {
    changed = false;
    for (unsigned node : component) {
      NoiseBound &bound = bounds[nodes[node].slot];
      NoiseBound next = NoiseBound::join(bound, evaluate(node));
      // Each round settles one node at least, unless a transfer function is
      // not what it has to be; then nothing is known.
      if (round > component.size() + 1)
        next = NoiseBound::unknown();
      changed |= next != bound;
      bound = next;
    }
  }
}

void NoiseSolver::Cycle::addGrowth(ArrayRef<unsigned> component) {
  Growth growth;
  llvm::SmallDenseSet<unsigned> inside(component.begin(), component.end());
  bool isSimple = true;
  for (unsigned node : component) {
    growth.slots.push_back(nodes[node].slot);
    bounds[nodes[node].slot] = NoiseBound::bits(kFarBits);
    isSimple &= llvm::count_if(edges[node], [&](const Edge &edge) {
                  return inside.contains(edge.source);
                }) == 1;
  }
  uint64_t gain = 0;
  for (unsigned node : component) {
    if (!isSimple)
      break;
    NoiseBound bound = evaluate(node);
    if (bound.isBits() && bound.getBits() >= kFarBits)
      gain += bound.getBits() - kFarBits;
    else
      isSimple = false;
  }
  growth.gain = isSimple && gain < kFarBits ? gain : 0;
  llvm::sort(growth.slots);
  bool isKnown = llvm::any_of(solver.growths, [&](const Growth &known) {
    return known.slots == growth.slots;
  });
  if (!isKnown)
    solver.growths.push_back(std::move(growth));
}

void NoiseSolver::Cycle::solveComponent(ArrayRef<unsigned> component) {
  llvm::SmallDenseSet<unsigned> inside(component.begin(), component.end());
  bool isCycle = false, grows = false;
  for (unsigned node : component)
    for (Edge edge : edges[node])
      if (inside.contains(edge.source)) {
        isCycle = true;
        grows |= edge.gain == NoiseGain::Positive;
      }
  if (!isCycle) {
    unsigned node = component.front();
    bounds[nodes[node].slot] = evaluate(node);
    return;
  }
  if (!grows)
    return iterate(component);
  addGrowth(component);
  for (unsigned node : component)
    bounds[nodes[node].slot] = NoiseBound::unbounded();
}

void NoiseSolver::Cycle::solve() {
  // At the root every run of a loop is noted anew, so that the last one counts;
  // within loops nothing is noted before the end.
  bool wasObserved = solver.observed;
  if (solver.inLoop)
    solver.observed = false;
  findEdges();
  Graph graph;
  for (const auto &incoming : edges) {
    graph.addNode();
    for (Edge edge : incoming)
      graph.addEdge(edge.source);
  }
  // Where noise does not pass (a reduction), it does not matter what comes in.
  for (const Node &node : nodes)
    bounds[node.slot] = NoiseBound::bits(solver.program.getLeastNoise());
  visitComponents(
      graph, [&](ArrayRef<unsigned> component) { solveComponent(component); });
  solver.observed = wasObserved;

  // Once more as it is, for what is within the loops on the circle, and for
  // what passes its limit on it.
  State result;
  for (const Node &node : nodes)
    result.push_back(bounds[node.slot]);
  for (const Unit &unit : units)
    if (unit.loop || solver.inLoop)
      solver.run(unit);
  for (auto [node, bound] : llvm::zip_equal(nodes, result))
    bounds[node.slot] = bound;
}
