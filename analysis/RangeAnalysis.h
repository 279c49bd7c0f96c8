//===- RangeAnalysis.h - Integer ranges -------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_RANGEANALYSIS_H
#define NOISY_ANALYSIS_RANGEANALYSIS_H

#include "analysis/BlockwiseAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace mlir::noisy {
class RangeAnalysis;

/// Whether this is an integer type, or `index`.
bool isScalarInteger(Type type);

/// Whether values of this type have ranges: integers and `index`, and vectors
/// and tensors of these, of whose elements a range tells.
bool hasRange(Type type);
inline bool hasRange(Value value) { return hasRange(value.getType()); }

/// Whether all ends of the regions of `branch` tell where control goes. Of one
/// that does not (that of `scf.forall`), dead code analysis says nothing at
/// all, as if control never came out.
bool hasKnownRegionEnds(RegionBranchOpInterface branch);

/// The range of a value that has one.
class RangeLattice : public dataflow::IntegerValueRangeLattice {
public:
  using IntegerValueRangeLattice::IntegerValueRangeLattice;
  using Lattice::join;

  /// What control flow brings: of another type it can be anything.
  ChangeResult join(const dataflow::AbstractSparseLattice &rhs) override;

  /// Tells the users, and the constant that the range is, or is not.
  void onUpdate(DataFlowSolver *solver) const override;

private:
  friend class RangeAnalysis;
  ChangeResult widen(ChangeResult changed, unsigned allowed);

  RangeAnalysis *analysis = nullptr;
  unsigned changes = 0;
};

/// Integer ranges as in MLIR's integer range analysis, without what makes that
/// one lose precision, crash, or take live code for dead:
///   - it says what the constants among the integers are, all by itself: in
///     MLIR, a folder that knows and a transfer function that does not agree
///     on "unknown";
///   - a private function that nothing calls is analysed, as if called from
///     somewhere, and so is one whose name is used for other things than
///     calls;
///   - operations whose operands are no integers never wait for these;
///   - affine maps that may divide by zero have an unknown result, and so have
///     results that regions with unknown ends give.
///
/// Encrypted values have no states here, and cost nothing.
///
/// It needs `DeadCodeAnalysis` and `ConstantAnalysis` loaded before it in the
/// same solver.
class RangeAnalysis : public BlockwiseAnalysis<dataflow::IntegerRangeAnalysis> {
public:
  RangeAnalysis(DataFlowSolver &solver, SymbolTableCollection &symbols);

  LogicalResult initialize(Operation *top) override;
  void setToEntryState(dataflow::IntegerValueRangeLattice *lattice) override;
  LogicalResult visitOperation(
      Operation *op,
      ArrayRef<const dataflow::IntegerValueRangeLattice *> operands,
      ArrayRef<dataflow::IntegerValueRangeLattice *> results) override;
  void visitNonControlFlowArguments(
      Operation *op, const RegionSuccessor &successor,
      ArrayRef<dataflow::IntegerValueRangeLattice *> lattices,
      unsigned firstIndex) override;

protected:
  bool concerns(Value value) override { return hasRange(value); }
  LogicalResult visitLive(Operation *op) override;
  dataflow::IntegerValueRangeLattice *getLatticeElement(Value value) override;

private:
  friend class RangeLattice;
  void enter(Operation *function);
  void enterFunctionsPassed(CallOpInterface call);
  void enterFunctionsNamed(Operation *table);
  void enterUncalledFunctions(Operation *top);
  void enterUnknownRegions(RegionBranchOpInterface branch);
  void updateUsers(const RangeLattice *lattice);

  DataFlowSolver &solver;
  SymbolTableCollection &symbols;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_RANGEANALYSIS_H
