//===- ConstantAnalysis.h - Constants that are no integers ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_CONSTANTANALYSIS_H
#define NOISY_ANALYSIS_INTEGERS_CONSTANTANALYSIS_H

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::noisy {

/// Whether `ConstantAnalysis` says of a value what constant it is. It says so
/// of all values but
///   - integers: `RangeAnalysis` does;
///   - encrypted values: they are no constants, and where dead code analysis
///     asks, they are unknown from the start.
bool mayBeOtherConstant(Value value);

/// What folding the operation gives when its operands are these constants
/// (null where they are not known); none where it gives nothing, or MLIR's
/// folder might crash. Leaves the operation as it was.
std::optional<SmallVector<OpFoldResult>>
foldSpeculatively(Operation *op, ArrayRef<Attribute> operands);

/// Whether `op` has to do without operands of which nothing is known yet: in a
/// region without order, operations can stand in a circle, and would wait for
/// each other for ever.
bool mayWaitForever(Operation *op);

/// Whether analyses may wait for `result` for ever: in a region without order,
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
/// MLIR's own puts every operation of a block on the solver's queue when the
/// block turns out to be live, and once more for each operand. This goes
/// through the block then, and queues what changes behind it. What it does not
/// concern itself with costs a look at its type, and nothing in the solver.
///
/// Nothing is known of what comes into and out of regions of which nothing
/// tells where control goes: the turns of `scf.forall` share its tensors, and
/// may read what others have inserted. Nor is it where values change their type
/// on the way: what one lane of `gpu.warp_execute_on_lane_0` has is a part of
/// the vector in the region.
///
/// It needs `DeadCodeAnalysis` loaded before it in the same solver.
class ConstantAnalysis : public dataflow::SparseConstantPropagation {
public:
  using SparseConstantPropagation::SparseConstantPropagation;

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
  void joinPassed(ProgramPoint *point, Lattice *lattice, Value passed);
  void visitCall(CallOpInterface call, ArrayRef<Lattice *> results);
  void enterOuterValues(Operation *top);

  /// The blocks that were gone through.
  llvm::DenseSet<Block *> seen;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_CONSTANTANALYSIS_H
