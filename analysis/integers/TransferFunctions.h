//===- TransferFunctions.h - Ranges of results by operation -----*- C++ -*-===//
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
/// of which all that have ranges must be known: by MLIR's
/// `InferIntRangeInterface`, except where that is wrong or crashes. None for a
/// result without a range, or with an invalid one.
SmallVector<std::optional<ConstantIntRanges>, 2>
inferResultRanges(Operation *op, ArrayRef<IntegerValueRange> operands);

/// The range of one result, where `rangeOf` gives those of the operands. None
/// if one of these is not known.
std::optional<ConstantIntRanges> inferResultRange(
    OpResult result,
    llvm::function_ref<std::optional<ConstantIntRanges>(Value)> rangeOf);

/// The size that `tensor.dim` gives, if the operation that makes the tensor has
/// it as an operand, like `tensor.empty(%n)`: MLIR folds that of memrefs alone.
/// Null for all else.
Value findSizeOperand(Operation *op);

/// The range of an argument of a region of `op` that control flow does not set.
std::optional<ConstantIntRanges>
inferArgumentRange(BlockArgument argument,
                   ArrayRef<IntegerValueRange> operands);

/// True if MLIR's folder of `op`, with operands in these ranges, may return one
/// of two possible results: the least integer divided and rounded up. By
/// definition the quotient is negative, as MLIR computes it, it is positive;
/// `inferResultRanges` includes both.
bool isFoldedAmbiguously(Operation *op, ArrayRef<IntegerValueRange> operands);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_TRANSFERFUNCTIONS_H
