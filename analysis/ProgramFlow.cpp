//===- ProgramFlow.cpp - What runs, and on which integers -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/ProgramFlow.h"
#include "analysis/ConstantAnalysis.h"
#include "analysis/RangeAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"

using namespace mlir;
using namespace mlir::noisy;

ProgramFlow::ProgramFlow(Operation *root) : root(root) {
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<ConstantAnalysis>();
  solver.load<RangeAnalysis>(symbols);
  solved = succeeded(solver.initializeAndRun(root));
}

ProgramFlow::~ProgramFlow() = default;

bool ProgramFlow::isLive(Block *block) {
  if (!solved || !block)
    return true;
  const auto *state = solver.lookupState<dataflow::Executable>(
      solver.getProgramPointBefore(block));
  return state && state->isLive();
}

std::optional<ConstantIntRanges> ProgramFlow::getRange(Value value) {
  if (!hasRange(value))
    return std::nullopt;
  const auto *lattice = solver.lookupState<RangeLattice>(value);
  if (solved && lattice && !lattice->getValue().isUninitialized())
    return lattice->getValue().getValue();
  return ConstantIntRanges::maxRange(
      ConstantIntRanges::getStorageBitwidth(value.getType()));
}
