//===- Sharing.h - Equal encrypted values computed once ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_SHARING_H
#define NOISY_OPTIMIZER_REWRITES_SHARING_H

#include "optimizer/rewrites/Replacement.h"

namespace mlir::noisy {

/// Replaces operations below `top` that compute an encrypted value from the
/// same values as another one that is executed before them, and what encodes
/// equal constants: one reduction then serves all of their uses. What has
/// attributes of its own stays, and so does what nothing uses. Other operations
/// stay as they are. Returns how many are gone.
unsigned shareEqualValues(Operation *top, const RewriteObserver &observer);

/// Takes the reductions below `top` away, for those who insert others; but for
/// those that state something, or what they leave. Returns how many are gone.
unsigned dropReductions(Operation *top, const RewriteObserver &observer);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_SHARING_H
