//===- UnsignedFix.h - The unsigned form of an operation --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_UNSIGNEDFIX_H
#define NOISY_SERVER_FEATURES_FIXES_UNSIGNEDFIX_H

#include "server/features/fixes/SmallFix.h"

namespace mlir::noisy::lsp {

/// The unchecked fix that writes the unsigned form of an operation that has one
/// (`getUnsignedEquivalent`); refuses where the text has no name to change.
llvm::Expected<FixDraft> draftUnsignedForm(const Chunk &Program, Operation *Op);

namespace fixes {
/// Writes the unsigned form of the operation at `Offset`, or of the one whose
/// result is named there, if none of its numbers is ever negative: changes its
/// name, or the predicate of a comparison.
extern const SmallFixKind &UseUnsigned;
} // namespace fixes

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_UNSIGNEDFIX_H
