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
#include <vector>

namespace mlir::noisy {

/// The operands of `scf.for` or `affine.for` that its trip count follows from;
/// none for other operations.
SmallVector<Value> getBoundOperands(Operation *loop);

/// The operand of a conditional (also one that branches to blocks) or a select
/// that decides. No value is the condition of `affine.if`, so a result that is
/// no integer stands for it, whose range is that of the condition where that is
/// known. Null for other operations, and without such a result.
Value getCondition(Operation *op);
/// True if a value stands for the condition of the operation that defines it.
bool standsForCondition(Value value);
/// All values by which a conditional or a select decides: its condition, and
/// the operands of `affine.if`; none for other operations.
SmallVector<Value> getDecidingOperands(Operation *op);
/// What it decides for: the number of a region, or of a successor; 0 and 1 for
/// selects. None if that is not known.
std::optional<unsigned> findBranch(Operation *op, RangeOf rangeOf);

/// What conditions have in common that are equal, or each other's negation: a
/// comparison of the same operands, the same set, or the same value.
struct ConditionKey {
  int predicate = -1;
  std::vector<const void *> operands;
  auto operator<=>(const ConditionKey &) const = default;
};

/// True if a value has one content in a run of the function: an argument, or
/// the result of an operation that runs once at most.
bool isFixedInRun(Value value, Operation *function);

/// The condition that `value` is or negates, by `arith.xori`, and true if it
/// negates it.
std::pair<Value, bool> withoutNegations(Value value);

/// The key of a condition that has one content in some code, since what it
/// compares has (`isFixed`), and true if it is the negation of what the key
/// stands for. None for other conditions.
std::optional<std::pair<ConditionKey, bool>>
getConditionKey(Value value, llvm::function_ref<bool(Value)> isFixed);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_CONDITIONS_H
