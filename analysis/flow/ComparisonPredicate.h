//===- ComparisonPredicate.h - What a comparison compares -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_COMPARISONPREDICATE_H
#define NOISY_ANALYSIS_FLOW_COMPARISONPREDICATE_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"

namespace mlir::noisy {

/// The predicate of a comparison of integers; none for other operations and
/// null.
inline std::optional<arith::CmpIPredicate>
getComparisonPredicate(Operation *op) {
  if (auto compare = dyn_cast_or_null<arith::CmpIOp>(op))
    return compare.getPredicate();
  // Both dialects use the same words.
  if (auto compare = dyn_cast_or_null<index::CmpOp>(op))
    return arith::symbolizeCmpIPredicate(
        index::stringifyIndexCmpPredicate(compare.getPred()));
  return std::nullopt;
}

/// The predicate with its operands in the other order.
inline arith::CmpIPredicate swapOperands(arith::CmpIPredicate predicate) {
  using arith::CmpIPredicate;
  switch (predicate) {
  case CmpIPredicate::slt:
    return CmpIPredicate::sgt;
  case CmpIPredicate::sle:
    return CmpIPredicate::sge;
  case CmpIPredicate::sgt:
    return CmpIPredicate::slt;
  case CmpIPredicate::sge:
    return CmpIPredicate::sle;
  case CmpIPredicate::ult:
    return CmpIPredicate::ugt;
  case CmpIPredicate::ule:
    return CmpIPredicate::uge;
  case CmpIPredicate::ugt:
    return CmpIPredicate::ult;
  case CmpIPredicate::uge:
    return CmpIPredicate::ule;
  case CmpIPredicate::eq:
  case CmpIPredicate::ne:
    return predicate;
  }
  llvm_unreachable("all predicates are handled");
}

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_COMPARISONPREDICATE_H
