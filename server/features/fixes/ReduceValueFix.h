//===- ReduceValueFix.h - Reduction of one value ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_REDUCEVALUEFIX_H
#define NOISY_SERVER_FEATURES_FIXES_REDUCEVALUEFIX_H

#include "server/features/fixes/SmallFix.h"

namespace mlir::noisy::lsp {

namespace fixes {
/// Inserts a `noisy.reduce_noise` after the definition of the value at `Offset`
/// (a name, or an operation with one encrypted result), or at the top of its
/// block; all uses get its result. Values that are already fresh, or whose own
/// noise is too large to be reduced, are refused.
extern const SmallFixKind &ReduceValue;
} // namespace fixes

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_REDUCEVALUEFIX_H
