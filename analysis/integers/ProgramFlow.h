//===- ProgramFlow.h - What runs, and on which integers ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_PROGRAMFLOW_H
#define NOISY_ANALYSIS_INTEGERS_PROGRAMFLOW_H

#include "analysis/flow/FunctionUses.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace mlir::noisy {
class RangeAnalysis;

/// What is known of a program before anything is asked of its noise: which code
/// may run, where control comes from, and the ranges of all integers. One run
/// of a `DataFlowSolver`; then it is read. Encrypted values are not visited.
///
/// Belongs to one thread. The IR must not change meanwhile.
class ProgramFlow {
public:
  /// Runs the analyses on `root` and all below, which is all that is in sight.
  explicit ProgramFlow(Operation *root);
  ~ProgramFlow();

  /// Evaluates everything once more, from what was found. As that is a
  /// fixpoint, nothing changes; tests see to it.
  void run();

  Operation *getRoot() const { return root; }

  /// False if the solver gave up; then nothing is known, and all may run.
  bool isSolved() const { return solved; }

  /// For the states of MLIR's dead code analysis: `Executable` of blocks and
  /// edges, `PredecessorState` of calls, callables and regions.
  DataFlowSolver &getSolver() { return solver; }

  /// Whether the block may be executed, as far as is known. A loop that turns
  /// zero times does not execute its body.
  bool isLive(Block *block);

  /// Whether there are loops that turn zero times; their bodies are not live.
  bool hasEmptyLoops() const { return !emptyLoops.empty(); }

  /// The range of an integer, or of the elements of a vector or tensor of
  /// integers; the full range where nothing is known. None for other types.
  std::optional<ConstantIntRanges> getRange(Value value);

  /// Whether something came to `value`, of a type that has ranges: not so in
  /// dead code, and behind calls that never return.
  bool isReached(Value value);

  /// The symbol tables below the root, looked up once.
  SymbolTableCollection &getSymbols() { return symbols; }

  /// What may pass values to functions.
  const FunctionUses &getUses() const { return uses; }

private:
  Operation *root;
  SymbolTableCollection symbols;
  FunctionUses uses;
  DataFlowSolver solver;
  RangeAnalysis *ranges; // the solver's
  bool solved = false;
  llvm::DenseSet<Operation *> emptyLoops;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_PROGRAMFLOW_H
