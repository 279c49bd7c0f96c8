//===- SelectedOperand.h - The operand that a select yields -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_PROGRAM_SELECTEDOPERAND_H
#define NOISY_ANALYSIS_PROGRAM_SELECTEDOPERAND_H

#include "analysis/integers/TripCount.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::noisy {

/// The operand that `select` yields whenever it is executed, if its condition
/// is a constant, or all its elements are the same one; null otherwise.
Value getSelectedOperand(arith::SelectOp select);
/// The same if the range of the condition is one value.
Value getSelectedOperand(arith::SelectOp select, RangeOf rangeOf);

/// True if `op` is a select of encrypted values, so that their noise may depend
/// on an integer.
bool selectsNoise(Operation *op);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_PROGRAM_SELECTEDOPERAND_H
