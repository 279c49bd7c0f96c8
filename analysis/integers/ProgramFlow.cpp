//===- ProgramFlow.cpp - Live code and integer ranges ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/ProgramFlow.h"
#include "analysis/integers/ConstantAnalysis.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/RangeAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"

using namespace mlir;
using namespace mlir::noisy;

ProgramFlow::ProgramFlow(Operation *root, llvm::function_ref<bool()> shouldStop)
    : root(root), stop(shouldStop), uses(root, symbols),
      control(PlainControl::find(root, uses, symbols)) {
  if (!control)
    run();
}

void ProgramFlow::run() {
  if (!hasRun) {
    if (control)
      solver.load<PlainControlAnalysis>(*control);
    else
      solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<ConstantAnalysis>(stop);
    ranges = solver.load<RangeAnalysis>(symbols, uses, stop);
  }
  hasRun = true;
  // A refuted statement may hide others.
  constexpr unsigned maxRuns = 8;
  unsigned runs = 0;
  do
    hasConverged = !stop.now() && succeeded(solver.initializeAndRun(root));
  while (hasConverged && ranges->dropRefuted(/*atOnce=*/++runs >= maxRuns));
  emptyLoops.clear();
  if (hasConverged)
    emptyLoops = ranges->findEmptyLoops();
}

DataFlowSolver &ProgramFlow::getSolver() {
  if (!hasRun)
    run();
  return solver;
}

ProgramFlow::~ProgramFlow() = default;

bool ProgramFlow::isLive(Block *block) {
  if (!hasConverged || !block)
    return true; // if the solver has not run, all is plain and live
  const auto *state = solver.lookupState<dataflow::Executable>(
      solver.getProgramPointBefore(block));
  if (!state || !state->isLive())
    return false;
  if (emptyLoops.empty())
    return true;
  for (Operation *op = block->getParentOp();
       op && op != root && !op->hasTrait<OpTrait::IsIsolatedFromAbove>();
       op = op->getParentOp())
    if (emptyLoops.contains(op))
      return false;
  return true;
}

/// Of what a plain program does not have, nothing is known.
static ProgramFlow::Origins toOrigins(const PlainControl::Origins *origins) {
  return origins ? ProgramFlow::Origins{origins->known, origins->areAllKnown}
                 : ProgramFlow::Origins{{}, /*areAllKnown=*/false};
}

std::optional<ProgramFlow::Origins> ProgramFlow::findOrigins(Operation *op) {
  const auto *state = solver.lookupState<dataflow::PredecessorState>(
      solver.getProgramPointAfter(op));
  if (!state)
    return std::nullopt;
  return Origins{state->getKnownPredecessors(), state->allPredecessorsKnown()};
}

std::optional<ProgramFlow::Origins> ProgramFlow::getCalls(Operation *function) {
  return hasRun ? findOrigins(function)
                : toOrigins(control->getCalls(function));
}

std::optional<ProgramFlow::Origins> ProgramFlow::getReturns(Operation *call) {
  return hasRun ? findOrigins(call) : toOrigins(control->getReturns(call));
}

std::optional<ConstantIntRanges> ProgramFlow::getRange(Value value) {
  if (!hasRange(value))
    return std::nullopt;
  std::optional<ConstantIntRanges> statedRange;
  if (isArgumentWithoutSolver(value))
    statedRange = getStatedRange(cast<BlockArgument>(value));
  else if (const ConstantIntRanges *range = findRange(value))
    return *range;
  return statedRange ? *statedRange : getFullRange(value.getType());
}

bool ProgramFlow::isReached(Value value) {
  return isArgumentWithoutSolver(value) || findRange(value) || !hasConverged;
}

const ResultStatement *ProgramFlow::findStatement(OpResult result) {
  if (!hasRun)
    run();
  return hasConverged ? ranges->findStatement(result) : nullptr;
}

bool ProgramFlow::isArgumentWithoutSolver(Value value) const {
  return !hasRun && uses.isStraight() && isa<BlockArgument>(value);
}

const ConstantIntRanges *ProgramFlow::findRange(Value value) {
  if (!hasRun)
    run();
  return hasConverged ? ranges->find(value) : nullptr;
}
