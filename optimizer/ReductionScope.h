//===- ReductionScope.h - What one function makes overflow ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REDUCTIONSCOPE_H
#define NOISY_OPTIMIZER_REDUCTIONSCOPE_H

#include "analysis/flow/FunctionUses.h"
#include "analysis/noise/NoiseFacts.h"
#include "analysis/program/NoiseProgram.h"

namespace mlir::noisy {

/// The values out of a function that have too much noise only because of what
/// the function passes to its calls.
struct OverflowsByCalls {
  /// The first ones, which are told at these calls.
  llvm::DenseSet<Value> told;
  /// What has too much noise with them. It would perhaps overflow from less
  /// noise as well, but that is not told while they overflow.
  llvm::DenseSet<Value> hidden;
  /// True if too much noise leaves the function for its callers: they may pass
  /// it on to the same callees, where that is no matter of the function.
  bool isReturned = false;

  bool contains(Value value) const {
    return told.contains(value) || hidden.contains(value);
  }
};

/// `scope` is the function; nothing else has to be in order.
OverflowsByCalls findOverflowsByCalls(Operation *scope, const NoiseFacts &facts,
                                      const NoiseProgram &noiseProgram,
                                      const FunctionUses &uses);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REDUCTIONSCOPE_H
