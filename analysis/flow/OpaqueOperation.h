//===- OpaqueOperation.h - Stand-ins for unknown operations -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_OPAQUEOPERATION_H
#define NOISY_ANALYSIS_FLOW_OPAQUEOPERATION_H

#include "mlir/IR/Operation.h"

namespace mlir::noisy {

/// The names of operations that stand for others in a text, or for names that
/// nothing defines there: what is not seen may use any visible value.
inline constexpr llvm::StringLiteral kOpaqueOperation = "broken.operation",
                                     kOpaqueName = "broken.name";

/// True for an operation that stands for another one. It may call the functions
/// that it names, as unknown callers do: with fresh values.
inline bool isOpaqueOperation(Operation *op) {
  return op->getName().getStringRef() == kOpaqueOperation;
}

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_OPAQUEOPERATION_H
