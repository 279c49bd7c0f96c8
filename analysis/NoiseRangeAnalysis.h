//===- NoiseRangeAnalysis.h - Integer ranges, and noise ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISERANGEANALYSIS_H
#define NOISY_ANALYSIS_NOISERANGEANALYSIS_H

#include "analysis/NoiseFlow.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"

namespace mlir::noisy {

/// The range of a value: of an integer as MLIR knows it, of an encrypted value
/// its noise (see `NoiseBound::toRange`).
class NoiseRangeLattice : public dataflow::IntegerValueRangeLattice {
public:
  using IntegerValueRangeLattice::IntegerValueRangeLattice;
  using Lattice::join;

  /// What control flow brings to an encrypted value does not count here: the
  /// analysis evaluates the flow into the value as a whole, because the join
  /// of what comes in is not always the answer (contracts, counted loops).
  ChangeResult join(const dataflow::AbstractSparseLattice &rhs) override;

  /// Noise is never a constant of the program.
  void onUpdate(DataFlowSolver *solver) const override;

  NoiseBound getNoise() const { return NoiseBound::fromRange(getValue()); }
};

/// MLIR's integer range analysis, extended to the noise of encrypted values,
/// and without what makes the stock one unsound or crash:
///   - values that are no integers start from their flow, and are not taken to
///     be a range of width 0;
///   - noise is not widened by how often it changed; a value that keeps
///     growing is proven to grow without end (`findGrowth`), or goes on;
///   - a private function that nothing calls is analysed, as if called from
///     somewhere;
///   - loops with bounds that are not constant have an unknown induction
///     variable, and affine maps that may divide by zero an unknown result.
///
/// It needs `DeadCodeAnalysis` and `SparseConstantPropagation` loaded before
/// it in the same solver.
class NoiseRangeAnalysis : public dataflow::IntegerRangeAnalysis {
public:
  explicit NoiseRangeAnalysis(DataFlowSolver &solver);

  LogicalResult initialize(Operation *top) override;
  LogicalResult visit(ProgramPoint *point) override;

  void setToEntryState(dataflow::IntegerValueRangeLattice *lattice) override;
  LogicalResult visitOperation(
      Operation *op,
      ArrayRef<const dataflow::IntegerValueRangeLattice *> operands,
      ArrayRef<dataflow::IntegerValueRangeLattice *> results) override;
  void visitNonControlFlowArguments(
      Operation *op, const RegionSuccessor &successor,
      ArrayRef<dataflow::IntegerValueRangeLattice *> lattices,
      unsigned firstIndex) override;

  /// The flow that the analysis follows. Valid as long as the solver.
  NoiseFlows &getFlows() { return flows; }

protected:
  dataflow::IntegerValueRangeLattice *getLatticeElement(Value value) override;

private:
  void enterUncalledFunctions(Operation *top);
  void enterUnknownResults(Operation *top);
  void visitNoise(ProgramPoint *point, Value value);
  void raise(NoiseRangeLattice *lattice, NoiseBound bound);

  NoiseFlows flows;
  /// How often the noise of a merge changed; powers of two ask for a proof.
  llvm::DenseMap<Value, unsigned> changes;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISERANGEANALYSIS_H
