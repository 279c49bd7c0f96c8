//===- IntegerFixAll.h - All integers of a document, simpler ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_INTEGERFIXALL_H
#define NOISY_SERVER_FEATURES_FIXES_INTEGERFIXALL_H

#include "server/features/fixes/FixKind.h"

namespace mlir::noisy::lsp {

namespace fixes {
/// All that ReplaceByConstant fixes in a document, and, where unsigned forms
/// are shown, all that UseUnsigned does: at once, with one analysis.
extern const FixKind &SimplifyIntegers;
} // namespace fixes

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_INTEGERFIXALL_H
