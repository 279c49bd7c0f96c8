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

  bool operator==(const ValueState &other) const {
    return value == other.value && range == other.range &&
           constant == other.constant;
  }
};

/// Where control comes from to a place.
struct Predecessors {
  Operation *op;
  size_t known = 0;
  bool areAllKnown = true;

  bool operator==(const Predecessors &other) const {
    return op == other.op && known == other.known &&
           areAllKnown == other.areAllKnown;
  }
};

struct BlockState {
  Block *block;
  bool isLive;
  SmallVector<bool, 2> liveEdges;

  bool operator==(const BlockState &other) const {
    return block == other.block && isLive == other.isLive &&
           liveEdges == other.liveEdges;
  }
};

/// All that the analyses know of a program, in the order of the text.
struct Everything {
  explicit Everything(ProgramFlow &flow);

  std::vector<ValueState> values;
  std::vector<Predecessors> predecessors;
  std::vector<BlockState> blocks;
};
} // namespace

Everything::Everything(ProgramFlow &flow) {
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
    if (const auto *known = solver.lookupState<PredecessorState>(point)) {
      state.known = known->getKnownPredecessors().size();
      state.areAllKnown = known->allPredecessorsKnown();
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
static const State *findDifference(const std::vector<State> &before,
                                   const std::vector<State> &after) {
  auto [first, other] =
      std::mismatch(before.begin(), before.end(), after.begin());
  return first == before.end() ? nullptr : &*first;
}

std::string test::findChange(ProgramFlow &flow) {
  Everything before(flow);
  flow.run();
  Everything after(flow);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (const auto *state = findDifference(before.values, after.values))
    os << "the range or constant of " << state->value << " at "
       << state->value.getLoc();
  else if (const auto *state =
               findDifference(before.predecessors, after.predecessors))
    os << "where control comes from in or behind " << state->op->getName()
       << " at " << state->op->getLoc();
  else if (const auto *state = findDifference(before.blocks, after.blocks))
    os << "whether a block of " << state->block->getParentOp()->getName()
       << " or what follows it is live, at "
       << state->block->getParentOp()->getLoc();
  return text;
}
