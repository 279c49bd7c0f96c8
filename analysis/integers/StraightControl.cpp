//===- StraightControl.cpp - Control flow of straight programs ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/StraightControl.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;
using dataflow::CFGEdge;
using dataflow::Executable;
using dataflow::PredecessorState;

StraightControl::StraightControl(DataFlowSolver &solver)
    : DataFlowAnalysis(solver) {
  registerAnchorKind<CFGEdge>();
}

LogicalResult StraightControl::initialize(Operation *top) {
  top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        auto *live = getOrCreate<Executable>(getProgramPointBefore(&block));
        propagateIfChanged(live, live->setToLive());
      }
    if (!isa<FunctionOpInterface>(op))
      return WalkResult::advance();
    auto *calls = getOrCreate<PredecessorState>(getProgramPointAfter(op));
    propagateIfChanged(calls, calls->setHasUnknownPredecessors());
    return WalkResult::skip(); // no regions in functions
  });
  return success();
}
