//===- DeclareBoundFix.h - Declare the noise of a signature -----*- C++ -*-===//
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
///   - what is returned there, at an operand of a `return`;
///   - what a function gives that is called there, at the name of the result;
///   - anywhere else in a signature or at its beginning, the only one that has
///     none.
///
/// N is what the analysis has found, not below the noise of a fresh encryption
/// nor above the limit, both of the function's model. Nothing is known of what
/// a function out of sight returns: that is declared to keep to the limit,
/// which promises least, and the message says so.
extern const SmallFixKind &DeclareBound;
} // namespace fixes

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_DECLAREBOUNDFIX_H
