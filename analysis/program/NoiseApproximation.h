//===- NoiseApproximation.h - What is not followed exactly ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_PROGRAM_NOISEAPPROXIMATION_H
#define NOISY_ANALYSIS_PROGRAM_NOISEAPPROXIMATION_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::noisy {

/// The parts of a program that are too large to be followed exactly. Their
/// bounds are larger for it, never smaller.
struct NoiseApproximation {
  /// Loops that count as loops of unknown trip count.
  llvm::DenseSet<Operation *> uncountedLoops;
  /// Loops in which conditions are not told apart that decide together.
  llvm::DenseSet<Operation *> joinedConditions;
  /// Functions whose arguments are the joins over all calls.
  llvm::DenseSet<Operation *> joinedFunctions;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_PROGRAM_NOISEAPPROXIMATION_H
