//===- TransferFunctions.h - What operations make of ranges -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_TRANSFERFUNCTIONS_H
#define NOISY_ANALYSIS_INTEGERS_TRANSFERFUNCTIONS_H

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include <optional>

namespace mlir::noisy {

/// The ranges of the results of `op`, one for each, from those of its operands,
/// which must all be there for operands that have ranges: by MLIR's
/// `InferIntRangeInterface`, except where that is wrong or crashes. None for a
/// result of which it says nothing, or nothing sensible.
SmallVector<std::optional<ConstantIntRanges>, 2>
inferResultRanges(Operation *op, ArrayRef<IntegerValueRange> operands);

/// The same of an argument of a region of `op` that control flow does not give.
std::optional<ConstantIntRanges>
inferArgumentRange(BlockArgument argument,
                   ArrayRef<IntegerValueRange> operands);

/// Whether MLIR's folder of `op` may give what is only one way to see it, the
/// operands being in these ranges: the least integer divided and rounded up. By
/// definition the quotient is negative, as MLIR computes it, it is positive;
/// `inferResultRanges` says both.
bool isFoldedAmbiguously(Operation *op, ArrayRef<IntegerValueRange> operands);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_TRANSFERFUNCTIONS_H
