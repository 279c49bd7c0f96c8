//===- ProgramFlow.h - Live code and integer ranges -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_PROGRAMFLOW_H
#define NOISY_ANALYSIS_INTEGERS_PROGRAMFLOW_H

#include "analysis/flow/FunctionUses.h"
#include "analysis/flow/StopCheck.h"
#include "analysis/integers/PlainControl.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace mlir::noisy {
class RangeAnalysis;
struct ResultStatement;

/// The facts on a program that the noise analysis starts from: live code,
/// predecessors of control flow, and the ranges of all integers. Computed by
/// one run of a `DataFlowSolver`, then read. Encrypted values are not visited.
///
/// In a plain program (`PlainControl`) control flow is known without the
/// solver, which then runs when something else is asked: it takes longer than
/// all that noise needs there.
///
/// Belongs to one thread. The IR must not change meanwhile.
class ProgramFlow {
public:
  /// Analyses `root` and all below, which is all code in sight. If
  /// `shouldStop`, which is called now and then, returns true, this is
  /// unfinished, and so is all that is computed from it (`getStop`).
  explicit ProgramFlow(Operation *root,
                       llvm::function_ref<bool()> shouldStop = nullptr);
  ~ProgramFlow();

  /// Runs the solver. In later runs it evaluates everything once more, from the
  /// current state; as that is a fixpoint, nothing changes; tests check this.
  void run();

  Operation *getRoot() const { return root; }

  /// False if the solver gave up; then nothing is known, and all code may run.
  bool isSolved() const { return !hasRun || hasConverged; }

  /// What ends this, and all that is computed from it, when nobody needs it.
  StopCheck &getStop() { return stop; }

  /// The solver, for the states of MLIR's dead code analysis: `Executable` of
  /// blocks and edges, `PredecessorState` of calls, callables and regions.
  DataFlowSolver &getSolver();

  /// True if the block may be executed, as far as is known. A loop without
  /// iterations does not execute its body.
  bool isLive(Block *block);

  /// True if there are loops without iterations; their bodies are not live.
  bool hasEmptyLoops() const { return !emptyLoops.empty(); }

  /// Operations that control comes from, as far as is known.
  struct Origins {
    ArrayRef<Operation *> known;
    /// False if it may come from elsewhere, too.
    bool areAllKnown;
  };
  /// The calls that name a function. None for a function that is not reached.
  std::optional<Origins> getCalls(Operation *function);
  /// The ends of functions that a call by name returns from. None for a call
  /// that never returns, or is not reached.
  std::optional<Origins> getReturns(Operation *call);

  /// The range of an integer, or of the elements of a vector or tensor of
  /// integers; the full range if it is unknown. None for other types.
  std::optional<ConstantIntRanges> getRange(Value value);

  /// True if `value`, of a type that has ranges, may get a value: false in dead
  /// code, and after calls that never return.
  bool isReached(Value value);

  /// The range that the operation of a result states, and what was computed;
  /// null if it states none, or nothing reaches the result.
  const ResultStatement *findStatement(OpResult result);

  /// The symbol tables below the root, looked up once.
  SymbolTableCollection &getSymbols() { return symbols; }

  /// All ways to pass values to functions.
  const FunctionUses &getUses() const { return uses; }

private:
  /// True for an argument in a straight program, before the solver runs: all
  /// its callers are out of sight.
  bool isArgumentWithoutSolver(Value value) const;
  /// What the dead code analysis knows of `op`.
  std::optional<Origins> findOrigins(Operation *op);
  const ConstantIntRanges *findRange(Value value);

  Operation *root;
  SymbolTableCollection symbols;
  StopCheck stop;
  FunctionUses uses;
  std::optional<PlainControl> control;
  DataFlowSolver solver;
  RangeAnalysis *ranges = nullptr; // owned by the solver
  bool hasRun = false, hasConverged = false;
  llvm::DenseSet<Operation *> emptyLoops;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_PROGRAMFLOW_H
