//===- Fixpoint.cpp - Whether nothing is left to be found -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Fixpoint.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;
using dataflow::CFGEdge;
using dataflow::ConstantValue;
using dataflow::Executable;
using dataflow::PredecessorState;

namespace {
struct ValueState {
  Value value;
  std::optional<ConstantIntRanges> range;
  std::optional<ConstantValue> constant;

  bool operator==(const ValueState &rhs) const {
    return value == rhs.value && range == rhs.range && constant == rhs.constant;
  }
};

/// Where control comes from to a place.
struct Predecessors {
  Operation *op;
  size_t knownCount = 0;
  bool areAllKnown = true;

  bool operator==(const Predecessors &rhs) const {
    return op == rhs.op && knownCount == rhs.knownCount &&
           areAllKnown == rhs.areAllKnown;
  }
};

struct BlockState {
  Block *block;
  bool isLive;
  SmallVector<bool, 2> liveEdges;

  bool operator==(const BlockState &rhs) const {
    return block == rhs.block && isLive == rhs.isLive &&
           liveEdges == rhs.liveEdges;
  }
};

/// All that the analyses know of a program, in the order of the text.
struct SolverState {
  explicit SolverState(ProgramFlow &flow);

  std::vector<ValueState> values;
  std::vector<Predecessors> predecessors;
  std::vector<BlockState> blocks;
};
} // namespace

SolverState::SolverState(ProgramFlow &flow) {
  DataFlowSolver &solver = flow.getSolver();
  auto addValue = [&](Value value) {
    ValueState &state = values.emplace_back(ValueState{value, {}, {}});
    if (flow.getRange(value) && flow.isReached(value))
      state.range = flow.getRange(value);
    if (const auto *lattice =
            solver.lookupState<dataflow::Lattice<ConstantValue>>(value))
      if (!lattice->getValue().isUninitialized())
        state.constant = lattice->getValue();
  };
  auto addPredecessors = [&](Operation *op, ProgramPoint *point) {
    Predecessors &state = predecessors.emplace_back(Predecessors{op});
    if (const auto *predecessorState =
            solver.lookupState<PredecessorState>(point)) {
      state.knownCount = predecessorState->getKnownPredecessors().size();
      state.areAllKnown = predecessorState->allPredecessorsKnown();
    }
  };
  auto isLive = [&](auto anchor) {
    const auto *live = solver.lookupState<Executable>(anchor);
    return live && live->isLive();
  };
  flow.getRoot()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), addValue);
    addPredecessors(op, solver.getProgramPointAfter(op));
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        llvm::for_each(block.getArguments(), addValue);
        ProgramPoint *start = solver.getProgramPointBefore(&block);
        addPredecessors(op, start);
        BlockState &state =
            blocks.emplace_back(BlockState{&block, isLive(start), {}});
        for (Block *successor : block.getSuccessors())
          state.liveEdges.push_back(
              isLive(solver.getLatticeAnchor<CFGEdge>(&block, successor)));
      }
  });
}

template <typename State>
static const State *findDifference(const std::vector<State> &oldStates,
                                   const std::vector<State> &newStates) {
  auto [first, second] =
      std::mismatch(oldStates.begin(), oldStates.end(), newStates.begin());
  return first == oldStates.end() ? nullptr : &*first;
}

std::string test::findChange(ProgramFlow &flow) {
  SolverState oldState(flow);
  flow.run();
  SolverState newState(flow);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (const auto *state = findDifference(oldState.values, newState.values))
    os << "the range or constant of " << state->value << " at "
       << state->value.getLoc();
  else if (const auto *state =
               findDifference(oldState.predecessors, newState.predecessors))
    os << "where control comes from in or behind " << state->op->getName()
       << " at " << state->op->getLoc();
  else if (const auto *state = findDifference(oldState.blocks, newState.blocks))
    os << "whether a block of " << state->block->getParentOp()->getName()
       << " or what follows it is live, at "
       << state->block->getParentOp()->getLoc();
  return text;
}
