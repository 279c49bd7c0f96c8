//===- LoopSchedule.h - The order of a loop's turns in numbers --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_LOOPSCHEDULE_H
#define NOISY_OPTIMIZER_REWRITES_LOOPSCHEDULE_H

#include "dialect/NoiseModel.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace mlir::noisy {

/// A value that a loop carries from turn to turn, adding something to it.
struct LoopSum {
  /// What joining two terms does to noise: a maximum and a constant, so that
  /// sums of sums have less noise than one after the other.
  NoiseTransfer join;
  /// The noise of the value before the first turn, and of what is joined in one
  /// turn.
  uint32_t init = 0;
  SmallVector<uint32_t, 2> terms;
  /// Joined with the value from before only after the last turn.
  bool isApart = false;
};

/// What a loop does to noise.
struct LoopNoise {
  int64_t turns = 0;
  std::vector<LoopSum> sums;
  /// Other encrypted values that it carries, and how many turns they can take
  /// from reduced ones on.
  unsigned others = 0;
  int64_t freeTurns = 0;
  /// The most turns that may become one.
  int64_t mostJoined = 1;
};

/// The turns of a loop as a nest of loops.
struct LoopSchedule {
  /// The turns of the nested loops, that of the outermost first; none if all
  /// turns become one.
  SmallVector<int64_t, 4> turns;
  /// How many turns of the original stand in the innermost body.
  int64_t joined = 1;
  /// How many more follow in a loop of their own.
  int64_t rest = 0;

  /// An estimate: how many reductions are executed, and the most noise of the
  /// sums afterwards.
  uint64_t reductions = 0;
  uint32_t bits = 0;
  /// How many joins are executed beside those of the original.
  uint64_t work = 0;

  bool isChanged() const {
    return turns.size() != 1 || joined != 1 || rest != 0;
  }
};

/// An estimate of the reductions that are executed if the loop stays as it is.
uint64_t countSimpleReductions(const NoiseModel &model, const LoopNoise &noise);

/// The nest that is estimated to take the fewest reductions; of several such
/// the one of the least work, the fewest copies of the body, and the fewest
/// loops. One loop of single turns if no other is better.
///
/// What a turn adds is joined first, and the sum so far last.
/// A sum of many terms has the least noise as a tree. A nest is one: each loop
/// but the outermost adds up from a fresh zero on, so n = a b c terms have the
/// noise of a + b + c joins one after the other, and a reduction of what an
/// inner loop gives is executed less often than one in its body. Other values
/// pass through, and can be reduced between the loops, too. Joined turns are
/// for those who compute the body anew.
LoopSchedule findSchedule(const NoiseModel &model, const LoopNoise &noise);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_LOOPSCHEDULE_H
