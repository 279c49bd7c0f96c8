//===- BlockwiseAnalysis.h - Data flow, a block at a time -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_BLOCKWISEANALYSIS_H
#define NOISY_ANALYSIS_BLOCKWISEANALYSIS_H

#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::noisy {

/// How a sparse forward analysis gets round the program. MLIR's own way puts
/// every operation of a block on the solver's queue when the block turns out
/// to be live, and once more for each operand. Here a block is gone through
/// from top to bottom when it turns out to be live, and only what changes
/// behind that is queued. What the analysis does not concern itself with costs
/// a look at its types, and nothing in the solver.
///
/// `Base` is derived from `SparseForwardDataFlowAnalysis`. It has to be loaded
/// behind `DeadCodeAnalysis`.
template <typename Base> class BlockwiseAnalysis : public Base {
public:
  using Base::Base;

  LogicalResult initialize(Operation *top) override {
    for (Region &region : top->getRegions())
      if (!region.empty())
        for (Value argument : region.front().getArguments())
          if (concerns(argument))
            this->setToEntryState(this->getLatticeElement(argument));
    enterOuterValues(top);
    WalkResult result = top->walk<WalkOrder::PreOrder>([&](Block *block) {
      ProgramPoint *start = this->getProgramPointBefore(block);
      this->addDependency(
          this->template getOrCreate<dataflow::Executable>(start), start);
      return WalkResult(visit(start));
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult visit(ProgramPoint *point) override {
    if (!point->isBlockStart()) {
      Operation *op = point->getPrevOp();
      return !op->getBlock() || isLive(op->getBlock()) ? visitLive(op)
                                                       : success();
    }
    Block *block = point->getBlock();
    if (!isLive(block))
      return success();
    if (llvm::any_of(block->getArguments(),
                     [&](Value value) { return concerns(value); }) &&
        failed(Base::visit(point)))
      return failure();
    if (!seen.insert(block).second)
      return success();
    Operation *before = position;
    for (Operation &op : *block) {
      position = &op;
      if (failed(visitLive(&op)))
        return failure();
    }
    position = before;
    return success();
  }

protected:
  /// Whether the analysis has a state for `value`.
  virtual bool concerns(Value value) = 0;

  /// Visits an operation of a live block.
  virtual LogicalResult visitLive(Operation *op) = 0;

  bool isLive(Block *block) {
    return this
        ->template getOrCreate<dataflow::Executable>(
            this->getProgramPointBefore(block))
        ->isLive();
  }

  /// The results of a call are what the function returns. (MLIR's own way looks
  /// the function up in vain, and slowly.)
  template <typename LatticeT>
  LogicalResult visitCall(CallOpInterface call, ArrayRef<LatticeT *> results) {
    ProgramPoint *point = this->getProgramPointAfter(call.getOperation());
    const auto *returns =
        this->template getOrCreateFor<dataflow::PredecessorState>(point, point);
    if (!returns->allPredecessorsKnown()) {
      for (LatticeT *result : results)
        if (concerns(result->getAnchor()))
          this->setToEntryState(result);
      return success();
    }
    for (Operation *end : returns->getKnownPredecessors())
      for (auto [operand, result] : llvm::zip(end->getOperands(), results))
        if (concerns(result->getAnchor()))
          this->propagateIfChanged(
              result,
              result->join(*this->getLatticeElementFor(point, operand)));
    return success();
  }

  /// Whether `op` will be visited without being queued: its block was not gone
  /// through yet, or not that far.
  bool isAhead(Operation *op) {
    if (position && position->getBlock() == op->getBlock())
      return position->isBeforeInBlock(op);
    return !seen.contains(op->getBlock());
  }

private:
  /// Values from outside of `top` get no state otherwise, and what depends on
  /// them would be taken for dead.
  void enterOuterValues(Operation *top) {
    if (top->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return;
    top->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (concerns(operand) &&
            !top->isAncestor(operand.getParentRegion()->getParentOp()))
          this->setToEntryState(this->getLatticeElement(operand));
    });
  }

  /// The blocks that were gone through, or are being.
  llvm::DenseSet<Block *> seen;
  /// The operation that the way through the current block has come to.
  Operation *position = nullptr;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_BLOCKWISEANALYSIS_H
