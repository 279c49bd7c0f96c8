//===- LessNoiseFix.h - One computation in another order --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_LESSNOISEFIX_H
#define NOISY_SERVER_FEATURES_FIXES_LESSNOISEFIX_H

#include "server/features/fixes/SmallFix.h"

namespace mlir::noisy::lsp {

namespace fixes {
/// Writes the computation at `Offset`, of which the operation there is a part,
/// in the order with less noise that `findNoiseSaving` finds. Inserts no
/// reductions, and changes nothing else. The last operation keeps its name.
extern const SmallFixKind &RewriteForNoise;
} // namespace fixes

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_LESSNOISEFIX_H
