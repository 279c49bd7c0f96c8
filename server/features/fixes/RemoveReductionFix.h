//===- RemoveReductionFix.h - Removal of a reduction ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_REMOVEREDUCTIONFIX_H
#define NOISY_SERVER_FEATURES_FIXES_REMOVEREDUCTIONFIX_H

#include "server/features/fixes/SmallFix.h"

namespace mlir::noisy::lsp {

namespace fixes {
/// Removes the `noisy.reduce_noise` at `Offset`, or the one whose result is
/// named there; its uses get the name of its operand.
extern const SmallFixKind &RemoveReduction;
} // namespace fixes

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_REMOVEREDUCTIONFIX_H
