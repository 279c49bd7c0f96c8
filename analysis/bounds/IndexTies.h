//===- IndexTies.h - Values that are other names of values -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_BOUNDS_INDEXTIES_H
#define NOISY_ANALYSIS_BOUNDS_INDEXTIES_H

#include "mlir/IR/Value.h"

namespace mlir {
class Operation;

namespace noisy {

/// The value that `value` is just another name for or, with `isShaped`, that is
/// of the same type and size: as far back as that can be told, or to `end`.
/// Counts `steps` down; null when they do not suffice.
Value followTies(Value value, bool isShaped, Value end, unsigned &steps);

/// Whether each turn of `loop`, an scf.for or affine.for, yields at `index` the
/// value that it was given or, with `isShaped`, one of the same type and size.
/// Then so do all turns together. False when the steps do not suffice.
bool isCarriedUnchanged(Operation *loop, unsigned index, bool isShaped,
                        unsigned &steps);

/// What `loop`, an scf.for or affine.for, begins with at `index`.
Value getLoopInit(Operation *loop, unsigned index);

} // namespace noisy
} // namespace mlir

#endif // NOISY_ANALYSIS_BOUNDS_INDEXTIES_H
