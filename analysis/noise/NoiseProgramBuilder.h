//===- NoiseProgramBuilder.h - The compiler of noise flow -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to NoiseProgram.cpp and NoiseScopes.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISEPROGRAMBUILDER_H
#define NOISY_ANALYSIS_NOISE_NOISEPROGRAMBUILDER_H

#include "analysis/noise/NoiseProgram.h"

namespace mlir::noisy {

/// Compiles the flow of a program: numbers its values, chooses the loops that
/// are run, and orders the units of each scope so that they can be run.
class NoiseProgram::Builder {
public:
  Builder(NoiseProgram &program, NoiseFlows &flows,
          const llvm::DenseSet<Operation *> &uncountedLoops)
      : program(program), flows(flows), uncountedLoops(uncountedLoops) {}

  void build(Operation *root);

private:
  /// An operation and the slots of the values in its regions.
  struct Extent {
    Operation *op;
    Slot begin, end;
  };

  // Values and executable loops; see NoiseProgram.cpp.
  void collect(Operation *op, NoiseModel model, bool isLive);
  void add(Value value, NoiseModel model, bool isLive);
  ArrayRef<Slot> number(ValueRange values);
  Flow number(NoiseFlow flow);
  bool isInhabited(Slot slot) const;
  void findInhabited();
  std::optional<unsigned> getCallDepth(Slot callResult, unsigned outerDepth);
  std::optional<unsigned> getCallDepth(Operation *function,
                                       unsigned outerDepth);
  std::optional<TripCount> getIterationsToRun(const Extent &extent);

  // Scopes; see NoiseScopes.cpp.
  void addLoop(const Extent &extent, TripCount iterations);
  const Function *getFunction(Operation *op);
  const Loop &getLoop(Operation *op);
  void buildScope(Scope &scope, int id, const llvm::DenseSet<Slot> &boundSlots,
                  bool isRoot);
  Unit makeUnit(Slot slot);
  Unit makeLoopUnit(const Loop &loop);
  void addCallResult(Unit &unit, Call &call, Slot slot);
  bool isOrdered(const Scope &scope) const;
  void order(Scope &scope, bool isRoot);

  /// The call slots in [begin, end).
  ArrayRef<Slot> getCallResults(Slot begin, Slot end) const;
  bool hasOtherCallable(const Extent &extent) const;

  NoiseProgram &program;
  NoiseFlows &flows;
  const llvm::DenseSet<Operation *> &uncountedLoops;
  /// Loops and callables in the order of the text, outer ones first.
  std::vector<Extent> loopExtents, callables;
  llvm::DenseMap<Operation *, unsigned> callableIndex;
  std::vector<Slot> callResults;
  llvm::DenseMap<Operation *, std::optional<unsigned>> callDepths;
  llvm::DenseMap<Operation *, const Function *> functionOf;
  llvm::DenseSet<Operation *> builtLoops;
  /// The unit of the scope being ordered that sets a slot.
  std::vector<unsigned> producer;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISEPROGRAMBUILDER_H
