//===- BetterFix.h - A fix in place of an earlier one -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_BETTERFIX_H
#define NOISY_SERVER_FEATURES_FIXES_BETTERFIX_H

#include "server/features/fixes/Fix.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// Returns what leads from the text after `Applied` to that after `Better`;
/// both are fixes of `Original`. Without edits, and with a message that says
/// so, if it does not cost less.
Fix improveFix(llvm::StringRef Original, const Fix &Applied, Fix Better);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_BETTERFIX_H
