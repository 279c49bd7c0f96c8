//===- NarrowedRange.h - A range that a comparison narrows ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_NARROWEDRANGE_H
#define NOISY_ANALYSIS_INTEGERS_NARROWEDRANGE_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include <optional>

namespace mlir::noisy {

/// The range of an integer in `range` that compares like this with one in
/// `bound`, which has as many bits (otherwise `range`). None if there is no
/// such integer.
std::optional<ConstantIntRanges> narrow(const ConstantIntRanges &range,
                                        arith::CmpIPredicate predicate,
                                        const ConstantIntRanges &bound);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_NARROWEDRANGE_H
