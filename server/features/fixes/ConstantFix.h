//===- ConstantFix.h - Replacement by a constant ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_CONSTANTFIX_H
#define NOISY_SERVER_FEATURES_FIXES_CONSTANTFIX_H

#include "server/features/fixes/SmallFix.h"

namespace mlir::noisy::lsp {

/// The unchecked fix that puts a constant in the place of an operation, whose
/// only result always is `Number`; refuses where the text cannot have that.
llvm::Expected<FixDraft> draftConstant(const Chunk &Program, Operation *Op,
                                       const llvm::APInt &Number);

namespace fixes {
/// Replaces the operation at `Offset`, or the one whose result is named there,
/// by an `arith.constant`. The integer ranges must show that its only result is
/// always the same number, and it must do nothing else. The name of the result,
/// the location, discardable attributes, comments, and the operands with their
/// definitions stay.
extern const SmallFixKind &ReplaceByConstant;
} // namespace fixes

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_CONSTANTFIX_H
