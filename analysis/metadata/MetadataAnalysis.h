//===- MetadataAnalysis.h - The flow of metadata ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_METADATA_METADATAANALYSIS_H
#define NOISY_ANALYSIS_METADATA_METADATAANALYSIS_H

#include "analysis/memory/MemoryFlow.h"
#include "analysis/metadata/MetadataValue.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"

namespace mlir::noisy {

/// The dictionary that `op` itself has, `metadata = {...}`; null if there is
/// none or the attribute is no dictionary.
DictionaryAttr getOwnMetadata(Operation *op);

/// The dictionary stated on an argument or a result of `function`,
/// `noisy.metadata = {...}`, or null. `function` may be null or no function.
DictionaryAttr getArgumentMetadata(Operation *function, unsigned argument);
DictionaryAttr getResultMetadata(Operation *function, unsigned result);

/// The state of a value in the solver.
class MetadataLattice : public dataflow::Lattice<MetadataValue> {
public:
  using Lattice::Lattice;
};

/// A forward sparse analysis of `metadata` dictionaries. FHE compilers write
/// what they know of values (scheme, level, secret or not) on some operations
/// and functions; the analysis derives it for all other values.
///
///   - The results of an operation have the join of the values that it is made
///     of, if a rule names them (`findSources`): arithmetic carries, a load has
///     what was stored. They have nothing while an operand has not arrived. The
///     results of all other operations, constants among them, are unknown.
///   - Block arguments, and the results of operations whose regions pass values
///     on (`scf.if`, loops), have the join of what control flow passes along
///     edges that may be taken. Arguments that an operation makes itself
///     (induction variables) are unknown, and so are the results of regions
///     whose control flow is unknown.
///   - Arguments of a function have the join over its calls, and are unknown
///     when callers may be out of sight; results of a call have the join over
///     the returned values, and are unknown when these are not in sight.
///   - A dictionary on an operation, an argument or a result of a function wins
///     over all of this key by key. It is relied on, not checked. On a call,
///     the entries of the call win over those of the function's result, and
///     these over those of the returned values.
///
/// It is loaded into the solver of a `ProgramFlow`, which knows where control
/// goes.
class MetadataAnalysis
    : public dataflow::SparseForwardDataFlowAnalysis<MetadataLattice> {
public:
  MetadataAnalysis(DataFlowSolver &solver, SymbolTableCollection &symbols)
      : SparseForwardDataFlowAnalysis(solver), symbols(symbols) {}

  LogicalResult initialize(Operation *top) override;

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const MetadataLattice *> operands,
                               ArrayRef<MetadataLattice *> results) override;
  void setToEntryState(MetadataLattice *lattice) override;

protected:
  LogicalResult visitCallOperation(
      CallOpInterface call,
      ArrayRef<const dataflow::AbstractSparseLattice *> operands,
      ArrayRef<dataflow::AbstractSparseLattice *> results) override;
  void visitCallableOperation(
      CallableOpInterface callable,
      ArrayRef<dataflow::AbstractSparseLattice *> arguments) override;

  void visitRegionSuccessors(
      ProgramPoint *point, RegionBranchOpInterface branch,
      RegionSuccessor successor,
      ArrayRef<dataflow::AbstractSparseLattice *> lattices) override;

private:
  /// Joins `value` into `lattice`.
  void joinInto(dataflow::AbstractSparseLattice *lattice,
                const MetadataValue &value);
  /// Returns the state of `value`, and makes `point` depend on it.
  const MetadataValue &get(ProgramPoint *point, Value value);

  SymbolTableCollection &symbols;
  /// Set once the analysis has begun.
  std::optional<MemoryFlow> memory;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_METADATA_METADATAANALYSIS_H
