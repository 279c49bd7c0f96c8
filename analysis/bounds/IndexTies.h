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
/// of the same type and size: as far back as can be derived, or to `end`.
/// Counts `steps` down; null if they do not suffice.
Value followTies(Value value, bool isShaped, Value end, unsigned &steps);

/// True if each iteration of `loop`, an scf.for or affine.for, yields at
/// `index` the value that it was given or, with `isShaped`, one of the same
/// type and size. Then so does the whole loop. False if the steps do not
/// suffice.
bool isCarriedUnchanged(Operation *loop, unsigned index, bool isShaped,
                        unsigned &steps);

/// The initial value of `loop`, an scf.for or affine.for, at `index`.
Value getLoopInit(Operation *loop, unsigned index);

} // namespace noisy
} // namespace mlir

#endif // NOISY_ANALYSIS_BOUNDS_INDEXTIES_H
