//===- IterationPhases.h - Iterations in which integers repeat --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_PROGRAM_ITERATIONPHASES_H
#define NOISY_ANALYSIS_PROGRAM_ITERATIONPHASES_H

#include "analysis/integers/IterationRanges.h"

namespace mlir::noisy {

/// The iterations of a loop, cut into phases: within each of them all that is
/// asked for repeats after the same number of iterations. "In every fourth
/// iteration" is one phase with a period of 4, "in the first iteration" makes
/// two, with a period of 1.
///
/// Each iteration has a state, of which there are few, even if there are many
/// iterations: two with the same state are in the same phase, at the same place
/// of its period.
class IterationPhases {
public:
  /// The longest period that phases have.
  static constexpr uint64_t kLongestPeriod = 1u << 12;

  /// `begins` are the first iterations of the phases, in order, with 0 as the
  /// first of them.
  IterationPhases(std::vector<uint64_t> begins, uint64_t period,
                  uint64_t numIterations);

  uint64_t getNumStates() const { return firstStates.back(); }
  uint64_t getPeriod() const { return period; }
  /// The state of an iteration.
  uint64_t getState(uint64_t iteration) const;
  /// The first iteration with this state.
  uint64_t getIteration(uint64_t state) const;
  /// The end of the phase that an iteration is in: the first one of the next.
  uint64_t getEnd(uint64_t iteration) const;

private:
  std::vector<uint64_t> begins;
  /// The state of the first iteration of each phase, and the number of all.
  std::vector<uint64_t> firstStates;
  uint64_t period, numIterations;
};

/// Finds phases of a loop's iterations, from 0 to `numIterations` - 1, in which
/// `values` repeat, or, if `decider` is not null, what that decides by them:
/// all is computed by constants from the loop's induction variable, or its
/// counters, and from values that no such variable is used for. Whatever
/// `IterationRanges` says of them in one iteration then holds for all
/// iterations of the same state. None if that is not so, or not known.
std::optional<IterationPhases>
findPhases(Operation *decider, ArrayRef<Value> values, Operation *loop,
           uint64_t numIterations, const IterationRanges::GeneralRange &rangeOf,
           const LoopCounters *counters);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_PROGRAM_ITERATIONPHASES_H
