//===- MeantOperationFix.h - The operation that was meant -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_MEANTOPERATIONFIX_H
#define NOISY_SERVER_FEATURES_FIXES_MEANTOPERATIONFIX_H

#include "server/features/fixes/FixKind.h"

namespace mlir::noisy::lsp {

namespace fixes {
/// Replaces the name at `Offset` of an operation that does not exist by that of
/// the operation, or the type, that was most likely meant; or a name of a
/// value, a block or a function that nothing defines. Works on broken text: it
/// changes the name alone, and promises nothing else.
extern const FixKind &UseMeantOperation;
} // namespace fixes

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_MEANTOPERATIONFIX_H
