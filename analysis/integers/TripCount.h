//===- TripCount.h - How often a loop turns ---------------------*- C++ -*-===//
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

/// How often the body of a loop runs, each time control reaches the loop.
struct TripCount {
  uint64_t least = 0;
  uint64_t most = 0;

  bool isExact() const { return least == most; }
  bool operator==(const TripCount &) const = default;
};

/// What is known of the range of an integer; nothing where that is asked of
/// anything else.
using RangeOf =
    llvm::function_ref<std::optional<ConstantIntRanges>(mlir::Value)>;

/// The trip count of `scf.for`, `affine.for`, `scf.parallel` or `scf.forall`;
/// none when it cannot be told, does not fit in 63 bits, or when the last step
/// may pass the end of the variable's type (`mayWrap`). Bounds that are no
/// constants are looked up by `rangeOf`.
std::optional<TripCount> getTripCount(LoopLikeOpInterface loop,
                                      RangeOf rangeOf);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_TRIPCOUNT_H
