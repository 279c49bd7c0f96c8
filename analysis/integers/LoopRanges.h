//===- LoopRanges.h - Ranges of induction variables -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_LOOPRANGES_H
#define NOISY_ANALYSIS_INTEGERS_LOOPRANGES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/ValueRange.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace mlir::noisy {

/// Returns the range of an integer; none while it is not computed.
using RangeOf = llvm::function_ref<std::optional<ConstantIntRanges>(Value)>;

/// The ranges of the results of `map`, from those of its dimensions and then
/// its symbols, all of them of `index`. Sums and products may wrap; a division
/// by a number that may not be positive can be anything. (MLIR's own
/// `inferAffineExpr` ends the process there.)
SmallVector<ConstantIntRanges>
inferAffineMap(AffineMap map, ArrayRef<ConstantIntRanges> operands);

/// The range of the lower bound of an affine loop, the greatest result of
/// `map`, or of the upper bound, the least.
ConstantIntRanges inferAffineBound(AffineMap map,
                                   ArrayRef<ConstantIntRanges> operands,
                                   bool isLower);

/// The ranges of all of `values`; none while one is not known to `rangeOf`.
std::optional<SmallVector<ConstantIntRanges>> getRanges(ValueRange values,
                                                        RangeOf rangeOf);

/// True if the last addition to the variable of a loop over [low, high) may
/// pass the end of its type: the lowered loop then continues from the other
/// end, if that is below `high`. A step that is not positive has no meaning.
bool mayWrap(const ConstantIntRanges &low, const ConstantIntRanges &high,
             const ConstantIntRanges &step, bool isUnsigned);

/// The ranges of a loop's induction variables.
struct InductionRanges {
  /// The range of each variable, in the order of `getInductionVariables`.
  SmallVector<ConstantIntRanges, 1> ranges;
  /// True if the loop has no iterations; the ranges have no meaning then.
  bool isEmpty = false;
};

/// The induction variables of a loop that `inferInductionRanges` knows: one of
/// scf with bounds, or of affine. None for anything else.
SmallVector<Value> getInductionVariables(Operation *loop);

/// The first induction variable of a loop, if it has a range: it gets none as
/// long as the loop is known to have no iterations. Null for other operations.
Value getFirstVariable(Operation *loop);

/// The ranges of the induction variables of a supported loop; none while a
/// bound is not known to `rangeOf`.
std::optional<InductionRanges> inferInductionRanges(Operation *loop,
                                                    RangeOf rangeOf);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_LOOPRANGES_H
