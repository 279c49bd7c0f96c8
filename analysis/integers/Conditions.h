//===- Conditions.h - What decides, and what is equal -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_CONDITIONS_H
#define NOISY_ANALYSIS_INTEGERS_CONDITIONS_H

#include "analysis/integers/LoopRanges.h"
#include "mlir/IR/Operation.h"
#include <compare>
#include <optional>
#include <utility>

namespace mlir::noisy {

/// The operands of `scf.for` or `affine.for` that its trip count follows from;
/// none for other operations.
SmallVector<Value> getBoundOperands(Operation *loop);

/// The operand of a conditional or a select that decides; null for other
/// operations.
Value getCondition(Operation *op);
/// What it decides for: the number of a region; 0 and 1 for selects. None if
/// that is not known.
std::optional<unsigned> findBranch(Operation *op, RangeOf rangeOf);

/// What conditions have in common that are equal, or each other's negation: a
/// comparison of the same operands, or the same value.
struct ConditionKey {
  int predicate = -1;
  const void *lhs = nullptr, *rhs = nullptr;
  auto operator<=>(const ConditionKey &) const = default;
};

/// The key of a condition that is the same in a whole run of `function`, since
/// what it compares is computed once at most, and true if it is the negation of
/// what the key stands for. None for other conditions, and for arguments.
std::optional<std::pair<ConditionKey, bool>>
getConditionKey(Value value, Operation *function);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_CONDITIONS_H
