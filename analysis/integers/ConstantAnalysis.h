//===- ConstantAnalysis.h - Constants that are no integers ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_CONSTANTANALYSIS_H
#define NOISY_ANALYSIS_INTEGERS_CONSTANTANALYSIS_H

#include "analysis/flow/StopCheck.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::noisy {

/// True if `ConstantAnalysis` computes the constant of a value. It does for all
/// values but
///   - integers: `RangeAnalysis` does;
///   - encrypted values: they are no constants, and are unknown to dead code
///     analysis from the start.
bool mayBeOtherConstant(Value value);

/// The results of folding the operation when its operands are these constants
/// (null for unknown ones); none if it does not fold, or MLIR's folder might
/// crash. Leaves the operation unchanged.
std::optional<SmallVector<OpFoldResult>>
foldSpeculatively(Operation *op, ArrayRef<Attribute> operands);

/// True if `op` must not wait for operands that are not computed yet: in a
/// region without order, operations can form a cycle, and would wait for each
/// other for ever.
bool mayWaitForever(Operation *op);

/// True if analyses may wait for `result` for ever: in a region without order,
/// an operation that uses it stands before it, or defines it, and passes it on
/// to regions or functions, which are not entered before it is known. Such a
/// result is unknown from the start.
bool isAwaitedAhead(OpResult result);

/// MLIR's constant propagation for all values that are neither integers nor
/// encrypted.
///
/// Operations with encrypted operands do not wait for these: in MLIR, they
/// would wait for ever, and a branch on a decrypted value would be taken for
/// dead.
///
/// MLIR's own analysis puts every operation of a block on the solver's queue
/// when the block becomes live, and once more for each operand. This one visits
/// the whole block then, and queues only operations already passed whose
/// operands change. Values of other types cost a check of the type, and nothing
/// in the solver.
///
/// The inputs and outputs of regions with unknown control flow are unknown: the
/// iterations of `scf.forall` share its tensors, and may read the insertions of
/// others. So are values that change their type on the way: the value of one
/// lane of `gpu.warp_execute_on_lane_0` is a part of the vector in the region.
///
/// It needs `DeadCodeAnalysis` loaded before it in the same solver. It fails if
/// it is stopped.
class ConstantAnalysis : public dataflow::SparseConstantPropagation {
public:
  ConstantAnalysis(DataFlowSolver &solver, StopCheck &stop)
      : SparseConstantPropagation(solver), stop(stop) {}

  LogicalResult initialize(Operation *top) override;
  LogicalResult visit(ProgramPoint *point) override;

protected:
  LogicalResult visitOperation(
      Operation *op,
      ArrayRef<const dataflow::Lattice<dataflow::ConstantValue> *> operands,
      ArrayRef<dataflow::Lattice<dataflow::ConstantValue> *> results) override;

private:
  using Lattice = dataflow::Lattice<dataflow::ConstantValue>;
  bool isLive(Block *block);
  LogicalResult visitLive(Operation *op);
  void visitRegionSuccessors(
      ProgramPoint *point, RegionBranchOpInterface branch,
      RegionSuccessor successor,
      ArrayRef<dataflow::AbstractSparseLattice *> lattices) override;
  void joinPassed(ProgramPoint *point, Lattice *lattice, Value operand);
  void visitCall(CallOpInterface call, ArrayRef<Lattice *> results);
  void enterOuterValues(Operation *top);

  StopCheck &stop;
  /// The blocks that were visited.
  llvm::DenseSet<Block *> visitedBlocks;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_CONSTANTANALYSIS_H
