//===- NoiseSolver.cpp - The bounds of all noise --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseSolverCycles.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

NoiseSolver::NoiseSolver(const NoiseProgram &program, uint64_t steps)
    : program(program), bounds(program.size()), joins(program.size()),
      stepsLeft(steps) {}

NoiseSolver::~NoiseSolver() = default;

void NoiseSolver::solve() { run(program.getRoot()); }

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

void NoiseSolver::runTransfer(const Unit &unit) {
  SmallVector<NoiseBound, 2> operands;
  bool isReached = true;
  for (Slot input : unit.inputs) {
    operands.push_back(bounds[input]);
    isReached &= !operands.back().isUnreachable();
  }
  Slot output = unit.outputs.front();
  if (!isReached) {
    bounds[output] = NoiseBound::unreachable();
    return;
  }
  NoiseOpInterface op = unit.op; // a handle; calling it changes nothing
  bounds[output] = op.inferNoise(operands);
  noteExcess(output, operands);
}

void NoiseSolver::runReduction(const Unit &unit) {
  Slot output = unit.outputs.front();
  const NoiseProgram::Flow &flow = program.getFlow(output);
  NoiseBound operands[] = {bounds[unit.inputs[0]], bounds[unit.inputs[1]]};
  NoiseBound fresh = NoiseBound::bits(program.getModel(output).initial);
  bounds[output] =
      flow.reduction->evaluate(flow.part, operands[0], operands[1], fresh);
  if (flow.part == ParallelReduction::Combination)
    noteExcess(output, operands);
}

/// Notes an operation in a loop whose result passes the limit.
void NoiseSolver::noteExcess(Slot output, ArrayRef<NoiseBound> operands) {
  if (!inLoop)
    return;
  uint32_t max = program.getModel(output).max;
  if (!bounds[output].exceeds(max))
    return;
  if (mode.tracksExcess)
    excess.insert(output);
  if (mode.isReal && llvm::none_of(operands, [&](NoiseBound operand) {
        return operand.exceeds(max);
      }))
    overflows.insert(output);
}

void NoiseSolver::runCall(const Unit &unit) {
  const NoiseProgram::Call &call = *unit.call;
  const NoiseProgram::Function &function = *call.function;
  State arguments;
  for (Slot input : unit.inputs)
    arguments.push_back(bounds[input]);
  // The function's slots hold the bounds over all its calls: restored below.
  auto begin = bounds.begin() + function.begin;
  std::vector<NoiseBound> savedBounds(begin, bounds.begin() + function.end);
  for (auto [slot, bound] : llvm::zip_equal(function.arguments, arguments))
    bounds[slot] = bound;
  bool savedJoins = std::exchange(mode.joins, false);
  spend(savedBounds.size());
  run(function);
  mode.joins = savedJoins;
  State results;
  for (auto [slots, otherBound] :
       llvm::zip_equal(call.returnSlots, call.otherBounds)) {
    NoiseBound bound = otherBound;
    for (Slot slot : slots)
      bound = NoiseBound::join(bound, bounds[slot]);
    results.push_back(bound);
  }
  llvm::copy(savedBounds, begin);
  for (auto [slot, bound] : llvm::zip_equal(unit.outputs, results))
    bounds[slot] = bound;
}

void NoiseSolver::run(const Unit &unit) {
  switch (unit.kind) {
  case NoiseProgram::UnitKind::Constant:
    bounds[unit.outputs.front()] = unit.bound;
    return;
  case NoiseProgram::UnitKind::Transfer:
    return runTransfer(unit);
  case NoiseProgram::UnitKind::Join: {
    NoiseBound bound = unit.bound;
    for (Slot input : unit.inputs)
      bound = NoiseBound::join(bound, bounds[input]);
    bounds[unit.outputs.front()] = bound;
    return;
  }
  case NoiseProgram::UnitKind::Reduction:
    return runReduction(unit);
  case NoiseProgram::UnitKind::Loop:
    return inLoop ? runLoop(unit) : runOuterLoop(unit);
  case NoiseProgram::UnitKind::Call:
    return runCall(unit);
  }
}

void NoiseSolver::run(const Scope &scope) {
  spend(scope.units.size() + 1);
  if (isGivenUp())
    return;
  unsigned next = 0;
  auto runUntil = [&](unsigned end) {
    for (; next < end; ++next)
      run(scope.units[next]);
  };
  for (auto [begin, end] : scope.cycles) {
    runUntil(begin);
    spend(8 * (end - begin)); // for the probes and trials
    Cycle(*this, ArrayRef<Unit>(scope.units).slice(begin, end - begin)).solve();
    next = end;
  }
  runUntil(scope.units.size());
}
