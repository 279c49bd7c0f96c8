//===- UncheckedStatements.h - Statements without effect --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_UNCHECKEDSTATEMENTS_H
#define NOISY_ANALYSIS_NOISE_UNCHECKEDSTATEMENTS_H

#include "mlir/IR/Operation.h"
#include <string>
#include <vector>

namespace mlir::noisy {

/// A statement on noise or integers that nothing relies on: an attribute of an
/// argument or a result on a call rather than on the function, or the bound of
/// a result of a function whose end is not known to return its operands.
struct UncheckedStatement {
  /// The call, or the end of the function.
  Operation *op;
  std::string message;
};

inline constexpr llvm::StringLiteral uncheckedStatementCode = "noise-unchecked";

/// All unchecked statements in `root`, which was verified, in the order of the
/// text.
std::vector<UncheckedStatement> findUncheckedStatements(Operation *root);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_UNCHECKEDSTATEMENTS_H
