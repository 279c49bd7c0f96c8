//===- NoiseSolverCycles.h - Units that depend on each other ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISESOLVERCYCLES_H
#define NOISY_ANALYSIS_NOISE_NOISESOLVERCYCLES_H

#include "analysis/noise/NoiseSolver.h"

namespace mlir::noisy {

/// Units that depend on each other in cycles.
class NoiseSolver::Cycle {
public:
  Cycle(NoiseSolver &solver, ArrayRef<Unit> units)
      : solver(solver), units(units), bounds(solver.bounds) {}

  void solve();

private:
  struct Node {
    Slot slot;
    unsigned unit;
  };
  struct Edge {
    unsigned source;
    NoiseGain gain;
  };

  void addNode(Slot slot, unsigned unit);
  void findEdges();
  void findEdges(unsigned unit);
  void solveComponent(ArrayRef<unsigned> component);
  NoiseBound getEntry(ArrayRef<unsigned> component);
  void addGrowth(ArrayRef<unsigned> component);
  NoiseBound evaluate(unsigned node);

  NoiseSolver &solver;
  ArrayRef<Unit> units;
  std::vector<NoiseBound> &bounds;
  std::vector<Node> nodes;
  llvm::DenseMap<Slot, unsigned> nodeOf;
  /// The nodes that each unit sets.
  std::vector<SmallVector<unsigned, 1>> nodesOfUnit;
  /// The edges into each node from within.
  std::vector<SmallVector<Edge, 2>> edges;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISESOLVERCYCLES_H
