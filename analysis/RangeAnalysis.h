//===- RangeAnalysis.h - Integer ranges -------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_RANGEANALYSIS_H
#define NOISY_ANALYSIS_RANGEANALYSIS_H

#include "analysis/BlockwiseAnalysis.h"
#include "analysis/Widening.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/Support/Allocator.h"

namespace mlir::noisy {
class RangeAnalysis;

/// Whether this is an integer type, or `index`.
bool isScalarInteger(Type type);

/// Whether values of this type have ranges: integers and `index`, and vectors
/// and tensors of these, of whose elements a range tells.
bool hasRange(Type type);
inline bool hasRange(Value value) { return hasRange(value.getType()); }

/// The range of all values of a type that has ranges.
ConstantIntRanges getFullRange(Type type);

/// Whether all ends of the regions of `branch` tell where control goes. Of one
/// that does not (that of `scf.forall`), dead code analysis says nothing at
/// all, as if control never came out.
bool hasKnownRegionEnds(RegionBranchOpInterface branch);

/// The range of a value that has one.
class RangeLattice : public dataflow::IntegerValueRangeLattice {
public:
  RangeLattice(Value value, RangeAnalysis &analysis)
      : IntegerValueRangeLattice(value), analysis(analysis) {}
  using Lattice::join;

  /// What control flow brings along, widened where it goes round in circles.
  /// Of another type, it can be anything.
  ChangeResult join(const dataflow::AbstractSparseLattice &rhs) override;

  /// Joins what an operation computes.
  ChangeResult joinComputed(const ConstantIntRanges &range);

  /// Tells the users, and the constant that the range is, or is not.
  void onUpdate(DataFlowSolver *solver) const override;

private:
  RangeAnalysis &analysis;
  unsigned changes = 0, turns = 0;
};

/// Integer ranges as in MLIR's integer range analysis, without what makes that
/// one lose precision, crash, or take live code for dead:
///   - only what goes round in a circle is widened, and only the bound that
///     moves, first to a number that occurs there (MLIR widens to anything
///     whatever changes twice and is passed on);
///   - it says what the constants among the integers are, all by itself: in
///     MLIR a folder that knows, and a transfer function that does not, agree
///     on "unknown";
///   - operations whose operands are no integers never wait for these;
///   - loops of scf and affine with any bounds, and affine maps that divide by
///     anything, have their ranges and crash nothing;
///   - functions that something unseen calls are entered (`findUnseenCalls`),
///     and so are results and arguments of regions with unknown ends;
///   - the range that is stated of an argument is relied on.
///
/// Encrypted values have no states here, and cost nothing. The states are the
/// analysis's own: the solver needs a kilobyte for each.
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

  /// The range of a value; none where it has none, or nothing came to it.
  const ConstantIntRanges *find(Value value) const;

  /// Whether `op` is a loop that turns zero times.
  bool isEmptyLoop(Operation *op) const { return emptyLoops.contains(op); }
  bool hasEmptyLoops() const { return !emptyLoops.empty(); }

protected:
  bool concerns(Value value) override { return hasRange(value); }
  LogicalResult visitLive(Operation *op) override;
  dataflow::IntegerValueRangeLattice *getLatticeElement(Value value) override {
    return getLattice(value);
  }
  void visitCallableOperation(
      CallableOpInterface callable,
      ArrayRef<dataflow::AbstractSparseLattice *> lattices) override;

private:
  friend class RangeLattice;
  RangeLattice *getLattice(Value value);
  void setTo(RangeLattice *lattice, const ConstantIntRanges &range);
  void enterUnknownRegions(RegionBranchOpInterface branch);
  bool getOperands(Operation *op, SmallVectorImpl<IntegerValueRange> &ranges,
                   SmallVectorImpl<Attribute> &constants);
  std::optional<ConstantIntRanges> getFolded(Operation *op, OpFoldResult folded,
                                             Type type);
  void updateUsers(const RangeLattice *lattice);

  DataFlowSolver &solver;
  SymbolTableCollection &symbols;
  llvm::SpecificBumpPtrAllocator<RangeLattice> allocator;
  llvm::DenseMap<Value, RangeLattice *> lattices;
  llvm::DenseSet<Operation *> emptyLoops;
  Widening widening;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_RANGEANALYSIS_H
