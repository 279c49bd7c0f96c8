//===- ConstantFix.h - Replace by a constant --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_CONSTANTFIX_H
#define NOISY_SERVER_FEATURES_FIXES_CONSTANTFIX_H

#include "server/features/fixes/SmallFix.h"

namespace mlir::noisy::lsp {

namespace fixes {
/// Replaces the operation at `Offset`, or the one whose result is named there,
/// by an `arith.constant`: where the integer ranges say that its one result is
/// always the same, and it does nothing else. What stays is the name of the
/// result, the location, attributes that are not the operation's own,
/// comments, and the operands with all that they are made of.
extern const SmallFixKind &ReplaceByConstant;
} // namespace fixes

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_CONSTANTFIX_H
