//===- SmallFix.h - Fixes of one value or one operation ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_SMALLFIX_H
#define NOISY_SERVER_FEATURES_SMALLFIX_H

#include "mlir/IR/DialectRegistry.h"
#include "server/Settings.h"
#include "server/document/Text.h"
#include "server/features/Fix.h"

namespace mlir::noisy::lsp {

/// Whether a fix is about one value or one operation, and needs no optimizer.
bool isSmallFix(FixKind Kind);

/// Computes one of the fixes of `isSmallFix` for what stands at the byte
/// `Offset` of `Contents`: a name or an operation. Of `Asked`, the model counts
/// that holds where the text says nothing.
///
/// Every byte that the fix does not have to change stays. The result was
/// parsed, verified and analysed again: apart from what the fix is for, nothing
/// is worse than before, and nothing is reported that was not. Where that
/// cannot be had there are no edits, and the message has the reason.
///
/// Takes as long as parsing and analysing what is between two `// -----` a few
/// times. Any thread.
Fix computeSmallFix(const DialectRegistry &Registry, const Text &Contents,
                    size_t Offset, FixKind Kind, const Settings &Asked);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_SMALLFIX_H
