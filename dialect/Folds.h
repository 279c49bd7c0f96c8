//===- Folds.h - Operations that give a value there is ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_FOLDS_H
#define NOISY_DIALECT_FOLDS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::noisy {

/// A rule of the folders of the dialect: an operation whose result is a value
/// that is already there, which is never noisier, in whatever model. (Rules
/// that make operations are patterns: Patterns.td.)
struct FoldRule {
  llvm::StringLiteral name;
  /// The operation that it applies to.
  llvm::StringLiteral operation;
  /// The value, or null.
  Value (*apply)(Operation *);
};

/// All rules. Of several that apply to an operation the first one counts.
ArrayRef<FoldRule> getFoldRules();

/// The value that an operation of the dialect can be replaced with, or null.
/// One with attributes that state something stays.
Value foldToValue(Operation *op);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_FOLDS_H
