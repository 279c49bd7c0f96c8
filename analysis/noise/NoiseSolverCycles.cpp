//===- NoiseSolverCycles.cpp - Units that depend on each other ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseSolverCycles.h"
#include "analysis/flow/Components.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::noisy;

void NoiseSolver::Cycle::addNode(Slot slot, unsigned unit) {
  if (!nodeOf.try_emplace(slot, nodes.size()).second)
    return;
  nodesOfUnit[unit].push_back(nodes.size());
  nodes.push_back({slot, unit});
}

/// The bound of a node according to its unit's current inputs.
NoiseBound NoiseSolver::Cycle::evaluate(unsigned node) {
  const Unit &unit = units[nodes[node].unit];
  ArrayRef<unsigned> outputs = nodesOfUnit[nodes[node].unit];
  SmallVector<NoiseBound, 1> savedBounds;
  for (unsigned output : outputs)
    savedBounds.push_back(bounds[nodes[output].slot]);
  solver.run(unit);
  NoiseBound result = bounds[nodes[node].slot];
  for (auto [output, bound] : llvm::zip_equal(outputs, savedBounds))
    bounds[nodes[output].slot] = bound;
  return result;
}

/// Finds how the outputs of a unit depend on its inputs, by probing.
void NoiseSolver::Cycle::findEdges(unsigned index) {
  const Unit &unit = units[index];
  ArrayRef<unsigned> outputs = nodesOfUnit[index];
  SmallVector<Slot, 2> sources;
  auto addSource = [&](Slot input) {
    if (nodeOf.contains(input) && !llvm::is_contained(sources, input))
      sources.push_back(input);
  };
  if (unit.kind == NoiseProgram::UnitKind::Join)
    unit.forEachJoined(solver.stateOf, addSource);
  else
    llvm::for_each(unit.inputs, addSource);
  if (unit.kind == NoiseProgram::UnitKind::Join) {
    for (Slot source : sources)
      edges[outputs.front()].push_back(
          {nodeOf.lookup(source), NoiseGain::Zero});
    return;
  }
  uint32_t minNoise = solver.program.getLeastNoise();
  State savedBounds;
  for (Slot input : unit.inputs)
    savedBounds.push_back(
        std::exchange(bounds[input], NoiseBound::bits(minNoise)));
  for (Slot source : sources) {
    // The outputs for each noise of the source.
    std::map<NoiseBound, State> outcomes;
    auto probe = [&](unsigned output, NoiseBound bound) {
      auto [entry, isNew] = outcomes.try_emplace(bound);
      if (isNew) {
        bounds[source] = bound;
        solver.run(unit);
        for (unsigned node : outputs)
          entry->second.push_back(bounds[nodes[node].slot]);
        bounds[source] = NoiseBound::bits(minNoise);
      }
      return entry->second[output];
    };
    for (auto [i, output] : llvm::enumerate(outputs)) {
      NoiseGain gain = probeNoiseGain(
          minNoise, [&, i = i](NoiseBound bound) { return probe(i, bound); });
      if (gain != NoiseGain::None)
        edges[output].push_back({nodeOf.lookup(source), gain});
    }
  }
  // The last occurrence of a repeated input was saved second.
  for (auto [input, bound] :
       llvm::reverse(llvm::zip_equal(unit.inputs, savedBounds)))
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

/// The largest bound that enters the component from outside.
NoiseBound NoiseSolver::Cycle::getEntry(ArrayRef<unsigned> component) {
  auto joinAll = [&](NoiseBound within) {
    for (unsigned node : component)
      bounds[nodes[node].slot] = within;
    NoiseBound entry;
    for (unsigned node : component)
      entry = NoiseBound::join(entry, evaluate(node));
    return entry;
  };
  // In some states nothing enters it.
  if (NoiseBound entry = joinAll(NoiseBound()); entry.isUnreachable())
    return entry;
  return joinAll(NoiseBound::bits(solver.program.getLeastNoise()));
}

void NoiseSolver::Cycle::addGrowth(ArrayRef<unsigned> component) {
  Growth growth;
  llvm::SmallDenseSet<unsigned> members(component.begin(), component.end());
  bool isSimple = true;
  for (unsigned node : component) {
    growth.slots.push_back(solver.program.getOrigin(nodes[node].slot));
    bounds[nodes[node].slot] = NoiseBound::bits(kFarBits);
    isSimple &= llvm::count_if(edges[node], [&](const Edge &edge) {
                  return members.contains(edge.source);
                }) == 1;
  }
  // One bit more in must be one bit more out, or another input hides it.
  uint64_t gain = 0;
  for (unsigned node : component) {
    if (!isSimple)
      break;
    unsigned source = llvm::find_if(edges[node], [&](const Edge &edge) {
                        return members.contains(edge.source);
                      })->source;
    NoiseBound baseBound = evaluate(node);
    bounds[nodes[source].slot] = NoiseBound::bits(kFarBits + 1);
    NoiseBound raisedBound = evaluate(node);
    bounds[nodes[source].slot] = NoiseBound::bits(kFarBits);
    isSimple = baseBound.isBits() && baseBound.getBits() >= kFarBits &&
               raisedBound == baseBound.plus(1);
    gain += isSimple ? baseBound.getBits() - kFarBits : 0;
  }
  growth.gain = isSimple && gain < kFarBits ? gain : 0;
  llvm::sort(growth.slots);
  growth.slots.erase(llvm::unique(growth.slots), growth.slots.end());
  bool isKnown = llvm::any_of(solver.growths, [&](const Growth &knownGrowth) {
    return knownGrowth.slots == growth.slots;
  });
  if (!isKnown)
    solver.growths.push_back(std::move(growth));
}

void NoiseSolver::Cycle::solveComponent(ArrayRef<unsigned> component) {
  llvm::SmallDenseSet<unsigned> members(component.begin(), component.end());
  bool isCycle = false, grows = false;
  for (unsigned node : component)
    for (Edge edge : edges[node])
      if (members.contains(edge.source)) {
        isCycle = true;
        grows |= edge.gain == NoiseGain::Positive;
      }
  if (!isCycle) {
    unsigned node = component.front();
    bounds[nodes[node].slot] = evaluate(node);
    return;
  }
  // Without a gain, the entry bound is passed on unchanged.
  NoiseBound bound = getEntry(component);
  if (grows && !bound.isUnreachable()) {
    bound = NoiseBound::join(bound, NoiseBound::unbounded());
    addGrowth(component);
  }
  for (unsigned node : component)
    bounds[nodes[node].slot] = bound;
}

void NoiseSolver::Cycle::solve() {
  // Trials, until all bounds are known. At the root every run of a loop
  // recomputes the joins of its iterations, and users of a value within read
  // that join.
  NoiseSolver::Mode savedMode = solver.mode;
  Faults savedFaults = solver.faults;
  solver.mode.isReal = solver.mode.tracksExcess = false;
  solver.mode.joins = savedMode.joins && !solver.inLoop;
  findEdges();
  Graph graph;
  for (const auto &nodeEdges : edges) {
    graph.addNode();
    for (Edge edge : nodeEdges)
      graph.addEdge(edge.source);
  }
  // The input does not matter if noise does not pass (a reduction).
  for (const Node &node : nodes)
    bounds[node.slot] = NoiseBound::bits(solver.program.getLeastNoise());
  visitComponents(
      graph, [&](ArrayRef<unsigned> component) { solveComponent(component); });
  solver.mode = savedMode;
  solver.faults = savedFaults;

  // A final real run: for slots in loops on the cycle, for slots that pass
  // their limit on it, and to check that it is a fixpoint. It always is, if all
  // transfer functions keep their contract.
  State result;
  for (const Node &node : nodes)
    result.push_back(bounds[node.slot]);
  bool isFixpoint = true;
  for (auto [index, unit] : llvm::enumerate(units)) {
    solver.run(unit);
    for (unsigned node : nodesOfUnit[index]) {
      NoiseBound &bound = bounds[nodes[node].slot];
      isFixpoint &= bound <= result[node];
      bound = result[node];
    }
  }
  if (!isFixpoint && !solver.isGivenUp())
    for (const Node &node : nodes)
      bounds[node.slot] = NoiseBound::unknown();
}
