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
  hasConverged = !stop.now() && succeeded(solver.initializeAndRun(root));
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

std::optional<ProgramFlow::Calls> ProgramFlow::getCalls(Operation *function) {
  if (!hasRun) {
    const PlainControl::Origins *calls = control->getCalls(function);
    return calls ? Calls{calls->known, calls->areAllKnown}
                 : Calls{{}, /*areAllKnown=*/false};
  }
  const auto *calls = solver.lookupState<dataflow::PredecessorState>(
      solver.getProgramPointAfter(function));
  if (!calls)
    return std::nullopt;
  return Calls{calls->getKnownPredecessors(), calls->allPredecessorsKnown()};
}

std::optional<ProgramFlow::Returns> ProgramFlow::getReturns(Operation *call) {
  if (!hasRun) {
    const PlainControl::Origins *returns = control->getReturns(call);
    return returns ? Returns{returns->known, returns->areAllKnown}
                   : Returns{{}, /*areAllKnown=*/false};
  }
  const auto *returns = solver.lookupState<dataflow::PredecessorState>(
      solver.getProgramPointAfter(call));
  if (!returns)
    return std::nullopt;
  return Returns{returns->getKnownPredecessors(),
                 returns->allPredecessorsKnown()};
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

bool ProgramFlow::isArgumentWithoutSolver(Value value) const {
  return !hasRun && uses.isStraight() && isa<BlockArgument>(value);
}

const ConstantIntRanges *ProgramFlow::findRange(Value value) {
  if (!hasRun)
    run();
  return hasConverged ? ranges->find(value) : nullptr;
}
