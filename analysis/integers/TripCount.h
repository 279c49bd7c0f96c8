//===- TripCount.h - The number of iterations of a loop ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_TRIPCOUNT_H
#define NOISY_ANALYSIS_INTEGERS_TRIPCOUNT_H

#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <optional>

namespace mlir::noisy {

/// The number of runs of a loop's body, each time control reaches the loop.
struct TripCount {
  uint64_t min = 0;
  uint64_t max = 0;

  bool isExact() const { return min == max; }
  bool operator==(const TripCount &) const = default;
};

/// Returns the range of an integer, as far as known; nothing for other values.
using RangeOf =
    llvm::function_ref<std::optional<ConstantIntRanges>(mlir::Value)>;

/// The trip count of `scf.for`, `affine.for`, `scf.parallel` or `scf.forall`,
/// and of an `scf.while` with a counter (`TestedLoop`), whose "do" region is
/// the body; none if it is unknown, does not fit in 63 bits, or if the last
/// step may pass the end of the variable's type (`mayWrap`). Bounds that are no
/// constants are looked up by `rangeOf`.
std::optional<TripCount> getTripCount(LoopLikeOpInterface loop,
                                      RangeOf rangeOf);

/// The number of steps from a number in `lower` up to one in `upper`, as
/// `getTripCount` returns it.
std::optional<TripCount> countIterations(const ConstantIntRanges &lower,
                                         const ConstantIntRanges &upper,
                                         const ConstantIntRanges &step,
                                         bool isUnsigned);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_TRIPCOUNT_H
