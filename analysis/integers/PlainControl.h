//===- PlainControl.h - Control flow of plain programs ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_PLAINCONTROL_H
#define NOISY_ANALYSIS_INTEGERS_PLAINCONTROL_H

#include "analysis/flow/FunctionUses.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::noisy {

/// The control flow of a plain program (`FunctionUses::isPlain`) in which no
/// functions call each other in a circle: what MLIR's dead code analysis and
/// `RangeAnalysis` together find out about it, without a solver. All blocks are
/// live, because a function that nothing calls counts as called from out of
/// sight.
class PlainControl {
public:
  /// Operations that control comes from.
  struct Origins {
    SmallVector<Operation *, 1> known;
    bool areAllKnown = true;
  };

  /// None if the control flow of the program below `root` is not that plain.
  static std::optional<PlainControl> find(Operation *root,
                                          const FunctionUses &uses,
                                          SymbolTableCollection &symbols);

  /// The calls of a function with a body, and the ends of functions that a call
  /// returns from; null for other operations.
  const Origins *getCalls(Operation *function) const;
  const Origins *getReturns(Operation *call) const;

private:
  friend class PlainControlAnalysis;

  llvm::DenseMap<Operation *, Origins> callsOf, returnsOf;
};

/// Sets the states of the dead code analysis for the others in a solver. That
/// takes no time; the analysis goes through all operations several times.
class PlainControlAnalysis : public DataFlowAnalysis {
public:
  /// `control` must live as long.
  PlainControlAnalysis(DataFlowSolver &solver, const PlainControl &control);

  LogicalResult initialize(Operation *top) override;
  LogicalResult visit(ProgramPoint *) override { return success(); }

private:
  void set(Operation *op, const PlainControl::Origins &origins);

  const PlainControl &control;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_PLAINCONTROL_H
