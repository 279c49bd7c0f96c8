//===- AffineTripCount.h - The number of iterations of affine.for -*- C++ -*-=//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_AFFINETRIPCOUNT_H
#define NOISY_ANALYSIS_INTEGERS_AFFINETRIPCOUNT_H

#include "analysis/integers/TripCount.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::noisy {

/// The trip count of `loop`, as `getTripCount` returns it. Bounds that move
/// together, such as "from %i to %i + 8", are recognised.
std::optional<TripCount> getAffineTripCount(affine::AffineForOp loop,
                                            RangeOf rangeOf);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_AFFINETRIPCOUNT_H
