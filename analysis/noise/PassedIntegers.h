//===- PassedIntegers.h - Overflows due to passed integers ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_PASSEDINTEGERS_H
#define NOISY_ANALYSIS_NOISE_PASSEDINTEGERS_H

#include "analysis/noise/NoiseFacts.h"
#include "analysis/noise/NoiseSolver.h"

namespace mlir::noisy {

/// Finds the integers that are to blame for overflows in callees: those without
/// which no noise that the call passes would be too much, or none that is as
/// fresh. A callee takes an integer if it overflows for none up to it, from the
/// least that a call passes on, with everything else as it is passed. Of an
/// integer that is not one number, the largest that it may be counts.
///
/// The program is compiled again for that, a few times, with cases for other
/// integers, unless it is large. Returns what is found for each of the
/// overflows (`NoiseSolver::getCallOverflows`).
std::vector<std::optional<PassedInteger>>
findPassedIntegers(Operation *root, NoiseFlows &flows,
                   const NoiseApproximation &approximation,
                   const NoiseProgram &program, const NoiseSolver &solver);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_PASSEDINTEGERS_H
