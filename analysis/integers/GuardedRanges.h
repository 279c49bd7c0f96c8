//===- GuardedRanges.h - Integers under conditions --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_GUARDEDRANGES_H
#define NOISY_ANALYSIS_INTEGERS_GUARDEDRANGES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <optional>

namespace mlir::noisy {

/// The ranges of integers where control gets to an operation. What the
/// conditionals around it compare, `scf.if` and conditional branches, is in the
/// range for which they lead there; what is computed from that is computed
/// again. All others have the range that they have in general.
///
/// Belongs to one thread at a time.
class GuardedRanges {
public:
  /// Returns the range of an integer anywhere.
  using GeneralRange = std::function<std::optional<ConstantIntRanges>(Value)>;

  GuardedRanges(Operation *op, GeneralRange rangeOf, DominanceInfo &dominance);

  std::optional<ConstantIntRanges> getRange(Value value);

private:
  void addGuard(Value condition, bool holds, unsigned depth = 0);
  void narrow(Value value, arith::CmpIPredicate predicate,
              const std::optional<ConstantIntRanges> &bound);
  std::optional<ConstantIntRanges> getRange(Value value, unsigned depth);

  GeneralRange rangeOf;
  /// What is narrower than in general, and what was computed again.
  llvm::DenseMap<Value, ConstantIntRanges> narrowed;
  llvm::DenseMap<Value, std::optional<ConstantIntRanges>> computed;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_GUARDEDRANGES_H
