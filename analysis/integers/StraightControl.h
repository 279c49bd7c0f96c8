//===- StraightControl.h - Control flow of straight programs ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_STRAIGHTCONTROL_H
#define NOISY_ANALYSIS_INTEGERS_STRAIGHTCONTROL_H

#include "mlir/Analysis/DataFlowFramework.h"

namespace mlir::noisy {

/// Sets the states that MLIR's dead code analysis and `RangeAnalysis` together
/// give a straight program (`FunctionUses::isStraight`): all blocks are live,
/// and all functions have unknown callers. That takes no time; the analysis
/// goes through all operations several times.
class StraightControl : public DataFlowAnalysis {
public:
  explicit StraightControl(DataFlowSolver &solver);

  LogicalResult initialize(Operation *top) override;
  LogicalResult visit(ProgramPoint *) override { return success(); }
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_STRAIGHTCONTROL_H
