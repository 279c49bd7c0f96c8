//===- CalledValues.h - The functions that a value may be -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_CALLEDVALUES_H
#define NOISY_ANALYSIS_FLOW_CALLEDVALUES_H

#include "analysis/flow/FunctionUses.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace mlir::noisy {

/// Finds the functions whose address a value may be, by going back from it to
/// the operations that make addresses (`func.constant`): through selects,
/// merges of blocks and of regions, results of calls by name, and arguments of
/// private functions that are only called by name.
///
/// Belongs to one thread. The IR must not change meanwhile.
class CalledValues {
public:
  /// All calls below `root`; both must outlive this.
  CalledValues(Operation *root, ArrayRef<CallOpInterface> calls,
               const FunctionUses &uses, SymbolTableCollection &symbols)
      : root(root), calls(calls), uses(uses), symbols(symbols) {}

  /// All functions that `value` may be, in the order in which they are found.
  /// None if it may be anything else, or that takes too long to find out.
  std::optional<SmallVector<Operation *, 2>> find(Value value);

private:
  using Values = llvm::SetVector<Value>;

  Operation *findFunction(Value value);
  bool addOrigins(Value value, Values &origins);
  bool addPredecessors(BlockArgument argument, Values &origins);
  bool addRegionPredecessors(Value value, RegionBranchOpInterface branch,
                             Values &origins);
  bool addOperands(BlockArgument argument, Operation *function,
                   Values &origins);
  bool addReturned(OpResult result, CallOpInterface call, Values &origins);
  void findCallers();

  Operation *root;
  ArrayRef<CallOpInterface> calls;
  const FunctionUses &uses;
  SymbolTableCollection &symbols;
  unsigned stepsLeft = 1u << 20;
  /// The functions that calls by name call, all of which are in sight, with
  /// these; once it is known.
  llvm::DenseMap<Operation *, SmallVector<CallOpInterface, 2>> callsOf;
  bool areCallersKnown = false;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_CALLEDVALUES_H
