//===- Reductions.h - Write reductions into the IR --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REDUCTIONS_H
#define NOISY_OPTIMIZER_REDUCTIONS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::noisy {

/// Inserts a `noisy.reduce_noise` right behind the definition of each value (at
/// the top of its block for an argument), which serves all its uses.
void insertReductions(ArrayRef<Value> values);

/// Whether the analysis finds nothing to report below `root` once `values`,
/// which are defined there, are reduced. Works on a copy; `root` stays as it
/// is.
bool confirmReductions(Operation *root, ArrayRef<Value> values);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REDUCTIONS_H
