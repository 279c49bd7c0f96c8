//===- DeclareBoundFix.h - Declared noise of a signature --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_DECLAREBOUNDFIX_H
#define NOISY_SERVER_FEATURES_FIXES_DECLAREBOUNDFIX_H

#include "server/features/fixes/SmallFix.h"

namespace mlir::noisy::lsp {

namespace fixes {
/// Writes `noisy.bound = N : i64` to an argument or a result of a function:
///   - the argument, or the argument or result of the signature, at `Offset`;
///   - the operand at `Offset`, if it is one of a `return`, as a result;
///   - the called function's result, at the name of a call's result;
///   - anywhere else in a signature or at its beginning, the only item without
///     a bound.
///
/// N is the bound found by the analysis, at least the noise of a fresh
/// encryption and at most the limit, both of the function's model. The results
/// of a function without a body are unknown: their declared bound is the limit,
/// the weakest promise, and the message says so.
extern const SmallFixKind &DeclareBound;
} // namespace fixes

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_DECLAREBOUNDFIX_H
